import { createLruMap } from '@wuku/core/lru-map'
import { type Range, subtractRanges } from '@wuku/core/ranges'
import { BLOCK_SIZE, type Postings, splitByBlock, maskOf } from '@wuku/index-core/postings/posting-codec'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { counter, revisionsOf } from '@wuku/store-sql/sqlite/counters'
import type { FindChunkScope } from '../documents/chunk-scope.ts'
import type { Shown } from '@wuku/store-sql/visible-rows'

/** Blocks with something that is shown. Blocks that are hidden as a whole are not looked at, however many there are. */
export interface HiddenChunks {
  /** Hide nothing. */
  readonly whole: readonly number[]
  /** Hide the chunks whose numbers have a 1. */
  readonly blocks: ReadonlyMap<number, Uint8Array>
}

/** Number of different sets of visible sources that are cached. */
const MAX_CACHED = 8

/** Finds them again only after a source changed, or what sources share. */
export function createFindHidden(chunkScope: FindChunkScope) {
  const known = createLruMap<string, { readonly state: string; readonly hidden: HiddenChunks }>(MAX_CACHED)
  return (db: Connection, shown: Shown): HiddenChunks => {
    const state = `${counter(db, 'shares')} ${revisionsOf(db).state}`
    const before = known.get(shown.key)
    if (before?.state === state) return before.hidden
    const hidden = hiddenOutside(db, chunkScope(db, { sources: [...shown.sources] }).ranges)
    known.set(shown.key, { state, hidden })
    return hidden
  }
}

function hiddenOutside(db: Connection, ranges: readonly Range[]): HiddenChunks {
  const whole: number[] = []
  const blocks = new Map<number, Uint8Array>()
  const parted = splitByBlock(ranges)
  const divided = dividedBlocks(db, parted)
  for (const [block, parts] of parted)
    if (divided.has(block)) blocks.set(block, maskOf(gapsIn(parts)))
    else whole.push(block)
  return { whole, blocks }
}

/** Blocks that have kept chunks besides these sorted parts of them. */
export function dividedBlocks(db: Connection, parted: ReadonlyMap<number, readonly Range[]>): ReadonlySet<number> {
  const gaps = [...parted].flatMap(([block, parts]) =>
    gapsIn(parts).map(({ first, last }) => [block, block * BLOCK_SIZE + first, block * BLOCK_SIZE + last]),
  )
  if (gaps.length === 0) return new Set()
  const rows = db.rows<{ block: number }>(
    `SELECT DISTINCT json_extract(value, '$[0]') AS block FROM json_each(?) WHERE EXISTS
       (SELECT 1 FROM chunks WHERE id >= json_extract(value, '$[1]') AND id <= json_extract(value, '$[2]'))`,
    [JSON.stringify(gaps)],
  )
  return new Set(rows.map(({ block }) => block))
}

const gapsIn = (parts: readonly Range[]) => subtractRanges([{ first: 0, last: BLOCK_SIZE - 1 }], parts)

export const chunksIn = (db: Connection, { first, last }: Range): number =>
  db.row<{ chunks: number }>('SELECT count(*) AS chunks FROM chunks WHERE id >= ? AND id <= ?', [first, last])
    ?.chunks ?? 0

export function markedIn({ count, chunks }: Postings, mask: Uint8Array): number {
  let marked = 0
  for (let at = 0; at < count; at++) marked += mask[chunks[at] ?? 0] ?? 0
  return marked
}
