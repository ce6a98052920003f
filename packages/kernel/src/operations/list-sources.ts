import { unpacked } from '@wuku/messages/message'
import { z } from 'zod'
import { placeFor } from '../base/access.ts'
import type { Caller } from '../base/caller.ts'
import { isoTime } from '../day.ts'
import { kinds, type Json, type Problem, type Source, type SourceId, type StoredDocument } from '@wuku/core/core-types'
import type { SourceFacts } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import type { Engine } from '../base/engine.ts'
import { ownershipOf, describeOwnership } from '../accounts/ownership-rules.ts'
import { GONE } from '../index/diff.ts'
import { stateIn } from '../base/connected-state.ts'
import { isWatched } from '../index/keep-fresh.ts'
import { defineOperation } from '../base/operation.ts'
import { holdsPads } from '../base/pad-source.ts'
import { sumOfParts } from '../shown-sources.ts'
import { tableOfSources, stateOf, type ListedSource, sourceFacts } from './render-sources.ts'
import { count, problem } from '../base/operation-shapes.ts'

/** Documents of a source that are compared with the disk: enough to notice a source left alone, cheap enough for each call. */
const MAX_SAMPLED = 1_000
/** Problems of each source, and of one that is named; `wuku index --json` has them all. */
const SHOWN_PROBLEMS = { ofMany: 5, ofOne: 100 } as const

const input = z.strictObject({
  source: z.string().min(1).max(200).optional().describe('Only this source, with its problems.'),
})
export const sources = defineOperation({
  name: 'sources',
  group: 'core',
  title: 'Sources',
  description:
    'List what is indexed here: each source with its size, age, freshness and problems. Use it when an answer seems ' +
    'missing or out of date, or to name a source. Not for finding text: recall.',
  effect: 'read',
  input,
  output: z.strictObject({ sources: z.array(sourceFacts).describe('All of them.') }),
  searchHint: 'list sources collections status freshness what is indexed out of date 来源 状态 索引了哪些',
  aliases: { name: 'source' },
  brief: ({ sources: listed }) => ({ sources: listed.map((source) => briefSource(source, listed.length === 1)) }),
  command: { name: 'sources', positional: ['source'] },
  route: { method: 'GET', path: '/sources' },
  examples: [
    { label: 'All sources', input: {} },
    { label: 'One source, with its problems', input: { source: 'handbook' } },
  ],
  async run({ source }, { engine, caller }) {
    const only = source === undefined ? undefined : (await engine.sources.named(source)).id
    const maxProblems = only === undefined ? SHOWN_PROBLEMS.ofMany : SHOWN_PROBLEMS.ofOne
    const sampled = await engine.read((view) => sampleSources(view, only))
    return { sources: await Promise.all(sampled.map((each) => listSource(each, { engine, caller, maxProblems }))) }
  },
  table: ({ sources: listed }, { source }) => tableOfSources(listed, source !== undefined),
})

const briefSource = (source: ListedSource, isSingle: boolean): unknown => ({
  source: `${source.kind}/${source.name}`,
  ...(isSingle && { root: source.root, chunks: source.chunks, bytes: source.bytes }),
  documents: source.documents,
  indexedAt: source.indexedAt?.slice(0, 'yyyy-mm-ddThh:mm'.length),
  state: stateOf(source),
  problems: source.problems,
  ...(source.problemCount > source.problems.length && { problemCount: source.problemCount }),
})

/** Sources of one kind are in the order in which they were added. */
const byKind = ({ source: one }: SourceFacts, { source: other }: SourceFacts): number =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind)

type SampledSource = Awaited<ReturnType<typeof sampleSources>>[number]

