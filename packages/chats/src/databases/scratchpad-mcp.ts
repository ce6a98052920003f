import { isUtf8 } from 'node:buffer'
import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/chats'
import type { PadArchive, ArchivedEntry } from '@wuku/core/ports/pad-archive'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { asDamage, isDatabase } from './foreign-database.ts'
import { idOf as plainId, isTable, namesOfColumns, textOf } from './foreign-rows.ts'
import { copyPrivately } from './private-copy.ts'

/** A database of scratchpad-mcp, schema 1 to 4, at an absolute real path. Only a copy of it is opened. */
export async function openScratchpadMcp(root: string): Promise<PadArchive> {
  if (!(await isDatabase(root))) throw refused(root, 'is not an SQLite database')
  const copy = await copyPrivately(root)
  const close = async (db?: Connection): Promise<void> => {
    db?.close()
    await copy.remove()
  }
  let db: Connection | undefined
  try {
    db = connect(copy.file, 0)
    return archiveOf(root, db, () => close(db))
  } catch (error) {
    await close(db)
    throw explained(root, error)
  }
}

function archiveOf(root: string, db: Connection, close: () => Promise<void>): PadArchive {
  // Code in the schema is not trusted: the file may come from anywhere.
  db.script('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON')
  requireKnownSchema(root, db)
  // That program never writes another, and every id would be read as something else.
  if (db.row<{ encoding: string }>('PRAGMA encoding')?.encoding !== 'UTF-8')
    throw refused(root, 'is not a database of scratchpad-mcp: its texts are not UTF-8')
  const countOf = (table: string): number => db.row<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0
  return {
    root,
    workflows: countOf('workflows'),
    pads: countOf('scratchpads'),
    async *read() {
      try {
        yield* entriesOf(db)
      } catch (error) {
        throw explained(root, error)
      }
    },
    close,
  }
}

const NEWEST_SCHEMA = 4

/** Columns that every version has. */
const needed: Readonly<Record<string, readonly string[]>> = {
  schema_info: ['key', 'value'],
  workflows: ['id', 'name', 'description', 'created_at', 'updated_at'],
  scratchpads: ['id', 'workflow_id', 'title', 'content', 'created_at', 'updated_at'],
}

function requireKnownSchema(root: string, db: Connection): void {
  for (const [table, columns] of Object.entries(needed)) {
    // A view or a virtual table would run what its maker wrote.
    if (!isTable(db, table)) throw refused(root, msg('notDatabaseScratchpadMcpNo', { table }))
    const there = namesOfColumns(db, table)
    const missing = columns.find((column) => !there.includes(column))
    if (missing) throw refused(root, msg('notDatabaseScratchpadMcpTable', { table, missing }))
  }
  const { value } = db.row<{ value: unknown }>(`SELECT value FROM schema_info WHERE key = 'version'`) ?? {}
  const version = Number(value)
  if (Number.isInteger(version) && version >= 1 && version <= NEWEST_SCHEMA) return
  throw refused(root, msg('schemaSchemasSupported', { value: String(value).slice(0, 20), newestSchema: NEWEST_SCHEMA }))
}

const refused = (root: string, why: Text): WukuError => new WukuError('bad-input', msg('refused', { root, why }))

const explained = (root: string, thrown: unknown): unknown =>
  asDamage(thrown, root, (facts) => msg('isDamaged', { root, ...facts }))

/** Everything in the tables of scratchpad-mcp, row after row. */
function* entriesOf(db: Connection): Generator<ArchivedEntry> {
  const seen: Seen = { workflows: new Set(), pads: new Set() }
  const columns = workflowColumns(db)
  const next = `SELECT ${columns} FROM workflows WHERE rowid < ? ORDER BY rowid DESC LIMIT 1`
  for (let rowid = Number.MAX_SAFE_INTEGER; ;) {
    const row = db.row<WorkflowRow>(next, [rowid])
    if (!row) break
    rowid = row.rowid
    yield* workflowEntries(db, row, seen)
  }
  yield* orphans(db)
}

/** Ids that came before: a table of old may have lost its key. */
interface Seen {
  readonly workflows: Set<string>
  readonly pads: Set<string>
}

/** Texts are read as bytes, since only bytes show whether they are whole. */
interface Row {
  readonly rowid: number
  readonly id: Uint8Array | null
  readonly createdAt: number | null
  readonly updatedAt: number | null
}

interface WorkflowRow extends Row {
  readonly name: Uint8Array | null
  readonly description: Uint8Array | null
  readonly scope: Uint8Array | null
  readonly isActive: number | null
}

const times = 'CAST(created_at AS REAL) AS createdAt, CAST(updated_at AS REAL) AS updatedAt'

/** Schema 1 had no state, and schemas 1 and 2 no scope. */
function workflowColumns(db: Connection): string {
  const there = namesOfColumns(db, 'workflows')
  return [
    'rowid, CAST(id AS BLOB) AS id, CAST(name AS BLOB) AS name, CAST(description AS BLOB) AS description',
    there.includes('project_scope') ? 'CAST(project_scope AS BLOB) AS scope' : 'NULL AS scope',
    there.includes('is_active') ? 'is_active <> 0 AS isActive' : '1 AS isActive',
    times,
  ].join(', ')
}

