import { msg } from '@wuku/messages/store-sql'
import { WukuError } from '@wuku/core/errors'
import {
  type Json,
  type Kind,
  localOwnership,
  type PathContext,
  type Source,
  type SourceId,
  type SourceOptions,
} from '@wuku/core/core-types'
import { type Access, isViewer, principalsOf, type Viewer, visibilitiesFor } from '@wuku/core/ports/access'
import {
  type DaysQuery,
  RETENTION_DAYS,
  type SourceDay,
  type SourceFilter,
  WATCH_LEASE,
} from '@wuku/core/ports/index-view'
import type { SourceChange, SourceDraft } from '@wuku/core/ports/store'
import type { SqlSession, SqlValue } from './sql-session.ts'
import { type OwnershipColumns, ownershipColumns, readOwnership } from './stored-rows.ts'
import { type Conditions, conditionsFor } from './tables.ts'
import { type Shown, shownIn, type SourceOwnership, type VersionOfLibrary } from './visible-rows.ts'

/**
 * The holding of each source: a version of a library has that of its library. If several versions have one source, the
 * first of them counts.
 */
const OWNED_SOURCES = `sources
    LEFT JOIN library_versions AS version ON version.id = (SELECT min(id) FROM library_versions WHERE source = sources.id)
    LEFT JOIN libraries ON libraries.id = version.library`
const OWNERSHIP = ['owner', 'visibility', 'shared_with']
  .map((column) => `CASE WHEN version.id IS NULL THEN sources.${column} ELSE libraries.${column} END AS ${column}`)
  .join()

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
export async function listRevisedSources(db: SqlSession, shown: SourcesShown, filter?: SourceFilter) {
  const rows = await describedRows(db, within(shown, filter), 'NULL')
  return rows.map((own) => ({ ...toSource(db, own), revision: String(own[0].revision) }))
}

type RowsOfSource = readonly [DescribedRow, ...DescribedRow[]]

