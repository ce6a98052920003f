import type { MovingDesk } from '../../stores/moving.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { placesOfSource } from '../documents/documents.ts'
import { removeDocuments } from '../removal.ts'
import { putDocuments } from './documents.ts'
import { putPostings } from './put-postings.ts'
import { emptyPart, putRows } from './table-rows.ts'
import { emptyVectors, putMovedVectors, putSet } from './vectors.ts'

/** Stands within a transaction. */
export const createDesk = (db: Connection): MovingDesk => ({
  note: async (name, state) => {
    if (state === undefined) db.run('DELETE FROM moves WHERE name = ?', [name])
    else
      db.run('INSERT INTO moves (name, state) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state', [
        name,
        state,
      ])
  },
  putRows: async (table, rows) => putRows(db, table, rows),
  putDocuments: async (documents) => putDocuments(db, documents),
  putPostings: async (postings) => putPostings(db, postings),
  putSet: async (set) => putSet(db, set),
  putVectors: async (set, vectors) => putMovedVectors(db, set, vectors),
  emptyPart: async (part) => emptyPart(db, part),
  emptyDocuments: async (source) => removeDocuments(db, placesOfSource(db, source)),
  emptyVectors: async () => emptyVectors(db),
})
