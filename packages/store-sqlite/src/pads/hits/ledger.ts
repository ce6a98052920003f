import { findable } from '@wuku/text/terms/findable'
import { countHitWords } from '@wuku/text/terms/hits'
import { linesThatDiffer } from '@wuku/text/edits/edit'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { sumByPlace, type Change, mergeEntries, BLOCK_PLACES, keyOfCjk } from './entries.ts'
import { addNews, countNews, MAX_NEWS, drainNews } from './news.ts'
import { advance } from '@wuku/store-sql/sqlite/counters'

/** How counts change in a write, gathered so that each word is written down once. */
export interface Ledger {
  add(place: number, text: string): void
  remove(place: number, text: string): void
  replace(place: number, before: string, after: string): void
  /** `remove`, and no word that only this text held may be legible afterwards. */
  forget(place: number, text: string): void
  /** Writes down what was gathered. */
  flush(): void
}

export function createLedger(db: Connection): Ledger {
  const gathered = new Map<string, Change[]>()
  let forgets = false
  const gather = (word: string, change: Change): void => {
    const changes = gathered.get(word)
    if (changes) changes.push(change)
    else gathered.set(word, [change])
  }
  const count = (place: number, text: string, sign: 1 | -1): void => {
    for (const [word, times] of countHitWords(text)) gather(word, { place, by: sign * times })
  }
  const flush = (): void => {
    const net = netChanges(gathered)
    if (!forgets && countNews(db) + countChanges(net) <= MAX_NEWS) addNews(db, net)
    else {
      drainNews(db, gather)
      writeChanges(db, netChanges(gathered))
    }
    gathered.clear()
    forgets = false
  }
  return {
    add: (place, text) => count(place, findable(text), 1),
    remove: (place, text) => count(place, findable(text), -1),
    replace: (place, before, after) => {
      if (before === after) return
      const { was, is } = linesThatDiffer(findable(before), findable(after))
      count(place, was, -1)
      count(place, is, 1)
    },
    forget: (place, text) => {
      count(place, findable(text), -1)
      forgets = true
    },
    flush,
  }
}

/** One change for each place, ascending; words whose counts stay as they were are absent. */
function netChanges(gathered: ReadonlyMap<string, readonly Change[]>): ReadonlyMap<string, readonly Change[]> {
  const net = new Map<string, readonly Change[]>()
  for (const [word, changes] of gathered) {
    const sums = changes.length === 1 ? changes : sumByPlace(changes)
    if (sums.length > 0) net.set(word, sums)
  }
  return net
}

function countChanges(changes: ReadonlyMap<string, readonly Change[]>): number {
  let count = 0
  for (const ofWord of changes.values()) count += ofWord.length
  return count
}

/** Reads, merges and writes each row once. A word that no place holds any more is forgotten. */
function writeChanges(db: Connection, changes: ReadonlyMap<string, readonly Change[]>): void {
  const emptied = new Set<number>()
  for (const row of rowsToChange(db, changes)) if (writeRow(db, row)) emptied.add(row.key)
  for (const key of emptied) if (key > 0) forgetUnlessUsed(db, key)
}

interface RowChange {
  readonly key: number
  readonly block: number
  readonly changes: readonly Change[]
}

/** In the order of their keys: neighbours stand on the same page. */
function rowsToChange(db: Connection, changes: ReadonlyMap<string, readonly Change[]>): readonly RowChange[] {
  const keys = keysOf(db, changes.keys())
  return [...changes]
    .flatMap(([word, ofWord]) => {
      const key = keys(word)
      return byBlock(ofWord).map((row) => ({ key, ...row }))
    })
    .toSorted((a, b) => a.key - b.key || a.block - b.block)
}

/** Words that are new are given an id when they are asked for. */
function keysOf(db: Connection, words: Iterable<string>): (word: string) => number {
  const known = db.rows<{ id: number; word: string }>(
    'SELECT id, word FROM hit_words WHERE word IN (SELECT value FROM json_each(?))',
    [JSON.stringify([...words].filter((word) => keyOfCjk(word) === undefined))],
  )
  const ids = new Map(known.map(({ id, word }) => [word, id]))
  return (word) => keyOfCjk(word) ?? ids.get(word) ?? db.insert('INSERT INTO hit_words (word) VALUES (?)', [word])
}

/** Cut where another block begins. */
function byBlock(changes: readonly Change[]): Omit<RowChange, 'key'>[] {
  const parts: Omit<RowChange, 'key'>[] = []
  for (let start = 0; start < changes.length;) {
    const block = blockOf(changes[start])
    let end = start + 1
    while (end < changes.length && blockOf(changes[end]) === block) end++
    parts.push({ block, changes: changes.slice(start, end) })
    start = end
  }
  return parts
}

const blockOf = (change: Change | undefined): number => Math.floor((change?.place ?? 0) / BLOCK_PLACES)

/** Says whether nothing was left of the row. */
function writeRow(db: Connection, { key, block, changes }: RowChange): boolean {
  const row = db.row<{ data: Uint8Array }>(`SELECT data FROM hits WHERE id = ${ROW_ID}`, [key, block])
  const data = mergeEntries(row?.data ?? new Uint8Array(0), changes, block * BLOCK_PLACES)
  if (data.length === 0) db.run(`DELETE FROM hits WHERE id = ${ROW_ID}`, [key, block])
  else if (row) db.run(`UPDATE hits SET data = ?3 WHERE id = ${ROW_ID}`, [key, block, data])
  else db.run(`INSERT INTO hits (id, data) VALUES (${ROW_ID}, ?3)`, [key, block, data])
  return data.length === 0
}

/** Row id from key and block; it has more bits than a number here can hold. */
const ROW_ID = '?1 << 20 | ?2'

function forgetUnlessUsed(db: Connection, id: number): void {
  if (db.row('SELECT 1 FROM hits WHERE id BETWEEN ?1 << 20 AND (?1 + 1 << 20) - 1', [id])) return
  db.run('DELETE FROM hit_words WHERE id = ?', [id])
  advance(db, 'words_lost', 1)
}
