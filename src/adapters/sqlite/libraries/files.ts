import type { Json } from '../../../core/words.ts'
import type { FilesRequest, FileStatus, LibraryFile } from '../../../ports/libraries.ts'
import type { Page } from '../../../ports/pads.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { parseStored } from '../failures.ts'
import { equals, isAnyOf, pageOfRows } from '../postings/pages.ts'
import { putRow } from '../rows.ts'

interface FileRow {
  readonly version: number
  readonly path: string
  readonly title: string
  readonly type: string
  readonly bytes: number
  readonly hash: string
  readonly status: FileStatus
  readonly error: string | null
  readonly chunks: number
  readonly tokens: number
  readonly url: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly facts: string
}

function toFile(row: FileRow): LibraryFile {
  const { path, title, type, bytes, hash, status, error, chunks, tokens, url } = row
  return {
    path,
    title,
    type,
    bytes,
    hash,
    status,
    error,
    chunks,
    tokens,
    url,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    facts: parseStored<{ readonly [key: string]: Json }>(row.facts),
  }
}

function toRow(version: number, file: LibraryFile): FileRow {
  const { path, title, type, bytes, hash, status, error, chunks, tokens, url } = file
  return {
    version,
    path,
    title,
    type,
    bytes,
    hash,
    status,
    error,
    chunks,
    tokens,
    url,
    created_at: file.createdAt,
    updated_at: file.updatedAt,
    facts: JSON.stringify(file.facts),
  }
}

export function pageOfFiles(db: Connection, { version, statuses, limit, offset }: FilesRequest): Page<LibraryFile> {
  const conditions = [...equals('version', version), ...isAnyOf('status', statuses)]
  const { items, total } = pageOfRows<FileRow>(db, { table: 'library_files', conditions, order: 'path', limit, offset })
  return { items: items.map(toFile), total }
}

export const filesAt = (db: Connection, version: number, paths: readonly string[]): LibraryFile[] =>
  db
    .rows<FileRow>('SELECT * FROM library_files WHERE version = ? AND path IN (SELECT value FROM json_each(?))', [
      version,
      JSON.stringify(paths),
    ])
    .map(toFile)

export function countFiles(db: Connection, version: number): Readonly<Partial<Record<FileStatus, number>>> {
  const counted = db.rows<{ status: FileStatus; files: number }>(
    'SELECT status, count(*) AS files FROM library_files WHERE version = ? GROUP BY status',
    [version],
  )
  return Object.fromEntries(counted.map(({ status, files }) => [status, files]))
}

export function putFiles(db: Connection, version: number, files: readonly LibraryFile[]): void {
  for (const file of files) putRow(db, 'library_files', toRow(version, file))
}

/** Returns how many there were. */
export const deleteFiles = (db: Connection, version: number, paths: readonly string[]): number =>
  db.run('DELETE FROM library_files WHERE version = ? AND path IN (SELECT value FROM json_each(?))', [
    version,
    JSON.stringify(paths),
  ])

export const deleteFilesOf = (db: Connection, version: number): number =>
  db.run('DELETE FROM library_files WHERE version = ?', [version])
