import { z } from 'zod'
import { searchModes } from '../search/types.ts'
import { count, notes, problem } from './shapes.ts'

/** What `eval` answers. */

const share = z.number().min(0).max(1)
const milliseconds = z.number().min(0)

const failure = z.strictObject({
  id: z.string().describe('Of the question.'),
  query: z.string().describe('As it was asked.'),
  ndcg10: share.describe('Of this question.'),
  expected: z
    .array(
      z.strictObject({
        name: z.string().describe('As the question names it.'),
        rank: z.number().int().nullable().describe('Where it stands, from 1; null: it was not found.'),
      }),
    )
    .describe('What should have been found.'),
  found: z.array(z.string()).describe('What stood there, best first: storehouse/source/path.'),
})

const run = z.strictObject({
  mode: z.enum(searchModes).describe('How it was searched.'),
  ndcg10: share.describe('nDCG@10: how well what was expected is ordered.'),
  recall10: share.describe('Share of what was expected that is among ten.'),
  mrr10: share.describe('Mean of 1 divided by the rank of the first that was expected.'),
  hit1: share.describe('Share of questions whose first result was expected.'),
  hit3: share.describe('Whose first three hold one.'),
  hit5: share.describe('Whose first five hold one.'),
  withoutResult: count.describe('Questions that found nothing at all.'),
  p50: milliseconds.describe('Milliseconds of a search; half take less.'),
  p95: milliseconds.describe('Milliseconds that one in twenty exceeds.'),
  failed: count.describe('Questions whose first result was not expected.'),
  failures: z.array(failure).describe('The worst of them, worst first.'),
})

export const evaluation = z.strictObject({
  questions: count.describe('Questions that were asked.'),
  runs: z.array(run).describe('One for each mode.'),
  problems: z.array(problem).describe('What was expected and is not indexed.'),
  notes,
})

export type Evaluation = z.output<typeof evaluation>
export type EvaluationRun = z.output<typeof run>
export type FailedQuestion = z.output<typeof failure>
