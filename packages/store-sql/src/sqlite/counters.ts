import type { SourceId } from '@wuku/core/core-types'
import type { Connection } from './driver/connection.ts'
import { parseStored } from './sqlite-failures.ts'

/**
 * `next_chunk`: the id that the next chunk gets. `chunks`: how many there are, so that no search counts them.
 * `removals` grows with everything taken out; `tidied` is what it was when the file was last rewritten. `touches` grows
 * with every write to a workflow or a pad, `shares` with every write to what documents of several sources share.
 * `files` is the number that was last given to a file of a library.
 * `holdings` grows with every write to what a caller may see, and to what is listed of a source: sources, contexts,
 * libraries and their versions; not with revisions. `revisions` grows with every change of which sources there are, and of
 * their revisions. Triggers count both (`change-triggers.ts`).
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

/** Counters of connections that read one moment: nothing changes there, and one search asks for a counter forty times. */
interface Snapshot {
  counters: ReadonlyMap<string, number> | undefined
  /** Values of the sources that were asked for, for later moments as well, until their counter grows. */
  revisions: Revisions | undefined
}

const fixed = new WeakMap<Connection, Snapshot>()

/** Reads all counters at once, until `releaseCounters`. */
export function fixCounters(db: Connection): void {
  // In one row: a question reads three times, and to hand over a row for each took longer than all else of a read.
  const row = db.row<{ counters: string }>('SELECT json_group_object(name, value) AS counters FROM counters')
  const counters = new Map(Object.entries(parseStored<Record<string, number>>(row?.counters ?? '{}')))
  fixed.set(db, { counters, revisions: fixed.get(db)?.revisions })
}

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

export interface Revisions {
  /** Another number whenever any source is another. */
  readonly state: number
  /** `undefined`: there is no such source. */
  of(source: SourceId): number | undefined
  /** Reads at once those that will be asked for. */
  expect(sources: readonly SourceId[]): void
  /** All that were asked for. */
  asked(): readonly SourceId[]
}

export function revisionsOf(db: Connection): Revisions {
  const snapshot = fixed.get(db)
  const state = counter(db, 'revisions')
  if (!snapshot?.counters) return createRevisions(db, state, [])
  if (snapshot.revisions?.state !== state)
    snapshot.revisions = createRevisions(db, state, snapshot.revisions?.asked() ?? [])
  return snapshot.revisions
}

/** Sources that are read again at once after a change. */
const MAX_EXPECTED = 100

/** There may be many thousands of sources: only those that are asked for are read. */
function createRevisions(db: Connection, state: number, before: readonly SourceId[]): Revisions {
  const known = new Map<SourceId, number | undefined>()
  const read = (expected: readonly SourceId[]): void => {
    const ids = expected.filter((id) => !known.has(id))
    if (ids.length === 0) return
    for (const id of ids) known.set(id, undefined)
    const rows = db.rows<{ id: SourceId; revision: number }>(
      'SELECT id, revision FROM sources WHERE id IN (SELECT value FROM json_each(?))',
      [JSON.stringify(ids)],
    )
    for (const { id, revision } of rows) known.set(id, revision)
  }
  if (before.length <= MAX_EXPECTED) read(before)
  return {
    state,
    expect: read,
    asked: () => [...known.keys()],
    of: (source) => {
      if (!known.has(source)) read([source])
      return known.get(source)
    },
  }
}

/** In the transaction that changes the source. */
export function reviseSource(db: Connection, id: SourceId): void {
  db.run('UPDATE sources SET revision = revision + 1 WHERE id = ?', [id])
}
