import { WukuError } from '../../../core/errors.ts'
import type { SourceId } from '../../../core/words.ts'
import type { Library, LibraryChange, LibraryDraft, Retention } from '../../../ports/libraries.ts'
import type { OriginSpec } from '../../../ports/origins.ts'
import { holdingColumns, insertRow, readHolding, updateRow, type HoldingColumns, withChange } from '../rows.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { parseStored } from '../failures.ts'
import { advance, reviseSource } from '../counters.ts'

interface LibraryRow extends HoldingColumns {
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

const toLibrary = (row: LibraryRow): Library => {
  const holding = readHolding(row)
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    defaultVersion: row.default_version,
    keep: parseStored<Retention>(row.keep),
    origin: readOrigin(row.origin),
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    refreshEvery: row.refresh_every,
    scheduledAt: row.scheduled_at,
    ...(holding && { holding }),
  }
}

const toRow = (library: Omit<Library, 'id'>): Omit<LibraryRow, 'id'> => ({
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
  ...holdingColumns(library.holding),
})

export const readOrigin = (stored: string | null): OriginSpec | null =>
  stored === null ? null : parseStored<OriginSpec>(stored)

export const writeOrigin = (origin: OriginSpec | null): string | null => origin && JSON.stringify(origin)

export const listLibraries = (db: Connection): Library[] =>
  db.rows<LibraryRow>('SELECT * FROM libraries ORDER BY id').map(toLibrary)

export function requireLibrary(db: Connection, id: number): Library {
  const row = db.row<LibraryRow>('SELECT * FROM libraries WHERE id = ?', [id])
  if (!row) throw unknownLibrary(id)
  return toLibrary(row)
}

export function insertLibrary(db: Connection, draft: LibraryDraft): Library {
  const library = { ...draft, status: 'active', deletedAt: null } as const
  demandFreeSlug(db, library)
  advance(db, 'holdings', 1)
  return requireLibrary(db, insertRow(db, 'libraries', toRow(library)))
}

export function updateLibrary(db: Connection, id: number, change: LibraryChange): Library {
  const library = withChange(requireLibrary(db, id), change)
  demandFreeSlug(db, library)
  updateRow(db, { table: 'libraries', id }, toRow(library))
  advance(db, 'holdings', 1)
  if (change.holding) for (const source of sourcesOf(db, id)) reviseSource(db, source)
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

function demandFreeSlug(db: Connection, { id, slug }: { readonly id?: number; readonly slug: string }): void {
  const holder = db.row<LibraryRow>('SELECT * FROM libraries WHERE slug = ?', [slug])
  if (holder && holder.id !== id) throw slugTaken(holder)
}

const slugTaken = (holder: LibraryRow): WukuError =>
  new WukuError(
    'conflict',
    `A library "${holder.name}" (${holder.slug}) exists already${holder.status === 'deleted' ? ', deleted' : ''}.`,
    holder.status === 'deleted'
      ? 'Restore or purge that one, or choose another slug.'
      : 'Use that one, or choose another slug.',
  )

const unknownLibrary = (id: number): WukuError =>
  new WukuError('not-found', `There is no library ${id}.`, '"search-libraries" lists the existing ones.')
