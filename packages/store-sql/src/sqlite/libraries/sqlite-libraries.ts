import type { SourceId } from '@wuku/core/core-types'
import type { Library, LibraryChange, LibraryDraft } from '@wuku/core/ports/library-store'
import { type LibraryRow, slugInUse, toLibrary, toLibraryRow, unknownLibrary } from '../../library-rows.ts'
import { isOfUser, randomLibraryNumber, withChange } from '../../stored-rows.ts'
import { insertRow, updateRow } from '../sqlite-rows.ts'
import type { Connection } from '../driver/connection.ts'
import { parseStored } from '../sqlite-failures.ts'
import { advance, reviseSource } from '../counters.ts'

export const listLibraries = (db: Connection): Library[] =>
  db.rows<LibraryRow>('SELECT * FROM libraries ORDER BY id').map((row) => toLibrary(row, parseStored))

export function requireLibrary(db: Connection, id: number): Library {
  const row = db.row<LibraryRow>('SELECT * FROM libraries WHERE id = ?', [id])
  if (!row) throw unknownLibrary(id)
  return toLibrary(row, parseStored)
}

export function insertLibrary(db: Connection, draft: LibraryDraft): Library {
  const library = { ...draft, status: 'active', deletedAt: null } as const
  requireFreeSlug(db, library)
  advance(db, 'holdings', 1)
  const row = toLibraryRow(library)
  return requireLibrary(
    db,
    insertRow(db, 'libraries', isOfUser(draft.ownership) ? { id: freeNumber(db), ...row } : row),
  )
}

function freeNumber(db: Connection): number {
  for (;;) {
    const id = randomLibraryNumber()
    if (!db.row('SELECT 1 FROM libraries WHERE id = ?', [id])) return id
  }
}

export function updateLibrary(db: Connection, id: number, change: LibraryChange): Library {
  const library = withChange(requireLibrary(db, id), change)
  requireFreeSlug(db, library)
  updateRow(db, { table: 'libraries', id }, toLibraryRow(library))
  advance(db, 'holdings', 1)
  if (change.ownership) for (const source of sourcesOf(db, id)) reviseSource(db, source)
  return requireLibrary(db, id)
}

const sourcesOf = (db: Connection, library: number): SourceId[] =>
  db
    .rows<{ source: SourceId }>('SELECT DISTINCT source FROM library_versions WHERE library = ?', [library])
    .map(({ source }) => source)

export function deleteLibrary(db: Connection, id: number): void {
  db.run('DELETE FROM libraries WHERE id = ?', [id])
  advance(db, 'holdings', 1)
}

function requireFreeSlug(db: Connection, { id, slug }: { readonly id?: number; readonly slug: string }): void {
  const existing = db.row<LibraryRow>('SELECT * FROM libraries WHERE slug = ?', [slug])
  if (existing && existing.id !== id) throw slugInUse(existing)
}
