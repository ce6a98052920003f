import { noCounts, type LibraryVersion, type VersionChange, type VersionDraft } from '@wuku/core/ports/library-store'
import { toVersion, toVersionRow, unknownVersion, versionExists, type VersionRow } from '@wuku/store-sql/library-rows'
import { withChange } from '@wuku/store-sql/stored-rows'
import type { ReadContext } from '../read-context.ts'
import { insertRow, parseStored, updateRow } from '@wuku/store-sql/postgres/postgres-rows'
import type { Session } from '@wuku/store-sql/postgres/session'
import { noteHoldings } from '../postgres-sources.ts'
import { requireLibrary, shownValues, versionsShown } from './postgres-libraries.ts'

const read = (row: VersionRow): LibraryVersion => toVersion(row, parseStored)

export async function listVersions(context: ReadContext, library?: number): Promise<readonly LibraryVersion[]> {
  const rows = await context.db.rows<VersionRow>(
    `SELECT * FROM library_versions WHERE ${versionsShown('library_versions')} AND ($3::int IS NULL OR library = $3)
     ORDER BY id`,
    [...shownValues(context), library ?? null],
  )
  return rows.map(read)
}

export async function requireVersion(db: Session, id: number): Promise<LibraryVersion> {
  const row = await db.row<VersionRow>('SELECT * FROM library_versions WHERE id = $1', [id])
  if (!row) throw unknownVersion(id)
  return read(row)
}

export async function insertVersion(db: Session, draft: VersionDraft): Promise<LibraryVersion> {
  const version = { ...draft, indexedAt: null, deletedAt: null, counts: noCounts }
  await requireUnique(db, version)
  const row = await insertRow<VersionRow>(db, 'library_versions', toVersionRow(version))
  await noteHoldings(db)
  return read(row)
}

export async function updateVersion(db: Session, id: number, change: VersionChange): Promise<LibraryVersion> {
  const version = withChange(await requireVersion(db, id), change)
  await requireUnique(db, version)
  const row = await updateRow<VersionRow>(db, { table: 'library_versions', id }, toVersionRow(version))
  await noteHoldings(db)
  return read(row)
}

/** Its files go with it. */
export async function deleteVersion(db: Session, id: number): Promise<void> {
  if ((await db.run('DELETE FROM library_versions WHERE id = $1', [id])) === 0) throw unknownVersion(id)
  await noteHoldings(db)
}

type VersionIdentity = Pick<LibraryVersion, 'library' | 'version' | 'status'> & { readonly id?: number }

/** The library must be there, and no other version of it that is neither staged nor deleted may be called the same. */
async function requireUnique(db: Session, { id = 0, library, version, status }: VersionIdentity): Promise<void> {
  const { slug } = await requireLibrary(db, library)
  if (status === 'deleted' || status === 'staged') return
  const other = await db.row(
    `SELECT id FROM library_versions
     WHERE library = $1 AND version = $2 AND status NOT IN ('staged', 'deleted') AND id <> $3`,
    [library, version, id],
  )
  if (other) throw versionExists(slug, version)
}
