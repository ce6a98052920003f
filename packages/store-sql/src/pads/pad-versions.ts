import type { PadState, PadVersion, Page } from '@wuku/core/ports/pads'
import type { Splice } from '@wuku/text/edits/edit'
import { packShort, unpackShort } from '../packed-text.ts'
import type { ADDED, Change, SqlSession } from '../sql-session.ts'
import { conditionsFor, pageOf, plain, type Table } from '../tables.ts'

const padVersions: Table<PadVersion> = {
  name: 'pad_versions',
  columns: plain('version', 'at', 'by', 'how', 'bytes', 'title', 'restores'),
}

export interface NewVersion extends Omit<PadVersion, 'restores'> {
  readonly restores?: number | undefined
  readonly leftWorkflow?: string | undefined
  /** The edit leads from the text before to the text after; there is none when it stayed the same. */
  readonly splice?: Splice | undefined
}

export const addVersion =
  (pad: number | typeof ADDED, entry: NewVersion): Change =>
  (value) => {
    const { version, at, by, how, bytes, title, restores, leftWorkflow, splice } = entry
    const removed = splice?.removed ? packShort(splice.removed) : null
    const columns = [version, at, by, how, bytes, title, restores ?? null]
    const back = [leftWorkflow ?? null, splice?.at ?? 0, splice?.added.length ?? 0, removed]
    return `INSERT INTO pad_versions
      (pad, version, at, by, how, bytes, title, restores, left_workflow, place, added, removed)
      VALUES (${value(pad)}, ${[...columns, ...back].map(value).join(', ')})`
  }

export interface HistoryRequest {
  readonly limit: number
  readonly offset: number
}

export function pageOfHistory(db: SqlSession, pad: number, request: HistoryRequest): Promise<Page<PadVersion>> {
  const where = conditionsFor(db)
  where.compare('pad', '=', pad)
  return pageOf(db, padVersions, { where, order: 'version DESC', ...request })
}

/** The way back to the version before: what to take out, and what to put there instead. */
interface BackRow {
  readonly version: number
  readonly title: string
  /** Id of the workflow that the pad was in before this version, when it left it. */
  readonly left_workflow: string | null
  readonly place: number
  readonly added: number
  readonly removed: Uint8Array | null
}

/** Walks back from what the pad is now. */
export async function stateAt(
  db: SqlSession,
  { number, now, version }: { number: number; now: PadState; version: number },
): Promise<PadState | undefined> {
  const rows = await db.rows<BackRow>(
    `SELECT version, title, left_workflow, place, added, removed FROM pad_versions WHERE pad = $1 AND version >= $2
     ORDER BY version DESC`,
    [number, version],
  )
  const target = rows.pop()
  if (target?.version !== version) return undefined
  let { content, workflow } = now
  for (const { left_workflow: left, place, added, removed } of rows) {
    const back = removed ? db.dialect.readStored(() => unpackShort(removed)) : ''
    content = content.slice(0, place) + back + content.slice(place + added)
    workflow = left ?? workflow
  }
  return { content, title: target.title, workflow }
}

/** The oldest that stays needs no way back any more, and what it would bring back is to be forgotten. */
export async function pruneVersions(db: SqlSession, pad: number, oldest: number): Promise<void> {
  await db.together([
    (value) => `DELETE FROM pad_versions WHERE pad = ${value(pad)} AND version < ${value(oldest)} RETURNING version`,
    (value) =>
      `UPDATE pad_versions SET left_workflow = NULL, place = 0, added = 0, removed = NULL
       WHERE pad = ${value(pad)} AND version = ${value(oldest)}`,
  ])
}
