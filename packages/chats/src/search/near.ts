import type { Candidate, ChunkId, SourceId } from '@wuku/core/core-types'
import type { Meaning, QueryVectorResult } from '@wuku/kernel/base/question'
import { isThere } from '@wuku/kernel/search/semantic'
import { fuseLegs } from '@wuku/index-core/ranking/hybrid'
import { marksOf } from './search-marks.ts'
import { queriesOf } from './resolve-query.ts'
import type { SearchInput } from './chat-search-shapes.ts'
import type { RankingPolicy } from '@wuku/kernel/base/kind'
import type { StoreView } from '@wuku/core/ports/store'
import type { Chosen } from './choose.ts'

/** The scope and rules of a search for conversations. */
export interface Ground {
  readonly view: StoreView
  readonly chosen: Chosen
  readonly request: SearchInput
  readonly ranking: RankingPolicy
  /** Sources of conversations. */
  readonly sources: readonly SourceId[]
  /** All sources are of conversations: nothing need be filtered. */
  readonly isEverything: boolean
  readonly now: number
  /** How much age takes away, where it is not the usual share. */
  readonly aged?: number | undefined
  /** By the aspect that they answer. */
  readonly near: NearMessages
}

export interface NearMessage extends Candidate {
  /** In nats: how much likelier its meaning makes it. */
  readonly meaning: number
}

/** Messages that mean what was asked, by what was asked; scores are 0 to 1, as those of words. */
export type NearMessages = ReadonlyMap<string, readonly NearMessage[]>

/** The meaning of each query, computed before a view of the store is open. */
export type Meanings = ReadonlyMap<string, QueryVectorResult>

/** Looks up meanings only if the caller wants related words. */
export async function askMeanings(request: SearchInput, meaning: Meaning): Promise<Meanings> {
  const queries = request.expand === 'auto' ? queriesOf(request) : []
  const lookups = queries.map(async (query) => [query, await meaning.of(query, { purpose: 'query' })] as const)
  return new Map(await Promise.all(lookups))
}

/** Messages looked at by their meaning: what is farther away says nothing that its words would not. */
const DEPTH = 300

export async function readNear(meanings: Meanings, ground: Ground): Promise<NearMessages> {
  const near = new Map<string, readonly NearMessage[]>()
  for (const [query, queryMeaning] of meanings)
    if (queryMeaning.is === 'known' && (await isThere(queryMeaning.set, ground.view)))
      near.set(query, await nearTo(queryMeaning, ground))
  return near
}

async function nearTo(
  { set, vector }: Extract<QueryVectorResult, { is: 'known' }>,
  ground: Ground,
): Promise<readonly NearMessage[]> {
  const { view, sources, ranking, request } = ground
  const { candidates, background } = await view.vectors.nearest({
    set: set.id,
    vector,
    depth: DEPTH,
    within: { sources },
  })
  const counts = await countingChunks(candidates, request, ground)
  const retained = candidates.filter(({ chunk }) => counts(chunk))
  const semantic = retained.map((each) => ({ key: each.chunk, score: each.score }))
  const fused = new Map(fuseLegs({ lexical: [], semantic, background }, ranking.hybrid).map((each) => [each.key, each]))
  return retained.map((each) => {
    const { score = 0, semantic: meaning = 0 } = fused.get(each.chunk) ?? {}
    return { ...each, score, meaning }
  })
}

/** Chunks of the documents of candidates, however long those are. */
const MAX_CHUNKS = 64_000

/** Which chunks are of the kinds of text, and of the roles, that are searched. */
async function countingChunks(
  candidates: readonly Candidate[],
  request: SearchInput,
  { view }: Ground,
): Promise<(chunk: ChunkId) => boolean> {
  const { required, excluded } = marksOf(request)
  const within = { documents: [...new Set(candidates.map(({ document }) => document))] }
  const chunksWithTerm = async (term: string): Promise<ReadonlySet<ChunkId>> => {
    const probe = { terms: [{ term, weight: 1 }], required: [], excluded: [], within, k1: 1, depth: MAX_CHUNKS }
    return new Set(((await view.chunks.lexical([probe]))[0] ?? []).map(({ chunk }) => chunk))
  }
  const requiredChunks = await Promise.all(required.map(chunksWithTerm))
  const otherChunks = await Promise.all(excluded.map(chunksWithTerm))
  return (chunk) => requiredChunks.every((each) => each.has(chunk)) && !otherChunks.some((each) => each.has(chunk))
}

/** Either by its words or by what it means: each says what the other leaves open. */
export function uniteNear(words: readonly Candidate[], near: readonly Candidate[]): readonly Candidate[] {
  if (near.length === 0) return words
  const united = new Map(words.map((each) => [each.chunk, each]))
  for (const each of near) {
    const known = united.get(each.chunk)
    united.set(each.chunk, known ? { ...known, score: 1 - (1 - known.score) * (1 - each.score) } : each)
  }
  return [...united.values()].toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
}
