import { msg } from '@wuku/messages/store-sql'
import { WukuError } from '@wuku/core/errors'
import type { Json, Kind, PathContext, Source, SourceId, SourceOptions } from '@wuku/core/core-types'
import { type Access, isViewer } from '@wuku/core/ports/access'
import {
  type DaysQuery,
  RETENTION_DAYS,
  type SourceDay,
  type SourceFacts,
  WATCH_LEASE,
} from '@wuku/core/ports/index-view'
import type { SourceChange, SourceDraft } from '@wuku/core/ports/store'
import type { SqlSession, SqlValue } from './sql-session.ts'
import { type OwnershipColumns, ownershipColumns, readOwnership } from './stored-rows.ts'
import { conditionsFor } from './tables.ts'
import { type Shown, shownIn, type VersionOfLibrary } from './visible-rows.ts'

/**
 * The holding of each source: a version of a library has that of its library. If several versions have one source, the
 * first of them counts.
 */
const HOLDINGS = `
  SELECT sources.id, version.library,
    CASE WHEN version.id IS NULL THEN sources.owner ELSE libraries.owner END AS owner,
    CASE WHEN version.id IS NULL THEN sources.visibility ELSE libraries.visibility END AS visibility,
    CASE WHEN version.id IS NULL THEN sources.shared_with ELSE libraries.shared_with END AS shared_with
  FROM sources
    LEFT JOIN library_versions AS version ON version.id = (SELECT min(id) FROM library_versions WHERE source = sources.id)
    LEFT JOIN libraries ON libraries.id = version.library`

interface DescribedRow extends OwnershipColumns {
  readonly id: SourceId
  readonly kind: Kind
  readonly name: string
  readonly root: string
  readonly options: string
  readonly indexed_at: number | null
  readonly revision: number
  readonly report: string | null
  /** One of its descriptions; NULL where there is none. */
  readonly described: number | null
  readonly prefix: string
  readonly text: string
}

/** In the order in which they were added. */
export async function listRevisedSources(
  db: SqlSession,
): Promise<readonly { readonly source: Source; readonly revision: number }[]> {
  const rows = await describedRows(db, 'NULL')
  return rows.map((own) => ({ source: toSource(db, own), revision: own[0].revision }))
}

type RowsOfSource = readonly [DescribedRow, ...DescribedRow[]]

/** The rows of each source: one for each of its descriptions, those of everything first. */
async function describedRows(db: SqlSession, report: string): Promise<readonly RowsOfSource[]> {
  const rows = await db.rows<DescribedRow>(
    `SELECT sources.id, kind, name, root, options, indexed_at, revision, held.owner, held.visibility, held.shared_with,
       ${report} AS report, contexts.source AS described, contexts.prefix, contexts.text
     FROM sources JOIN (${HOLDINGS}) AS held ON held.id = sources.id
       LEFT JOIN contexts ON contexts.source IN (0, sources.id)
     ORDER BY sources.id, contexts.source, contexts.prefix`,
  )
  return [...Map.groupBy(rows, ({ id }) => id).values()] as unknown as readonly RowsOfSource[]
}

function toSource({ dialect: { parse } }: SqlSession, rows: RowsOfSource): Source {
  const [row] = rows
  const ownership = readOwnership(row, parse)
  const contexts = rows.flatMap(({ described, prefix, text }): readonly PathContext[] =>
    described === null ? [] : [{ collection: described === 0 ? '' : row.name, prefix, text }],
  )
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    root: row.root,
    options: parse<SourceOptions>(row.options),
    indexedAt: row.indexed_at,
    ...(contexts.length > 0 && { contexts }),
    ...(ownership && { ownership }),
  }
}

/** Only what is shown. */
type SourcesShown = Pick<Shown, 'sources'> | undefined

interface FactsRow {
  readonly source: SourceId
  readonly documents: number
  readonly chunks: number
  readonly bytes: number
  readonly last_modified: number
}

