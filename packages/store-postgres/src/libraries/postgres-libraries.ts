import type { Library, LibraryChange, LibraryDraft } from '@wuku/core/ports/library-store'
import { type LibraryRow, slugInUse, toLibrary, toLibraryRow, unknownLibrary } from '@wuku/store-sql/library-rows'
import { isOfUser, randomLibraryNumber, withChange } from '@wuku/store-sql/stored-rows'
import type { ReadContext } from '../read-context.ts'
import { insertRow, parseStored, updateRow } from '@wuku/store-sql/postgres/postgres-rows'
import type { Session, SqlValue } from '@wuku/store-sql/postgres/session'
import { noteHoldings } from '../postgres-sources.ts'
import { newStateName } from '@wuku/store-sql/postgres/postgres-dialect'

/**
 * Versions that are shown, in a statement with `$1` and `$2`; hidden sources do not matter: a caller who may see a library may
 * see what becomes of it.
 */
export const versionsShown = (version: string): string =>
  `($1::int[] IS NULL OR ${version}.library = ANY($1)) AND ($2::int[] IS NULL OR ${version}.id = ANY($2))`

/** `$1` and `$2`: libraries that are shown, and versions; NULL for all of them. */
export const shownValues = ({ shown }: Pick<ReadContext, 'shown'>): readonly SqlValue[] => [
  shown?.owned ? [...shown.owned.libraries] : null,
  shown?.owned?.versions ? [...shown.owned.versions] : null,
]

const read = (row: LibraryRow): Library => toLibrary(row, parseStored)

/** A caller with a limit on versions does not hear of a default one outside of them. */
export async function listLibraries(context: ReadContext): Promise<readonly Library[]> {
  const rows = await context.db.rows<LibraryRow & { readonly has_default: boolean }>(
    `SELECT libraries.*, $2::int[] IS NULL OR EXISTS (SELECT FROM library_versions AS own
       WHERE own.library = libraries.id AND own.version = libraries.default_version AND ${versionsShown('own')}) AS has_default
     FROM libraries WHERE $1::int[] IS NULL OR id = ANY($1) ORDER BY id`,
    shownValues(context),
  )
  return rows.map((row) => (row.has_default ? read(row) : { ...read(row), defaultVersion: null }))
}

export async function requireLibrary(db: Session, id: number): Promise<Library> {
  const row = await db.row<LibraryRow>('SELECT * FROM libraries WHERE id = $1', [id])
  if (!row) throw unknownLibrary(id)
  return read(row)
}

export async function insertLibrary(db: Session, draft: LibraryDraft): Promise<Library> {
  const library = { ...draft, status: 'active', deletedAt: null } as const
  await requireFreeSlug(db, library)
  const row = toLibraryRow(library)
  const random = isOfUser(draft.ownership) ? await freeNumber(db) : undefined
  if (random !== undefined) await db.insertNumbered('libraries', [{ id: random, ...row }])
  const id = random ?? (await insertRow<LibraryRow>(db, 'libraries', row)).id
  await noteHoldings(db)
  return requireLibrary(db, id)
}

async function freeNumber(db: Session): Promise<number> {
  for (;;) {
    const id = randomLibraryNumber()
    if (!(await db.row('SELECT FROM libraries WHERE id = $1', [id]))) return id
  }
}

export async function updateLibrary(db: Session, id: number, change: LibraryChange): Promise<Library> {
  const before = await requireLibrary(db, id)
  const library = withChange(before, change)
  if (library.slug !== before.slug) await requireFreeSlug(db, library)
  const row = await updateRow<LibraryRow>(db, { table: 'libraries', id }, toLibraryRow(library))
  await noteHoldings(db)
  if (change.ownership)
    await db.run(
      `UPDATE sources SET revision = $2
       WHERE id IN (SELECT source FROM library_versions WHERE library = $1)`,
      [id, newStateName()],
    )
  return read(row)
}

/** Its versions and their files go with it. */
export async function deleteLibrary(db: Session, id: number): Promise<void> {
  if ((await db.run('DELETE FROM libraries WHERE id = $1', [id])) === 0) throw unknownLibrary(id)
  await noteHoldings(db)
}

async function requireFreeSlug(db: Session, { slug }: Pick<Library, 'slug'>): Promise<void> {
  const existing = await db.row<LibraryRow>('SELECT * FROM libraries WHERE slug = $1', [slug])
  if (existing) throw slugInUse(existing)
}
