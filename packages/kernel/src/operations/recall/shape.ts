import { z } from 'zod'
import { limits } from '@wuku/core/limits'
import { kinds } from '@wuku/core/core-types'
import { searchModes } from '../../query/types.ts'
import {
  budgetOf,
  citation,
  context,
  count,
  docid,
  freshness,
  kindName,
  notes,
  partial,
  queryText,
  someText,
  sourceName,
  sourceNames,
  title,
} from '../../base/operation-shapes.ts'
import { claimsShape, verbose } from '../../claims/shown-claims.ts'
import { explain, explanation, why } from './explained.ts'
import { confidenceShape, weak, weaker } from '../describe-confidence.ts'

export const input = z.strictObject({
  query: queryText,
  kinds: z.array(z.enum(kinds)).max(5).optional().describe('Only these storehouses.'),
  sources: sourceNames('Only these sources.').optional(),
  project: someText(limits.pathChars)
    .optional()
    .describe('Rank its hits first: "." (this workspace), a folder, or a project name.'),
  since: z.string().min(1).max(40).optional().describe('Only text written since: "7d", "6m", "2026-11-01".'),
  until: z.string().min(1).max(40).optional().describe('Only text written until then, a day or month included.'),
  under: z.string().max(limits.pathChars).optional().describe('Only paths in this folder of a source: "guides/setup".'),
  limit: z.number().int().min(1).max(100).default(10).describe('Maximum number of hits.'),
  weak,
  budget: budgetOf(3_500),
  mode: z.enum(searchModes).optional().describe('By words, by meaning, or both (default if there are vectors).'),
  explain,
  verbose,
})

const hit = z.strictObject({
  citation,
  also: z.array(citation).describe('The same or nearly the same elsewhere, best first.'),
  docid,
  inProject: z.boolean().describe('Whether it belongs to the named project.'),
  kind: kindName,
  source: sourceName,
  path: z.string().describe('Path within the source.'),
  title,
  headings: z.array(z.string()).describe('Headings above the passage, outermost first.'),
  line: z.number().int().describe('First line of the snippet.'),
  endLine: z.number().int().describe('Last line of the snippet.'),
  score: z
    .number()
    .describe("0 to 1: the share of the query's information in the passage, or its similarity in meaning."),
  about: z.string().optional().describe('Of a conversation, commit or issue: who, where, when.'),
  url: z.string().optional().describe('Its address at the service that it was read from.'),
  author: z.string().optional().describe('Who wrote it there.'),
  writtenAt: z.string().optional().describe('When, ISO 8601.'),
  snippet: z.string().describe('Lines as `12: text`; empty if turns carry the text.'),
  turns: z
    .array(
      z.strictObject({
        who: z.string().describe('you, assistant, tool …'),
        text: z.string().describe('The description.'),
        citation: citation.optional().describe('Set if it is another message than the hit.'),
      }),
    )
    .optional()
    .describe('Of a conversation: the passage with its question or reply.'),
  matched: z.array(z.string()).describe('Query words in the passage.'),
  missing: z.array(z.string()).describe('Query words missing from the passage.'),
  near: z.number().nullable().describe('Cosine similarity to the query; null: not near, or not computed.'),
  freshness,
  context,
  claims: claimsShape,
  why,
})

export const output = z.strictObject({
  query: z.string().describe('The query as asked.'),
  mode: z.enum(searchModes).describe('Search mode.'),
  project: z.string().nullable().describe('Project ranked first; null: none was named.'),
  sure: confidenceShape,
  hits: z.array(hit).describe('Best first.'),
  weaker,
  leftOut: count.describe('Hits that did not fit the budget.'),
  corrections: z
    .array(z.strictObject({ from: z.string().describe('As asked.'), to: z.string().describe('As searched.') }))
    .describe('Words found nowhere, with those searched instead.'),
  notes,
  partial,
  explanation,
})

export type Input = z.output<typeof input>
export type Output = z.output<typeof output>
export type RecalledHit = z.output<typeof hit>
