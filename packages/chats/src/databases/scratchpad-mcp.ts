import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/chats'
import type { PadArchive } from '@wuku/core/ports/pad-archive'
import { connect, resultOf, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { entriesOf } from './scratchpad-mcp-entries.ts'
import { isDatabase } from './foreign-database.ts'
import { copyPrivately } from './private-copy.ts'
import { commandLine } from '@wuku/text/show/shell-words'

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
    const isTable = db.row(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND rootpage > 0`, [table])
    if (!isTable) throw refused(root, msg('notDatabaseScratchpadMcpNo', { table }))
    const there = db.rows<{ name: string }>(`SELECT name FROM pragma_table_info(?)`, [table]).map(({ name }) => name)
    const missing = columns.find((column) => !there.includes(column))
    if (missing) throw refused(root, msg('notDatabaseScratchpadMcpTable', { table, missing }))
  }
  const { value } = db.row<{ value: unknown }>(`SELECT value FROM schema_info WHERE key = 'version'`) ?? {}
  const version = Number(value)
  if (Number.isInteger(version) && version >= 1 && version <= NEWEST_SCHEMA) return
  throw refused(root, msg('schemaSchemasSupported', { value: String(value).slice(0, 20), newestSchema: NEWEST_SCHEMA }))
}

const refused = (root: string, why: Text): WukuError => new WukuError('bad-input', msg('refused', { root, why }))

/** A database that SQLite cannot read is a fault of that file, not of our own store. */
function explained(root: string, thrown: unknown): unknown {
  if (resultOf(thrown) === undefined) return thrown
  return new WukuError(
    'bad-input',
    msg('isDamaged', {
      root,
      thrownPart: thrown instanceof Error ? thrown.message : String(thrown),
      command: commandLine`sqlite3 ${root} ".recover" | sqlite3 recovered.db`,
    }),
    { cause: thrown },
  )
}
