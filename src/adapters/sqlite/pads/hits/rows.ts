import { advance } from '../../counters.ts'
import type { Connection } from '../../../sqlite-driver/connection.ts'
import { mergeEntries, type Change } from './entries.ts'
import { BLOCK_PLACES, keyOfCjk } from './keys.ts'

/** Reads, merges and writes each row once. A word that no place holds any more is forgotten. */
export function writeChanges(db: Connection, changes: ReadonlyMap<string, readonly Change[]>): void {
  const emptied = new Set<number>()
  for (const row of rowsToChange(db, changes)) if (writeRow(db, row)) emptied.add(row.key)
  for (const key of emptied) if (key > 0) forgetUnlessHeld(db, key)
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

/** Of the key and the block; it has more bits than a number here can hold. */
const ROW_ID = '?1 << 20 | ?2'

function forgetUnlessHeld(db: Connection, id: number): void {
  if (db.row('SELECT 1 FROM hits WHERE id BETWEEN ?1 << 20 AND (?1 + 1 << 20) - 1', [id])) return
  db.run('DELETE FROM hit_words WHERE id = ?', [id])
  advance(db, 'words_lost', 1)
}
