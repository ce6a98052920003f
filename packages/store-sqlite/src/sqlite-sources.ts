import { WukuError } from '@wuku/core/errors'
import type { Json, Kind, PathContext, Source, SourceId } from '@wuku/core/core-types'
import type { SourceChange, SourceDraft } from '@wuku/core/ports/store'
import { WATCH_LEASE, type ListedSource, type SourceFacts } from '@wuku/core/ports/index-view'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import {
  advance,
  counter,
  noteSources,
  reviseSource,
  revisionsOf,
  type Revisions,
} from '@wuku/store-sql/sqlite/counters'
import { countDay, moveDays } from './source-days.ts'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { ownershipColumns, toSource, type SourceRow } from '@wuku/store-sql/stored-rows'
import { insertRow, updateRow } from '@wuku/store-sql/sqlite/sqlite-rows'

interface DescribedRow extends SourceRow {
  readonly contexts: string | null
}

const toDescribed = (row: DescribedRow): Source =>
  toSource(row, row.contexts === null ? [] : parseStored<readonly PathContext[]>(row.contexts), parseStored)

/**
 * The holding of each source: a version of a library has that of its library. If several versions have one source, the
 * first of them counts.
 */
export const HOLDINGS = `
  SELECT sources.id, version.library,
    iif(version.id IS NULL, sources.owner, libraries.owner) AS owner,
    iif(version.id IS NULL, sources.visibility, libraries.visibility) AS visibility,
    iif(version.id IS NULL, sources.shared_with, libraries.shared_with) AS shared_with
  FROM sources
    LEFT JOIN library_versions AS version ON version.id = (SELECT min(id) FROM library_versions WHERE source = sources.id)
    LEFT JOIN libraries ON libraries.id = version.library`

const rowsOfSources = (db: Connection): DescribedRow[] =>
  db.rows<DescribedRow>(
    `SELECT sources.id, kind, name, root, options, indexed_at, revision, held.owner, held.visibility, held.shared_with, (
       SELECT nullif(json_group_array(json_object('collection', iif(source = 0, '', name), 'prefix', prefix, 'text', text)
         ORDER BY source, prefix), '[]') FROM contexts WHERE source IN (0, sources.id)) AS contexts
     FROM sources JOIN (${HOLDINGS}) AS held ON held.id = sources.id ORDER BY sources.id`,
  )

const listSources = (db: Connection): readonly ListedSource[] =>
  rowsOfSources(db).map((row) => ({ ...toDescribed(row), revision: String(row.revision) }))

export type ListSources = (db: Connection) => readonly ListedSource[]

/**
 * Reads them again only after one of them changed itself: there may be thousands, and every question asks for them. An index
 * run, or an append to a pad, changes a revision alone.
 */
export function createListSources(): ListSources {
  let known:
    | { readonly holdings: number; readonly combined: string; readonly sources: readonly ListedSource[] }
    | undefined
  return (db) => {
    const holdings = counter(db, 'holdings')
    const { combined, bySource } = revisionsOf(db)
    if (known?.holdings !== holdings) known = { holdings, combined, sources: listSources(db) }
    else if (known.combined !== combined)
      known = { holdings, combined, sources: known.sources.map(withRevision(bySource)) }
    return known.sources
  }
}

const withRevision =
  (revisions: Revisions['bySource']) =>
  (source: ListedSource): ListedSource => {
    const revision = String(revisions.get(source.id)?.revision)
    return source.revision === revision ? source : { ...source, revision }
  }

export function insertSource(db: Connection, { kind, name, root, options, addedAt, ownership }: SourceDraft): Source {
  requireFreeName(db, { id: null, kind, name })
  const row = { kind, name, root, options: JSON.stringify(options), added_at: addedAt, ...ownershipColumns(ownership) }
  const id = insertRow(db, 'sources', row) as SourceId
  noteSources(db)
  return { id, kind, name, root, options, indexedAt: null, ...(ownership && { ownership }) }
}