export async function factsOfSources(db: SqlSession, shown: SourcesShown): Promise<readonly SourceFacts[]> {
  const counted = await db.rows<FactsRow>(
    `SELECT source, count(*) AS documents, CAST(sum(chunks) AS bigint) AS chunks, CAST(sum(bytes) AS bigint) AS bytes,
       max(modified_at) AS last_modified
     FROM documents GROUP BY source`,
  )
  const leases = await db.rows<{ name: string; expires: number }>('SELECT name, expires FROM leases')
  const watchedUntil = new Map(leases.map(({ name, expires }) => [name, expires]))
  const countsOf = new Map(counted.map((row) => [row.source, row]))
  const rows = await describedRows(db, db.dialect.reportOfSource)
  return rows
    .filter(([{ id }]) => !shown || shown.sources.has(id))
    .map((own) => {
      const [{ id, report }] = own
      const counts = countsOf.get(id)
      return {
        source: toSource(db, own),
        documents: counts?.documents ?? 0,
        chunks: counts?.chunks ?? 0,
        bytes: counts?.bytes ?? 0,
        lastModified: counts?.last_modified ?? null,
        watchedUntil: watchedUntil.get(`${WATCH_LEASE}${id}`) ?? null,
        report: report === null ? null : db.dialect.parse<Json>(report),
      }
    })
}

/** Source by source, so that the key finds the first day of each. */
export function daysOfSources(
  db: SqlSession,
  { from, to }: DaysQuery,
  shown: SourcesShown,
): Promise<readonly SourceDay[]> {
  const where = conditionsFor(db)
  const first = where.given(from)
  where.also(
    `day >= coalesce((SELECT max(day) FROM source_days WHERE source = sources.id AND day <= ${first}), ${first})`,
  )
  where.compare('day', '<=', to)
  if (shown) where.isIn('sources.id', [...shown.sources])
  return db.rows<SourceDay>(
    `SELECT day, source, documents, chunks, bytes FROM sources CROSS JOIN source_days
     WHERE source = sources.id AND ${where.sql} ORDER BY day, source`,
    where.values,
  )
}

export async function insertSource(db: SqlSession, draft: SourceDraft): Promise<Source> {
  const { kind, name, root, options, addedAt, ownership } = draft
  const { owner, visibility, shared_with } = ownershipColumns(ownership)
  const row = await db.row<{ id: SourceId }>(
    `INSERT INTO sources (kind, name, root, options, added_at, owner, visibility, shared_with, revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (kind, name) DO NOTHING RETURNING id`,
    [kind, name, root, JSON.stringify(options), addedAt, owner, visibility, shared_with, db.dialect.newRevision()],
  )
  if (!row) throw sourceExists(kind, name)
  await db.dialect.noteSources(db)
  return { id: row.id, kind, name, root, options, indexedAt: null, ...(ownership && { ownership }) }
}

export async function updateSource(db: SqlSession, id: SourceId, change: SourceChange): Promise<void> {
  const { name, root, options, ownership, indexedAt, report, countedOn, follows } = change
  const { kind } = await requireSource(db, id)
  const settings = Object.entries<SqlValue | undefined>({
    name,
    root,
    options: options && JSON.stringify(options),
    indexed_at: indexedAt,
    ...(ownership && ownershipColumns(ownership)),
  }).filter(([, value]) => value !== undefined)
  if (settings.length > 0) {
    await setColumns(db, id, { settings, taken: () => sourceExists(kind, name ?? '') })
    // An indexed source is listed so; a report is not listed.
    await db.dialect.noteHoldings(db)
  }
  if (report !== undefined) await db.dialect.putReport(db, id, JSON.stringify(report))
  if ([name, root, options, ownership].some((each) => each !== undefined))
    await db.dialect.reviseSources(db, 'id = $1', [id])
  if (follows !== undefined) await moveDays(db, id, follows)
  if (countedOn !== undefined) await countDay(db, id, countedOn)
}

interface Settings {
  readonly settings: readonly (readonly [column: string, value: SqlValue | undefined])[]
  readonly taken: () => WukuError
}

