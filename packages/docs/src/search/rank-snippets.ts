import type { Text } from '@wuku/messages/message'
import { policy } from '@wuku/core/policy'
import type { ChunkId, DocumentId, Json, Source } from '@wuku/core/core-types'
import { dayOf } from '@wuku/kernel/day'
import type { Engine } from '@wuku/kernel/base/engine'
import type { RankedPassage } from '@wuku/kernel/query/types'
import { revisionsIn } from '@wuku/kernel/base/source-cache'
import { fuseByRank } from '@wuku/index-core/ranking/fusion'
import { judgeInPlace, type Confidence, highestConfidence } from '@wuku/index-core/ranking/confidence'
import type { KnownLibrary } from '../libraries/known.ts'
import { SNIPPET_MARK } from '../snippets.ts'
import { answeringVersions, defaultOf } from '../scope.ts'

/** A snippet that was found, without its text. */
export interface RankedSnippet {
  readonly chunk: ChunkId
  readonly document: DocumentId
  readonly source: Source['id']
  readonly relevance: number
  /** Far weaker than the best: left out unless somebody asks for it. */
  readonly isWeak?: true
}

export interface SnippetQuery {
  readonly topics: readonly string[]
  readonly sources: readonly Source[]
  readonly mode: 'code' | 'info' | undefined
}

export interface RankedAnswer {
  readonly snippets: readonly RankedSnippet[]
  readonly sure: Confidence
  /** Notes of the search about itself. */
  readonly notes: readonly Text[]
  readonly isCached: boolean
}

/** The order of snippets for some topics. It is asked once; pages and budgets are cut from it. */
export async function rankSnippets(query: SnippetQuery, engine: Engine): Promise<RankedAnswer> {
  const key = keyOf(query, await contentNow(query.sources, engine), engine)
  const known = await engine.search.cache.get(key)
  if (known !== undefined) return { ...(known as unknown as Searched), isCached: true }
  const answer = await searchAll(query, engine)
  // After the answer, and nothing waits for it: one that is not kept is made again.
  if (engine.libraries.settings.cacheSeconds > 0 && answer.isWhole)
    void engine.search.cache.set(key, answer as unknown as Json, engine.libraries.settings.cacheSeconds).catch(() => {})
  return { snippets: answer.snippets, sure: answer.sure, notes: answer.notes, isCached: false }
}

/** Vectors come later than the words, and answers get better with them. */
const contentNow = (sources: readonly Source[], engine: Engine) =>
  engine.read(async (view) => {
    const [revisions, sets] = await Promise.all([revisionsIn(view), view.vectors.embeddingSets()])
    const active = sets.find(({ isActive }) => isActive)
    return {
      revisions: sources.map(({ id }) => revisions.get(id)),
      vectors: active ? [active.key, active.chunks] : [],
    }
  })

