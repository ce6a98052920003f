import { msg } from '@wuku/messages/transfer'
import { WukuError } from '@wuku/core/errors'
import type { ChunkFacts, Source, SourceId } from '@wuku/core/core-types'
import { rememberForgotten } from '@wuku/kernel/forgetting'
import { analyseChunks, analyserOf } from '@wuku/kernel/index/analyse'
import { GONE } from '@wuku/kernel/index/diff'
import { createTableBuilder } from '@wuku/kernel/index/table'
import { everything } from '@wuku/core/ports/access'
import type { Reader } from '@wuku/core/ports/source-reader'
import type { AnalysedDocument, AnalysedSlice, Store } from '@wuku/core/ports/store'
import { WordMemory } from '@wuku/text/terms/memory'
import { loadReader } from '@wuku/storehouses/storehouses'
import type { CarriedDocument } from './carried-lines.ts'

/** Counts of documents. */
export interface DocumentCounts {
  added: number
  /** They are there already, and stay as they are. */
  kept: number
  /** Forgotten there: nothing brings them back. */
  forgotten: number
  /** Their terms were made by another version, so they were made again of their texts. */
  analysed: number
}

export const emptyCounts = (): DocumentCounts => ({ added: 0, kept: 0, forgotten: 0, analysed: 0 })

export interface DocumentImporter {
  add(document: CarriedDocument): Promise<void>
  /** Writes what is still in hand. */
  finish(): Promise<void>
}

export interface ImporterRequest {
  readonly store: Pick<Store, 'apply' | 'read'>
  readonly source: Pick<Source, 'id' | 'kind' | 'options'>
  readonly counts: DocumentCounts
  /** The files lie elsewhere: an index run keeps what it does not find. */
  readonly areGone: boolean
  /** Absent: stamps are those of the documents. */
  stampOf?(item: string): Promise<string | undefined>
}

/** Written at once: more would hold up those who write, and less would write rows of common words again and again. */
const BATCH = { bytes: 2_000_000, documents: 500 }

/** Takes in documents that are not there yet, some at a time, each time whole or not at all. */
export async function createImporter({
  store,
  source,
  counts,
  areGone,
  stampOf,
}: ImporterRequest): Promise<DocumentImporter> {
  const reader = await loadReader(source.kind)
  const { paths, items } = await knownIn(store, source.id)
  const forgetting = rememberForgotten(reader, source.options.forgotten)
  const isForgotten = ({ path, chunks }: CarriedDocument): boolean =>
    forgetting.hasDocument(path) ||
    chunks.some(([, , , , , anchor]) => anchor !== null && forgetting.hasPart(`${path}#${anchor}`))
  let batch: CarriedDocument[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    const put = await sliceOf(batch, reader, counts)
    await store.apply({ source: source.id, remove: [], move: [], touch: [], put })
    counts.added += batch.length
    batch = []
    bytes = 0
  }
  let item: string | undefined
  return {
    async add(document) {
      if (paths.has(document.path) || (items.has(document.item) && document.item !== item)) return void counts.kept++
      if (isForgotten(document)) return void counts.forgotten++
      // Documents of one item come after one another, and are written together.
      if ((bytes > BATCH.bytes || batch.length >= BATCH.documents) && document.item !== item) await flush()
      item = document.item
      paths.add(document.path)
      items.add(document.item)
      const stamp = areGone ? GONE : ((await stampOf?.(document.item)) ?? document.stamp)
      batch.push({ ...document, stamp })
      bytes += document.bytes
    },
    finish: flush,
  }
}

const knownIn = (
  store: Pick<Store, 'read'>,
  source: SourceId,
): Promise<{ readonly paths: Set<string>; readonly items: Set<string> }> =>
  store.read(everything, async (view) => {
    const names = await view.documents.names({ sources: [source] })
    const manifest = await view.sources.manifest(source)
    return { paths: new Set(names.map(({ path }) => path)), items: new Set(manifest.keys()) }
  })

async function sliceOf(
  batch: readonly CarriedDocument[],
  reader: Reader,
  counts: DocumentCounts,
): Promise<AnalysedSlice> {
  await reader.prepare?.(batch.map(({ item }) => item))
  const table = createTableBuilder()
  const numbers = new Map<string, number>()
  const numberOf = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    numbers.set(term, numbers.size)
    return numbers.size - 1
  }
  const memory = new WordMemory()
  const documents = batch.map((carried): AnalysedDocument => {
    const analyser = analyserOf(reader, carried.item)
    const isCurrent = carried.analyser === analyser
    if (!isCurrent) counts.analysed++
    for (const row of isCurrent ? termsOf(carried) : analyse(carried, reader, memory)) {
      table.startRow()
      for (const [term, strength] of row) table.add(numberOf(term), strength)
    }
    return documentOf(carried, analyser, isCurrent)
  })
  return { documents, terms: table.finish([...numbers.keys()]) }
}

type Row = readonly (readonly [term: string, strength: number])[]

const termsOf = ({ terms, vocabulary }: CarriedDocument): readonly Row[] =>
  terms.map((row) =>
    row.flatMap((word, at) => (at % 2 === 0 ? [[vocabulary[word] ?? '', row[at + 1] ?? 1] as const] : [])),
  )

/** Terms of its text and its chunks; marks, which stand in neither, are left out. */
function analyse(carried: CarriedDocument, reader: Reader, memory: WordMemory): readonly Row[] {
  const { vocabulary, starts, terms, strengths } = analyseChunks(carried, chunksOf(carried), { reader, memory })
  return carried.chunks.map((_, at) =>
    Array.from(terms.subarray(starts[at], starts[at + 1]), (word, nth) => {
      return [vocabulary[word] ?? '', strengths[(starts[at] ?? 0) + nth] ?? 1] as const
    }),
  )
}

const chunksOf = ({ chunks }: CarriedDocument): readonly ChunkFacts[] =>
  chunks.map(([start, end, line, endLine, headings, anchor]) => ({
    start,
    end,
    line,
    endLine,
    headings,
    ...(anchor !== null && { anchor }),
  }))

function documentOf(carried: CarriedDocument, analyser: string, isCurrent: boolean): AnalysedDocument {
  const { text, outline, pairs, chunks: _chunks, vocabulary: _words, terms: _terms, analyser: _old, ...facts } = carried
  return {
    facts,
    analyser,
    text,
    chunks: chunksOf(carried),
    ...(outline !== undefined && { outline }),
    ...(pairs !== undefined && isCurrent && { pairs: Buffer.from(pairs, 'base64') }),
  }
}

/** The same document as this reader would have read it: with its terms. */
export function readAs(reader: Reader, carried: CarriedDocument): CarriedDocument {
  const memory = new WordMemory()
  const { vocabulary, starts, terms, strengths } = analyseChunks(carried, chunksOf(carried), { reader, memory })
  const { outline: _outline, pairs: _pairs, ...document } = carried
  return {
    ...document,
    meta: {},
    analyser: analyserOf(reader, carried.item),
    vocabulary: [...vocabulary],
    terms: carried.chunks.map((_, at) =>
      Array.from(
        { length: (starts[at + 1] ?? 0) - (starts[at] ?? 0) },
        (_each, nth) => (starts[at] ?? 0) + nth,
      ).flatMap((place) => [terms[place] ?? 0, strengths[place] ?? 1]),
    ),
  }
}

/** Something that a store could not take is a fault of what was carried. */
export const misplaced = (what: string): WukuError =>
  new WukuError('store-damaged', msg('standsWhereDoesNotBelong', { what }))
