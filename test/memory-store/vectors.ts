import { WukuError } from '@wuku/core/errors'

import type {
  ChunkVector,
  EmbeddingSet,
  EmbeddingSetDraft,
  EmbeddingSetId,
  VectorTransaction,
  VectorView,
} from '@wuku/core/ports/vectors'
import { modelTextOf } from '@wuku/text/show/model-text'
import { demand } from './checks.ts'
import { nearestOf } from './nearest.ts'
import type { KeptChunk, KeptDocument, KeptSet, State } from './state.ts'
import { within } from './view.ts'

export function createVectorView(now: () => State): VectorView {
  const documents = (): readonly KeptDocument[] => [...now().documents.values()]
  return {
    embeddingSets: async () => now().sets.map((kept) => toSet(kept, documents())),
    unembedded: async ({ set, sources, after, limit }) => {
      demand(Number.isInteger(limit) && limit > 0, `limit is ${limit}`)
      return lacking(now(), set, sources)
        .filter(({ chunk }) => chunk.id > after)
        .slice(0, limit)
        .map(({ chunk, document }) => ({ chunk: chunk.id, ...partsOf(document, chunk) }))
    },
    unembeddedSize: async ({ set, sources }) => {
      const found = lacking(now(), set, sources)
      const owners = new Set(found.map(({ document: { document } }) => document.id))
      const chunks = found.map(({ chunk: { facts } }) => facts)
      return {
        documents: owners.size,
        chunks: chunks.length,
        chars: chunks.reduce((sum, { start, end }) => sum + end - start, 0),
      }
    },
    nearest: async (probe) => {
      const kept = requireSet(now(), probe.set)
      checkVector(kept, probe.vector)
      demand(Number.isInteger(probe.depth) && probe.depth > 0, `depth is ${probe.depth}`)
      return nearestOf(embedded(within(documents(), probe.within), kept), probe)
    },
  }
}

/** `change` is told the next state. */
export function createVectorTransaction(now: () => State, change: (state: State) => void): VectorTransaction {
  return {
    addEmbeddingSet: async (draft) => {
      change(addSet(now(), draft))
      const kept = now().sets.find(({ facts }) => facts.key === draft.key)
      demand(kept !== undefined, 'a set was not added')
      return toSet(kept, [...now().documents.values()])
    },
    putVectors: async (set, vectors) => change(putVectors(now(), set, vectors)),
    activateEmbeddingSet: async (set) => {
      requireSet(now(), set)
      change({ ...now(), sets: now().sets.map((kept) => ({ ...kept, isActive: kept.id === set })) })
    },
    removeEmbeddingSet: async (set) => {
      requireSet(now(), set)
      change({ ...now(), sets: now().sets.filter(({ id }) => id !== set) })
    },
  }
}

/** Vectors of what nobody says any more go. */
export function settleVectors(state: State): State {
  if (state.sets.length === 0) return state
  const said = new Set([...state.documents.values()].flatMap((one) => one.chunks.map((chunk) => saidOf(one, chunk))))
  const settle = ({ vectors, ...kept }: KeptSet): KeptSet => ({
    ...kept,
    vectors: new Map([...vectors].filter(([text]) => said.has(text))),
  })
  return { ...state, sets: state.sets.map(settle) }
}

function addSet(state: State, facts: EmbeddingSetDraft): State {
  demand(Number.isInteger(facts.dimensions) && facts.dimensions > 0, `a vector of ${facts.dimensions} dimensions`)
  if (state.sets.some((kept) => kept.facts.key === facts.key)) return state
  const set: KeptSet = { id: state.nextSet as EmbeddingSetId, facts, isActive: false, vectors: new Map() }
  return { ...state, nextSet: state.nextSet + 1, sets: [...state.sets, set] }
}

function putVectors(state: State, id: EmbeddingSetId, put: readonly ChunkVector[]): State {
  const set = requireSet(state, id)
  const vectors = new Map(set.vectors)
  for (const { chunk: wanted, vector } of put) {
    checkVector(set, vector)
    for (const document of state.documents.values())
      for (const chunk of document.chunks) if (chunk.id === wanted) vectors.set(saidOf(document, chunk), vector)
  }
  return { ...state, sets: state.sets.map((kept) => (kept.id === id ? { ...kept, vectors } : kept)) }
}

function requireSet({ sets }: State, id: EmbeddingSetId): KeptSet {
  const set = sets.find((kept) => kept.id === id)
  if (!set) throw new WukuError('not-found', `There is no set of vectors ${id}.`, 'List the sets.')
  return set
}

function checkVector({ facts: { dimensions } }: KeptSet, vector: Float32Array): void {
  demand(vector.length === dimensions, `a vector of ${vector.length} dimensions in a set of ${dimensions}`)
  demand(vector.every(Number.isFinite) && vector.some((value) => value !== 0), 'a vector without a direction')
}

const toSet = (kept: KeptSet, documents: readonly KeptDocument[]): EmbeddingSet => ({
  ...kept.facts,
  id: kept.id,
  isActive: kept.isActive,
  chunks: new Set(embedded(documents, kept).map(({ content }) => content)).size,
})

interface Placed {
  readonly document: KeptDocument
  readonly chunk: KeptChunk
  /** The same for all by whom it is shared. */
  readonly content: string
}

/** Every chunk by every id that it is known by. */
function placed(documents: readonly KeptDocument[]): readonly Placed[] {
  const contents = new Map<object, number>()
  return documents.flatMap((document) => {
    const number = contents.get(document.content) ?? contents.size
    contents.set(document.content, number)
    return document.chunks.map((chunk, nth) => ({ document, chunk, content: `${number} ${nth}` }))
  })
}

const embedded = (documents: readonly KeptDocument[], { vectors }: KeptSet) =>
  placed(documents).flatMap((each) => {
    const vector = vectors.get(saidOf(each.document, each.chunk))
    return vector ? [{ ...each, vector }] : []
  })

/** Each once, by its lowest id; ascending. */
function lacking(state: State, set: EmbeddingSetId | undefined, sources: readonly number[]): readonly Placed[] {
  const vectors = set === undefined ? undefined : requireSet(state, set).vectors
  const own = placed([...state.documents.values()].filter(({ document }) => sources.includes(document.source)))
  const lowest = new Map<string, Placed>()
  for (const each of own.toSorted((a, b) => a.chunk.id - b.chunk.id))
    if (!lowest.has(each.content)) lowest.set(each.content, each)
  return [...lowest.values()].filter(({ document, chunk }) => !vectors?.has(saidOf(document, chunk)))
}

const partsOf = ({ document: { title }, text }: KeptDocument, { facts }: KeptChunk) => ({
  title,
  headings: facts.headings,
  text: text.slice(facts.start, facts.end),
})

const saidOf = (document: KeptDocument, chunk: KeptChunk): string => modelTextOf(partsOf(document, chunk))

export type Embedded = ReturnType<typeof embedded>[number]
