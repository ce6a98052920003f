import { msg } from '@wuku/messages/transfer'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { kinds, type Json } from '@wuku/core/core-types'
import { parseJson } from '@wuku/core/lenient-parsing'
import { isPushedPath } from '@wuku/kernel/base/pushed-item'
import type { FileDraft, LibraryVersion } from '@wuku/core/ports/library-store'
import { hosts } from '@wuku/core/ports/origins'

/**
 * A source as lines of JSON: what it is, the files of its library, then each document with its text, its chunks and the
 * terms of each chunk. So it is taken in elsewhere without its files, and without being analysed again.
 */
export type CarriedLine =
  | { readonly source: CarriedSource }
  | { readonly files: readonly FileDraft[] }
  | { readonly document: CarriedDocument }

const count = z.number().int().min(0)
const text = z.string()
const json = z.json() as z.ZodType<Json>
const facts = z.record(text, json)
/** Names that are shown, without what a terminal would obey. */
const named = text.regex(/^[^\p{Cc}]+$/u).max(1_000)

const globs = z.array(text.max(1_000)).max(1_000).optional()
const address = text.regex(/^https?:\/\/[^\s\p{Cc}]+$/iu).max(10_000)

/**
 * An address from which documentation can be fetched again. No folder: that of another machine would be another one here, and
 * files would be taken in that nobody named.
 */
const origin = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('repository'),
      url: address,
      host: z.enum(hosts).optional(),
      ref: named.optional(),
      folders: globs,
      patterns: globs,
      exclude: globs,
    }),
    z.strictObject({
      type: z.literal('website'),
      url: address,
      scope: z.enum(['path', 'host', 'domain']).optional(),
      depth: count.optional(),
      pages: count.optional(),
      include: globs,
      exclude: globs,
    }),
    z.strictObject({ type: z.literal('page'), url: address }),
  ])
  .nullable() as z.ZodType<LibraryVersion['origin']>

const library = z.strictObject({
  slug: text.regex(/^\/[^/\s\p{Cc}]{1,300}\/[^/\s\p{Cc}]{1,300}$/u),
  name: named.max(255),
  description: text.max(100_000),
  origin,
})

const version = z.strictObject({
  version: named,
  origin,
  ref: named.nullable(),
  commit: named.nullable(),
  url: address.nullable(),
  createdAt: count,
  indexedAt: count.nullable(),
  counts: z.strictObject({ documents: count, snippets: count, code: count, info: count, tokens: count }),
})

const carriedSource = z.strictObject({
  kind: z.enum(kinds),
  name: named.max(200),
  root: text.max(10_000),
  /** Only what may go along: `forgotten`, `pushed` and originals belong to the house they are in. */
  options: z.strictObject({
    patterns: z.array(text).optional(),
    exclude: z.array(text).optional(),
    searchedByDefault: z.boolean().optional(),
    offline: z.boolean().optional(),
  }),
  addedAt: count,
  indexedAt: count.nullable(),
  library: library.optional(),
  version: version.optional(),
})
export type CarriedSource = z.output<typeof carriedSource>

const fileDraft = z.strictObject({
  path: text.refine(isPushedPath),
  title: text,
  type: text,
  bytes: count,
  hash: text,
  status: z.enum(['pending', 'processing', 'completed', 'failed', 'replaced', 'deleted']),
  error: text.nullable(),
  chunks: count,
  tokens: count,
  url: text.nullable(),
  createdAt: count,
  updatedAt: count,
  /** Left out, since they say where on a machine a file came from. */
  facts: z.strictObject({}),
})

/** Start, end, first line, last line, headings, anchor. */
const chunk = z.tuple([count, count, count, count, z.array(text), text.nullable()])

const documentShape = z.strictObject({
  item: text.refine(isPushedPath),
  path: text.refine(isPushedPath),
  title: text,
  hash: text.regex(/^[0-9a-f]{64}$/),
  stamp: text,
  bytes: count,
  lines: count,
  modifiedAt: z.number().min(0),
  meta: facts,
  analyser: text.max(200),
  text,
  outline: json.optional(),
  /** Base64. */
  pairs: z.base64().optional(),
  chunks: z.array(chunk),
  vocabulary: z.array(text),
  /** For each chunk pairs of a place in the vocabulary and a strength. */
  terms: z.array(z.array(count)),
})

const carriedDocument = documentShape.refine(
  ({ text: fullText, bytes, chunks, vocabulary, terms }) =>
    Buffer.byteLength(fullText) === bytes &&
    terms.length === chunks.length &&
    chunks.every(([start, end, line, endLine]) => start <= end && end <= fullText.length && line <= endLine) &&
    terms.every((row) => areTerms(row, vocabulary.length)),
)
export type CarriedDocument = z.output<typeof documentShape>

function areTerms(row: readonly number[], words: number): boolean {
  const seen = new Set<number>()
  for (let at = 0; at < row.length; at += 2) {
    const [term = words, strength = 0] = [row[at], row[at + 1]]
    if (term >= words || seen.has(term) || strength < 1 || strength > 255) return false
    seen.add(term)
  }
  return row.length % 2 === 0
}

const carriedLine = z.union([
  z.strictObject({ source: carriedSource }),
  z.strictObject({ files: z.array(fileDraft) }),
  z.strictObject({ document: carriedDocument }),
])

/** Somebody else may have written it: what a store relies on is looked at. */
export function readCarried(line: string): CarriedLine {
  const { success, data } = carriedLine.safeParse(parseJson(line))
  if (success) return data
  throw new WukuError('store-damaged', msg('lineNotVersionWrites'))
}

/** Something that a store could not take is a fault of what was carried. */
export const misplaced = (what: string) => new WukuError('store-damaged', msg('standsWhereDoesNotBelong', { what }))

/** Longest line, in bytes: a document with its terms. */
export const LINE_BYTES = 256 * 1024 * 1024

/** Lines of a stream of bytes, none longer than `LINE_BYTES`. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, maxBytes = LINE_BYTES): AsyncGenerator<string> {
  let partialLine: Uint8Array[] = []
  let length = 0
  for await (const bytes of chunks) {
    let from = 0
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      yield Buffer.concat([...partialLine, bytes.subarray(from, at)]).toString()
      partialLine = []
      length = 0
      from = at + 1
    }
    length += bytes.length - from
    if (length > maxBytes) throw new WukuError('too-large', msg('lineMoreThanBytes', { maxBytes }))
    if (from < bytes.length) partialLine.push(bytes.subarray(from))
  }
  if (length > 0) yield Buffer.concat(partialLine).toString()
}
