import type { Range } from '@wuku/core/ranges'
import { counter } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { removeFromBlocks } from './vector-block-rows.ts'
import { deleteVector } from './vector-sets.ts'

/** Whether what chunks say is written down: where there are no sets, it is not. */
export const areContentsStored = (db: Connection): boolean => counter(db, 'sayings') === 1

/** Chunks that are about to go have no vectors any more; what they said does not go yet. */
export function dropContents(db: Connection, ranges: readonly Range[]): void {
  if (!areContentsStored(db)) return
  for (const { first, last } of ranges)
    db.run('UPDATE sayings SET is_leaving = 1 WHERE id IN (SELECT said FROM chunks WHERE id >= ? AND id <= ?)', [
      first,
      last,
    ])
  removeFromBlocks(db, ranges)
}

/** Removes contents that no chunk has any more, along with their vectors. */
export function removeOrphanContents(db: Connection): void {
  if (!areContentsStored(db)) return
  const gone = db.rows<{ id: number }>(
    `SELECT id FROM sayings
     WHERE is_leaving = 1 AND NOT EXISTS (SELECT 1 FROM chunks WHERE said = sayings.id)`,
  )
  for (const { id } of gone) {
    deleteVector(db, id)
    db.run('DELETE FROM sayings WHERE id = ?', [id])
  }
  db.run('UPDATE sayings SET is_leaving = 0 WHERE is_leaving = 1')
}
