import { z } from 'zod'
import { limits } from '@wuku/core/limits'
import { kinds, type Freshness, type Problem } from '@wuku/core/core-types'
import type { Text } from '@wuku/messages/message'

/** Pieces of input and output that several operations share, so that they read the same everywhere. */

/** Other names of arguments, by the one that they mean: `{ query: 'q text' }`. */
export const aliasesOf = (names: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(names).flatMap(([name, others]) => others.map((alias) => [alias, name])))

/** A non-empty text with at most this many characters. */
export const someText = (most: number) => z.string().min(1).max(most)

/** The same without the white space around it. */
export const trimmedText = (most: number) => z.string().trim().min(1).max(most)

export const integerBetween = (least: number, most: number) => z.number().int().min(least).max(most)

export const queryText = z
  .string()
  .min(1)
  .max(limits.queryChars)
  .describe(
    'Words, a question, code or an error. With a few words: "a phrase" matches exactly, -word excludes, begin* matches a beginning. ' +
      'Filters: tag:, path:, title:, kind:, before:, after:.',
  )

export const kindName = z.enum(kinds).describe('Storehouse: code, notes, chats, pads or docs.')

export const sourceName = z.string().describe('Name of the source.')

export const sourceNames = (description: string) => z.array(someText(200)).max(100).describe(description)

/** Long enough for the deepest path that a file system allows, percent-encoded. */
export const documentName = someText(8_192)

export const budgetOf = (tokens: number) =>
  integerBetween(100, 1_000_000).default(tokens).describe(`Tokens that the answer may use. Default ${tokens}.`)

export const freshness: z.ZodType<Freshness> = z
  .enum(['fresh', 'stale', 'missing', 'unknown'])
  .describe('Whether the file is still as indexed; "unknown" if it cannot be checked now.')

export const context = z.string().nullable().describe('Descriptions of the folders it lies in, general to specific.')

export const title = z.string().describe('Title of the document.')

/** English for programs; until it is written down, it may be a message. */
export const text = z.string() as z.ZodType as z.ZodType<Text>

/** Set where a part of the index could not be asked. */
export const partial = z
  .strictObject({ shards: z.string().describe('How many shards of the search engine answered, such as "1 of 2".') })
  .optional()
  .describe('Set when the answer is without a part of the index, which could not be asked.')

export const notes = z.array(text).describe('What the caller should know about this answer.')

/** Paths are relative to a source: which one? Absent where it is about none. */
export interface OfSource {
  readonly source?: string
}

export const problem: z.ZodType<Problem & OfSource> = z.strictObject({
  path: z.string().describe('Path within the source.'),
  said: text.describe('What happened.'),
  remedy: text.describe('What to do about it.'),
  source: z.string().optional().describe('Source of the file.'),
})

export const count = z.number().int().min(0)

export const docid = z.string().describe('#docid: the beginning of the content hash; `get` and `open` take it.')

export const citation = z.string().describe('wuku:// address; `open` takes it, today and later.')
