import { append } from '@wuku/core/list-helpers'
import { encodeStrength } from '@wuku/core/strength'
import type { ChunkFacts, Problem, Repeated, Skipped } from '@wuku/core/core-types'
import type { AnalysisPolicy, DraftChunk, DraftDocument, Reader } from '@wuku/core/ports/source-reader'
import type { Amendment, AnalysedDocument, AnalysedSlice, TermTable } from '@wuku/core/ports/store'
import type { HashedItem, Masked, SliceJob, SliceResult, StoredForm } from '@wuku/core/ports/worker-pool'
import { WordMemory } from '@wuku/text/terms/memory'
import { allowSecrets, type Allowance } from '@wuku/text/secrets/secrets'
import { findSplice, type Splice } from '@wuku/text/edits/edit'
import { analyserVersion, createTermCounter } from '@wuku/text/terms/terms'
import { parseItem, rememberForgotten } from '../forgetting.ts'
import { pushedReader } from '../base/pushed-item.ts'
import { maskChunks, maskDraft, maskStrings } from './masking.ts'
import { createTableBuilder, type TableBuilder } from './table.ts'

/** Version of the analysis. Stored terms are up to date as long as it is equal. */
export function analyserOf(reader: Pick<Reader, 'kind' | 'version' | 'versionOf'>, item: string): string {
  const own = reader.versionOf?.(item)
  return `${analyserVersion}/${reader.kind}-${reader.version}${own === undefined ? '' : `.${own}`}`
}

/**
 * Bytes to documents, chunks and terms. It runs on worker threads, and on the main thread for a single document. A thread
 * hands in its `memory` again and again, so that a word is analysed once and not once a slice.
 */
export function analyseSlice(readers: readonly Reader[], job: SliceJob, memory = new WordMemory()): SliceResult {
  const own = readers.find((known) => known.kind === job.kind)
  if (!own) throw new Error(`No reader for ${job.kind}.`)
  const reader = job.isPushed ? pushedReader(own) : own
  const forgetting = { ...rememberForgotten(own, job.forgotten), known: job.known }
  const lists = { amend: [], problems: [], skipped: [], masked: [], repeated: [] }
  const results: AnalysisResults = { reader, memory, forgetting, isAllowed: allowSecrets(job.allowed ?? []), ...lists }
  // A memory serves one counter at a time: what is amended has counters of its own, and goes first.
  const remaining = job.items.filter((item) => !amendItem(results, item))
  const slice = openSlice(reader, memory)
  for (const item of remaining) analyseItem(slice, item, results)
  return { slice: closeSlice(slice), ...lists }
}

/** Waits for what a reader needs for these items; to be called before they are analysed. */
export async function prepareReaders(readers: readonly Reader[], { kind, items }: SliceJob): Promise<void> {
  const reader = readers.find((known) => known.kind === kind)
  await reader?.prepare?.(items.map(({ path }) => path))
}

/** Results for the items of a job, apart from the slice. */
interface AnalysisResults {
  readonly reader: Reader
  readonly memory: WordMemory
  readonly forgetting: Parameters<typeof parseItem>[2]
  readonly isAllowed: Allowance
  readonly amend: Amendment[]
  readonly problems: Problem[]
  readonly skipped: Skipped[]
  readonly masked: Masked[]
  readonly repeated: Repeated[]
}

/** `false`, and nothing is taken, when the item is to be analysed whole. */
function amendItem(results: AnalysisResults, item: HashedItem): boolean {
  if (!item.before) return false
  const { items, problems, skipped, repeated = [] } = parseItem(results.reader, item, results.forgetting)
  const [draft, ...others] = items
  if (!draft || others.length > 0) return false
  const masked: Masked[] = []
  const now = maskDraft(draft, masked, results.isAllowed)
  // Removed text must leave no trace in the files of the index, which only removing a whole document ensures.
  const isGrown = findSplice(item.before.text, now.text).removed === ''
  const amendment = isGrown ? amendmentOf(item, now, results) : undefined
  if (!amendment) return false
  results.amend.push(amendment)
  append(results.problems, problems)
  append(results.skipped, skipped)
  append(results.masked, masked)
  append(results.repeated, repeated)
  return true
}

