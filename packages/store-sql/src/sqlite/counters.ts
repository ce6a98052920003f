import type { Kind, SourceId } from '@wuku/core/core-types'
import type { Connection } from './driver/connection.ts'

/**
 * `next_chunk`: the id that the next chunk gets. `chunks`: how many there are, so that no search counts them.
 * `removals` grows with everything taken out; `tidied` is what it was when the file was last rewritten. `touches` grows
 * with every write to a workflow or a pad, `shares` with every write to what documents of several sources share.
 * `files` is the number that was last given to a file of a library.
 * `holdings` grows with every write to what a caller may see, and to what is listed of a source: sources, contexts,
 * libraries and their versions; not with revisions. `revisions` grows with every change of which sources there are, and of their revisions.
 * `forgotten` is the moment of the last forgetting; absent before the first.
 * `contents` is 1 when what chunks say is written down as they come; `vectors` grows with every write to blocks of vectors.
 */
export type Counter =
  | 'next_chunk'
  | 'chunks'
  | 'removals'
  | 'tidied'
  | 'touches'
  | 'shares'
  | 'files'
  | 'holdings'
  | 'revisions'
  | 'sayings'
  | 'forgotten'
  | 'vectors'

export const counter = (db: Connection, name: Counter): number =>
  fixed.get(db)?.counters?.get(name) ??
  db.row<{ value: number }>('SELECT value FROM counters WHERE name = ?', [name])?.value ??
  0

/**
 * Counters of connections that read one moment: nothing changes there, and one search asks for a counter forty times. Revisions are
 * remembered for later moments as well, until their counter grows: there may be thousands of sources.
 */
interface Snapshot {
  counters: ReadonlyMap<string, number> | undefined
  revisions: Revisions
  /** The counter of revisions when they were read. */
  readAt: number
}

const fixed = new WeakMap<Connection, Snapshot>()

/** Reads all counters at once, until `releaseCounters`; a connection that knows no revisions reads them with them. */
export function fixCounters(db: Connection): void {
  const known = fixed.get(db)
  const rows = db.rows<{ readonly name: string | number; readonly value: number; readonly kind: Kind | null }>(
    known ? COUNTERS : `${COUNTERS} UNION ALL SELECT id, revision, kind FROM sources`,
  )
  const counters = new Map<string, number>()
  const sources: RevisedSource[] = []
  for (const { name, value, kind } of rows)
    if (kind === null) counters.set(String(name), value)
    else sources.push({ id: Number(name) as SourceId, kind, revision: value })
  if (known) known.counters = counters
  else fixed.set(db, { counters, revisions: toRevisions(sources), readAt: counters.get('revisions') ?? 0 })
}

const COUNTERS = 'SELECT name, value, NULL AS kind FROM counters'

export function releaseCounters(db: Connection): void {
  const snapshot = fixed.get(db)
  if (snapshot) snapshot.counters = undefined
}

/** Adds, and returns what it was before. */
export function advance(db: Connection, name: Counter, by: number): number {
  const before = counter(db, name)
  db.run('UPDATE counters SET value = ? WHERE name = ?', [before + by, name])
  return before
}

interface RevisedSource {
  readonly id: SourceId
  readonly kind: Kind
  readonly revision: number
}

export interface Revisions {
  readonly bySource: ReadonlyMap<SourceId, RevisedSource>
  /** Revision of all sources together. */
  readonly combined: string
}

export function revisionsOf(db: Connection): Revisions {
  const snapshot = fixed.get(db)
  if (!snapshot?.counters) return readRevisions(db)
  const now = counter(db, 'revisions')
  if (snapshot.readAt === now) return snapshot.revisions
  snapshot.readAt = now
  snapshot.revisions = readRevisions(db)
  return snapshot.revisions
}

const readRevisions = (db: Connection): Revisions =>
  toRevisions(db.rows<RevisedSource>('SELECT id, kind, revision FROM sources'))

function toRevisions(sources: readonly RevisedSource[]): Revisions {
  const sorted = sources.toSorted((a, b) => a.id - b.id)
  return {
    bySource: new Map(sorted.map((source) => [source.id, source])),
    combined: sorted.map(({ id, revision }) => `${id}:${revision}`).join(),
  }
}

/** In the transaction that changes the source. */
export function reviseSource(db: Connection, id: SourceId): void {
  db.run('UPDATE sources SET revision = revision + 1 WHERE id = ?', [id])
  advance(db, 'revisions', 1)
}
