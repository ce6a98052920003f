import { z } from 'zod'
import { searchModes } from '../query/types.ts'
import { count, notes, problem } from '../base/operation-shapes.ts'

const share = z.number().min(0).max(1)
const milliseconds = z.number().min(0)

const failure = z.strictObject({
  id: z.string().describe('Id of the question.'),
  query: z.string().describe('The query as asked.'),
  ndcg10: share.describe('Of this question.'),
  expected: z
    .array(
      z.strictObject({
        name: z.string().describe('The document as the question names it.'),
        rank: z.number().int().nullable().describe('Rank, from 1; null: not found.'),
      }),
    )
    .describe('Expected documents.'),
  found: z.array(z.string()).describe('Documents found, best first: storehouse/source/path.'),
})

const run = z.strictObject({
  mode: z.enum(searchModes).describe('Search mode.'),
  ndcg10: share.describe('nDCG@10: how well the expected documents are ranked.'),
  recall10: share.describe('Share of the expected documents in the first ten.'),
  mrr10: share.describe('Mean of 1 divided by the rank of the first expected document.'),
  hit1: share.describe('Share of questions whose first result was expected.'),
  hit3: share.describe('Share with an expected document in the first three.'),
  hit5: share.describe('Share with an expected document in the first five.'),
  withoutResult: count.describe('Questions without any result.'),
  p50: milliseconds.describe('Median milliseconds of a search.'),
  p95: milliseconds.describe('95th percentile of milliseconds.'),
  failed: count.describe('Questions whose first result was not expected.'),
  failures: z.array(failure).describe('The worst of them, worst first.'),
})

export const evaluation = z.strictObject({
  questions: count.describe('Questions asked.'),
  runs: z.array(run).describe('One entry for each mode.'),
  problems: z.array(problem).describe('Expected documents that are not indexed.'),
  notes,
})

export type Evaluation = z.output<typeof evaluation>
export type EvaluationRun = z.output<typeof run>
export type FailedQuestion = z.output<typeof failure>