/** The masked draft as a change of what is stored of it; `undefined` when too little of that stays. */
export function amendmentOf(
  item: HashedItem,
  draft: DraftDocument,
  {
    reader,
    memory,
    isAllowed,
  }: Pick<AnalysisResults, 'reader' | 'memory'> & Partial<Pick<AnalysisResults, 'isAllowed'>>,
): Amendment | undefined {
  const { document, chunks } = readDocument(reader, item, draft, isAllowed)
  const reusedPlaces = item.before && findReusedPlaces(item.before, document)
  if (!reusedPlaces) return undefined
  const fresh = chunks.filter((_, at) => (reusedPlaces[at] ?? -1) < 0)
  return { document, reusedPlaces, terms: analyseChunks(draft, fresh, { reader, memory }) }
}

interface OpenSlice {
  readonly reader: Reader
  readonly counter: ReturnType<typeof createTermCounter>
  readonly table: TableBuilder
  readonly documents: AnalysedDocument[]
}

const openSlice = (reader: Reader, memory: WordMemory): OpenSlice => ({
  reader,
  counter: createTermCounter(memory, reader.policy.cjkLength),
  table: createTableBuilder(),
  documents: [],
})

const closeSlice = (slice: OpenSlice): AnalysedSlice => ({
  documents: slice.documents,
  terms: slice.table.finish(slice.counter.vocabulary),
})

function analyseItem(slice: OpenSlice, item: HashedItem, results: AnalysisResults): void {
  const parsed = parseItem(slice.reader, item, results.forgetting)
  append(results.problems, parsed.problems)
  append(results.skipped, parsed.skipped)
  append(results.repeated, parsed.repeated ?? [])
  for (const draft of parsed.items) analyseDocument(slice, item, draft, results)
}

function analyseDocument(
  slice: OpenSlice,
  item: HashedItem,
  read: DraftDocument,
  { masked, isAllowed }: AnalysisResults,
): void {
  const draft = maskDraft(read, masked, isAllowed)
  const { document, chunks } = readDocument(slice.reader, item, draft, isAllowed)
  for (const chunk of chunks) countChunk(slice, draft, chunk)
  slice.documents.push({ ...document, pairs: slice.counter.drainPairs() })
}

/** Everything of a document but its terms, and the chunks to be counted. `draft` is masked. */
export function readDocument(reader: Reader, item: HashedItem, draft: DraftDocument, isAllowed?: Allowance) {
  const chunks = maskChunks(reader.chunk(draft), isAllowed)
  const outline = reader.outline?.(draft)
  const document = {
    facts: {
      item: item.path,
      path: draft.path,
      title: draft.title,
      hash: item.hash,
      stamp: item.stamp,
      bytes: Buffer.byteLength(draft.text),
      lines: countLines(draft.text),
      modifiedAt: draft.modifiedAt ?? item.modifiedAt,
      meta: draft.meta,
    },
    analyser: analyserOf(reader, item.path),
    text: draft.text,
    chunks: chunks.map(withoutMarks),
    ...(outline !== undefined && { outline: maskStrings(outline, isAllowed) }),
  }
  return { document, chunks }
}

export interface ReadDocument {
  readonly document: AnalysedDocument
  readonly chunks: readonly DraftChunk[]
}

/** Marks are in the index, and nowhere else in the store. */
const withoutMarks = ({ start, end, line, endLine, headings, anchor }: DraftChunk): ChunkFacts =>
  anchor === undefined ? { start, end, line, endLine, headings } : { start, end, line, endLine, headings, anchor }

/** The terms of some chunks of a document, a row for each. */
export function analyseChunks(
  draft: DraftDocument,
  chunks: readonly DraftChunk[],
  { reader, memory }: { readonly reader: Reader; readonly memory: WordMemory },
): TermTable {
  const slice = openSlice(reader, memory)
  for (const chunk of chunks) countChunk(slice, draft, chunk)
  return slice.table.finish(slice.counter.vocabulary)
}

