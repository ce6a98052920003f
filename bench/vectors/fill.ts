import { everything } from '@wuku/core/ports/access'
import { createHash } from 'node:crypto'
import type { ChunkId, SourceId } from '@wuku/core/core-types'
import type { AnalysedDocument, IndexBatch, Store } from '@wuku/core/ports/store'
import { emptySlice } from '@wuku/core/ports/store'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import type { Corpus } from './corpus.ts'
import { cpuNow } from './cpu.ts'

/** Chunks of a document, and documents of a batch. */
const CHUNKS = 50
const DOCUMENTS = 100
/** Vectors in one write. */
const VECTORS = 512

/** One part in twenty, one in two hundred, and the rest. */
export const sourceNames = ['small', 'tiny', 'large'] as const
export const sourceOf = (nth: number): number => {
  const batch = Math.floor(nth / (CHUNKS * DOCUMENTS))
  if (batch % 20 === 3) return 0
  return Math.floor(nth / CHUNKS) % 200 === 7 ? 1 : 2
}

export interface Filled {
  readonly set: EmbeddingSetId
  readonly sources: readonly SourceId[]
  /** Number of the vector of each chunk, by its id. */
  readonly numbers: Int32Array
  readonly vectorsPerSecond: number
}

/** `seen` is called with every vector once. */
export async function fill(
  store: Store,
  corpus: Corpus,
  seen: (nth: number, vector: Float32Array) => void,
): Promise<Filled> {
  const sources: SourceId[] = []
  for (const name of sourceNames)
    sources.push((await store.addSource({ kind: 'notes', name, root: '/', options: {}, addedAt: 0 })).id)
  const { id: set } = await store.vectors.addEmbeddingSet({
    key: 'bench',
    facts: {},
    dimensions: corpus.dimensions,
    createdAt: 0,
  })
  const numbers = await putDocuments(store, sources, corpus.count)
  const milliseconds = await putAll({ store, set, corpus, seen, numbers })
  await store.vectors.activateEmbeddingSet(set)
  return { set, sources, numbers, vectorsPerSecond: corpus.count / (milliseconds / 1_000) }
}

async function putDocuments(store: Store, sources: readonly SourceId[], count: number): Promise<Int32Array> {
  const numbers = new Int32Array(2 * count + 100_000).fill(-1)
  let next = 1
  for (let nth = 0; nth < count; nth += CHUNKS * DOCUMENTS)
    for (const [at, source] of sources.entries()) {
      const starts = Array.from({ length: DOCUMENTS }, (_, document) => nth + document * CHUNKS)
      const own = starts.filter((start) => start < count && sourceOf(start) === at)
      if (own.length === 0) continue
      await store.apply(
        batchOf(
          source,
          own.map((start) => documentOf(start, CHUNKS)),
        ),
      )
      const chunks = own.length * CHUNKS
      next = await firstId(store, source, next)
      for (let chunk = 0; chunk < chunks; chunk++)
        numbers[next + chunk] = (own[Math.floor(chunk / CHUNKS)] ?? 0) + (chunk % CHUNKS)
      next += chunks
    }
  return numbers
}

/** Ids of chunks only grow, and some are passed over. */
const firstId = (store: Store, source: SourceId, after: number): Promise<number> =>
  store.read(everything, async ({ vectors }) => {
    const [first] = await vectors.unembedded({ sources: [source], after: after - 1, limit: 1 })
    return first?.chunk ?? after
  })

interface Putting {
  readonly store: Store
  readonly set: EmbeddingSetId
  readonly corpus: Corpus
  readonly seen: (nth: number, vector: Float32Array) => void
  readonly numbers: Int32Array
}

/** Milliseconds of the processor for the writes alone. */
async function putAll({ store, set, corpus, seen, numbers }: Putting): Promise<number> {
  let spent = 0
  let batch: { chunk: ChunkId; vector: Float32Array }[] = []
  const put = async (): Promise<void> => {
    const started = cpuNow()
    await store.vectors.putVectors(set, batch)
    spent += cpuNow() - started
    batch = []
  }
  for (const [chunk, nth] of numbers.entries()) {
    if (nth < 0) continue
    const vector = corpus.vector(nth)
    seen(nth, vector)
    batch.push({ chunk: chunk as ChunkId, vector })
    if (batch.length === VECTORS) await put()
  }
  if (batch.length > 0) await put()
  return spent
}

export const batchOf = (source: SourceId, documents: readonly AnalysedDocument[]): IndexBatch => {
  const rows = documents.reduce((sum, { chunks }) => sum + chunks.length, 0)
  const terms = {
    vocabulary: ['chunk'],
    starts: Uint32Array.from({ length: rows + 1 }, (_, row) => row),
    terms: new Uint32Array(rows),
    strengths: new Uint8Array(rows).fill(1),
  }
  return { source, remove: [], move: [], touch: [], put: rows === 0 ? emptySlice : { documents, terms } }
}

/** Every line a chunk. */
export function documentOf(first: number, chunks: number): AnalysedDocument {
  const lines = Array.from({ length: chunks }, (_, at) => `chunk ${first + at}\n`)
  const text = lines.join('')
  const path = `${first}.md`
  let start = 0
  return {
    facts: {
      item: path,
      path,
      title: path,
      hash: createHash('sha256').update(text).digest('hex'),
      stamp: '',
      bytes: text.length,
      lines: chunks,
      modifiedAt: first,
      meta: {},
    },
    analyser: 'bench',
    text,
    chunks: lines.map((line, at) => {
      const from = start
      start += line.length
      return { start: from, end: start, line: at + 1, endLine: at + 1, headings: [] }
    }),
  }
}
