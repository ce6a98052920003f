import type { FileDraft, FilesRequest, FileStatus, LibraryFile, LibraryVersion } from '@wuku/core/ports/library-store'
import type { Page } from '@wuku/core/ports/pads'
import type { Connection } from '../driver/connection.ts'
import { advance } from '../counters.ts'
import { parseStored } from '../sqlite-failures.ts'
import type { Condition } from '../filters.ts'
import { equals, isAnyOf, pageOfRows } from '../postings/row-pages.ts'
import { type FileRow, toFile, toFileRow } from '../../library-file-rows.ts'
import { isOfUser, randomNumbers } from '../../stored-rows.ts'
import { putRow } from '../sqlite-rows.ts'
import { requireLibrary } from './sqlite-libraries.ts'

const read = (row: FileRow): LibraryFile => toFile(row, parseStored)

export function pageOfFiles(
  db: Connection,
  { version, statuses, query, limit, offset }: FilesRequest,
): Page<LibraryFile> {
  const conditions = [...ofVersions(version), ...inStatus(statuses), ...holds(query)]
  const order = 'path, version'
  const { items, total } = pageOfRows<FileRow>(db, { table: 'library_files', conditions, order, limit, offset })
  return { items: items.map(read), total }
}

/** Deleted files show only to a request that names the status: their originals are still to be removed. */
const inStatus = (statuses: FilesRequest['statuses']): readonly Condition[] =>
  statuses ? isAnyOf('status', statuses) : [{ sql: NOT_DELETED, values: [] }]
const NOT_DELETED = "library_files.status <> 'deleted'"

/** LIKE folds ASCII letters alone. */
function holds(query: string | undefined): readonly Condition[] {
  if (query === undefined) return []
  const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return [{ sql: String.raw`(path LIKE ? ESCAPE '\' OR title LIKE ? ESCAPE '\')`, values: [pattern, pattern] }]
}

/** There may be more versions than a statement has room for. */
const ofVersions = (version: FilesRequest['version']): readonly Condition[] =>
  typeof version === 'number'
    ? equals('version', version)
    : [{ sql: 'version IN (SELECT value FROM json_each(?))', values: [JSON.stringify(version)] }]

export function fileWith(db: Connection, id: number): LibraryFile | undefined {
  const row = db.row<FileRow>(
    `SELECT library_files.* FROM library_files JOIN library_versions AS own ON own.id = library_files.version
     WHERE library_files.id = ? AND own.status NOT IN ('staged', 'deleted') AND ${NOT_DELETED}
     ORDER BY library_files.version DESC`,
    [id],
  )
  return row && read(row)
}

export const filesAt = (db: Connection, version: number, paths: readonly string[]): LibraryFile[] =>
  db
    .rows<FileRow>(
      `SELECT * FROM library_files WHERE version = ? AND path IN (SELECT value FROM json_each(?)) AND ${NOT_DELETED}`,
      [version, JSON.stringify(paths)],
    )
    .map(read)

export function countFiles(db: Connection, version: number): Readonly<Partial<Record<FileStatus, number>>> {
  const counted = db.rows<{ status: FileStatus; files: number }>(
    `SELECT status, count(*) AS files FROM library_files WHERE version = ? AND ${NOT_DELETED} GROUP BY status`,
    [version],
  )
  return Object.fromEntries(counted.map(({ status, files }) => [status, files]))
}

export function putFiles(db: Connection, version: LibraryVersion, files: readonly FileDraft[]): void {
  const known = idsAt(db, version, files)
  const isCounted = !isOfUser(requireLibrary(db, version.library).ownership)
  const random = isCounted ? [] : randomNumbers(files.length)
  for (const [at, file] of files.entries()) {
    const id = known.get(file.path) ?? random[at] ?? advance(db, 'files', 1) + 1
    putRow(db, 'library_files', toFileRow({ id, version: version.id }, file))
  }
}

/** Numbers that files with these paths have in this version, or in another one of its name. */
function idsAt(
  db: Connection,
  { id, library, version }: LibraryVersion,
  files: readonly FileDraft[],
): ReadonlyMap<string, number> {
  const rows = db.rows<{ path: string; id: number }>(
    `SELECT file.path, file.id FROM library_files AS file JOIN library_versions AS own ON own.id = file.version
     WHERE own.library = ? AND own.version = ? AND file.path IN (SELECT value FROM json_each(?))
     ORDER BY file.version = ?, file.version`,
    [library, version, JSON.stringify(files.map(({ path }) => path)), id],
  )
  return new Map(rows.map((row) => [row.path, row.id]))
}

/** Returns how many there were. */
export const deleteFiles = (db: Connection, version: number, paths: readonly string[]): number =>
  db.run('DELETE FROM library_files WHERE version = ? AND path IN (SELECT value FROM json_each(?))', [
    version,
    JSON.stringify(paths),
  ])

export const deleteFilesOf = (db: Connection, version: number): number =>
  db.run('DELETE FROM library_files WHERE version = ?', [version])
