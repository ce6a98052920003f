import { mergeRanges, type Range } from '@wuku/core/ranges'
import { advance } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { createCoder, type Coder, type Entry } from '@wuku/index-core/vectors/sign-coder'
import { joinEntries, splitEntries, BLOCK_BITS, BLOCK_SIZE, bitsIn } from '@wuku/index-core/vectors/vector-blocks'
import type { Quantised } from '@wuku/index-core/vectors/quantise'
import { countChunks, everySet, keyIn, numberIn, type SetRow } from './vector-sets.ts'

/** A kept chunk that says something, and the vector of that. */
export interface Placed {
  readonly chunk: number
  readonly contentId: number
  readonly vector: Quantised
}

export interface BlockRow {
  readonly id: number
  readonly mask: number
  readonly data: Uint8Array
}

export function putInBlocks(db: Connection, set: SetRow, placed: readonly Placed[]): void {
  const version = advance(db, 'vectors', 1) + 1
  const coder = createCoder(set)
  for (const [block, own] of Map.groupBy(placed, ({ chunk }) => chunk >>> BLOCK_BITS)) {
    const key = keyIn(set.id, block)
    const row = db.row<BlockRow>('SELECT id, mask, data FROM vector_blocks WHERE id = ?', [key])
    const entries = entriesOf(row, coder)
    for (const { chunk, contentId, vector } of own) entries[chunk % BLOCK_SIZE] = coder.encode(contentId, vector)
    writeBlock(db, { set, key, version, before: row?.mask ?? 0, entries })
  }
}

export function removeFromBlocks(db: Connection, ranges: readonly Range[]): void {
  const blocks = mergeRanges(
    ranges.map(({ first, last }) => ({ first: first >>> BLOCK_BITS, last: last >>> BLOCK_BITS })),
  )
  const version = advance(db, 'vectors', 1) + 1
  for (const set of everySet(db)) {
    const coder = createCoder(set)
    for (const { first, last } of blocks)
      for (const row of db.rows<BlockRow>(
        'SELECT id, mask, data FROM vector_blocks WHERE id >= ? AND id <= ? AND mask <> 0',
        [keyIn(set.id, first), keyIn(set.id, last)],
      )) {
        const start = numberIn(set.id, row.id) * BLOCK_SIZE
        const entries = entriesOf(row, coder)
        for (const range of ranges)
          for (let chunk = Math.max(range.first, start); chunk <= Math.min(range.last, start + BLOCK_SIZE - 1); chunk++)
            entries[chunk - start] = undefined
        writeBlock(db, { set, key: row.id, version, before: row.mask, entries })
      }
  }
}

const entriesOf = (row: BlockRow | undefined, { entryBytes }: Coder): (Entry | undefined)[] =>
  row ? splitEntries(row.mask, row.data, entryBytes) : Array.from({ length: BLOCK_SIZE }, () => undefined)

interface WrittenBlock {
  readonly set: SetRow
  readonly key: number
  readonly version: number
  /** The mask that it had. */
  readonly before: number
  readonly entries: readonly (Entry | undefined)[]
}

/** An empty one stays, so that others hear of it. */
function writeBlock(db: Connection, { set, key, version, before, entries }: WrittenBlock): void {
  const { mask, data } = joinEntries(entries)
  db.run('INSERT OR REPLACE INTO vector_blocks (id, version, mask, data) VALUES (?, ?, ?, ?)', [
    key,
    version,
    mask,
    data,
  ])
  countChunks(db, set.id, bitsIn(mask) - bitsIn(before))
}
