import { WukuError } from '@wuku/core/errors'
import type { SourceId } from '@wuku/core/core-types'
import type { Library, LibraryVersion, Retention } from '@wuku/core/ports/library-store'
import type { OriginSpec } from '@wuku/core/ports/origins'
import { ownershipColumns, type OwnershipColumns, type ParseStored, readOwnership } from './stored-rows.ts'

export interface LibraryRow extends OwnershipColumns {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly default_version: string | null
  readonly keep: string
  readonly origin: string | null
  readonly status: Library['status']
  readonly created_at: number
  readonly updated_at: number
  readonly deleted_at: number | null
  readonly refresh_every: number | null
  readonly scheduled_at: number | null
}

export const toLibrary = (row: LibraryRow, parse: ParseStored): Library => {
  const ownership = readOwnership(row, parse)
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    defaultVersion: row.default_version,
    keep: parse<Retention>(row.keep),
    origin: readOrigin(row.origin, parse),
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    refreshEvery: row.refresh_every,
    scheduledAt: row.scheduled_at,
    ...(ownership && { ownership }),
  }
}

export const toLibraryRow = (library: Omit<Library, 'id'>): Omit<LibraryRow, 'id'> => ({
  slug: library.slug,
  name: library.name,
  description: library.description,
  default_version: library.defaultVersion,
  keep: JSON.stringify(library.keep),
  origin: writeOrigin(library.origin),
  status: library.status,
  created_at: library.createdAt,
  updated_at: library.updatedAt,
  deleted_at: library.deletedAt,
  refresh_every: library.refreshEvery,
  scheduled_at: library.scheduledAt,
  ...ownershipColumns(library.ownership),
})

const readOrigin = (stored: string | null, parse: ParseStored): OriginSpec | null =>
  stored === null ? null : parse<OriginSpec>(stored)

const writeOrigin = (origin: OriginSpec | null): string | null => origin && JSON.stringify(origin)

export interface VersionRow {
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

export function toVersion(row: VersionRow, parse: ParseStored): LibraryVersion {
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
    origin: readOrigin(row.origin, parse),
    commit: row.commit_hash,
    createdAt: row.created_at,
    indexedAt: row.indexed_at,
    deletedAt: row.deleted_at,
    counts: { documents, snippets, code, info, tokens },
  }
}

export function toVersionRow(stored: Omit<LibraryVersion, 'id'>): Omit<VersionRow, 'id'> {
  const { library, version, source, originals, ref, url, status } = stored
  const { documents, snippets, code, info, tokens } = stored.counts
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
    origin: writeOrigin(stored.origin),
    commit_hash: stored.commit,
    created_at: stored.createdAt,
    indexed_at: stored.indexedAt,
    deleted_at: stored.deletedAt,
  }
}

export const slugInUse = (existing: Pick<Library, 'name' | 'slug' | 'status'>): WukuError =>
  new WukuError(
    'conflict',
    `A library "${existing.name}" (${existing.slug}) exists already${existing.status === 'deleted' ? ', deleted' : ''}.`,
    existing.status === 'deleted'
      ? 'Restore or purge that one, or choose another slug.'
      : 'Use that one, or choose another slug.',
  )

export const unknownLibrary = (id: number): WukuError =>
  new WukuError('not-found', `There is no library ${id}.`, '"search-libraries" lists the existing ones.')

export const versionExists = (slug: string, version: string): WukuError =>
  new WukuError(
    'conflict',
    `The library ${slug} already has a version "${version}".`,
    'Refresh or delete that version, or choose another "version".',
  )

export const unknownVersion = (id: number): WukuError =>
  new WukuError(
    'not-found',
    `There is no version ${id} of any library.`,
    '"search-libraries" shows the existing versions.',
  )
