import { createHash } from 'node:crypto'
import { Client } from 'pg'

/**
 * Schemas that are emptied after each test and used again: to lay the tables of a store takes many times as long as to empty
 * them. What is left in them is what a new one has.
 */
export interface Schemas {
  /** The same place has the same schema, until all are emptied. */
  of(place: string): string
  empty(): Promise<void>
  close(): Promise<void>
}

/** More rows than these are sooner gone with the schema. */
const FEW_ROWS = 3_000

interface Fresh {
  /** Tables, without the parts of others. */
  readonly tables: readonly string[]
  /** Rows that come with the tables. */
  readonly rows: ReadonlyMap<string, string>
}

export function openSchemas(url: string, prefix: string): Schemas {
  const used = new Map<string, string>()
  const free: string[] = []
  let fresh: Fresh | undefined
  let client: Client | undefined
  const connect = async (): Promise<Client> => {
    if (client) return client
    const address = new URL(url)
    // Row-level security holds the owner.
    address.username = 'postgres'
    client = new Client({ connectionString: address.href })
    await client.connect()
    return client
  }
  return {
    of(place) {
      const known = used.get(place) ?? free.pop()
      const schema = known ?? `${prefix}_${createHash('sha256').update(place).digest('hex').slice(0, 20)}`
      used.set(place, schema)
      return schema
    },
    async empty() {
      const db = await connect()
      for (const schema of new Set(used.values())) {
        fresh ??= await readFresh(db, url, prefix)
        if (await emptied(db, schema, fresh)) free.push(schema)
        else await db.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
      }
      used.clear()
    },
    async close() {
      const db = await connect()
      for (const schema of free) await db.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
      await db.end()
    },
  }
}

async function readFresh(db: Client, url: string, prefix: string): Promise<Fresh> {
  const { prepareSchema } = await import('@wuku/store-postgres/prepare')
  const schema = `${prefix}_fresh`
  await prepareSchema({ url, schema })
  const tables = await tablesIn(db, schema)
  const rows = new Map<string, string>()
  for (const table of tables) {
    const { rows: found } = await db.query<{ all: string | null }>(
      `SELECT json_agg(t)::text AS all FROM ${schema}.${table} t`,
    )
    const all = found[0]?.all
    if (all) rows.set(table, all)
  }
  await db.query(`DROP SCHEMA ${schema} CASCADE`)
  return { tables, rows }
}

async function tablesIn(db: Client, schema: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = to_regnamespace('${schema}') AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** `false`: it is better dropped. */
async function emptied(db: Client, schema: string, { tables, rows }: Fresh): Promise<boolean> {
  const there = await tablesIn(db, schema)
  // Sets of vectors have tables of their own.
  const added = there.filter((table) => !tables.includes(table))
  if (there.length - added.length !== tables.length) return false
  try {
    await db.query(`BEGIN; SET LOCAL lock_timeout = '10s'; SET LOCAL search_path = ${schema};
      SET LOCAL session_replication_role = replica`)
    const filled = await db.query<{ name: string }>(
      tables.map((table) => `SELECT '${table}' AS name WHERE EXISTS (SELECT FROM ${table})`).join(' UNION ALL '),
    )
    let count = 0
    for (const { name } of filled.rows) count += (await db.query(`DELETE FROM ${name}`)).rowCount ?? 0
    for (const [table, all] of rows)
      await db.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
        [all],
      )
    if (added.length > 0) await db.query(`DROP TABLE ${added.join(', ')} CASCADE`)
    await db.query(
      `SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S' AND relnamespace = to_regnamespace('${schema}')`,
    )
    await db.query('COMMIT')
    return count <= FEW_ROWS
  } catch {
    await db.query('ROLLBACK')
    return false
  }
}
