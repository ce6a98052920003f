import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { kinds } from '../../../core/words.ts'
import { searchModes } from '../../search/types.ts'
import {
  budgetOf,
  citation,
  context,
  count,
  docid,
  freshness,
  kindName,
  notes,
  queryText,
  sourceName,
  sourceNames,
  title,
} from '../shapes.ts'
import { sure, weak, weaker } from '../tell-sure.ts'

export const input = z.strictObject({
  query: queryText,
  kinds: z.array(z.enum(kinds)).max(5).optional().describe('Only these storehouses.'),
  sources: sourceNames('Only these sources.').optional(),
  project: z
    .string()
    .min(1)
    .max(limits.pathChars)
    .optional()
    .describe('Ranks first what belongs to it: "." (this workspace), a folder, a name.'),
  since: z.string().min(1).max(40).optional().describe('Only what was written since: "7d", "6m", "2026-11-01".'),
  under: z.string().max(limits.pathChars).optional().describe('Only paths in this folder of a source: "guides/setup".'),
  limit: z.number().int().min(1).max(100).default(10).describe('Most hits.'),
  weak,
  budget: budgetOf(3_500),
  mode: z.enum(searchModes).optional().describe('By words, meaning, or both (default, where there are vectors).'),
})

const hit = z.strictObject({
  citation,
  also: z.array(citation).describe('The same text elsewhere, best first.'),
  docid,
  inProject: z.boolean().describe('It belongs to the project that was named.'),
  kind: kindName,
  source: sourceName,
  path: z.string().describe('Path within the source.'),
  title,
  headings: z.array(z.string()).describe('Headings that the passage stands under, outermost first.'),
  line: z.number().int().describe('First line of the snippet.'),
  endLine: z.number().int().describe('Last line of the snippet.'),
  score: z
    .number()
    .describe("0 to 1: the share of the query's information that the passage holds, or its like in meaning."),
  about: z.string().optional().describe('Of a conversation or a commit: who, where, when.'),
  snippet: z.string().describe('Lines as `12: text`; empty where turns say it.'),
  turns: z
    .array(
      z.strictObject({
        who: z.string().describe('you, assistant, tool …'),
        text: z.string().describe('What was said.'),
        citation: citation.optional().describe('Where it is another message than the hit.'),
      }),
    )
    .optional()
    .describe('Of a conversation: the passage with the question or the reply that belongs to it.'),
  matched: z.array(z.string()).describe('Words of the query that the passage holds.'),
  missing: z.array(z.string()).describe('Words of the query that it lacks.'),
  near: z.number().nullable().describe('Cosine of its meaning and that of the query; null: not near, or not asked.'),
  freshness,
  context,
})

export const output = z.strictObject({
  query: z.string().describe('As it was asked.'),
  mode: z.enum(searchModes).describe('How it was searched.'),
  project: z.string().nullable().describe('Name of the project that is ranked first; null: none was named.'),
  sure,
  hits: z.array(hit).describe('Best first.'),
  weaker,
  leftOut: count.describe('Hits that were found and did not fit into the budget.'),
  corrections: z
    .array(z.strictObject({ from: z.string().describe('As asked.'), to: z.string().describe('As searched.') }))
    .describe('Words that nothing holds, with those that were searched instead.'),
  notes,
})

export type Input = z.output<typeof input>
export type Output = z.output<typeof output>
export type RecalledHit = z.output<typeof hit>
