import { WukuError } from '@wuku/core/errors'
import type { Json, Kind, PathContext, Source, SourceId } from '@wuku/core/core-types'
import { WATCH_LEASE, type ListedSource, type SourceFacts } from '@wuku/core/ports/index-view'
import type { SourceChange, SourceDraft } from '@wuku/core/ports/store'
import type { ReadContext } from './read-context.ts'
import { ownershipColumns, toSource, type SourceRow } from '@wuku/store-sql/stored-rows'
import { parseStored } from '@wuku/store-sql/postgres/postgres-rows'
import type { Session } from '@wuku/store-sql/postgres/session'
import { countDay, moveDays } from './source-days.ts'
import { newStateName } from '@wuku/store-sql/postgres/postgres-dialect'

interface DescribedRow extends SourceRow {
  readonly report: string | null
  /** Prefixes and texts of its descriptions, those of everything first. */
  readonly contexts: readonly string[]
}

const toDescribed = (row: DescribedRow): Source => toSource(row, contextsOf(row), parseStored)

/** Three texts for each: `1` where it is one of the source and not of everything, prefix, text. */
const contextsOf = ({ name, contexts }: DescribedRow): readonly PathContext[] =>
  Array.from({ length: contexts.length / 3 }, (_, at) => ({
    collection: contexts[at * 3] === '1' ? name : '',
    prefix: contexts[at * 3 + 1] ?? '',
    text: contexts[at * 3 + 2] ?? '',
  }))

/**
 * The holding of each source: a version of a library has that of its library. If several versions have one source, the
 * first of them counts.
 */
export const HOLDINGS = `
  SELECT sources.id, version.library,
    CASE WHEN version.library IS NULL THEN sources.owner ELSE libraries.owner END AS owner,
    CASE WHEN version.library IS NULL THEN sources.visibility ELSE libraries.visibility END AS visibility,
    CASE WHEN version.library IS NULL THEN sources.shared_with ELSE libraries.shared_with END AS shared_with
  FROM sources
    LEFT JOIN (SELECT DISTINCT ON (source) source, library FROM library_versions ORDER BY source, id) AS version
      ON version.source = sources.id
    LEFT JOIN libraries ON libraries.id = version.library`

const rowsOfSources = (db: Session): Promise<DescribedRow[]> =>
  db.rows<DescribedRow>(
    `SELECT sources.id, kind, name, root, options, indexed_at, report, revision, held.owner, held.visibility, held.shared_with,
       coalesce((SELECT array_agg(part ORDER BY source, prefix, nth) FROM contexts,
         LATERAL (VALUES (1, CASE WHEN source = 0 THEN '0' ELSE '1' END), (2, prefix), (3, text)) AS parts (nth, part)
         WHERE source IN (0, sources.id)), '{}') AS contexts
     FROM sources JOIN (${HOLDINGS}) AS held ON held.id = sources.id ORDER BY sources.id`,
  )

/** Read again only after one of them changed itself: there may be thousands, and an index run changes a revision alone. */
export async function listSources(context: ReadContext): Promise<readonly ListedSource[]> {
  const { db, snapshot, caches } = context
  const { known } = caches.sources
  const [holdings, revisions] = await Promise.all([snapshot.holdings(), known && revisionsOf(db)])
  if (known && revisions && known.holdings === holdings)
    return known.sources.flatMap((source) => shownAs(context, source, revisions.get(source.id)))
  const rows = await rowsOfSources(db)
  const sources = rows.map(toDescribed)
  // A caller with limits is shown rows of its sources alone: they are not all.
  if (holdings !== undefined && !context.shown) caches.sources.known = { holdings, sources }
  return sources.flatMap((source, at) => shownAs(context, source, rows[at]?.revision))
}

const shownAs = ({ shown }: ReadContext, source: Source, revision: number | undefined): readonly ListedSource[] =>
  shown && !shown.sources.has(source.id) ? [] : [{ ...source, revision: String(revision) }]

