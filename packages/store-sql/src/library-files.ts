import type { FileDraft, FilesRequest, FileStatus, LibraryFile, LibraryVersion } from '@wuku/core/ports/library-store'
import type { Page } from '@wuku/core/ports/pads'
import type { SqlSession } from './sql-session.ts'
import { randomNumbers } from './stored-rows.ts'
import {
  type Conditions,
  conditionsFor,
  json,
  pageOf,
  readRow,
  rowsOf,
  selected,
  plain,
  type Table,
  writtenRow,
  text,
} from './tables.ts'
import type { Owned } from './visible-rows.ts'

const files: Table<LibraryFile> = {
  name: 'library_files',
  columns: {
    ...plain('id', 'version', 'path', 'title', 'type', 'bytes', 'hash', 'status'),
    error: text('error'),
    ...plain('chunks', 'tokens', 'url', 'createdAt', 'updatedAt'),
    facts: json('facts'),
  },
}

/** Versions that a caller sees; `version`: how the statement calls their table. */
export function versionsShown(where: Conditions, version: string, owned: Owned | undefined): void {
  if (owned) where.isIn(`${version}.library`, [...owned.libraries])
  if (owned?.versions) where.isIn(`${version}.id`, [...owned.versions])
}

/** Deleted files show only to a request that names the status: their originals are still to be removed. */
const NOT_DELETED = "library_files.status <> 'deleted'"

function filesShown(db: SqlSession, owned: Owned | undefined): Conditions {
  const where = conditionsFor(db)
  if (!owned) return where
  const { libraries, versions } = owned
  const { isIn } = db.dialect
  const ofVersions = versions ? `AND ${isIn('own.id', where.given([...versions]))}` : ''
  where.also(`EXISTS (SELECT 1 FROM library_versions AS own WHERE own.id = library_files.version
    AND ${isIn('own.library', where.given([...libraries]))} ${ofVersions})`)
  return where
}

export function pageOfFiles(
  db: SqlSession,
  { version, statuses, query, limit, offset }: FilesRequest,
  owned: Owned | undefined,
): Promise<Page<LibraryFile>> {
  const where = filesShown(db, owned)
  where.isIn('version', [version].flat())
  where.isIn('status', statuses)
  if (!statuses) where.also(NOT_DELETED)
  if (query !== undefined) {
    const pattern = where.given(patternOf(query))
    const holds = (column: string) => String.raw`${db.dialect.withSmallAscii(column)} LIKE ${pattern} ESCAPE '\'`
    where.also(`(${holds('path')} OR ${holds('title')})`)
  }
  return pageOf(db, files, { where, order: 'path, version', limit, offset })
}

/** Only letters of ASCII match in either case. */
const patternOf = (query: string): string =>
  `%${query.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export async function fileWith(db: SqlSession, id: number, owned: Owned | undefined): Promise<LibraryFile | undefined> {
  const where = conditionsFor(db)
  where.compare('library_files.id', '=', id)
  versionsShown(where, 'own', owned)
  const row = await db.row<object>(
    `SELECT ${selected(db, files)} FROM library_files JOIN library_versions AS own ON own.id = library_files.version
     WHERE ${where.sql} AND own.status NOT IN ('staged', 'deleted') AND ${NOT_DELETED}
     ORDER BY library_files.version DESC LIMIT 1`,
    where.values,
  )
  return row && readRow(db, files, row)
}

export function filesAt(
  db: SqlSession,
  { version, paths }: { readonly version: number; readonly paths: readonly string[] },
  owned: Owned | undefined,
): Promise<readonly LibraryFile[]> {
  const where = filesShown(db, owned)
  where.compare('version', '=', version)
  where.isIn('path', paths)
  where.also(NOT_DELETED)
  return rowsOf(db, files, `WHERE ${where.sql}`, where.values)
}

export async function countFiles(db: SqlSession, version: number, owned: Owned | undefined) {
  const where = filesShown(db, owned)
  where.compare('version', '=', version)
  where.also(NOT_DELETED)
  const counted = await db.rows<{ status: FileStatus; files: number }>(
    `SELECT status, count(*) AS files FROM library_files WHERE ${where.sql} GROUP BY status ORDER BY status`,
    where.values,
  )
  return Object.fromEntries(counted.map(({ status, files: count }) => [status, count]))
}

interface PutPlace {
  readonly version: LibraryVersion
  readonly isOfUser: boolean
}

/** The last of several with one path counts. */
export async function putFiles(db: SqlSession, place: PutPlace, drafts: readonly FileDraft[]): Promise<void> {
  const given = [...new Map(drafts.map((file) => [file.path, file])).values()]
  if (given.length === 0) return
  const paths = given.map(({ path }) => path)
  const known = await idsAt(db, place.version, paths)
  const count = given.filter(({ path }) => !known.has(path)).length
  const fresh = place.isOfUser ? randomNumbers(count) : await db.dialect.fileNumbers(db, count)
  let next = 0
  const rows = given.map((file) =>
    writtenRow(db, files, { ...file, version: place.version.id, id: known.get(file.path) ?? fresh[next++] ?? 0 }),
  )
  const replaced = Object.keys(rows[0] ?? {}).map((name) => `${name} = excluded.${name}`)
  await db.insert('library_files', rows, `ON CONFLICT (version, path) DO UPDATE SET ${replaced.join(', ')}`)
}

/** Numbers that files with these paths have in this version, or in another one of its name. */
async function idsAt(db: SqlSession, { id, library, version }: LibraryVersion, paths: readonly string[]) {
  const rows = await db.rows<{ path: string; id: number }>(
    `SELECT file.path, file.id FROM library_files AS file JOIN library_versions AS own ON own.id = file.version
     WHERE own.library = $1 AND own.version = $2 AND ${db.dialect.isIn('file.path', '$3')}
     ORDER BY file.version = $4, file.version`,
    [library, version, paths, id],
  )
  return new Map(rows.map((row) => [row.path, row.id]))
}
