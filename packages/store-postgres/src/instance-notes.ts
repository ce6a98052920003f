import type { SharedNotes } from '@wuku/core/ports/instances'
import type { Database } from './database.ts'

/** After this number of claims, expired notes are removed. */
const SWEEP_EVERY = 200

const NOW = 'extract(epoch FROM clock_timestamp()) * 1000'

/** Notes in a table of their own, which no view of the store reads. */
export function createNotes(database: Database): SharedNotes {
  let claims = 0
  const sweep = async (): Promise<void> => {
    if (++claims % SWEEP_EVERY !== 1) return
    await database.write([], (db) => db.run(`DELETE FROM instance_notes WHERE until <= ${NOW}`))
  }
  return {
    async claim(key, text, milliseconds) {
      await sweep()
      return database.write([], async (db) => {
        const claimed = await db.row(
          `INSERT INTO instance_notes (key, text, until) VALUES ($1, $2, ${NOW} + $3)
           ON CONFLICT (key) DO UPDATE SET text = excluded.text, until = excluded.until
             WHERE instance_notes.until <= ${NOW}
           RETURNING true AS is_taken`,
          [key, text, milliseconds],
        )
        if (claimed) return undefined
        // The conflict has locked nothing: a note that was removed meanwhile counts as one that just ended.
        const found = await db.row<{ text: string }>('SELECT text FROM instance_notes WHERE key = $1', [key])
        return found?.text ?? ''
      })
    },
    put: async (key, text, milliseconds) => {
      await database.write([], (db) =>
        db.run(
          `INSERT INTO instance_notes (key, text, until) VALUES ($1, $2, ${NOW} + $3)
           ON CONFLICT (key) DO UPDATE SET text = excluded.text, until = excluded.until`,
          [key, text, milliseconds],
        ),
      )
    },
    remove: async (key) => {
      await database.write([], (db) => db.run('DELETE FROM instance_notes WHERE key = $1', [key]))
    },
  }
}
