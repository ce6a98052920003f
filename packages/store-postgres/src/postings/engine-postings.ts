import type { Candidate, ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { TermCount, TermStats, TextProbe } from '@wuku/core/ports/index-view'
import type { EngineChunk, EngineSnapshot } from '@wuku/core/search-engine'
import { wholeScores } from '@wuku/index-core/postings/whole-scores'
import { commonestTerms } from '@wuku/store-sql/commonest-terms'
import { type ReadContext, sourcesShown } from '../read-context.ts'
import { ordinalOf, numberAt, hasBit } from '../segment/chunk-lists.ts'
import { type EngineView, noteMissing } from './engine-state.ts'
import { type Block, type SegmentList, livingIn, segmentsOfBatches } from './segment-list.ts'
import { statsOf, vocabularyOf } from './term-counts.ts'
import type { SegmentReader } from './term-rows.ts'

/** A probe with the documents that it may find. */
export interface NarrowedProbe {
  readonly probe: TextProbe
  /** `undefined`: all that the segments are of. */
  readonly sources: ReadonlySet<SourceId> | undefined
  readonly admitted: ReadonlySet<DocumentId> | undefined
  /** For each strength, where it is not that of the probe to the last digit. */
  readonly saturation?: Float64Array
}

/** Answers by what the engine has and by segments that are searched here, which are its newest and all that it cannot answer for. */
export interface BothPostings {
  best(
    probes: readonly NarrowedProbe[],
    sources: readonly SourceId[] | undefined,
  ): Promise<readonly (readonly Candidate[])[]>
  stats(terms: readonly string[], sources: readonly SourceId[] | undefined): Promise<TermStats>
  vocabulary(
    prefixes: readonly string[],
    limit: number,
    sources: readonly SourceId[] | undefined,
  ): Promise<readonly (readonly TermCount[])[]>
  documentsWith(
    terms: readonly string[],
    sources: readonly SourceId[] | undefined,
    admitted: ReadonlySet<DocumentId> | undefined,
  ): Promise<ReadonlyMap<string, ReadonlySet<DocumentId>>>
}

export interface BothParts {
  readonly context: ReadContext
  readonly view: EngineView
  readonly reader: SegmentReader
  readonly list: SegmentList
  search(blocks: readonly Block[], probes: readonly NarrowedProbe[]): Promise<readonly (readonly Candidate[])[]>
  documents(
    blocks: readonly Block[],
    terms: readonly string[],
    admitted: ReadonlySet<DocumentId> | undefined,
  ): Promise<ReadonlyMap<string, ReadonlySet<DocumentId>>>
}

export function postingsOfBoth(parts: BothParts): BothPostings {
  const { context, view, reader, list } = parts
  const otherSegments = async (missing: readonly number[], sources: readonly SourceId[] | undefined) => {
    const segments = await list.within(sources, view.unanswered(missing))
    const of = view.moment(sources).shards.length
    if (missing.length > 0) noteMissing(context, segments, { answered: of - missing.length, of })
    return segments
  }
  return {
    best: (probes, sources) => bestOfBoth(parts, probes, (missing) => otherSegments(missing, sources)),
    async stats(terms, sources) {
      const moment = view.moment(sources)
      const [{ found, missing }, total] = await Promise.all([
        view.engine.holders(terms, moment),
        totalOf(context, moment),
      ])
      const segments = await otherSegments(missing, sources)
      const own = await statsOf(reader, segments, terms)
      const holders = new Map(own.holders)
      for (const [term, count] of found) holders.set(term, (holders.get(term) ?? 0) + count)
      const unfed = segments.filter(({ isFed }) => !isFed)
      return { chunks: total + unfed.reduce((sum, segment) => sum + livingIn(segment), 0), holders }
    },
    async vocabulary(prefixes, limit, sources) {
      const { found, missing } = await view.engine.vocabulary(prefixes, view.moment(sources))
      const own = await vocabularyOf(reader, await otherSegments(missing, sources), { prefixes, limit: Infinity })
      return prefixes.map((_, at) => {
        const counts = new Map(found[at])
        for (const { term, holders } of own[at] ?? []) counts.set(term, (counts.get(term) ?? 0) + holders)
        return commonestTerms(counts, limit)
      })
    },
    async documentsWith(terms, sources, admitted) {
      const { found, missing } = await view.engine.chunksWith(terms, view.moment(sources, admitted))
      const living = await judge(context, sources, [...found.values()].flat())
      const documents = new Map(await parts.documents(await otherSegments(missing, sources), terms, admitted))
      for (const [term, chunks] of found) {
        const own = chunks.flatMap((each) => living.get(keyOf(each)) ?? [])
        if (own.length > 0) documents.set(term, new Set([...(documents.get(term) ?? []), ...own]))
      }
      return documents
    },
  }
}

async function totalOf({ db }: ReadContext, { sources, gone }: EngineSnapshot): Promise<number> {
  const row = await db.row<{ total: number }>(
    `SELECT coalesce(sum(chunks), 0)::int8 AS total FROM engine_totals WHERE ($1::int4[] IS NULL OR fed_source = ANY ($1))`,
    [sources ?? null],
  )
  return (row?.total ?? 0) - gone.length
}

async function bestOfBoth(
  parts: BothParts,
  probes: readonly NarrowedProbe[],
  otherSegments: (missing: readonly number[]) => Promise<readonly Block[]>,
): Promise<readonly (readonly Candidate[])[]> {
  const whole = probes.map(integerProbe)
  const answers = await Promise.all(whole.map((each) => bestOfEngine(parts, each)))
  const missing = [...new Set(answers.flatMap((each) => each.missing))]
  const own = await parts.search(await otherSegments(missing), whole)
  return probes.map(({ probe }, at) => joinLists(answers[at]?.found ?? [], own[at] ?? [], probe.depth))
}

interface IntegerProbe extends NarrowedProbe {
  /** The number that the engine counts as 1. */
  readonly unit: number
}

/** Both sides add up in the same whole steps. */
function integerProbe(narrowed: NarrowedProbe): IntegerProbe {
  const { probe } = narrowed
  const { weights, saturation, step } = wholeScores(probe.terms, probe.k1)
  const terms = probe.terms.map(({ term }, at) => ({ term, weight: (weights[at] ?? 0) / step }))
  return {
    ...narrowed,
    probe: { ...probe, terms },
    saturation: Float64Array.from(saturation, (value) => value / step),
    unit: step * step,
  }
}

/** How much deeper than asked the engine may be gone into for chunks that are still there. */
const DEEPEST = 64

async function bestOfEngine({ context, view }: BothParts, { probe, sources, admitted, unit }: IntegerProbe) {
  const within = sources && [...sources]
  if (admitted?.size === 0) return { found: [], missing: [] }
  const moment = view.moment(within, admitted)
  for (let depth = probe.depth; ; depth *= 4) {
    const { found, missing } = await view.engine.best({ ...probe, depth }, moment)
    const living = await judge(context, within, found)
    const candidates = found.flatMap((each) => {
      const document = living.get(keyOf(each))
      if (document === undefined || (admitted && !admitted.has(document))) return []
      return [{ chunk: each.chunk as ChunkId, document, score: each.score / unit }]
    })
    const isAll = found.length < depth || depth >= DEEPEST * probe.depth
    if (candidates.length >= probe.depth || isAll) return { found: candidates.slice(0, probe.depth), missing }
  }
}

const keyOf = ({ batch, chunk }: EngineChunk): string => `${batch} ${chunk}`

/** Chunks that the view has and shows, each with its document: the engine may be ahead of it or behind, and knows of no access. */
async function judge(context: ReadContext, sources: readonly SourceId[] | undefined, found: readonly EngineChunk[]) {
  if (found.length === 0) return new Map()
  const batches = [...Map.groupBy(found, ({ batch }) => batch)].map(([batch, own]) => ({
    batch,
    low: own.reduce((least, { chunk }) => Math.min(least, chunk), Infinity),
    high: own.reduce((most, { chunk }) => Math.max(most, chunk), 0),
  }))
  const segments = await segmentsOfBatches(context, sourcesShown(context, sources), batches)
  return new Map(
    found.flatMap((each) => {
      const document = documentIn(segments.get(each.batch) ?? [], each.chunk)
      return document === undefined ? [] : [[keyOf(each), document] as const]
    }),
  )
}

function documentIn(segments: readonly Block[], chunk: number): DocumentId | undefined {
  for (const { facts, gone } of segments) {
    const ordinal = ordinalOf(facts.ids, facts.chunks, chunk)
    if (ordinal === undefined) continue
    return gone && hasBit(gone.bits, ordinal) ? undefined : (numberAt(facts.documents, ordinal) as DocumentId)
  }
  return undefined
}

/** A chunk that a batch brings while it is still searched here has the same score on both sides. */
function joinLists(some: readonly Candidate[], others: readonly Candidate[], depth: number): readonly Candidate[] {
  if (some.length === 0) return others
  const joined = new Map([...some, ...others].map((each) => [each.chunk, each]))
  return [...joined.values()].toSorted((a, b) => b.score - a.score || a.chunk - b.chunk).slice(0, depth)
}