/** Some ten words of English, thirty characters of Chinese (docs/decisions/0004-weights.md). */
const LEAD_COLUMNS = 60

/** A word of what stands aside, relative to one of the body. */
const SECONDARY_WEIGHT = 0.5

/** BM25F with one pseudo-frequency: a word in the title counts as some words in a body of the usual length. */
function countChunk({ reader, counter, table }: OpenSlice, draft: DraftDocument, chunk: DraftChunk): void {
  const { fields } = reader.policy
  const { start, end, aside = end } = chunk
  const words = counter.addBody(draft.text.slice(start, aside))
  const scale = lengthScale(words, reader.policy) * (chunk.quiet ?? 1)
  if (aside < end) counter.addBody(draft.text.slice(aside, end), SECONDARY_WEIGHT * scale)
  if (fields.title > 0) counter.add(draft.title, fields.title * scale)
  if (fields.headings > 0)
    for (const heading of chunk.headings) if (heading !== draft.title) counter.add(heading, fields.headings * scale)
  if (fields.path > 0) counter.add(draft.path, fields.path * scale)
  if (fields.lead && chunk.lead !== undefined)
    counter.addFirst(draft.text.slice(chunk.lead, chunk.end), LEAD_COLUMNS, fields.lead * scale)
  for (const { family, value, weight } of chunk.marks ?? []) counter.addMark(family, value, weight * scale)
  table.startRow()
  // Spares a logarithm for each word that stands there once.
  const once = encodeStrength(1 / scale)
  counter.drain((term, frequency) => table.add(term, frequency === 1 ? once : encodeStrength(frequency / scale)))
}

/** Above 1 for long chunks: their words count less. Fields are multiplied by it first, so that length leaves them alone. */
const lengthScale = (words: number, { b, averageLength }: AnalysisPolicy): number => 1 - b + (b * words) / averageLength

function countLines(text: string): number {
  if (text === '') return 0
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return text.endsWith('\n') ? lines - 1 : lines
}

/**
 * For each chunk of a document the place that it had among those that are stored, or -1; `undefined` when nothing can
 * stay. Title and path count in every chunk.
 */
function findReusedPlaces(before: StoredForm, { facts, text, chunks }: AnalysedDocument) {
  if (before.path !== facts.path || before.title !== facts.title || !haveOwnStarts(chunks)) return undefined
  const reusedPlaces = reusedChunks(before.chunks, chunks, findSplice(before.text, text))
  return reusedPlaces.some((place) => place >= 0) ? reusedPlaces : undefined
}

/** A document is amended chunk by chunk, each known by where it begins. */
const haveOwnStarts = (chunks: readonly ChunkFacts[]): boolean =>
  chunks.every(({ start }, at) => start !== chunks[at - 1]?.start)

/** For each new chunk the place of the old one that says the same at the same place, or -1. */
export function reusedChunks(old: readonly ChunkFacts[], now: readonly ChunkFacts[], splice: Splice) {
  const byStart = new Map(old.map((chunk, place) => [chunk.start, place]))
  return now.map((chunk) => {
    const start = oldPlace(chunk.start, chunk.end, splice)
    const place = start === undefined ? undefined : byStart.get(start)
    const before = place === undefined ? undefined : old[place]
    return before && place !== undefined && isSameChunk(before, chunk) ? place : -1
  })
}

/** Former position of the text from `start` to `end`; `undefined` if the change touched it. */
function oldPlace(start: number, end: number, { at, removed, added }: Splice): number | undefined {
  if (end <= at) return start
  return start >= at + added.length ? start - added.length + removed.length : undefined
}

/**
 * Compares chunks without their marks, which are not stored by chunk: equal words by the same author are taken to have
 * equal marks.
 */
const isSameChunk = (before: ChunkFacts, now: ChunkFacts): boolean =>
  before.end - before.start === now.end - now.start &&
  before.anchor === now.anchor &&
  before.headings.length === now.headings.length &&
  before.headings.every((heading, at) => heading === now.headings[at])
