import { encodeStrength } from '../../core/strength.ts'
import type { ChunkFacts, Json, Problem } from '../../core/words.ts'
import type { AnalysisPolicy, DraftDocument, Reader } from '../../ports/reader.ts'
import type { AnalysedDocument, AnalysedSlice, TermTable } from '../../ports/store.ts'
import type { HashedItem, Masked, SliceJob, SliceResult } from '../../ports/workshop.ts'
import { WordMemory } from '../../text/memory.ts'
import { maskSecrets } from '../../text/secrets.ts'
import { analyserVersion, createTermCounter } from '../../text/terms.ts'
import { createTableBuilder, type TableBuilder } from './table.ts'

/** What must be equal for stored terms to be those that an analysis of today would give. */
export const analyserOf = (reader: Reader): string => `${analyserVersion}/${reader.kind}-${reader.version}`

/**
 * Bytes to documents, chunks and terms. It runs on worker threads, and on the main thread for a single document. A thread
 * hands in its `memory` again and again, so that a word is analysed once and not once a slice.
 */
export function analyseSlice(readers: readonly Reader[], job: SliceJob, memory = new WordMemory()): SliceResult {
  const reader = readers.find((known) => known.kind === job.kind)
  if (!reader) throw new Error(`No reader for ${job.kind}.`)
  const slice = openSlice(reader, memory)
  for (const item of job.items) takeItem(slice, item)
  return { slice: closeSlice(slice), problems: slice.problems, masked: slice.masked }
}

interface OpenSlice {
  readonly reader: Reader
  readonly counter: ReturnType<typeof createTermCounter>
  readonly table: TableBuilder
  readonly documents: AnalysedDocument[]
  readonly problems: Problem[]
  readonly masked: Masked[]
}

const openSlice = (reader: Reader, memory: WordMemory): OpenSlice => ({
  reader,
  counter: createTermCounter(memory),
  table: createTableBuilder(),
  documents: [],
  problems: [],
  masked: [],
})

const closeSlice = (slice: OpenSlice): AnalysedSlice => ({
  documents: slice.documents,
  terms: slice.table.finish(slice.counter.vocabulary),
})

function takeItem(slice: OpenSlice, item: HashedItem): void {
  const parsed = slice.reader.parse(item)
  slice.problems.push(...parsed.problems)
  for (const draft of parsed.items) takeDocument(slice, item, maskDraft(draft, slice.masked))
}

/** Secrets go before anything is cut, counted or stored; `into` hears which there were. */
export function maskDraft(draft: DraftDocument, into: Masked[] = []): DraftDocument {
  const text = maskSecrets(draft.text)
  for (const { rule, count } of text.found) into.push({ path: draft.path, rule, count })
  return {
    ...draft,
    text: text.text,
    title: masked(draft.title),
    meta: maskStrings(draft.meta) as DraftDocument['meta'],
  }
}

/** A reader undoes escapes and markup: what was no secret in the text may be one in a title, a heading or a tag. */
const masked = (text: string): string => maskSecrets(text).text

function maskStrings(value: Json): Json {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return value.map(maskStrings)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskStrings(each)]))
}

function takeDocument(slice: OpenSlice, item: HashedItem, draft: DraftDocument): void {
  const document = describeDocument(slice.reader, item, draft)
  for (const chunk of document.chunks) countChunk(slice, draft, chunk)
  slice.documents.push(document)
}

/** Everything of a document but its terms. `draft` is masked. */
export const describeDocument = (reader: Reader, item: HashedItem, draft: DraftDocument): AnalysedDocument => ({
  facts: {
    item: item.path,
    path: draft.path,
    title: draft.title,
    hash: item.hash,
    stamp: item.stamp,
    bytes: Buffer.byteLength(draft.text),
    lines: countLines(draft.text),
    modifiedAt: item.modifiedAt,
    meta: draft.meta,
  },
  analyser: analyserOf(reader),
  text: draft.text,
  chunks: maskHeadings(reader.chunk(draft)),
})

/** The terms of some chunks of a document, a row for each. */
export function analyseChunks(
  draft: DraftDocument,
  chunks: readonly ChunkFacts[],
  { reader, memory }: { readonly reader: Reader; readonly memory: WordMemory },
): TermTable {
  const slice = openSlice(reader, memory)
  for (const chunk of chunks) countChunk(slice, draft, chunk)
  return slice.table.finish(slice.counter.vocabulary)
}

/** Neighbours mostly stand under the same headings: each is looked at once. */
function maskHeadings(chunks: readonly ChunkFacts[]): readonly ChunkFacts[] {
  const known = new Map<string, string>()
  const maskOnce = (heading: string): string => {
    const before = known.get(heading)
    if (before !== undefined) return before
    const now = masked(heading)
    known.set(heading, now)
    return now
  }
  return chunks.map((chunk) =>
    chunk.headings.length === 0 ? chunk : { ...chunk, headings: chunk.headings.map(maskOnce) },
  )
}

/** BM25F with one pseudo-frequency: a word in the title counts as some words in a body of the usual length. */
function countChunk({ reader, counter, table }: OpenSlice, draft: DraftDocument, chunk: ChunkFacts): void {
  const { fields } = reader.policy
  const words = counter.add(draft.text.slice(chunk.start, chunk.end), 1)
  const scale = lengthScale(words, reader.policy)
  counter.add(draft.title, fields.title * scale)
  for (const heading of chunk.headings) if (heading !== draft.title) counter.add(heading, fields.headings * scale)
  if (fields.path > 0) counter.add(draft.path, fields.path * scale)
  table.startRow()
  counter.take((term, frequency) => table.add(term, encodeStrength(frequency / scale)))
}

/** Above 1 for long chunks: their words count less. Fields are multiplied by it first, so that length leaves them alone. */
const lengthScale = (words: number, { b, usualLength }: AnalysisPolicy): number => 1 - b + (b * words) / usualLength

function countLines(text: string): number {
  if (text === '') return 0
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return text.endsWith('\n') ? lines - 1 : lines
}