/** The rows of each source: one for each of its descriptions, those of everything first. */
async function describedRows(db: SqlSession, { ids, kinds, name, root }: SourceFilter, report: string) {
  const where = conditionsFor(db)
  where.isIn('sources.id', ids)
  where.isIn('sources.kind', kinds)
  where.compare('sources.name', '=', name)
  if (root !== undefined)
    where.also(`sources.root = ${where.given(root)} AND substr(sources.root, 1, 14) = 'wuku://pushed/'`)
  const rows = await db.rows<DescribedRow>(
    `SELECT sources.id, sources.kind, sources.name, sources.root, sources.options, sources.indexed_at, sources.revision,
       ${OWNERSHIP}, ${report} AS report, contexts.source AS described, contexts.prefix, contexts.text
     FROM ${OWNED_SOURCES} LEFT JOIN contexts ON contexts.source IN (0, sources.id)
     WHERE ${where.sql} ORDER BY sources.id, contexts.source, contexts.prefix`,
    where.values,
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

const within = (shown: SourcesShown, filter: SourceFilter = {}): SourceFilter =>
  shown ? { ...filter, ids: filter.ids?.filter((id) => shown.sources.has(id)) ?? [...shown.sources] } : filter

interface FactsRow {
  readonly source: SourceId
  readonly documents: number
  readonly chunks: number
  readonly bytes: number
  readonly last_modified: number
}

export async function factsOfSources(db: SqlSession, shown: SourcesShown, filter?: SourceFilter) {
  const where = conditionsFor(db)
  where.isIn('source', within(shown, filter).ids)
  const counted = await db.rows<FactsRow>(
    `SELECT source, count(*) AS documents, CAST(sum(chunks) AS bigint) AS chunks, CAST(sum(bytes) AS bigint) AS bytes,
       max(modified_at) AS last_modified
     FROM documents WHERE ${where.sql} GROUP BY source`,
    where.values,
  )
  const leases = await db.rows<{ name: string; expires: number }>('SELECT name, expires FROM leases')
  const watchedUntil = new Map(leases.map(({ name, expires }) => [name, expires]))
  const countsOf = new Map(counted.map((row) => [row.source, row]))
  return (await describedRows(db, within(shown, filter), db.dialect.reportOfSource)).map((own) => {
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
export function daysOfSources(db: SqlSession, { from, to }: DaysQuery, shown: SourcesShown) {
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
  if (settings.length > 0) await setColumns(db, id, { settings, taken: () => sourceExists(kind, name ?? '') })
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

const sourceExists = (kind: Kind, name: string) => new WukuError('source-exists', msg('alreadySource', { kind, name }))

export const unknownSource = (id: SourceId) => new WukuError('unknown-source', msg('sourceNoLongerStore', { id }))

type OwnedRow = OwnershipColumns & Pick<DescribedRow, 'id' | 'kind' | 'name' | 'options'> & { library: number | null }

const OWNED = `SELECT sources.id, sources.kind, sources.name, sources.options, version.library, ${OWNERSHIP}`

/** Everything that an access may see; `undefined` when nothing is to be left out. Hidden sources are not read. */
export async function readShown(db: SqlSession, access: Access): Promise<Shown | undefined> {
  const { sources: visible } = access
  if (visible === 'all') return access.hidden ? undefined : readUnhidden(db, access)
  const where = conditionsFor(db)
  if (!isViewer(visible)) {
    const ids = [...visible]
    where.isIn('sources.id', ids)
    const sources = await ownedSources(db, `${OWNED} FROM ${OWNED_SOURCES}`, where)
    const ofSources = conditionsFor(db)
    ofSources.isIn('source', ids)
    const versions = await db.rows<VersionOfLibrary>(
      `SELECT id, library, source FROM library_versions WHERE ${ofSources.sql}`,
      ofSources.values,
    )
    return shownIn(access, { sources, libraries: [], versions })
  }
  const sql = `WITH seen (id) AS (${candidates(db, 'sources', { viewer: visible, where })}
       UNION SELECT source FROM library_versions WHERE library IN (${candidates(db, 'libraries', { viewer: visible, where })}))
     ${OWNED} FROM seen CROSS JOIN ${OWNED_SOURCES}`
  where.also('sources.id = seen.id')
  const sources = await ownedSources(db, sql, where)
  const given = conditionsFor(db)
  const libraries = await db.rows<OwnershipColumns & { readonly id: number }>(
    `SELECT id, owner, visibility, shared_with FROM libraries
     WHERE id IN (${candidates(db, 'libraries', { viewer: visible, where: given })})`,
    given.values,
  )
  return shownIn(access, {
    sources,
    libraries: libraries.map((row) => ({ id: row.id, holding: readOwnership(row, db.dialect.parse) })),
    versions: [],
  })
}

async function ownedSources(db: SqlSession, sql: string, where: Conditions): Promise<readonly SourceOwnership[]> {
  const { parse } = db.dialect
  const rows = await db.rows<OwnedRow>(`${sql} WHERE ${where.sql} ORDER BY sources.id`, where.values)
  return rows.map(({ options, ...row }) => ({
    ...row,
    isHidden: parse<{ hidden?: boolean }>(options).hidden === true,
    holding: readOwnership(row, parse),
  }))
}

/** Ids of all that a viewer may see, by an index for each reason, and of few others: `isVisible` decides. */
function candidates(
  { dialect }: SqlSession,
  table: 'sources' | 'libraries',
  { viewer, where }: { readonly viewer: Viewer; readonly where: Conditions },
): string {
  const { user } = viewer
  const visibilities = visibilitiesFor(viewer).map((each) => `'${each}'`)
  const select = `SELECT id FROM ${table} WHERE`
  const parts = [`${select} visibility IN (${visibilities.join()}) AND visibility <> 'private'`]
  if (user !== null) {
    const principals = [...principalsOf(viewer), UNREADABLE]
    const ofTeam = table === 'libraries' || user === localOwnership('docs').owner ? '' : "AND kind = 'docs'"
    parts.push(
      `${select} owner = ${where.given(user)}`,
      `${select} (owner IS NULL OR visibility IS NULL) ${ofTeam}`,
      `SELECT id FROM shares WHERE "of" = '${table}' AND ${dialect.isIn('principal', where.given(principals))}`,
    )
  }
  return parts.join(' UNION ')
}

/** Lists of names that a database may read otherwise than the program are looked at for everybody. */
const UNREADABLE = '*'

/** Principals whose states in `changes` show whether this viewer sees something else. The empty one stands for all that many see. */
export const noticedPrincipals = (viewer: Viewer): readonly string[] => ['', UNREADABLE, ...principalsOf(viewer)]

/** All but the hidden sources; all are read only where there are such. */
async function readUnhidden(db: SqlSession, access: Access): Promise<Shown | undefined> {
  const where = conditionsFor(db)
  where.also(db.dialect.holds('sources.options', `'"hidden":true'`))
  const hidden = await ownedSources(db, `${OWNED} FROM ${OWNED_SOURCES}`, where)
  if (!hidden.some(({ isHidden }) => isHidden)) return undefined
  const sources = await ownedSources(db, `${OWNED} FROM ${OWNED_SOURCES}`, conditionsFor(db))
  return shownIn(access, { sources, libraries: [], versions: [] })
}