export function updateSource(
  db: Connection,
  id: SourceId,
  { name, root, options, ownership, indexedAt, report, countedOn, follows }: SourceChange,
): void {
  const { kind } = requireSource(db, id)
  if (name !== undefined) {
    requireFreeName(db, { id, kind, name })
    db.run('UPDATE sources SET name = ? WHERE id = ?', [name, id])
  }
  if (root !== undefined) db.run('UPDATE sources SET root = ? WHERE id = ?', [root, id])
  if (options) db.run('UPDATE sources SET options = ? WHERE id = ?', [JSON.stringify(options), id])
  if (indexedAt !== undefined) db.run('UPDATE sources SET indexed_at = ? WHERE id = ?', [indexedAt, id])
  if (ownership) updateRow(db, { table: 'sources', id }, ownershipColumns(ownership))
  // A report is not listed.
  if (name !== undefined || root !== undefined || options || ownership || indexedAt !== undefined)
    advance(db, 'holdings', 1)
  if (name !== undefined || root !== undefined || options || ownership) reviseSource(db, id)
  if (report !== undefined)
    db.run('INSERT OR REPLACE INTO reports (source, report) VALUES (?, ?)', [id, JSON.stringify(report)])
  if (follows !== undefined) moveDays(db, id, follows)
  if (countedOn !== undefined) countDay(db, id, countedOn)
}

export function deleteSource(db: Connection, id: SourceId): void {
  db.run('DELETE FROM source_runs WHERE source = ?', [id])
  db.run('DELETE FROM reports WHERE source = ?', [id])
  db.run('DELETE FROM source_days WHERE source = ?', [id])
  db.run('DELETE FROM contexts WHERE source = ?', [id])
  db.run('DELETE FROM sources WHERE id = ?', [id])
  noteSources(db)
}

export function requireSource(db: Connection, id: SourceId): Pick<Source, 'kind'> {
  const row = db.row<Pick<SourceRow, 'kind'>>('SELECT kind FROM sources WHERE id = ?', [id])
  if (!row) throw unknownSource(id)
  return row
}

interface FactsRow {
  readonly source: SourceId
  readonly documents: number
  readonly chunks: number
  readonly bytes: number
  readonly last_modified: number
}

export function factsOfSources(db: Connection): SourceFacts[] {
  const counted = db.rows<FactsRow>(
    `SELECT source, count(*) AS documents, sum(chunks) AS chunks, sum(bytes) AS bytes, max(modified_at) AS last_modified
     FROM documents GROUP BY source`,
  )
  const reports = db.rows<{ source: SourceId; report: string }>('SELECT source, report FROM reports')
  const leases = db.rows<{ name: string; expires: number }>('SELECT name, expires FROM leases')
  const watchedUntil = new Map(leases.map(({ name, expires }) => [name, expires]))
  const countsOf = new Map(counted.map((row) => [row.source, row]))
  const reportOf = new Map(reports.map((row) => [row.source, parseStored<Json>(row.report)]))
  return rowsOfSources(db).map((row) => {
    const source = toDescribed(row)
    const counts = countsOf.get(source.id)
    return {
      source,
      documents: counts?.documents ?? 0,
      chunks: counts?.chunks ?? 0,
      bytes: counts?.bytes ?? 0,
      lastModified: counts?.last_modified ?? null,
      watchedUntil: watchedUntil.get(`${WATCH_LEASE}${source.id}`) ?? null,
      report: reportOf.get(source.id) ?? null,
    }
  })
}

interface NameRequest {
  /** Source that is to have the name; `null` if it is not stored yet. */
  readonly id: SourceId | null
  readonly kind: Kind
  readonly name: string
}

function requireFreeName(db: Connection, { id, kind, name }: NameRequest): void {
  const existing = db.row<{ id: SourceId }>('SELECT id FROM sources WHERE kind = ? AND name = ?', [kind, name])
  if (existing && existing.id !== id) throw sourceExists(kind, name)
}

const sourceExists = (kind: Kind, name: string): WukuError =>
  new WukuError('source-exists', `There is already a ${kind} source "${name}".`, 'Give the new one another name.')

const unknownSource = (id: SourceId): WukuError =>
  new WukuError('unknown-source', `Source ${id} is no longer in the store.`, '"wuku sources" lists the existing ones.')
