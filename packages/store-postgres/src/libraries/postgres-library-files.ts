import type { FileDraft, FilesRequest, FileStatus, LibraryFile, LibraryVersion } from '@wuku/core/ports/library-store'
import type { Page } from '@wuku/core/ports/pads'
import { type FileRow, toFile, toFileRow } from '@wuku/store-sql/library-file-rows'
import { pageOfRows } from '@wuku/store-sql/postgres/columns'
import type { ReadContext } from '../read-context.ts'
import { parseStored } from '@wuku/store-sql/postgres/postgres-rows'
import type { Session, SqlValue } from '@wuku/store-sql/postgres/session'
import { isOfUser, randomNumbers } from '@wuku/store-sql/stored-rows'
import { requireLibrary, shownValues, versionsShown } from './postgres-libraries.ts'
import { requireVersion } from './postgres-library-versions.ts'

const read = (row: FileRow): LibraryFile => toFile(row, parseStored)

/** Files of versions that are shown, with `$1` and `$2`. */
const FILES_SHOWN = `(($1::int[] IS NULL AND $2::int[] IS NULL) OR EXISTS (
  SELECT FROM library_versions AS own WHERE own.id = library_files.version AND ${versionsShown('own')}))`

/** Deleted files show only to a request that names the status: their originals are still to be removed. */
const NOT_DELETED = "library_files.status <> 'deleted'"

export async function pageOfFiles(context: ReadContext, request: FilesRequest): Promise<Page<LibraryFile>> {
  const { version, statuses, query, limit, offset } = request
  const { items, total } = await pageOfRows<FileRow>(context.db, {
    table: 'library_files',
    columns: 'library_files.*',
    where: String.raw`${FILES_SHOWN} AND version = ANY($3::int[]) AND (status = ANY($4) OR $4::text[] IS NULL AND ${NOT_DELETED})
      AND ($5::text IS NULL OR lower(path COLLATE "C") LIKE $5 OR lower(title COLLATE "C") LIKE $5)`,
    values: [
      ...shownValues(context),
      [version].flat(),
      statuses ?? null,
      query === undefined ? null : patternOf(query),
    ],
    order: 'path, version',
    limit,
    offset,
  })
  return { items: items.map(read), total }
}

/** Only letters of ASCII match in either case, as the collation "C" folds them. */
const patternOf = (query: string): string =>
  `%${query.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export async function fileWith(context: ReadContext, id: number): Promise<LibraryFile | undefined> {
  const row = await context.db.row<FileRow>(
    `SELECT library_files.* FROM library_files JOIN library_versions AS own ON own.id = library_files.version
     WHERE library_files.id = $3 AND own.status NOT IN ('staged', 'deleted') AND ${NOT_DELETED} AND ${versionsShown('own')}
     ORDER BY library_files.version DESC LIMIT 1`,
    [...shownValues(context), id],
  )
  return row && read(row)
}

export async function filesAt(
  context: ReadContext,
  version: number,
  paths: readonly string[],
): Promise<readonly LibraryFile[]> {
  const rows = await context.db.rows<FileRow>(
    `SELECT * FROM library_files WHERE ${FILES_SHOWN} AND version = $3 AND path = ANY($4::text[]) AND ${NOT_DELETED}
     ORDER BY path`,
    [...shownValues(context), version, paths],
  )
  return rows.map(read)
}

export async function countFiles(
  context: ReadContext,
  version: number,
): Promise<Readonly<Partial<Record<FileStatus, number>>>> {
  const counted = await context.db.rows<{ status: FileStatus; files: number }>(
    `SELECT status, count(*) AS files FROM library_files WHERE ${FILES_SHOWN} AND version = $3 AND ${NOT_DELETED}
     GROUP BY status ORDER BY status`,
    [...shownValues(context), version],
  )
  return Object.fromEntries(counted.map(({ status, files }) => [status, files]))
}

/** The last of several with one path counts. */
export async function putFiles(db: Session, version: number, files: readonly FileDraft[]): Promise<void> {
  const own = await requireVersion(db, version)
  const given = [...new Map(files.map((file) => [file.path, file])).values()]
  if (given.length === 0) return
  const ids = await idsFor(
    db,
    own,
    given.map(({ path }) => path),
  )
  const rows = given.map((file) => toFileRow({ id: ids.get(file.path) ?? 0, version }, file))
  const replaced = Object.keys(rows[0] ?? {}).map((name) => `${name} = excluded.${name}`)
  await db.insert<{ readonly [Column in keyof FileRow]: SqlValue }>(
    'library_files',
    rows,
    `ON CONFLICT (version, path) DO UPDATE SET ${replaced.join(', ')}`,
  )
}

/**
 * Numbers that files with these paths have in this version, or in another one of its name; new ones, in the order of the
 * paths, for the others.
 */
async function idsFor(
  db: Session,
  { id, library, version }: LibraryVersion,
  paths: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ path: string; id: number }>(
    `SELECT path, coalesce(known, ($5::bigint[])[nth], nextval('library_file_numbers')) AS id FROM (
       SELECT wanted.path, nth, (
         SELECT file.id FROM library_files AS file JOIN library_versions AS own ON own.id = file.version
         WHERE own.library = $1 AND own.version = $2 AND file.path = wanted.path
         ORDER BY file.version = $3 DESC, file.version DESC LIMIT 1
       ) AS known
       FROM unnest($4::text[]) WITH ORDINALITY AS wanted (path, nth) ORDER BY nth
     ) AS found`,
    [
      library,
      version,
      id,
      paths,
      isOfUser((await requireLibrary(db, library)).ownership) ? randomNumbers(paths.length) : [],
    ],
  )
  return new Map(rows.map((row) => [row.path, row.id]))
}

export async function deleteFiles(db: Session, version: number, paths: readonly string[]): Promise<void> {
  await requireVersion(db, version)
  if (paths.length > 0)
    await db.run('DELETE FROM library_files WHERE version = $1 AND path = ANY($2::text[])', [version, paths])
}
