import { append } from '@wuku/core/list-helpers'
import { createTermCounter } from '@wuku/text/terms/terms'
import { BLOCK_SIZE, splitByBlock, maskOf } from '@wuku/index-core/postings/posting-codec'
import { countIn, type Range } from '@wuku/core/ranges'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { erasePostings } from './postings.ts'

/** Chunks that go from one block at once before it is cheaper to read all its rows than to find the words of each. */
const SWEEP_FROM = 2_000

/** Chunks of a document whose words go. */
export interface Leaving {
  /** Ascending. */
  readonly ranges: readonly Range[]
  /** How many they have among them; `undefined` when nobody knows. */
  readonly postings: number | undefined
  /** All texts whose words they hold. */
  said(): Iterable<string>
  /** Terms of theirs that no text contains, and maybe more. */
  marks(): Iterable<string>
}

/**
 * Takes the postings of chunks out, and answers how many they were. Words are found by analysing the texts again; should
 * that not account for every posting, as with a document of an older analyser, all rows of the blocks are read instead:
 * no word stays behind.
 */
export function eraseWords(db: Connection, leaving: readonly Leaving[]): number {
  const blocks = [...byBlock(leaving)]
  const erased = sum(blocks, ([block, goneChunks]) => eraseFromBlock(db, block, goneChunks))
  if (leaving.every(({ postings }) => postings !== undefined) && erased === sum(leaving, (each) => each.postings ?? 0))
    return erased
  return erased + sum(blocks, ([block, { ranges }]) => erasePostings(db, block, maskOf(ranges)))
}

interface LeavingBlock {
  /** Within the block. */
  readonly ranges: Range[]
  readonly leaving: Leaving[]
}

function byBlock(leaving: readonly Leaving[]): ReadonlyMap<number, LeavingBlock> {
  const blocks = new Map<number, LeavingBlock>()
  for (const each of leaving)
    for (const [block, parts] of splitByBlock(each.ranges)) {
      const goneChunks = blocks.get(block) ?? { ranges: [], leaving: [] }
      blocks.set(block, goneChunks)
      append(goneChunks.ranges, parts)
      goneChunks.leaving.push(each)
    }
  return blocks
}

function eraseFromBlock(db: Connection, block: number, { ranges, leaving }: LeavingBlock): number {
  const count = countIn(ranges)
  if (!hasMoreChunks(db, block, count)) return eraseBlock(db, block)
  return erasePostings(db, block, maskOf(ranges), count < SWEEP_FROM ? wordsOf(leaving) : undefined)
}

const hasMoreChunks = (db: Connection, block: number, than: number): boolean =>
  db.row('SELECT 1 FROM chunks WHERE id >= ? AND id < ? LIMIT 1 OFFSET ?', [
    block * BLOCK_SIZE,
    (block + 1) * BLOCK_SIZE,
    than,
  ]) !== undefined

function eraseBlock(db: Connection, block: number): number {
  const counted = db.row<{ count: number }>('SELECT total(holders) AS count FROM postings WHERE block = ?', [block])
  db.run('DELETE FROM postings WHERE block = ?', [block])
  return counted?.count ?? 0
}

function wordsOf(leaving: readonly Leaving[]): ReadonlySet<string> {
  const counter = createTermCounter()
  for (const { said: texts } of leaving) {
    for (const text of texts()) counter.add(text, 1)
    counter.drain(() => {})
  }
  const words = new Set(counter.vocabulary)
  for (const { marks } of leaving) for (const mark of marks()) words.add(mark)
  return words
}

export const sum = <T>(items: Iterable<T>, of: (item: T) => number): number => {
  let total = 0
  for (const item of items) total += of(item)
  return total
}
