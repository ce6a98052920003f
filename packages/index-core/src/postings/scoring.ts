import type { Range } from '@wuku/core/ranges'
import { bestFirst, type BlockPart, type BoundRow, boundRows, type TermPlaces } from './block-bounds.ts'
import { BLOCK_SIZE, decodePostings, type Postings, splitByBlock } from './posting-codec.ts'
import type { ScoreBufferPool, ScoreBuffers } from './score-buffers.ts'
import { createTopK, type Ranked, type TopK } from './top-k.ts'
import type { TextProbe } from '@wuku/core/ports/index-view'

/** The best chunks for some terms: what is asked, and what of the store may answer. */
export interface PostingQuery extends Pick<TextProbe, 'terms' | 'required' | 'excluded' | 'k1' | 'depth'> {
  /** Bounds of the rows of `terms`, and of those that are required. */
  readonly places: ReadonlyMap<string, TermPlaces>
  /** Chunks that may be found; sorted. */
  readonly ranges: readonly Range[]
  /** For each strength, where it is not that of `k1` to the last digit. */
  readonly saturation?: Float64Array | undefined
  /** All ids that a chunk is known by; absent when each is known by the one it is kept under. */
  readonly idsOf?: ((chunk: number) => readonly number[]) | undefined
}

/** Rows of postings: those of some terms in a block. */
export interface RowsRequest {
  readonly block: number
  readonly terms: readonly string[]
}

/** Their bytes by term; terms that no chunk of the block holds are absent. */
export type Rows = ReadonlyMap<string, Uint8Array>

/**
 * Block by block, and in each block heaviest term first. Once a chunk that has not been met cannot come among the best
 * any more, the rest of the block's terms only add to those that have; and a block that cannot better the worst of the
 * best is left, mostly before any of its postings are read.
 */
export function topChunks(query: PostingQuery, pool: ScoreBufferPool, load: (request: RowsRequest) => Rows) {
  const buffers = pool.acquire()
  try {
    const scoring = scoreBlocks(query, buffers)
    let step = scoring.next()
    while (step.done !== true) step = scoring.next(load(step.value))
    return step.value
  } finally {
    pool.release(buffers)
  }
}

/** The same for rows that must be waited for. */
export async function topChunksAwaited(
  query: PostingQuery,
  pool: ScoreBufferPool,
  load: (request: RowsRequest) => Promise<Rows>,
): Promise<readonly Ranked[]> {
  const buffers = pool.acquire()
  try {
    const scoring = scoreBlocks(query, buffers)
    let step = scoring.next()
    while (step.done !== true) step = scoring.next(await load(step.value))
    return step.value
  } finally {
    pool.release(buffers)
  }
}

/** Asks for rows and goes on with their bytes: so it need not know whether they must be waited for. */
type Reading<Answer> = Generator<RowsRequest, Answer, Rows>

interface Search extends ScoreBuffers {
  readonly required: readonly string[]
  readonly excluded: readonly string[]
  readonly saturation: Float64Array
  readonly top: TopK
  readonly idsOf: PostingQuery['idsOf']
}

function* scoreBlocks(query: PostingQuery, buffers: ScoreBuffers): Reading<readonly Ranked[]> {
  const saturation = query.saturation ?? buffers.saturationOf(query.k1)
  const search: Search = {
    ...buffers,
    required: [...new Set(query.required)],
    excluded: query.excluded,
    saturation,
    top: createTopK(query.depth),
    idsOf: query.idsOf,
  }
  const terms = query.terms.toSorted((a, b) => b.weight - a.weight)
  const rows = boundRows({ terms, saturation }, query.places)
  for (const part of bestFirst(splitByBlock(query.ranges), rows))
    yield* scoreBlock(search, part, rows.get(part.block) ?? [])
  return search.top.ranked()
}

/** Upper bounds are sums in another order than the scores; without this a last bit could leave a chunk out. */
const ROUNDING = 1 + 1e-9