/** Facts in the store about all sources, or about one. */
async function sampleSources(view: StoreView, only: SourceId | undefined) {
  const [facts, sets] = await Promise.all([view.sources.facts(), view.vectors.embeddingSets()])
  const set = sets.find(({ isActive }) => isActive)?.id
  const shown = sumOfParts(facts)
    .filter(({ source: { id } }) => only === undefined || id === only)
    .toSorted(byKind)
  return Promise.all(
    shown.map(async (each) => {
      const own = holdsPads(each.source) ? facts.filter(({ source }) => holdsPads(source)) : [each]
      const [newest, missing] = await Promise.all([
        // A pad is written with its index: none is ever out of date.
        holdsPads(each.source) ? [] : view.documents.newest(each.source.id, MAX_SAMPLED),
        set === undefined ? null : view.vectors.unembeddedSize({ set, sources: own.map(({ source: { id } }) => id) }),
      ])
      return { ...each, newest, vectorsMissing: missing?.chunks ?? null }
    }),
  )
}

async function listSource(
  { source, report, lastModified, newest, vectorsMissing, ...counts }: SampledSource,
  { engine, caller, maxProblems }: { readonly engine: Engine; readonly caller: Caller; readonly maxProblems: number },
): Promise<ListedSource> {
  // Problems of a service name items and people that other readers need not know of.
  const isShown = !source.options.connected || engine.sources.isOwn(source)
  const { problems, problemCount } = problemsIn(isShown ? report : null)
  const [isThere, fresh] = await Promise.all([engine.sources.isThere(source), freshnessOf(newest, source, engine)])
  return {
    kind: source.kind,
    name: source.name,
    root: placeFor(source.root, caller),
    ...(!isThere && { rootMissing: true }),
    documents: counts.documents,
    chunks: counts.chunks,
    bytes: counts.bytes,
    indexedAt: isoTime(source.indexedAt),
    lastModified: isoTime(lastModified),
    searchedByDefault: source.options.searchedByDefault !== false,
    ...(source.options.writable && { writable: true }),
    watch: isWatched(source, engine.kinds),
    ...(counts.watchedUntil !== null && counts.watchedUntil > engine.now() && { watched: true }),
    freshness: fresh,
    vectorsMissing,
    problems: problems
      .slice(0, maxProblems)
      .map((each) => ({ ...each, said: unpacked(String(each.said)), remedy: unpacked(String(each.remedy)) })),
    problemCount,
    ...connectedFacts(source, { report, items: counts.documents, now: engine.now() }),
    ...describeOwnership(ownershipOf(source), caller),
  }
}

async function freshnessOf(newest: readonly StoredDocument[], source: Source, engine: Engine) {
  // Documents that an archive keeps although they are gone need no run.
  const present = newest.filter(({ stamp }) => stamp !== GONE)
  const found = [...(await engine.search.freshness(present, [source])).values()]
  return {
    lookedAt: newest.length,
    stale: found.filter((each) => each === 'stale').length,
    missing: found.filter((each) => each === 'missing').length,
  }
}

/** Only for a source that is read from a service: how far it was read, and the number of items left out. */
function connectedFacts(
  { options: { connected } }: Source,
  { report, items, now }: { readonly report: Json; readonly items: number; readonly now: number },
): Partial<ListedSource> {
  if (!connected) return {}
  const { lastChange = null, lastCensus = null, requests = null, skipped = {}, readers } = stateIn(report)
  const seconds = (since: number | null): number | null =>
    since === null ? null : Math.max(0, Math.round((now - since) / 1000))
  return {
    host: connected.host,
    api: connected.api,
    lastChange: isoTime(lastChange),
    lastCensus: isoTime(lastCensus),
    lag: seconds(lastChange),
    items,
    skipped: Object.entries(skipped).map(([reason, total]) => ({ reason, total })),
    cursorAge: seconds(lastChange),
    requests,
    share: connected.share ?? 'follow',
    ...(readers && { readersAt: isoTime(readers.at || null) }),
    ...(readers?.failed !== undefined && { readersFailed: readers.failed }),
  }
}

/** The store keeps the report of a run as plain JSON; a source that never ran has none. */
function problemsIn(report: Json): { readonly problems: readonly Problem[]; readonly problemCount: number } {
  const parsed = storedReport.safeParse(report)
  return parsed.success ? parsed.data : { problems: [], problemCount: 0 }
}

const storedReport = z.object({ problems: z.array(problem), problemCount: count })