/** All that the order depends on: an answer from before a change is never met again. */
const keyOf = (
  { topics, sources, mode }: SnippetQuery,
  { revisions, vectors }: Awaited<ReturnType<typeof contentNow>>,
  { libraries: { settings: docs } }: Engine,
): string =>
  JSON.stringify([
    'docs, with how sure',
    sources.map(({ id }, at) => [id, revisions[at]]),
    vectors,
    mode ?? '',
    topics.map((topic) => topic.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')),
    policy.snippets.depth,
    docs.weights,
  ])

interface Searched extends Omit<RankedAnswer, 'isCached'> {
  /** Every means took part: the same question would be answered the same in a while. */
  readonly isWhole: boolean
}

async function searchAll(query: SnippetQuery, engine: Engine): Promise<Searched> {
  const answers = await Promise.all(query.topics.map((topic) => searchOne(topic, query, engine)))
  const isComplete = answers.every((answer) => answer.isWhole)
  const notes = [...new Set(answers.flatMap((answer) => answer.notes))]
  const [first] = answers
  const confidence = highestConfidence(answers.map((answer) => answer.sure))
  if (answers.length === 1 && first) return { snippets: first.snippets, sure: confidence, notes, isWhole: isComplete }
  // A weak snippet for one topic may be the answer to another.
  const all = answers.flatMap(({ snippets }) => snippets).toSorted((a, b) => Number(!a.isWeak) - Number(!b.isWeak))
  const byChunk = new Map(all.map((snippet) => [snippet.chunk, snippet]))
  const lists = answers.map(({ snippets }) => ({ weight: 1, keys: snippets.map(({ chunk }) => chunk) }))
  const snippets = fuseByRank(lists, policy.fusion.otherQuestions).flatMap(({ key }) => byChunk.get(key) ?? [])
  return { snippets, sure: confidence, notes, isWhole: isComplete }
}

async function searchOne(topic: string, { topics, sources, mode }: SnippetQuery, engine: Engine) {
  const { fullText: lexical, vectors: semantic } = engine.libraries.settings.weights
  const { ranked, trace } = await engine.search.rank({
    query: topic,
    within: {
      kinds: ['docs'],
      sourceIds: sources.map(({ id }) => id),
      ...(mode && { marks: [{ family: SNIPPET_MARK, value: mode }] }),
    },
    of: 'spread',
    limit: policy.snippets.depth,
    meaning: { weights: { lexical, semantic } },
    shown: { readCount: Math.max(policy.snippets.minRead, Math.ceil(policy.snippets.maxRead / topics.length)) },
  })
  const { sure: confidence, shown } = judgeInPlace(ranked)
  const snippets = ranked.map((each, at) => toSnippet(each, at >= shown))
  return { snippets, sure: confidence, notes: trace.notes, isWhole: trace.withoutMeaning === undefined }
}

const toSnippet = ({ score, evidence: _evidence, ...place }: RankedPassage, isWeak: boolean): RankedSnippet => ({
  ...place,
  relevance: score,
  ...(isWeak && { isWeak }),
})

/** Days that count. */
const DAYS = 30

const DAY_MS = 86_400_000

const GIVEN = 'given.document.'

/** Counts which documents were returned, if the popularity setting lets them decide ties. */
export function countGiven(snippets: readonly RankedSnippet[], engine: Engine): void {
  if (!engine.libraries.settings.popularity) return
  const day = dayOf(engine.now())
  const documents = new Set(snippets.map(({ document }) => document))
  engine.record({
    counts: [...documents].map((document) => ({ day, metric: GIVEN + document, library: 0, count: 1, sum: 0 })),
  })
}

/** Among snippets of the same relevance what was given more often comes first; nothing else moves. */
export async function orderByPopularity(snippets: readonly RankedSnippet[], engine: Engine) {
  if (!engine.libraries.settings.popularity) return snippets
  const now = engine.now()
  const counts = await engine.read((view) =>
    view.records.counts({ from: dayOf(now - DAYS * DAY_MS), to: dayOf(now), metric: GIVEN }),
  )
  const given = new Map<string, number>()
  for (const { metric, count } of counts) given.set(metric, (given.get(metric) ?? 0) + count)
  const popularity = ({ document }: RankedSnippet): number => given.get(GIVEN + document) ?? 0
  return runsOf(snippets).flatMap((run) => run.toSorted((a, b) => popularity(b) - popularity(a)))
}

/** Neighbours that are as relevant as each other. */
function runsOf(snippets: readonly RankedSnippet[]): readonly (readonly RankedSnippet[])[] {
  const runs: RankedSnippet[][] = []
  for (const snippet of snippets)
    if (runs.at(-1)?.[0]?.relevance === snippet.relevance) runs.at(-1)?.push(snippet)
    else runs.push([snippet])
  return runs
}

/** Libraries by what their documentation says to a question, in their default versions; those that say nothing are left out. */
export async function byContent(query: string, libraries: readonly KnownLibrary[], engine: Engine) {
  const answering = await engine.read((view) => answeringVersions(libraries, defaultOf, view))
  const sources = answering.map(({ source }) => source)
  const { snippets } = await rankSnippets({ topics: [query], sources, mode: undefined }, engine)
  const knownBySource = new Map(answering.map(({ source, known }) => [source.id, known]))
  const best = new Map<KnownLibrary, number>()
  for (const { source, relevance } of snippets) {
    const known = knownBySource.get(source)
    if (known && !best.has(known)) best.set(known, relevance)
  }
  return [...best].map(([known, relevance]) => ({ known, relevance }))
}
