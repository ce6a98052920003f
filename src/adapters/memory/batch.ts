import { WukuError } from '../../core/errors.ts'
import type { ChunkId, DocumentId, SourceId } from '../../core/words.ts'
import type { AnalysedSlice, IndexBatch } from '../../ports/store.ts'
import { checkBatch, demand } from './checks.ts'
import type { KeptChunk, KeptDocument, State } from './state.ts'

export function applyBatch(state: State, batch: IndexBatch): State {
  requireSource(state, batch.source)
  checkBatch(batch)
  const ofItem = (item: string): KeptDocument[] => documentsOfItem(state, batch.source, item)
  const next = new Map(state.documents)
  const drop = (item: string): void => ofItem(item).forEach(({ document }) => next.delete(document.id))
  for (const item of batch.remove) demand(ofItem(item).length > 0, `"${item}" is removed, but not there`)
  for (const item of [...batch.remove, ...batch.put.documents.map(({ facts }) => facts.item)])
    if (!batch.move.some(({ from }) => from === item)) drop(item)
  for (const { from } of batch.move) drop(from)
  for (const { from, documents } of batch.move)
    for (const moved of keepIds(documents, ofItem(from), from)) next.set(moved.document.id, moved)
  for (const { item, stamp } of batch.touch) {
    const touched = [...next.values()].filter(({ document }) => isOf(document, batch.source, item))
    demand(touched.length > 0, `"${item}" is touched, but not there`)
    for (const kept of touched) next.set(kept.document.id, { ...kept, document: { ...kept.document, stamp } })
  }
  const added = giveIds(state, batch.source, batch.put)
  for (const document of added.documents) next.set(document.document.id, document)
  checkPaths(next.values())
  return { ...state, ...added.counters, documents: inOrder(next) }
}

export function requireSource({ sources }: State, id: SourceId): void {
  if (!sources.has(id)) throw new WukuError('unknown-source', `Source ${id} is not in the store.`, 'List the sources.')
}

const isOf = (document: KeptDocument['document'], source: SourceId, item: string): boolean =>
  document.source === source && document.item === item

const documentsOfItem = ({ documents }: State, source: SourceId, item: string): KeptDocument[] =>
  [...documents.values()].filter(({ document }) => isOf(document, source, item))

function keepIds(slice: AnalysedSlice, old: readonly KeptDocument[], from: string): KeptDocument[] {
  demand(slice.documents.length === old.length && old.length > 0, `"${from}" has ${old.length} documents to move`)
  const chunks = chunksOf(slice)
  return slice.documents.map(({ facts, analyser, text, chunks: { length } }, i) => {
    const before = old[i]
    demand(before?.chunks.length === length, `"${from}" has another number of chunks after its move`)
    const ids = before.chunks.map(({ id }) => id)
    return {
      document: { ...facts, id: before.document.id, source: before.document.source },
      analyser,
      text,
      chunks: chunks.splice(0, length).map((chunk, nth) => ({ ...chunk, id: ids[nth] ?? chunk.id })),
    }
  })
}

function giveIds(state: State, source: SourceId, slice: AnalysedSlice) {
  let { nextDocument, nextChunk } = state
  const chunks = chunksOf(slice)
  const documents = slice.documents.map(({ facts, analyser, text, chunks: { length } }): KeptDocument => ({
    document: { ...facts, id: nextDocument++ as DocumentId, source },
    analyser,
    text,
    chunks: chunks.splice(0, length).map((chunk) => ({ ...chunk, id: nextChunk++ as ChunkId })),
  }))
  return { documents, counters: { nextDocument, nextChunk } }
}

/** All chunks of a slice in order, with their terms and without their ids. */
function chunksOf({ documents, terms: { vocabulary, starts, terms, strengths } }: AnalysedSlice): KeptChunk[] {
  return documents
    .flatMap(({ chunks }) => chunks)
    .map((facts, row) => {
      const held = new Map<string, number>()
      for (let entry = starts[row] ?? 0; entry < (starts[row + 1] ?? 0); entry++)
        held.set(vocabulary[terms[entry] ?? 0] ?? '', strengths[entry] ?? 0)
      return { id: 0 as ChunkId, facts, terms: held }
    })
}

function checkPaths(documents: Iterable<KeptDocument>): void {
  const seen = new Set<string>()
  for (const { document } of documents) {
    const key = `${document.source} ${document.path}`
    demand(!seen.has(key), `two documents have the path "${document.path}"`)
    seen.add(key)
  }
}

const inOrder = (documents: ReadonlyMap<DocumentId, KeptDocument>): ReadonlyMap<DocumentId, KeptDocument> =>
  new Map([...documents].toSorted(([a], [b]) => a - b))