function* workflowEntries(db: Connection, row: WorkflowRow, seen: Seen): Generator<ArchivedEntry> {
  const place = placeOf('workflows', row)
  const id = idOf(row, seen.workflows)
  if (id === undefined) {
    yield notImported(
      place,
      'Its id is empty, too long, torn or used twice. It is not imported, nor are its scratchpads.',
    )
    return
  }
  const texts = [row.name, row.description, row.scope]
  if (texts.some(isTorn)) yield tornText(place)
  if (!hasTimes(row)) yield noTime(place)
  yield {
    is: 'workflow',
    id,
    name: textOf(row.name),
    description: row.description && textOf(row.description),
    scope: row.scope && textOf(row.scope),
    isActive: row.isActive === 1,
    ...timesOf(row),
  }
  const of = `SELECT rowid FROM scratchpads WHERE workflow_id = (SELECT id FROM workflows WHERE rowid = ?) ORDER BY rowid DESC`
  for (const { rowid } of db.rows<{ rowid: number }>(of, [row.rowid])) yield* padEntries(db, rowid, id, seen.pads)
}

/** Larger ones do not fit into the strings that they become on their way. */
const MAX_BYTES = 128 * 1024 * 1024

function* padEntries(db: Connection, rowid: number, workflow: string, seen: Set<string>): Generator<ArchivedEntry> {
  const row = db.row<Row & Record<'title' | 'content', Uint8Array | null>>(
    `SELECT rowid, CAST(id AS BLOB) AS id, CAST(title AS BLOB) AS title, CAST(content AS BLOB) AS content, ${times}
     FROM scratchpads WHERE rowid = ?`,
    [rowid],
  )
  if (!row) return
  const place = placeOf('scratchpads', row)
  const id = idOf(row, seen)
  if (id === undefined)
    return void (yield notImported(place, 'Its id is empty, too long, torn or used twice. It is not imported.'))
  if ((row.content?.length ?? 0) > MAX_BYTES) return void (yield tooLarge(place))
  if ([row.title, row.content].some(isTorn)) yield tornText(place)
  if (!hasTimes(row)) yield noTime(place)
  const [title, content] = [textOf(row.title), textOf(row.content)]
  yield { is: 'pad', id, workflow, title, content, ...timesOf(row) }
}

function* orphans(db: Connection): Generator<ArchivedEntry> {
  const orphanQuery = `SELECT rowid, CAST(id AS BLOB) AS id FROM scratchpads WHERE rowid > ?
    AND NOT EXISTS (SELECT 1 FROM workflows WHERE workflows.id = workflow_id) ORDER BY rowid LIMIT 1`
  for (let rowid = Number.MIN_SAFE_INTEGER; ;) {
    const row = db.row<Pick<Row, 'rowid' | 'id'>>(orphanQuery, [rowid])
    if (!row) return
    rowid = row.rowid
    yield notImported(placeOf('scratchpads', row), 'Its workflow is missing; it is not imported.')
  }
}

const isTorn = (bytes: Uint8Array | null): boolean => bytes !== null && !isUtf8(bytes)

/** `undefined`: nobody could ask for it by this one. */
function idOf({ id }: Pick<Row, 'id'>, seen: Set<string>): string | undefined {
  const text = isTorn(id) ? undefined : plainId(id)
  if (text === undefined || seen.has(text)) return undefined
  seen.add(text)
  return text
}

const placeOf = (table: string, { id, rowid }: Pick<Row, 'rowid' | 'id'>): string =>
  `${table}/${textOf(id).slice(0, 200) || `row ${rowid}`}`

/** The furthest that a date can be from 1970, in seconds. */
const FURTHEST = 8.64e12

const isTime = (seconds: number | null): seconds is number => seconds !== null && Math.abs(seconds) <= FURTHEST
const hasTimes = ({ createdAt, updatedAt }: Row): boolean => isTime(createdAt) && isTime(updatedAt)

/** Unix seconds there, milliseconds here. */
const timesOf = ({ createdAt, updatedAt }: Row): { readonly createdAt: number; readonly updatedAt: number } => ({
  createdAt: isTime(createdAt) ? Math.round(createdAt * 1000) : 0,
  updatedAt: isTime(updatedAt) ? Math.round(updatedAt * 1000) : 0,
})

const problem = (path: string, said: Text, remedy: string): ArchivedEntry => ({ is: 'problem', path, said, remedy })

const notImported = (path: string, message: string): ArchivedEntry =>
  problem(path, message, 'Copy what you need from it by hand.')

const tornText = (path: string): ArchivedEntry =>
  problem(path, 'Some of its bytes are not UTF-8; they were replaced by "�".', 'Check it, and correct it by hand.')

const noTime = (path: string): ArchivedEntry =>
  problem(path, 'One of its times is invalid; 1970 is used instead.', 'Nothing needs to be done.')

const tooLarge = (path: string): ArchivedEntry =>
  problem(path, msg('tooManyBytes', { bytes: MAX_BYTES }), 'Split it into several there.')
