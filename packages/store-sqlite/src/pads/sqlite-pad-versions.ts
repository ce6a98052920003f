import type { PadState, PadVersion, Page } from '@wuku/core/ports/pads'
import type { NewVersion } from '@wuku/store-sql/pad-rows'
import { packText, unpackText } from '@wuku/store-sql/packed-text'
import { readStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'

interface VersionRow {
  readonly version: number
  readonly at: number
  readonly by: string
  readonly how: string
  readonly bytes: number
  readonly title: string
  readonly restores: number | null
  /** Id of the workflow that the pad was in before this version, when it left it. */
  readonly left_workflow: string | null
  /** The way back to the text before: what to take out, and what to put there instead. */
  readonly place: number
  readonly added: number
  readonly removed: Uint8Array | null
}

const toVersion = ({ version, at, by, how, bytes, title, restores }: VersionRow): PadVersion => ({
  version,
  at,
  by,
  how,
  bytes,
  title,
  restores,
})

export function addVersion(db: Connection, pad: number, entry: NewVersion): void {
  const { version, at, by, how, bytes, title, restores, leftWorkflow, splice } = entry
  const columns = [pad, version, at, by, how, bytes, title, restores ?? null]
  const back = [leftWorkflow ?? null, splice?.at ?? 0, splice?.added.length ?? 0, packRemoved(splice?.removed ?? '')]
  db.run(
    `INSERT INTO pad_versions
       (pad, version, at, by, how, bytes, title, restores, left_workflow, place, added, removed)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [...columns, ...back],
  )
}

export function pageOfHistory(db: Connection, pad: number, { limit, offset }: HistoryRequest): Page<PadVersion> {
  const counted = db.row<{ total: number }>('SELECT count(*) AS total FROM pad_versions WHERE pad = ?', [pad])
  const items = db
    .rows<VersionRow>('SELECT * FROM pad_versions WHERE pad = ? ORDER BY version DESC LIMIT ? OFFSET ?', [
      pad,
      limit,
      offset,
    ])
    .map(toVersion)
  return { items, total: counted?.total ?? 0 }
}

export interface HistoryRequest {
  readonly limit: number
  readonly offset: number
}

/** Walks back from what the pad is now. */
export function stateAt(db: Connection, { number, now, version }: PastRequest): PadState | undefined {
  const rows = db.rows<VersionRow>('SELECT * FROM pad_versions WHERE pad = ? AND version >= ? ORDER BY version DESC', [
    number,
    version,
  ])
  const target = rows.pop()
  if (target?.version !== version) return undefined
  let { content, workflow } = now
  for (const { left_workflow: left, place, added, removed } of rows) {
    content = content.slice(0, place) + unpackRemoved(removed) + content.slice(place + added)
    workflow = left ?? workflow
  }
  return { content, title: target.title, workflow }
}

export interface PastRequest {
  readonly number: number
  readonly now: PadState
  readonly version: number
}

/** The oldest that stays needs no way back any more, and what it would bring back is to be forgotten. */
export function pruneVersions(db: Connection, pad: number, limit: number): void {
  const newest = db.row<{ version: number }>('SELECT max(version) AS version FROM pad_versions WHERE pad = ?', [pad])
  const oldest = (newest?.version ?? 0) - limit + 1
  if (db.run('DELETE FROM pad_versions WHERE pad = ? AND version < ?', [pad, oldest]) === 0) return
  db.run(
    'UPDATE pad_versions SET left_workflow = NULL, place = 0, added = 0, removed = NULL WHERE pad = ? AND version = ?',
    [pad, oldest],
  )
}

export const deleteVersions = (db: Connection, pad: number): number =>
  db.run('DELETE FROM pad_versions WHERE pad = ?', [pad])

/** From here on packing makes it smaller. */
const PACKED_FROM = 200

function packRemoved(removed: string): Uint8Array | null {
  if (removed === '') return null
  const bytes = Buffer.from(removed)
  return bytes.length < PACKED_FROM ? bytes : packText(removed)
}

function unpackRemoved(removed: Uint8Array | null): string {
  if (removed === null) return ''
  return isPacked(removed) ? readStored(() => unpackText(removed)) : Buffer.from(removed).toString('utf8')
}

/** Packed texts begin with bytes that are not UTF-8, so no text is taken for one. */
const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x28 && bytes[1] === 0xb5
