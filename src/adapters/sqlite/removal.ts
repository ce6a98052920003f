import { createTermCounter } from '../../text/terms.ts'
import { BLOCK_SIZE, countIn, splitByBlock, type Range } from './blocks.ts'
import { bodyOf } from './bodies.ts'
import { chunksOfDocument } from './chunks.ts'
import { advance } from './counters.ts'
import { documentById, type DocumentPlace } from './documents.ts'
import type { Connection } from './driver.ts'
import { erasePostings } from './postings.ts'

/** Chunks that go from one block at once before it is cheaper to read all its rows than to find the words of each. */
const SWEEP_FROM = 2_000

/** Takes documents out: their words, texts, chunks and rows. */
export function removeDocuments(db: Connection, documents: readonly DocumentPlace[]): void {
  if (documents.length === 0) return
  eraseWords(db, documents)
  for (const { id, first_chunk, chunks } of documents) {
    db.run('DELETE FROM chunks WHERE id >= ? AND id < ?', [first_chunk, first_chunk + chunks])
    db.run('DELETE FROM bodies WHERE document = ?', [id])
    db.run('DELETE FROM documents WHERE id = ?', [id])
  }
  advance(db, 'chunks', -sum(documents, ({ chunks }) => chunks))
  advance(db, 'removals', documents.length)
}

/**
 * The words of a document are found by analysing it again. Should that not account for every posting it has, as with
 * a document of an older analyser, all rows of its blocks are read instead: no word stays behind.
 */
function eraseWords(db: Connection, documents: readonly DocumentPlace[]): void {
  const blocks = [...leaving(documents)]
  const erased = sum(blocks, ([block, going]) => eraseFromBlock(db, block, going))
  if (erased === sum(documents, ({ postings }) => postings)) return
  for (const [block, { ranges }] of blocks) erasePostings(db, block, markRanges(ranges))
}

interface Leaving {
  /** Within the block. */
  readonly ranges: Range[]
  readonly documents: DocumentPlace[]
}

function leaving(documents: readonly DocumentPlace[]): ReadonlyMap<number, Leaving> {
  const blocks = new Map<number, Leaving>()
  for (const document of documents) {
    const { first_chunk, chunks } = document
    for (const [block, parts] of splitByBlock(chunks ? [{ first: first_chunk, last: first_chunk + chunks - 1 }] : [])) {
      const going = blocks.get(block) ?? { ranges: [], documents: [] }
      blocks.set(block, going)
      going.ranges.push(...parts)
      going.documents.push(document)
    }
  }
  return blocks
}

function eraseFromBlock(db: Connection, block: number, { ranges, documents }: Leaving): number {
  const count = countIn(ranges)
  if (count === chunksIn(db, block)) return eraseBlock(db, block)
  return erasePostings(db, block, markRanges(ranges), count < SWEEP_FROM ? wordsOf(db, documents) : undefined)
}

const chunksIn = (db: Connection, block: number): number =>
  db.row<{ count: number }>('SELECT count(*) AS count FROM chunks WHERE id >= ? AND id < ?', [
    block * BLOCK_SIZE,
    (block + 1) * BLOCK_SIZE,
  ])?.count ?? 0

function eraseBlock(db: Connection, block: number): number {
  const held = db.row<{ count: number }>('SELECT total(holders) AS count FROM postings WHERE block = ?', [block])
  db.run('DELETE FROM postings WHERE block = ?', [block])
  return held?.count ?? 0
}

function markRanges(ranges: readonly Range[]): Uint8Array {
  const marks = new Uint8Array(BLOCK_SIZE)
  for (const { first, last } of ranges) marks.fill(1, first, last + 1)
  return marks
}

function wordsOf(db: Connection, places: readonly DocumentPlace[]): readonly string[] {
  const counter = createTermCounter()
  for (const { id, first_chunk, chunks } of places) {
    const document = documentById(db, id)
    const text = bodyOf(db, id)
    if (!document || text === undefined) continue
    for (const said of [document.title, document.path]) counter.add(said, 1)
    for (const { start, end, headings } of chunksOfDocument(db, first_chunk, chunks))
      for (const said of [text.slice(start, end), ...headings]) counter.add(said, 1)
    counter.take(() => {})
  }
  return counter.vocabulary
}

const sum = <T>(items: Iterable<T>, of: (item: T) => number): number => {
  let total = 0
  for (const item of items) total += of(item)
  return total
}
