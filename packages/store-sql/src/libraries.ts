import { msg } from '@wuku/messages/store-sql'
import { WukuError } from '@wuku/core/errors'
import {
  type Library,
  type LibraryChange,
  type LibraryDraft,
  type LibraryTransaction,
  type LibraryVersion,
  type LibraryView,
  noCounts,
  type VersionChange,
  type VersionCounts,
  type VersionDraft,
} from '@wuku/core/ports/library-store'
import { countFiles, filesAt, fileWith, pageOfFiles, putFiles, versionsShown } from './library-files.ts'
import type { SqlSession } from './sql-session.ts'
import {
  isOfUser,
  type OwnershipColumns,
  ownershipColumns,
  randomLibraryNumber,
  readOwnership,
  withChange,
} from './stored-rows.ts'
import {
  changeRow,
  conditionsFor,
  insertRow,
  json,
  jsonOrNull,
  readRow,
  rowsOf,
  rowWith,
  selected,
  plain,
  type Table,
  writtenRow,
} from './tables.ts'
import type { Owned } from './visible-rows.ts'

/** Hidden sources do not matter: a caller who may see a library may see what becomes of it. */
export const createLibraryView = (db: SqlSession, owned?: Owned): LibraryView => ({
  libraries: () => listLibraries(db, owned),
  versions: (library) => listVersions(db, owned, library),
  files: (request) => pageOfFiles(db, request, owned),
  file: (id) => fileWith(db, id, owned),
  filesAt: (version, paths) => filesAt(db, { version, paths }, owned),
  fileCounts: (version) => countFiles(db, version, owned),
})

export const createLibraryTransaction = (db: SqlSession): LibraryTransaction => ({
  ...createLibraryView(db),
  addLibrary: (draft) => insertLibrary(db, draft),
  changeLibrary: (id, change) => updateLibrary(db, id, change),
  removeLibrary: (id) => deleteLibrary(db, id),
  addVersion: (draft) => insertVersion(db, draft),
  changeVersion: (id, change) => updateVersion(db, id, change),
  removeVersion: (id) => deleteVersion(db, id),
  putFiles: async (id, files) => {
    const version = await requireVersion(db, id)
    const { ownership } = await requireLibrary(db, version.library)
    await putFiles(db, { version, isOfUser: isOfUser(ownership) }, files)
  },
  removeFiles: async (id, paths) => {
    await requireVersion(db, id)
    const condition = db.dialect.isIn('path', '$2')
    const removed = await db.run(`DELETE FROM library_files WHERE version = $1 AND ${condition}`, [id, paths])
    await db.dialect.noteRemovals(db, removed)
  },
})

type StoredLibrary = Omit<Library, 'ownership'> & OwnershipColumns

const libraries: Table<StoredLibrary> = {
  name: 'libraries',
  columns: {
    ...plain('id', 'slug', 'name', 'description', 'defaultVersion'),
    keep: json('keep'),
    origin: jsonOrNull('origin'),
    ...plain('status', 'createdAt', 'updatedAt', 'deletedAt', 'refreshEvery', 'scheduledAt', 'owner'),
    ...plain('visibility', 'shared_with'),
  },
}

function toLibrary({ dialect }: SqlSession, { owner, visibility, shared_with, ...library }: StoredLibrary): Library {
  const ownership = readOwnership({ owner, visibility, shared_with }, dialect.parse)
  return { ...library, ...(ownership && { ownership }) }
}

function rowOfLibrary(db: SqlSession, { ownership, ...library }: Omit<Library, 'id'>) {
  const { id: _id, ...row } = writtenRow(db, libraries, { ...library, ...ownershipColumns(ownership), id: 0 })
  return row
}

/** A caller with a limit on versions does not hear of a default one outside of them. */
async function listLibraries(db: SqlSession, owned: Owned | undefined): Promise<readonly Library[]> {
  const where = conditionsFor(db)
  if (owned) where.isIn('id', [...owned.libraries])
  const ids = where.sql
  if (owned?.versions) versionsShown(where, 'own', owned)
  const isDefaultShown = `EXISTS (SELECT 1 FROM library_versions AS own
    WHERE own.library = libraries.id AND own.version = libraries.default_version AND ${where.sql.slice(ids.length + 5)})`
  const rows = await db.rows<{ readonly isDefaultShown: boolean | number }>(
    `SELECT ${selected(db, libraries)}, ${owned?.versions ? isDefaultShown : 'true'} AS "isDefaultShown"
     FROM libraries WHERE ${ids} ORDER BY id`,
    where.values,
  )
  return rows.map((row) => {
    const library = toLibrary(db, readRow(db, libraries, row))
    return row.isDefaultShown ? library : { ...library, defaultVersion: null }
  })
}

async function requireLibrary(db: SqlSession, id: number): Promise<Library> {
  const found = await rowWith(db, libraries, id)
  if (!found) throw unknownLibrary(id)
  return toLibrary(db, found)
}

async function insertLibrary(db: SqlSession, draft: LibraryDraft): Promise<Library> {
  await requireFreeSlug(db, draft.slug)
  const row = rowOfLibrary(db, { ...draft, status: 'active', deletedAt: null })
  const random = isOfUser(draft.ownership) ? await freeNumber(db) : undefined
  if (random !== undefined) await db.insert('libraries', [{ id: random, ...row }])
  const id = random ?? (await insertRow(db, libraries, row)).id
  return requireLibrary(db, id)
}

