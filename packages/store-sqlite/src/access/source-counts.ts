import { createLruMap } from '@wuku/core/lru-map'
import { type Range, subtractRanges } from '@wuku/core/ranges'
import type { SourceId } from '@wuku/core/core-types'
import type { TermCount, TermStats } from '@wuku/core/ports/index-view'
import { decodePostings, emptyPostings, splitByBlock, maskOf } from '@wuku/index-core/postings/posting-codec'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { counter, revisionsOf } from '@wuku/store-sql/sqlite/counters'
import type { FindChunkScope } from '../documents/chunk-scope.ts'
import { rowsFrom, rowsOf } from '../postings/rows.ts'
import type { CountedPlaces, FindTerms } from '../postings/vocabulary.ts'
import { chunksIn, markedIn } from './hidden-chunks.ts'

/** Terms of some sources, whatever else shares their blocks. */
export interface SourceCounts {
  stats(terms: readonly string[]): TermStats
  /** Terms that begin with the prefix, in no order. */
  startingWith(prefix: string): readonly TermCount[]
}

export type FindSourceCounts = (db: Connection, sources: readonly SourceId[]) => SourceCounts

/** Number of different sets of sources that are cached, and of terms of each. */
const MAX_CACHED = 16
const MAX_TERMS = 50_000

/** Counts again only what one of these sources changed, or what sources share: writes to others leave it. */
export function createFindSourceCounts(chunkScope: FindChunkScope, findTerms: FindTerms): FindSourceCounts {
  const known = createLruMap<string, Known>(MAX_CACHED)
  const chunksOf = createChunkCounts()
  return (db, sources) => {
    const key = sources.join()
    const shares = counter(db, 'shares')
    const { combined, bySource } = revisionsOf(db)
    let counted = known.get(key)
    if (counted?.combined !== combined || counted.shares !== shares) {
      const revision = sources.map((id) => bySource.get(id)?.revision).join()
      const isSame = counted?.revision === revision && counted.shares === shares
      const scope = chunkScope(db, { sources })
      const chunks = isSame && counted ? counted.chunks : chunksWithin(db, { sources, chunksOf }, scope)
      const holders = isSame && counted ? counted.holders : new Map<string, number>()
      const others = subtractRanges(chunkScope(db, { sources: [...bySource.keys()] }).ranges, scope.ranges)
      counted = { combined, shares, revision, chunks, holders, masks: masksOf(scope.ranges, others) }
      known.set(key, counted)
    }
    const { chunks, holders, masks } = counted
    return {
      stats: (terms) => {
        if (holders.size > MAX_TERMS) holders.clear()
        const missing = terms.filter((term) => !holders.has(term))
        countHolders(db, { places: findTerms(db, missing), masks, terms: missing }, holders)
        return { chunks, holders: heldOf(terms, holders) }
      },
      startingWith: (prefix) => countPrefix(db, prefix, masks),
    }
  }
}

function heldOf(terms: readonly string[], holders: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const held = new Map<string, number>()
  for (const term of terms) {
    const count = holders.get(term) ?? 0
    if (count > 0) held.set(term, count)
  }
  return held
}

interface Known {
  readonly combined: string
  readonly shares: number
  readonly revision: string
  readonly chunks: number
  /** 0 where no chunk holds the term. */
  readonly holders: Map<string, number>
  readonly masks: Masks
}

/** Blocks that have some of the chunks: all of a block, or those whose numbers have a 1. */
type Masks = ReadonlyMap<number, Uint8Array | 'all'>

function masksOf(ranges: readonly Range[], others: readonly Range[]): Masks {
  const divided = splitByBlock(others)
  return new Map([...splitByBlock(ranges)].map(([block, own]) => [block, divided.has(block) ? maskOf(own) : 'all']))
}

/** Chunks that sources share are counted once. */
const chunksWithin = (
  db: Connection,
  { sources, chunksOf }: { readonly sources: readonly SourceId[]; readonly chunksOf: ChunkCounts },
  { ranges, idsOf }: ReturnType<FindChunkScope>,
): number =>
  idsOf
    ? ranges.reduce((sum, range) => sum + chunksIn(db, range), 0)
    : sources.reduce((sum, source) => sum + chunksOf(db, source), 0)

type ChunkCounts = (db: Connection, source: SourceId) => number

/** Documents know how many chunks they have: those of every source that changed are counted at once. */
function createChunkCounts(): ChunkCounts {
  const known = new Map<SourceId, { readonly revision: number; readonly chunks: number }>()
  return (db, source) => {
    const { bySource } = revisionsOf(db)
    if (known.get(source)?.revision !== bySource.get(source)?.revision) {
      const changed = [...bySource.values()].filter(({ id, revision }) => known.get(id)?.revision !== revision)
      const rows = db.rows<{ source: SourceId; chunks: number }>(
        `SELECT value AS source, (SELECT total(chunks) FROM documents WHERE source = value) AS chunks FROM json_each(?)`,
        [JSON.stringify(changed.map(({ id }) => id))],
      )
      for (const { source: id, chunks } of rows) known.set(id, { revision: bySource.get(id)?.revision ?? 0, chunks })
    }
    return known.get(source)?.chunks ?? 0
  }
}

interface Counting {
  readonly places: ReadonlyMap<string, CountedPlaces>
  readonly masks: Masks
  readonly terms: readonly string[]
}

function countHolders(db: Connection, { places, masks, terms }: Counting, holders: Map<string, number>): void {
  const read = new Map<number, string[]>()
  for (const term of terms) {
    let whole = 0
    const { blocks = [], counts = [] } = places.get(term) ?? {}
    for (const [at, block] of blocks.entries()) {
      const mask = masks.get(block)
      if (mask === 'all') whole += counts[at] ?? 0
      else if (mask) read.set(block, [...(read.get(block) ?? []), term])
    }
    holders.set(term, whole)
  }
  if (read.size === 0) return
  const countIn = createCountIn()
  for (const [block, own] of read)
    for (const [term, data] of rowsOf(db, { block, terms: own }))
      holders.set(term, (holders.get(term) ?? 0) + countIn(data, masks.get(block) as Uint8Array))
}

function countPrefix(db: Connection, prefix: string, masks: Masks): readonly TermCount[] {
  const found = new Map<string, number>()
  const countIn = createCountIn()
  for (const { block, term, holders, data } of rowsFrom(db, prefix, [...masks.keys()])) {
    const mask = masks.get(block)
    const count = mask === 'all' ? holders : mask ? countIn(data, mask) : 0
    if (count > 0) found.set(term, (found.get(term) ?? 0) + count)
  }
  return [...found].map(([term, holders]) => ({ term, holders }))
}

/** Counts the postings of a row whose chunks have a 1. */
function createCountIn(): (data: Uint8Array, mask: Uint8Array) => number {
  const postings = emptyPostings()
  return (data, mask) => {
    decodePostings(data, postings)
    return markedIn(postings, mask)
  }
}