async function revisionsOf(db: Session): Promise<ReadonlyMap<SourceId, number>> {
  const rows = await db.rows<{ id: SourceId; revision: number }>('SELECT id, revision FROM sources')
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

export async function insertSource(db: Session, draft: SourceDraft): Promise<Source> {
  const { kind, name, root, options, addedAt, ownership } = draft
  const ownershipRow = ownershipColumns(ownership)
  const row = await db.row<{ id: SourceId }>(
    `INSERT INTO sources (kind, name, root, options, added_at, owner, visibility, shared_with, revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (kind, name) DO NOTHING RETURNING id`,
    [
      kind,
      name,
      root,
      JSON.stringify(options),
      addedAt,
      ownershipRow.owner,
      ownershipRow.visibility,
      ownershipRow.shared_with,
      newStateName(),
    ],
  )
  if (!row) throw sourceExists(kind, name)
  await noteHoldings(db)
  return { id: row.id, kind, name, root, options, indexedAt: null, ...(ownership && { ownership }) }
}

export async function updateSource(db: Session, id: SourceId, change: SourceChange): Promise<void> {
  const { name, root, options, ownership, indexedAt, report, countedOn, follows } = change
  const { kind } = await requireSource(db, id)
  const ownershipRow = ownership && ownershipColumns(ownership)
  // An indexed source is listed so; a report is not listed.
  const isListed = [name, root, options, ownership, indexedAt].some((each) => each !== undefined)
  const isRevised = [name, root, options, ownership].some((each) => each !== undefined)
  await refuseUsedName(
    () =>
      db.run(
        `UPDATE sources SET name = coalesce($2, name), root = coalesce($3, root), options = coalesce($4, options),
           indexed_at = coalesce($5, indexed_at), report = coalesce($6, report), owner = coalesce($7, owner),
           visibility = coalesce($8, visibility), shared_with = coalesce($9, shared_with), revision = coalesce($10, revision)
         WHERE id = $1`,
        [
          id,
          name ?? null,
          root ?? null,
          options ? JSON.stringify(options) : null,
          indexedAt ?? null,
          report === undefined ? null : JSON.stringify(report),
          ownershipRow?.owner ?? null,
          ownershipRow?.visibility ?? null,
          ownershipRow?.shared_with ?? null,
          isRevised ? newStateName() : null,
        ],
      ),
    { kind, name: name ?? '' },
  )
  if (isListed) await noteHoldings(db)
  if (follows !== undefined) await moveDays(db, id, follows)
  if (countedOn !== undefined) await countDay(db, id, countedOn)
}

const UNIQUE_VIOLATION = '23505'

async function refuseUsedName(
  work: () => Promise<unknown>,
  { kind, name }: { readonly kind: Kind; readonly name: string },
): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    const { code, constraint } = thrown as { readonly code?: string; readonly constraint?: string }
    throw code === UNIQUE_VIOLATION && constraint === 'sources_by_name' ? sourceExists(kind, name) : thrown
  }
}

/** Its rows in other tables go before. */
export async function deleteSource(db: Session, id: SourceId): Promise<void> {
  await db.run('DELETE FROM sources WHERE id = $1', [id])
  await noteHoldings(db)
}

export async function requireSource(db: Session, id: SourceId): Promise<Pick<Source, 'kind'>> {
  const row = await db.row<Pick<SourceRow, 'kind'>>('SELECT kind FROM sources WHERE id = $1', [id])
  if (!row) throw unknownSource(id)
  return row
}

/** In the transaction that changes documents of the source, at its end. */
export function reviseSource(db: Session, id: SourceId): void {
  db.leave('UPDATE sources SET revision = $2 WHERE id = $1', [id, newStateName()])
}

/** In the transaction that changes which sources there are, what is listed of them, or who holds them or their libraries. */
export async function noteHoldings(db: Session): Promise<void> {
  await db.run("UPDATE moments SET value = $1 WHERE name = 'holdings'", [newStateName()])
}

interface FactsRow {
  readonly source: SourceId
  readonly documents: number
  readonly chunks: number
  readonly bytes: number
  readonly last_modified: number
}

export async function factsOfSources({ db, shown }: ReadContext): Promise<readonly SourceFacts[]> {
  const counted = await db.rows<FactsRow>(
    `SELECT source, count(*) AS documents, sum(chunks)::int8 AS chunks, sum(bytes)::int8 AS bytes, max(modified_at) AS last_modified
     FROM documents GROUP BY source`,
  )
  const leases = await db.rows<{ name: string; expires: number }>(
    'SELECT name, expires::float8 AS expires FROM leases WHERE starts_with(name, $1)',
    [WATCH_LEASE],
  )
  const watchedUntil = new Map(leases.map(({ name, expires }) => [name, expires]))
  const countsOf = new Map(counted.map((row) => [row.source, row]))
  const rows = await rowsOfSources(db)
  return rows
    .filter(({ id }) => !shown || shown.sources.has(id))
    .map((row) => {
      const counts = countsOf.get(row.id)
      return {
        source: toDescribed(row),
        documents: counts?.documents ?? 0,
        chunks: counts?.chunks ?? 0,
        bytes: counts?.bytes ?? 0,
        lastModified: counts?.last_modified ?? null,
        watchedUntil: watchedUntil.get(`${WATCH_LEASE}${row.id}`) ?? null,
        report: row.report === null ? null : parseStored<Json>(row.report),
      }
    })
}

const sourceExists = (kind: Kind, name: string): WukuError =>
  new WukuError('source-exists', `There is already a ${kind} source "${name}".`, 'Give the new one another name.')

export const unknownSource = (id: SourceId): WukuError =>
  new WukuError('unknown-source', `Source ${id} is no longer in the store.`, '"wuku sources" lists the existing ones.')
