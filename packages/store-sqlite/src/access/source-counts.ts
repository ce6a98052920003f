import { createLruMap } from '@wuku/core/lru-map'
import type { Range } from '@wuku/core/ranges'
import type { SourceId } from '@wuku/core/core-types'
import type { TermStats } from '@wuku/core/ports/index-view'
import { decodePostings, emptyPostings, splitByBlock, maskOf } from '@wuku/index-core/postings/posting-codec'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { counter, revisionsOf } from '@wuku/store-sql/sqlite/counters'
import type { FindChunkScope } from '../documents/chunk-scope.ts'
import { rowsFrom, rowsOf } from '../postings/rows.ts'
import type { CountedPlaces, FindTerms } from '../postings/vocabulary.ts'
import { chunksIn, dividedBlocks, markedIn } from './hidden-chunks.ts'

/** Terms of some sources, whatever else shares their blocks. */
export interface SourceCounts {
  stats(terms: readonly string[]): TermStats
  /** Terms that begin with the prefix. */
  startingWith(prefix: string): ReadonlyMap<string, number>
}

/** Number of different sets of sources that are cached, and of terms of each. */
const MAX_CACHED = 16
const MAX_TERMS = 50_000
/** Sources whose chunks are counted. */
const MAX_COUNTED = 50_000

/** Counts again only what one of these sources changed, or what sources share: writes to others leave it. */
export function createFindSourceCounts(chunkScope: FindChunkScope, findTerms: FindTerms) {
  const known = createLruMap<string, Known>(MAX_CACHED)
  const chunksOf = createChunkCounts()
  return (db: Connection, sources: readonly SourceId[]): SourceCounts => {
    const key = sources.join()
    const shares = counter(db, 'shares')
    const { state, of } = revisionsOf(db)
    let counted = known.get(key)
    if (counted?.state !== state || counted.shares !== shares) {
      const revision = sources.map(of).join()
      const isSame = counted?.revision === revision && counted.shares === shares
      const scope = chunkScope(db, { sources })
      const chunks = isSame && counted ? counted.chunks : chunksWithin(db, { sources, chunksOf }, scope)
      const holders = isSame && counted ? counted.holders : new Map<string, number>()
      counted = { state, shares, revision, chunks, holders, masks: masksOf(db, scope.ranges) }
      known.set(key, counted)
    }
    const { chunks, holders, masks } = counted
    return {
      stats: (terms) => {
        if (holders.size > MAX_TERMS) holders.clear()
        const missing = terms.filter((term) => !holders.has(term))
        countChunks(db, { places: findTerms(db, missing), masks, terms: missing }, holders)
        return { chunks, holders: knownCounts(terms, holders) }
      },
      startingWith: (prefix) => countPrefix(db, prefix, masks),
    }
  }
}

function knownCounts(terms: readonly string[], holders: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const held = new Map<string, number>()
  for (const term of terms) {
    const count = holders.get(term) ?? 0
    if (count > 0) held.set(term, count)
  }
  return held
}

interface Known {
  readonly state: number
  readonly shares: number
  readonly revision: string
  readonly chunks: number
  /** 0 where no chunk holds the term. */
  readonly holders: Map<string, number>
  readonly masks: Masks
}

/** Blocks that have some of the chunks: all of a block, or those whose numbers have a 1. */
type Masks = ReadonlyMap<number, Uint8Array | 'all'>

function masksOf(db: Connection, ranges: readonly Range[]): Masks {
  const parted = splitByBlock(ranges)
  const divided = dividedBlocks(db, parted)
  return new Map([...parted].map(([block, own]) => [block, divided.has(block) ? maskOf(own) : 'all']))
}

/** Chunks that sources share are counted once. */
const chunksWithin = (
  db: Connection,
  { sources, chunksOf }: { readonly sources: readonly SourceId[]; readonly chunksOf: ChunkCounts },
  { ranges, idsOf }: ReturnType<FindChunkScope>,
): number => (idsOf ? ranges.reduce((sum, range) => sum + chunksIn(db, range), 0) : chunksOf(db, sources))

type ChunkCounts = (db: Connection, sources: readonly SourceId[]) => number

/** Documents know how many chunks they have: those of every source that changed are counted at once. */
function createChunkCounts(): ChunkCounts {
  const known = createLruMap<SourceId, { readonly revision: number | undefined; readonly chunks: number }>(MAX_COUNTED)
  return (db, sources) => {
    const { of } = revisionsOf(db)
    const found = sources.flatMap((id) => {
      const before = known.get(id)
      return before && before.revision === of(id) ? [[id, before.chunks] as const] : []
    })
    const counts = new Map(found)
    const missing = sources.filter((id) => !counts.has(id))
    const sql = `SELECT value AS source, (SELECT total(chunks) FROM documents WHERE source = value) AS chunks FROM json_each(?)`
    const rows =
      missing.length === 0 ? [] : db.rows<{ source: SourceId; chunks: number }>(sql, [JSON.stringify(missing)])
    for (const { source, chunks } of rows) {
      counts.set(source, chunks)
      known.set(source, { revision: of(source), chunks })
    }
    return counts.values().reduce((sum, chunks) => sum + chunks, 0)
  }
}

interface Counting {
  readonly places: ReadonlyMap<string, CountedPlaces>
  readonly masks: Masks
  readonly terms: readonly string[]
}

function countChunks(db: Connection, { places, masks, terms }: Counting, holders: Map<string, number>): void {
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

function countPrefix(db: Connection, prefix: string, masks: Masks): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const countIn = createCountIn()
  for (const { block, term, holders, data } of rowsFrom(db, prefix, [...masks.keys()])) {
    const mask = masks.get(block)
    const count = mask === 'all' ? holders : mask ? countIn(data, mask) : 0
    if (count > 0) found.set(term, (found.get(term) ?? 0) + count)
  }
  return found
}

/** Counts the postings of a row whose chunks have a 1. */
function createCountIn(): (data: Uint8Array, mask: Uint8Array) => number {
  const postings = emptyPostings()
  return (data, mask) => {
    decodePostings(data, postings)
    return markedIn(postings, mask)
  }
}