async function setColumns(db: SqlSession, id: SourceId, { settings, taken }: Settings): Promise<void> {
  const places = settings.map(([column], at) => `${column} = $${at + 2}`)
  try {
    await db.run(`UPDATE sources SET ${places.join(', ')} WHERE id = $1`, [
      id,
      ...settings.map(([, value]) => value ?? null),
    ])
  } catch (thrown) {
    throw db.dialect.isDuplicate(thrown) ? taken() : thrown
  }
}

/** Its documents go before. */
export async function deleteSource(db: SqlSession, id: SourceId): Promise<void> {
  for (const table of db.dialect.cascades ? [] : ['source_runs', 'reports', 'source_days', 'contexts'])
    await db.run(`DELETE FROM ${table} WHERE source = $1`, [id])
  await db.run('DELETE FROM sources WHERE id = $1', [id])
  await db.dialect.noteSources(db)
}

export async function requireSource(db: SqlSession, id: SourceId): Promise<Pick<Source, 'kind'>> {
  const row = await db.row<Pick<Source, 'kind'>>('SELECT kind FROM sources WHERE id = $1', [id])
  if (!row) throw unknownSource(id)
  return row
}

/** The index alone is read: a watched folder of a hundred thousand documents is counted after each change. */
async function countDay(db: SqlSession, source: SourceId, day: string): Promise<void> {
  await db.run(
    `INSERT INTO source_days (source, day, documents, chunks, bytes)
     SELECT $1, $2, count(*), coalesce(sum(chunks), 0), coalesce(sum(bytes), 0) FROM documents WHERE source = $1
     ON CONFLICT (source, day) DO UPDATE SET documents = excluded.documents, chunks = excluded.chunks, bytes = excluded.bytes`,
    [source, day],
  )
  const oldest = new Date(Date.parse(day) - RETENTION_DAYS * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length)
  await db.run(
    `DELETE FROM source_days WHERE source = $1 AND day <
       (SELECT max(day) FROM source_days WHERE source = $1 AND day <= $2)`,
    [source, oldest],
  )
}

/** On a day of both, what `source` has already is the later. */
async function moveDays(db: SqlSession, source: SourceId, from: SourceId): Promise<void> {
  await db.run(
    `UPDATE source_days AS old SET source = $1 WHERE source = $2
       AND NOT EXISTS (SELECT 1 FROM source_days WHERE source = $1 AND day = old.day)`,
    [source, from],
  )
  await db.run('DELETE FROM source_days WHERE source = $1', [from])
}

const sourceExists = (kind: Kind, name: string): WukuError =>
  new WukuError('source-exists', msg('alreadySource', { kind, name }))

export const unknownSource = (id: SourceId): WukuError =>
  new WukuError('unknown-source', msg('sourceNoLongerStore', { id }))

interface OwnedRow extends OwnershipColumns, Pick<DescribedRow, 'id' | 'kind' | 'name' | 'options'> {
  readonly library: number | null
}

/** Everything that an access may see; `undefined` when nothing is to be left out. */
export async function readShown(db: SqlSession, access: Access): Promise<Shown | undefined> {
  const { parse } = db.dialect
  const sources = await db.rows<OwnedRow>(
    `SELECT sources.id, kind, name, options, held.library, held.owner, held.visibility, held.shared_with
     FROM sources JOIN (${HOLDINGS}) AS held ON held.id = sources.id ORDER BY sources.id`,
  )
  const { sources: visibility } = access
  const libraries =
    visibility !== 'all' && isViewer(visibility)
      ? await db.rows<OwnershipColumns & { readonly id: number }>(
          'SELECT id, owner, visibility, shared_with FROM libraries',
        )
      : []
  const versions =
    visibility !== 'all' && !isViewer(visibility)
      ? await db.rows<VersionOfLibrary>('SELECT id, library, source FROM library_versions')
      : []
  return shownIn(access, {
    sources: sources.map(({ options, ...row }) => ({
      ...row,
      isHidden: parse<{ hidden?: boolean }>(options).hidden === true,
      holding: readOwnership(row, parse),
    })),
    libraries: libraries.map((row) => ({ id: row.id, holding: readOwnership(row, parse) })),
    versions,
  })
}
