import { cancelled } from '@wuku/core/errors'
import type { ChunkFacts, SourceId } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import type { Reader } from '@wuku/core/ports/source-reader'
import type { AnalysedDocument, Store } from '@wuku/core/ports/store'
import { rememberForgotten } from '@wuku/kernel/forgetting'
import { analyseChunks, analyserOf } from '@wuku/kernel/index/analyse'
import { GONE } from '@wuku/kernel/index/diff'
import { createTableBuilder } from '@wuku/kernel/index/table'
import { loadReader } from '@wuku/storehouses/storehouses'
import { WordMemory } from '@wuku/text/terms/memory'
import { misplaced, readCarried, type CarriedDocument, type CarriedSource } from './carried-lines.ts'
import { placeSource, type PlacedSource, type PlaceRequest } from './place-source.ts'

export interface DocumentCounts {
  added: number
  /** They are there already, and stay as they are. */
  kept: number
  /** Forgotten there: nothing brings them back. */
  forgotten: number
  /** Their terms were made by another version, so they were made again of their texts. */
  analysed: number
}

export interface ImportRequest extends Pick<PlaceRequest, 'store' | 'blobs' | 'now'> {
  readonly lines: AsyncIterable<string>
  /** Original files of the one source, which is documentation. */
  readonly originals?: AsyncIterable<{ readonly path: string; readonly bytes: Uint8Array }>
  /** As `SourceOptions.sealed`; absent where the files of the source may be found. */
  sealed(source: CarriedSource): string | undefined
  /** Refuses what does not belong here. */
  requireAccepted(source: CarriedSource): void
  /** A source of the same name gets what it lacks; otherwise it stays as it is. */
  readonly mayMerge: boolean
  readonly signal: AbortSignal
}

export interface ImportedSources extends DocumentCounts {
  /** Names of sources that are new. */
  readonly shown: readonly string[]
  /** Names of sources that were there. */
  readonly there: readonly string[]
}

/** Takes in carried sources. All that is new shows at once at the end; when it breaks off, nothing of it is left. */
export async function importLines(request: ImportRequest): Promise<ImportedSources> {
  const { store, lines, signal } = request
  const counts: DocumentCounts = { added: 0, kept: 0, forgotten: 0, analysed: 0 }
  const there: string[] = []
  const placed: PlacedSource[] = []
  let place: PlacedSource | undefined
  let importer: DocumentImporter | undefined
  try {
    for await (const text of lines) {
      if (signal.aborted) throw cancelled()
      const line = readCarried(text)
      if ('source' in line) {
        await importer?.finish()
        place = await placeOf(line.source, request)
        if (place) placed.push(place)
        else there.push(`${line.source.kind}/${line.source.name}`)
        if (place) await putOriginals(place, request)
        importer = place ? await createImporter(place, store, counts) : keeping(counts)
      } else if (!importer) throw misplaced('A document without a source')
      else if ('document' in line) await importer.add(line.document)
      else await place?.putFiles(line.files)
    }
    if (!importer) throw misplaced('The end')
    await importer.finish()
    const shown = await store.write('all', async (transaction) => {
      const names: string[] = []
      for (const each of placed) names.push(await each.show(transaction))
      return names
    })
    const named = placed.map(({ isMerged, source: { kind } }, at) => ({ isMerged, name: `${kind}/${shown[at]}` }))
    const namesOf = (merged: boolean) => named.flatMap(({ isMerged, name }) => (isMerged === merged ? [name] : []))
    return { ...counts, there: [...there, ...namesOf(true)], shown: namesOf(false) }
  } catch (error) {
    for (const each of placed) await each.abandon()
    throw error
  }
}

async function placeOf(
  carried: CarriedSource,
  { store, blobs, sealed, requireAccepted, mayMerge, now }: ImportRequest,
): Promise<PlacedSource | undefined> {
  requireAccepted(carried)
  const seal = sealed(carried)
  const place = { store, blobs, carried, isExclusive: !mayMerge, now }
  return placeSource({ ...place, ...(seal !== undefined && { sealed: seal }) })
}

async function putOriginals(place: PlacedSource, { originals, blobs }: ImportRequest): Promise<void> {
  const keys: string[] = []
  for await (const { path, bytes } of originals ?? []) keys.push(await place.putOriginal(path, bytes))
  await blobs.sync(keys)
}

interface DocumentImporter {
  add(document: CarriedDocument): Promise<void>
  /** Writes what is still in hand. */
  finish(): Promise<void>
}

/** The documents of a source that stays as it is are only counted. */
const keeping = (counts: DocumentCounts): DocumentImporter => ({
  add: async () => void counts.kept++,
  finish: async () => {},
})

/** Written at once: more would hold up those who write, and less would write rows of common words again and again. */
const BATCH = { bytes: 2_000_000, documents: 500 }

/** Takes in documents that are not there yet, some at a time, each time whole or not at all. */
async function createImporter(
  { source, isMerged, stampOf }: PlacedSource,
  store: Pick<Store, 'apply' | 'read'>,
  counts: DocumentCounts,
): Promise<DocumentImporter> {
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
      // The files lie elsewhere: an index run keeps what it does not find.
      const stamp = isMerged ? GONE : ((await stampOf?.(document.item)) ?? document.stamp)
      batch.push({ ...document, stamp })
      bytes += document.bytes
    },
    finish: flush,
  }
}

async function knownIn(store: Pick<Store, 'read'>, source: SourceId) {
  return store.read(everything, async (view) => {
    const names = await view.documents.names({ sources: [source] })
    const manifest = await view.sources.manifest(source)
    return { paths: new Set(names.map(({ path }) => path)), items: new Set(manifest.keys()) }
  })
}

async function sliceOf(batch: readonly CarriedDocument[], reader: Reader, counts: DocumentCounts) {
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
    const { vocabulary, terms } = isCurrent ? carried : termsOf(carried, reader, memory)
    for (const row of terms) {
      table.startRow()
      for (let at = 0; at < row.length; at += 2) table.add(numberOf(vocabulary[row[at] ?? 0] ?? ''), row[at + 1] ?? 1)
    }
    return documentOf(carried, analyser, isCurrent)
  })
  return { documents, terms: table.finish([...numbers.keys()]) }
}

/** Terms of its text and its chunks; marks, which stand in neither, are left out. */
function termsOf(carried: CarriedDocument, reader: Reader, memory: WordMemory) {
  const { vocabulary, starts, terms, strengths } = analyseChunks(carried, chunksOf(carried), { reader, memory })
  const rowOf = (_: unknown, at: number): number[] => {
    const start = starts[at] ?? 0
    return [...terms.subarray(start, starts[at + 1])].flatMap((word, nth) => [word, strengths[start + nth] ?? 1])
  }
  return { vocabulary: [...vocabulary], terms: carried.chunks.map(rowOf) }
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
  const { outline: _outline, pairs: _pairs, ...document } = carried
  return {
    ...document,
    meta: {},
    analyser: analyserOf(reader, carried.item),
    ...termsOf(carried, reader, new WordMemory()),
  }
}
