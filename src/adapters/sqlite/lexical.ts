import type { Candidate, ChunkId } from '../../core/words.ts'
import type { TextProbe, WeightedTerm } from '../../ports/store.ts'
import { createBest, type Best, type Ranked } from './best.ts'
import { BLOCK_SIZE, splitByBlock, type Range } from './blocks.ts'
import { bestFirst, boundRows, type BlockPart, type BoundRow } from './bounds.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import { decodePieces } from './pieces.ts'
import type { Lookups } from './lookups.ts'
import type { Reach } from './reach.ts'
import type { Scratch } from './scratch.ts'

/**
 * Block by block, and in each block heaviest term first. Once a chunk that has not been met cannot come among the best
 * any more, the rest of the block's terms only add to those that have; and a block that cannot better the worst of the
 * best is left, mostly before any of its postings are read.
 */
export function searchLexically(db: Connection, probe: TextProbe, lookups: Lookups): Candidate[] {
  if (probe.depth < 1 || probe.terms.length === 0) return []
  const places = lookups.terms(db, [...probe.terms.map(({ term }) => term), ...probe.required])
  if (places.size === 0 || !probe.required.every((term) => places.has(term))) return []
  const reach = lookups.reach(db, probe.within ?? {})
  const scratch = lookups.scratch.take()
  try {
    const search = openSearch(db, probe, { reach, scratch })
    const rows = boundRows(search, places)
    for (const part of bestFirst(splitByBlock(reach.ranges), rows)) scoreBlock(search, part, rows.get(part.block) ?? [])
    return candidatesOf(db, { ranked: search.best.ranked(), reach }, lookups)
  } finally {
    lookups.scratch.give(scratch)
  }
}

interface Reached {
  readonly ranked: readonly Ranked[]
  readonly reach: Reach
}

/** Of chunks by the ids that they are known by. */
export function candidatesOf(
  db: Connection,
  { ranked, reach: { idsOf, documentOf } }: Reached,
  lookups: Lookups,
): Candidate[] {
  const chunks = ranked.map(({ chunk }) => chunk as ChunkId)
  const documents = documentOf ? undefined : lookups.documents.ofChunks(db, chunks, idsOf !== undefined)
  const candidates: Candidate[] = []
  for (const { chunk: id, score } of ranked) {
    const chunk = id as ChunkId
    const document = documents ? documents.get(chunk) : documentOf?.(chunk)
    if (document !== undefined) candidates.push({ chunk, document, score })
  }
  return candidates
}

interface Search extends Scratch {
  readonly db: Connection
  readonly terms: readonly WeightedTerm[]
  readonly required: readonly string[]
  readonly excluded: readonly string[]
  readonly saturation: Float64Array
  readonly best: Best
  readonly idsOf: Reach['idsOf']
}

function openSearch(
  db: Connection,
  { terms, required, excluded, k1, depth }: TextProbe,
  { reach, scratch }: { readonly reach: Reach; readonly scratch: Scratch },
): Search {
  return {
    ...scratch,
    db,
    terms: terms.toSorted((a, b) => b.weight - a.weight),
    required: [...new Set(required)],
    excluded,
    saturation: scratch.saturationOf(k1),
    best: createBest(depth),
    idsOf: reach.idsOf,
  }
}

/** Upper bounds are sums in another order than the scores; without this a last bit could leave a chunk out. */
const ROUNDING = 1 + 1e-9

function scoreBlock(search: Search, { block, ranges }: BlockPart, rows: readonly BoundRow[]): void {
  const floor = search.best.floor()
  if ((rows[0]?.rest ?? 0) * ROUNDING < floor || rows.length === 0) return
  const level = admit(search, block, ranges)
  if (level === 0) return
  const tally: Tally = { met: 0, top: 0 }
  for (const row of rows) {
    if ((tally.top + row.rest) * ROUNDING < floor) break
    readRow(search, block, row.term)
    if (row.rest * ROUNDING >= floor) addToAll(search, row.weight, { level, tally })
    else addToMet(search, row.weight, tally)
  }
  settle(search, block, tally)
}

/** Marks the chunks that may be found, and returns the level that tells them; 0 when there are none. */
function admit(search: Search, block: number, ranges: readonly Range[]): number {
  const { levels, postings } = search
  levels.fill(0)
  for (const { first, last } of ranges) levels.fill(1, first, last + 1)
  let level = 1
  for (const term of search.required) {
    if (!readRow(search, block, term)) return 0
    for (let i = 0; i < postings.count; i++) {
      const chunk = postings.chunks[i] ?? 0
      if (levels[chunk] === level) levels[chunk] = level + 1
    }
    level++
  }
  for (const term of search.excluded) {
    readRow(search, block, term)
    for (let i = 0; i < postings.count; i++) levels[postings.chunks[i] ?? 0] = 0
  }
  return level
}

/** Leaves the postings of a term in `search.postings`; `false`, and none, when no chunk of the block holds it. */
function readRow({ db, postings }: Search, block: number, term: string): boolean {
  const row = db.row<{ data: Uint8Array }>('SELECT data FROM postings WHERE block = ? AND term = ?', [block, term])
  postings.count = 0
  if (row) decodePieces(row.data, postings)
  return row !== undefined
}

interface Tally {
  /** How many chunks of the block have a score. */
  met: number
  /** The highest of them. */
  top: number
}

interface Admission {
  readonly level: number
  readonly tally: Tally
}

function addToAll(search: Search, weight: number, { level, tally }: Admission): void {
  const { scores, met, levels, saturation } = search
  const { count, chunks, strengths } = search.postings
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i] ?? 0
    if (levels[chunk] !== level) continue
    const before = scores[chunk] ?? 0
    if (before === 0) met[tally.met++] = chunk
    const score = before + weight * (saturation[strengths[i] ?? 0] ?? 0)
    scores[chunk] = score
    if (score > tally.top) tally.top = score
  }
}

function addToMet(search: Search, weight: number, tally: Tally): void {
  const { scores, saturation } = search
  const { count, chunks, strengths } = search.postings
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i] ?? 0
    const before = scores[chunk] ?? 0
    if (before === 0) continue
    const score = before + weight * (saturation[strengths[i] ?? 0] ?? 0)
    scores[chunk] = score
    if (score > tally.top) tally.top = score
  }
}

function settle({ best, idsOf, scores, met }: Search, block: number, tally: Tally): void {
  const offer = (kept: number, score: number): void => {
    if (idsOf) for (const id of idsOf(kept)) best.offer(id, score)
    else best.offer(kept, score)
  }
  // Kept here: asked for each chunk, it would be a number on the heap for each.
  let floor = best.floor()
  for (let i = 0; i < tally.met; i++) {
    const chunk = met[i] ?? 0
    const score = scores[chunk] ?? 0
    scores[chunk] = 0
    if (score < floor) continue
    offer(block * BLOCK_SIZE + chunk, score)
    floor = best.floor()
  }
}
