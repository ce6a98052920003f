import { counter } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Writer } from '../writer.ts'
import { firstKey, type SetRow } from '../vector-sets.ts'

/** From now on what chunks say is written down as they come. */
export const enableContentHashes = (db: Connection): void =>
  void db.run("UPDATE counters SET value = 1 WHERE name = 'sayings' AND value = 0")

/** Rows that go in one transaction: wiping each of them goes through the log. */
const SLICE = 4_000

/** Takes out what removed sets have left; nothing, mostly. Killed on the way, the next one goes on. */
export async function sweepSets({ transact, exclusive }: Writer): Promise<void> {
  if (!(await exclusive((db) => removedSet(db)))) return
  while (await transact(sweepSlice));
}

const removedSet = (db: Connection) => db.row<SetRow>('SELECT * FROM embedding_sets WHERE key IS NULL LIMIT 1')

/** `false`: there is nothing left. */
function sweepSlice(db: Connection): boolean {
  const set = removedSet(db)
  if (!set) return false
  for (const table of ['vectors', 'vector_blocks'])
    if (
      db.run(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE id >= ? AND id < ? LIMIT ?)`, [
        firstKey(set.id),
        firstKey(set.id + 1),
        SLICE,
      ]) > 0
    )
      return true
  db.run('DELETE FROM embedding_sets WHERE id = ?', [set.id])
  if (db.row('SELECT 1 FROM embedding_sets')) return true
  clearContentHashes(db)
  return false
}

/** Without sets nothing is written down. */
export function clearContentHashes(db: Connection): void {
  if (counter(db, 'sayings') === 0) return
  db.run('UPDATE chunks SET said = NULL WHERE said IS NOT NULL')
  db.run('DELETE FROM sayings')
  db.run("UPDATE counters SET value = 0 WHERE name = 'sayings'")
}
