import type { TermCount } from '../../ports/store.ts'
import { BLOCK_BITS } from './blocks.ts'
import { counter } from './counters.ts'
import type { Connection } from './driver.ts'

/** Terms that nobody holds are absent. */
export function holdersOf(db: Connection, terms: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const last = lastBlock(db)
  for (const term of new Set(terms)) {
    let holders = 0
    for (let block = 0; block <= last; block++)
      holders +=
        db.row<{ holders: number }>('SELECT holders FROM postings WHERE block = ? AND term = ?', [block, term])
          ?.holders ?? 0
    if (holders > 0) found.set(term, holders)
  }
  return found
}

/** Terms that begin with `prefix`, commonest first. */
export function termsFrom(db: Connection, prefix: string, limit: number): TermCount[] {
  const counts = new Map<string, number>()
  const last = lastBlock(db)
  for (let block = 0; block <= last; block++)
    for (const { term, holders } of termsInBlock(db, block, prefix)) counts.set(term, (counts.get(term) ?? 0) + holders)
  return [...counts]
    .map(([term, holders]) => ({ term, holders }))
    .toSorted((a, b) => b.holders - a.holders || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
}

const LAST_CHARACTER = '\u{10ffff}'

const termsInBlock = (db: Connection, block: number, prefix: string): TermCount[] =>
  db.rows<{ term: string; holders: number }>(
    'SELECT term, holders FROM postings WHERE block = ? AND term >= ? AND term < ?',
    [block, prefix, prefix + LAST_CHARACTER],
  )

const lastBlock = (db: Connection): number => (counter(db, 'next_chunk') - 1) >>> BLOCK_BITS
