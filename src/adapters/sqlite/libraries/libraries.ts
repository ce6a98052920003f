import { WukuError } from '../../../core/errors.ts'
import type { Library, LibraryChange, LibraryDraft, Retention } from '../../../ports/libraries.ts'
import type { OriginSpec } from '../../../ports/origins.ts'
import { fold } from '../../../text/terms/fold.ts'
import { withChange } from '../changes.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { parseStored } from '../failures.ts'
import { insertRow, updateRow } from '../rows.ts'

interface LibraryRow {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly folded_name: string
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

const toLibrary = (row: LibraryRow): Library => ({
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
})

const toRow = (library: Omit<Library, 'id'>): Omit<LibraryRow, 'id'> => ({
  slug: library.slug,
  name: library.name,
  folded_name: fold(library.name),
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
  demandFree(db, library)
  return requireLibrary(db, insertRow(db, 'libraries', toRow(library)))
}

export function updateLibrary(db: Connection, id: number, change: LibraryChange): Library {
  const library = withChange(requireLibrary(db, id), change)
  demandFree(db, library)
  updateRow(db, { table: 'libraries', id }, toRow(library))
  return requireLibrary(db, id)
}

export const deleteLibrary = (db: Connection, id: number): number => db.run('DELETE FROM libraries WHERE id = ?', [id])

type Named = Pick<Library, 'slug' | 'name'> & { readonly id?: number }

function demandFree(db: Connection, { id, slug, name }: Named): void {
  const holders: readonly (readonly [field: 'slug' | 'name', sql: string, value: string])[] = [
    ['slug', 'SELECT * FROM libraries WHERE slug = ?', slug],
    ['name', 'SELECT * FROM libraries WHERE folded_name = ?', fold(name)],
  ]
  for (const [field, sql, value] of holders) {
    const holder = db.row<LibraryRow>(sql, [value])
    if (holder && holder.id !== id) throw taken(field, holder)
  }
}

const taken = (field: 'slug' | 'name', holder: LibraryRow): WukuError =>
  new WukuError(
    'conflict',
    `A library "${holder.name}" (${holder.slug}) exists already${holder.status === 'deleted' ? ', deleted' : ''}.`,
    holder.status === 'deleted'
      ? `Restore or purge that one, or choose another ${field}.`
      : `Use that one, or choose another ${field}.`,
  )

const unknownLibrary = (id: number): WukuError =>
  new WukuError('not-found', `There is no library ${id}.`, '"search-libraries" lists the existing ones.')