function* scoreBlock(search: Search, { block, ranges }: BlockPart, rows: readonly BoundRow[]): Reading<void> {
  const floor = search.top.floor()
  if ((rows[0]?.rest ?? 0) * ROUNDING < floor || rows.length === 0) return
  // Rows behind these may go unread: they can add too little to what the best have.
  const isNeeded = ({ rest }: BoundRow): boolean => rest * ROUNDING >= floor
  const neededTerms = rows.filter(isNeeded).map(({ term }) => term)
  const data = yield { block, terms: [...search.required, ...search.excluded, ...neededTerms] }
  const level = admit(search, data, ranges)
  if (level === 0) return
  const counts: BlockCounts = { met: 0, top: 0 }
  for (const row of rows) {
    if ((counts.top + row.rest) * ROUNDING < floor) break
    const own = isNeeded(row) ? data : yield { block, terms: [row.term] }
    decode(search.postings, own.get(row.term))
    if (isNeeded(row)) addToAll(search, row.weight, { level, counts })
    else addToMet(search, row.weight, counts)
  }
  offerMet(search, block, counts)
}

/** Marks the chunks that may be found, and returns the level that marks them; 0 when there are none. */
function admit({ levels, postings, required, excluded }: Search, data: Rows, ranges: readonly Range[]): number {
  levels.fill(0)
  for (const { first, last } of ranges) levels.fill(1, first, last + 1)
  let level = 1
  for (const term of required) {
    if (!decode(postings, data.get(term))) return 0
    raise(levels, postings, level++)
  }
  for (const term of excluded) {
    decode(postings, data.get(term))
    shutOut(levels, postings)
  }
  return level
}

/** Leaves the postings of a row in `postings`; `false`, and none, when there is no row. */
function decode(postings: Postings, data: Uint8Array | undefined): boolean {
  postings.count = 0
  if (data) decodePostings(data, postings)
  return data !== undefined
}

function raise(levels: Uint16Array, { count, chunks }: Postings, from: number): void {
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i] ?? 0
    if (levels[chunk] === from) levels[chunk] = from + 1
  }
}

function shutOut(levels: Uint16Array, { count, chunks }: Postings): void {
  for (let i = 0; i < count; i++) levels[chunks[i] ?? 0] = 0
}

interface BlockCounts {
  /** How many chunks of the block have a score. */
  met: number
  /** The highest of them. */
  top: number
}

function addToAll(
  search: Search,
  weight: number,
  { level, counts }: { readonly level: number; readonly counts: BlockCounts },
): void {
  const { scores, met, levels, saturation } = search
  const { count, chunks, strengths } = search.postings
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i] ?? 0
    if (levels[chunk] !== level) continue
    const before = scores[chunk] ?? 0
    if (before === 0) met[counts.met++] = chunk
    const score = before + weight * (saturation[strengths[i] ?? 0] ?? 0)
    scores[chunk] = score
    if (score > counts.top) counts.top = score
  }
}

function addToMet(search: Search, weight: number, counts: BlockCounts): void {
  const { scores, saturation } = search
  const { count, chunks, strengths } = search.postings
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i] ?? 0
    const before = scores[chunk] ?? 0
    if (before === 0) continue
    const score = before + weight * (saturation[strengths[i] ?? 0] ?? 0)
    scores[chunk] = score
    if (score > counts.top) counts.top = score
  }
}

function offerMet({ top, idsOf, scores, met }: Search, block: number, counts: BlockCounts): void {
  const offer = (chunk: number, score: number): void => {
    if (idsOf) for (const id of idsOf(chunk)) top.offer(id, score)
    else top.offer(chunk, score)
  }
  // Kept here: asked for each chunk, it would be a number on the heap for each.
  let floor = top.floor()
  for (let i = 0; i < counts.met; i++) {
    const chunk = met[i] ?? 0
    const score = scores[chunk] ?? 0
    scores[chunk] = 0
    if (score < floor) continue
    offer(block * BLOCK_SIZE + chunk, score)
    floor = top.floor()
  }
}