async function freeNumber(db: SqlSession): Promise<number> {
  for (;;) {
    const id = randomLibraryNumber()
    if (!(await rowWith(db, libraries, id))) return id
  }
}

async function updateLibrary(db: SqlSession, id: number, change: LibraryChange): Promise<Library> {
  const before = await requireLibrary(db, id)
  const library = withChange(before, change)
  if (library.slug !== before.slug) await requireFreeSlug(db, library.slug)
  const changed = await changeRow(db, libraries, id, rowOfLibrary(db, library))
  if (change.ownership)
    await db.dialect.reviseSources(db, 'id IN (SELECT source FROM library_versions WHERE library = $1)', [id])
  return toLibrary(db, changed)
}

async function deleteLibrary(db: SqlSession, id: number): Promise<void> {
  if (!db.dialect.cascades) {
    const ofLibrary = 'version IN (SELECT id FROM library_versions WHERE library = $1)'
    await db.run(`DELETE FROM library_files WHERE ${ofLibrary}`, [id])
    await db.run('DELETE FROM library_versions WHERE library = $1', [id])
  }
  if ((await db.run('DELETE FROM libraries WHERE id = $1', [id])) === 0) throw unknownLibrary(id)
  await db.dialect.noteRemovals(db, 1)
}

async function requireFreeSlug(db: SqlSession, slug: string): Promise<void> {
  const [used] = await rowsOf(db, libraries, 'WHERE slug = $1', [slug])
  if (!used) return
  const isDeleted = used.status === 'deleted'
  throw new WukuError(
    'conflict',
    msg('libraryExistsAlready', { name: used.name, slug: used.slug, value: isDeleted ? msg('deleted') : '' }),
    isDeleted ? msg('restorePurgeOneChooseAnother') : msg('useOneChooseAnotherSlug'),
  )
}

const unknownLibrary = (id: number): WukuError => new WukuError('not-found', msg('noLibrary', { id }))

type StoredVersion = Omit<LibraryVersion, 'counts'> & VersionCounts

const versions: Table<StoredVersion> = {
  name: 'library_versions',
  columns: {
    ...plain('id', 'library', 'version', 'source', 'originals'),
    origin: jsonOrNull('origin'),
    ref: 'ref',
    commit: 'commit_hash',
    ...plain('url', 'status', 'createdAt', 'indexedAt', 'deletedAt', 'documents', 'snippets', 'code'),
    ...plain('info', 'tokens'),
  },
}

const toVersion = ({ documents, snippets, code, info, tokens, ...version }: StoredVersion): LibraryVersion => ({
  ...version,
  counts: { documents, snippets, code, info, tokens },
})

function rowOfVersion(db: SqlSession, { counts, ...version }: Omit<LibraryVersion, 'id'>) {
  const { id: _id, ...row } = writtenRow(db, versions, { ...version, ...counts, id: 0 })
  return row
}

async function listVersions(db: SqlSession, owned: Owned | undefined, library?: number) {
  const where = conditionsFor(db)
  versionsShown(where, 'library_versions', owned)
  where.compare('library', '=', library)
  const rows = await rowsOf(db, versions, `WHERE ${where.sql} ORDER BY id`, where.values)
  return rows.map(toVersion)
}

async function requireVersion(db: SqlSession, id: number): Promise<LibraryVersion> {
  const found = await rowWith(db, versions, id)
  if (!found) throw unknownVersion(id)
  return toVersion(found)
}

async function insertVersion(db: SqlSession, draft: VersionDraft): Promise<LibraryVersion> {
  await requireUnique(db, draft)
  const row = rowOfVersion(db, { ...draft, indexedAt: null, deletedAt: null, counts: noCounts })
  const added = await insertRow(db, versions, row)
  return toVersion(added)
}

async function updateVersion(db: SqlSession, id: number, change: VersionChange): Promise<LibraryVersion> {
  const version = withChange(await requireVersion(db, id), change)
  await requireUnique(db, version)
  const changed = await changeRow(db, versions, id, rowOfVersion(db, version))
  return toVersion(changed)
}

async function deleteVersion(db: SqlSession, id: number): Promise<void> {
  if (!db.dialect.cascades) await db.run('DELETE FROM library_files WHERE version = $1', [id])
  if ((await db.run('DELETE FROM library_versions WHERE id = $1', [id])) === 0) throw unknownVersion(id)
  await db.dialect.noteRemovals(db, 1)
}

const unknownVersion = (id: number): WukuError => new WukuError('not-found', msg('noVersionAnyLibrary', { id }))

type VersionIdentity = Pick<LibraryVersion, 'library' | 'version' | 'status'> & { readonly id?: number }

/** The library must be there, and no other version of it that is neither staged nor deleted may be called the same. */
async function requireUnique(db: SqlSession, { id = 0, library, version, status }: VersionIdentity): Promise<void> {
  const { slug } = await requireLibrary(db, library)
  if (status === 'deleted' || status === 'staged') return
  const other = await db.row(
    `SELECT id FROM library_versions
     WHERE library = $1 AND version = $2 AND status NOT IN ('staged', 'deleted') AND id <> $3`,
    [library, version, id],
  )
  if (!other) return
  throw new WukuError('conflict', msg('libraryAlreadyVersion', { slug, version }))
}
