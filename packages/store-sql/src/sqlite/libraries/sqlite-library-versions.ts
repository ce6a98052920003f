import { noCounts, type LibraryVersion, type VersionChange, type VersionDraft } from '@wuku/core/ports/library-store'
import { toVersion, toVersionRow, unknownVersion, versionExists, type VersionRow } from '../../library-rows.ts'
import { withChange } from '../../stored-rows.ts'
import { parseStored } from '../sqlite-failures.ts'
import { insertRow, updateRow } from '../sqlite-rows.ts'
import { advance } from '../counters.ts'
import type { Connection } from '../driver/connection.ts'
import { requireLibrary } from './sqlite-libraries.ts'

export const listVersions = (db: Connection, library?: number): LibraryVersion[] =>
  (library === undefined
    ? db.rows<VersionRow>('SELECT * FROM library_versions ORDER BY id')
    : db.rows<VersionRow>('SELECT * FROM library_versions WHERE library = ? ORDER BY id', [library])
  ).map((row) => toVersion(row, parseStored))

export function requireVersion(db: Connection, id: number): LibraryVersion {
  const row = db.row<VersionRow>('SELECT * FROM library_versions WHERE id = ?', [id])
  if (!row) throw unknownVersion(id)
  return toVersion(row, parseStored)
}

export function insertVersion(db: Connection, draft: VersionDraft): LibraryVersion {
  const version = { ...draft, indexedAt: null, deletedAt: null, counts: noCounts }
  requireUnique(db, version)
  advance(db, 'holdings', 1)
  return requireVersion(db, insertRow(db, 'library_versions', toVersionRow(version)))
}

export function updateVersion(db: Connection, id: number, change: VersionChange): LibraryVersion {
  const version = withChange(requireVersion(db, id), change)
  requireUnique(db, version)
  updateRow(db, { table: 'library_versions', id }, toVersionRow(version))
  advance(db, 'holdings', 1)
  return requireVersion(db, id)
}

export function deleteVersion(db: Connection, id: number): void {
  db.run('DELETE FROM library_versions WHERE id = ?', [id])
  advance(db, 'holdings', 1)
}

type VersionIdentity = Pick<LibraryVersion, 'library' | 'version' | 'status'> & { readonly id?: number }

/** The library must be there, and no other version of it that is neither staged nor deleted may be called the same. */
function requireUnique(db: Connection, { id = 0, library, version, status }: VersionIdentity): void {
  const { slug } = requireLibrary(db, library)
  if (status === 'deleted' || status === 'staged') return
  const sql =
    "SELECT id FROM library_versions WHERE library = ? AND version = ? AND status NOT IN ('deleted', 'staged') AND id <> ?"
  if (db.row(sql, [library, version, id])) throw versionExists(slug, version)
}
