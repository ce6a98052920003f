import type { PadState, PadVersion, Page } from '@wuku/core/ports/pads'
import type { NewVersion } from '@wuku/store-sql/pad-rows'
import { packShort, unpackShort } from '@wuku/store-sql/packed-text'
import type { Session } from '@wuku/store-sql/postgres/session'
import { changeTogether, numberIn, type Change, type RowNumber } from './together.ts'

interface VersionRow {
  readonly version: number
  readonly at: number
  readonly by: string
  readonly how: string
  readonly bytes: number
  readonly title: string
  readonly restores: number | null
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

export const addVersion =
  (pad: RowNumber, entry: NewVersion): Change =>
  (value) => {
    const { version, at, by, how, bytes, title, restores, leftWorkflow, splice } = entry
    const removed = splice?.removed ? packShort(splice.removed) : null
    const columns = [version, at, by, how, bytes, title, restores ?? null]
    const back = [leftWorkflow ?? null, splice?.at ?? 0, splice?.added.length ?? 0, removed]
    return `INSERT INTO pad_versions
      (pad, version, at, by, how, bytes, title, restores, left_workflow, place, added, removed)
      VALUES (${numberIn(pad, value)}, ${[...columns, ...back].map(value).join(', ')})`
  }

export interface HistoryRequest {
  readonly limit: number
  readonly offset: number
}

export async function pageOfHistory(
  db: Session,
  pad: number,
  { limit, offset }: HistoryRequest,
): Promise<Page<PadVersion>> {
  const counted = await db.row<{ total: number }>('SELECT count(*) AS total FROM pad_versions WHERE pad = $1', [pad])
  const items = await db.rows<VersionRow>(
    `SELECT version, at, by, how, bytes, title, restores FROM pad_versions WHERE pad = $1
     ORDER BY version DESC LIMIT $2 OFFSET $3`,
    [pad, limit, offset],
  )
  return { items, total: counted?.total ?? 0 }
}

export interface PastRequest {
  readonly number: number
  readonly now: PadState
  readonly version: number
}

/** Walks back from what the pad is now. */
export async function stateAt(db: Session, { number, now, version }: PastRequest): Promise<PadState | undefined> {
  const rows = await db.rows<BackRow>(
    `SELECT version, title, left_workflow, place, added, removed FROM pad_versions WHERE pad = $1 AND version >= $2
     ORDER BY version DESC`,
    [number, version],
  )
  const target = rows.pop()
  if (target?.version !== version) return undefined
  let { content, workflow } = now
  for (const { left_workflow: left, place, added, removed } of rows) {
    content = content.slice(0, place) + (removed ? unpackShort(removed) : '') + content.slice(place + added)
    workflow = left ?? workflow
  }
  return { content, title: target.title, workflow }
}

/** The oldest that stays needs no way back any more, and what it would bring back is to be forgotten. */
export async function pruneVersions(db: Session, pad: number, oldest: number): Promise<void> {
  await changeTogether(db, [
    (value) => `DELETE FROM pad_versions WHERE pad = ${value(pad)} AND version < ${value(oldest)} RETURNING version`,
    (value) =>
      `UPDATE pad_versions SET left_workflow = NULL, place = 0, added = 0, removed = NULL
       WHERE pad = ${value(pad)} AND version = ${value(oldest)} AND EXISTS (SELECT FROM change_1)`,
  ])
}
