import { WukuError } from '../../../core/errors.ts'
import type { SourceId } from '../../../core/words.ts'
import { noCounts, type LibraryVersion, type VersionChange, type VersionDraft } from '../../../ports/libraries.ts'
import { insertRow, updateRow, withChange } from '../rows.ts'
import { advance } from '../counters.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { readOrigin, requireLibrary, writeOrigin } from './libraries.ts'

interface VersionRow {
  readonly id: number
  readonly library: number
  readonly version: string
  readonly source: SourceId
  readonly originals: string
  readonly origin: string | null
  readonly ref: string | null
  readonly commit_hash: string | null
  readonly url: string | null
  readonly status: LibraryVersion['status']
  readonly created_at: number
  readonly indexed_at: number | null
  readonly deleted_at: number | null
  readonly documents: number
  readonly snippets: number
  readonly code: number
  readonly info: number
  readonly tokens: number
}

function toVersion(row: VersionRow): LibraryVersion {
  const { id, library, version, source, originals, ref, url, status } = row
  const { documents, snippets, code, info, tokens } = row
  return {
    id,
    library,
    version,
    source,
    originals,
    ref,
    url,
    status,
    origin: readOrigin(row.origin),
    commit: row.commit_hash,
    createdAt: row.created_at,
    indexedAt: row.indexed_at,
    deletedAt: row.deleted_at,
    counts: { documents, snippets, code, info, tokens },
  }
}

function toRow(kept: Omit<LibraryVersion, 'id'>): Omit<VersionRow, 'id'> {
  const { library, version, source, originals, ref, url, status } = kept
  const { documents, snippets, code, info, tokens } = kept.counts
  return {
    library,
    version,
    source,
    originals,
    ref,
    url,
    status,
    documents,
    snippets,
    code,
    info,
    tokens,
    origin: writeOrigin(kept.origin),
    commit_hash: kept.commit,
    created_at: kept.createdAt,
    indexed_at: kept.indexedAt,
    deleted_at: kept.deletedAt,
  }
}

export const listVersions = (db: Connection, library?: number): LibraryVersion[] =>
  (library === undefined
    ? db.rows<VersionRow>('SELECT * FROM library_versions ORDER BY id')
    : db.rows<VersionRow>('SELECT * FROM library_versions WHERE library = ? ORDER BY id', [library])
  ).map(toVersion)

export function requireVersion(db: Connection, id: number): LibraryVersion {
  const row = db.row<VersionRow>('SELECT * FROM library_versions WHERE id = ?', [id])
  if (!row) throw unknownVersion(id)
  return toVersion(row)
}

export function insertVersion(db: Connection, draft: VersionDraft): LibraryVersion {
  const version = { ...draft, indexedAt: null, deletedAt: null, counts: noCounts }
  demandOnce(db, version)
  advance(db, 'holdings', 1)
  return requireVersion(db, insertRow(db, 'library_versions', toRow(version)))
}

export function updateVersion(db: Connection, id: number, change: VersionChange): LibraryVersion {
  const version = withChange(requireVersion(db, id), change)
  demandOnce(db, version)
  updateRow(db, { table: 'library_versions', id }, toRow(version))
  advance(db, 'holdings', 1)
  return requireVersion(db, id)
}

export function deleteVersion(db: Connection, id: number): void {
  db.run('DELETE FROM library_versions WHERE id = ?', [id])
  advance(db, 'holdings', 1)
}

type Wanted = Pick<LibraryVersion, 'library' | 'version' | 'status'> & { readonly id?: number }

/** The library must be there, and no other version of it that is neither staged nor deleted may be called the same. */
function demandOnce(db: Connection, { id = 0, library, version, status }: Wanted): void {
  const { slug } = requireLibrary(db, library)
  if (status === 'deleted' || status === 'staged') return
  const sql =
    "SELECT id FROM library_versions WHERE library = ? AND version = ? AND status NOT IN ('deleted', 'staged') AND id <> ?"
  if (db.row(sql, [library, version, id])) throw versionExists(slug, version)
}

const versionExists = (slug: string, version: string): WukuError =>
  new WukuError(
    'conflict',
    `The library ${slug} already has a version "${version}".`,
    'Refresh or delete that version, or choose another "version".',
  )

const unknownVersion = (id: number): WukuError =>
  new WukuError(
    'not-found',
    `There is no version ${id} of any library.`,
    '"search-libraries" shows the existing versions.',
  )
