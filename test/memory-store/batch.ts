import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { Adoption, AnalysedSlice, IndexBatch } from '@wuku/core/ports/store'
import { amend } from './amend.ts'
import { checkBatch, demand } from './checks.ts'
import { rowsOf } from './rows.ts'
import { requireSource, reviseSource } from './sources.ts'
import type { KeptChunk, KeptDocument, State } from './state.ts'

export function applyBatch(state: State, batch: IndexBatch): State {
  requireSource(state, batch.source)
  checkBatch(batch)
  const ofItem = (item: string): KeptDocument[] => documentsOfItem(state, batch.source, item)
  const next = new Map(state.documents)
  const drop = (item: string): void => ofItem(item).forEach(({ document }) => next.delete(document.id))
  for (const item of batch.remove) demand(ofItem(item).length > 0, `"${item}" is removed, but not there`)
  const { adopt = [], takes } = batch
  const taken = [...state.documents.values()].filter(({ document }) => document.source === takes)
  const given = [...batch.put.documents.map(({ facts }) => facts), ...adopt, ...taken.map(({ document }) => document)]
  for (const item of [...batch.remove, ...given.map((one) => one.item)])
    if (!batch.move.some(({ from }) => from === item)) drop(item)
  for (const { from } of batch.move) drop(from)
  for (const { from, documents } of batch.move)
    for (const moved of keepIds(documents, ofItem(from), from)) next.set(moved.document.id, moved)
  for (const { item, stamp } of batch.touch) {
    const touched = [...next.values()].filter(({ document }) => isOf(document, batch.source, item))
    demand(touched.length > 0, `"${item}" is touched, but not there`)
    for (const kept of touched) next.set(kept.document.id, { ...kept, document: { ...kept.document, stamp } })
  }
  const ids = createIds(state)
  for (const amendment of batch.amend ?? []) {
    const before = ofItem(amendment.document.facts.item)
    for (const one of before) demand(!isShared(state, one), `"${one.document.path}" is amended, and shared`)
    const amended = amend(before, amendment, ids.chunk)
    next.set(amended.document.id, amended)
  }
  for (const one of adopt.flatMap((each) => adoptInto(state, { ids, source: batch.source, adoption: each })))
    next.set(one.document.id, one)
  for (const document of giveIds(ids, batch.source, batch.put)) next.set(document.document.id, document)
  for (const one of taken) next.set(one.document.id, { ...one, document: { ...one.document, source: batch.source } })
  checkPaths(next.values())
  const left = takes === undefined ? state : reviseSource(requiring(state, takes), takes)
  const revised = changesDocuments(batch) ? reviseSource(left, batch.source) : left
  return { ...revised, ...ids.counters(), documents: inOrder(next) }
}

const changesDocuments = ({ remove, move, touch, put, amend: amended = [], adopt = [], takes }: IndexBatch): boolean =>
  takes !== undefined ||
  remove.length + move.length + touch.length + put.documents.length + amended.length + adopt.length > 0

function requiring(state: State, source: SourceId): State {
  requireSource(state, source)
  return state
}

const isShared = ({ documents }: State, { content }: KeptDocument): boolean =>
  [...documents.values()].filter((one) => one.content === content).length > 1

const isOf = (document: KeptDocument['document'], source: SourceId, item: string): boolean =>
  document.source === source && document.item === item

const documentsOfItem = ({ documents }: State, source: SourceId, item: string): KeptDocument[] =>
  [...documents.values()].filter(({ document }) => isOf(document, source, item))

function keepIds(slice: AnalysedSlice, old: readonly KeptDocument[], from: string): KeptDocument[] {
  demand(slice.documents.length === old.length && old.length > 0, `"${from}" has ${old.length} documents to move`)
  const rows = rowsOf(slice.terms)
  return slice.documents.map(({ facts, analyser, chunks, ...rest }, i) => {
    const before = old[i]
    demand(before?.chunks.length === chunks.length, `"${from}" has another number of chunks after its move`)
    const { id, source } = before.document
    return {
      ...rest,
      content: {},
      document: { ...facts, id, source, analyser },
      chunks: before.chunks.map((chunk, nth) => withTerms({ ...chunk, facts: chunks[nth] ?? chunk.facts }, rows)),
    }
  })
}

interface Adopting {
  readonly ids: Ids
  readonly source: SourceId
  readonly adoption: Adoption
}

/** A copy, but for what it is counted as. */
function adoptInto({ documents }: State, { ids, source, adoption }: Adopting): KeptDocument[] {
  const { from, ...facts } = adoption
  const twin = documents.get(from)
  if (twin?.document.path !== adoption.path) return []
  demand(twin.document.source !== source, `"${adoption.path}" is adopted from its own source`)
  const chunks = twin.chunks.map((chunk) => ({ ...chunk, id: ids.chunk() }))
  return [{ ...twin, document: { ...twin.document, ...facts, id: ids.document(), source }, chunks }]
}

interface Ids {
  document(): DocumentId
  chunk(): ChunkId
  counters(): Pick<State, 'nextDocument' | 'nextChunk'>
}

function createIds({ nextDocument, nextChunk }: State): Ids {
  const next = { nextDocument, nextChunk }
  return {
    document: () => next.nextDocument++ as DocumentId,
    chunk: () => next.nextChunk++ as ChunkId,
    counters: () => next,
  }
}

function giveIds(ids: Ids, source: SourceId, { documents, terms }: AnalysedSlice): KeptDocument[] {
  const rows = rowsOf(terms)
  return documents.map(({ facts, analyser, chunks, ...rest }) => ({
    ...rest,
    content: {},
    document: { ...facts, id: ids.document(), source, analyser },
    chunks: chunks.map((chunk) => withTerms({ id: ids.chunk(), facts: chunk }, rows)),
  }))
}

/** Takes the first of the rows that are left. */
const withTerms = (chunk: Omit<KeptChunk, 'terms'>, rows: Map<string, number>[]): KeptChunk => ({
  ...chunk,
  terms: rows.shift() ?? new Map(),
})

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
