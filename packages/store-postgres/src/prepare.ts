import { setTimeout as sleep } from 'node:timers/promises'
import { msg } from '@wuku/messages/store-postgres'
import type { Client, QueryResult } from 'pg'
import { WukuError } from '@wuku/core/errors'
import { explainConnecting, explainFailure, isForbidden, isStarting } from './connection/postgres-failures.ts'
import { ALLOW_LARGE, exists, migrate, missingSteps, type Script } from './schema.ts'
import { createExtension } from './vectors/sets.ts'
import { clientTo, hangUp, quoted } from './connection/client.ts'

export interface PreparedSchema {
  readonly url: string
  readonly schema: string
  /** As in `PostgresOptions`. */
  readonly isShared?: boolean | undefined
  /** Told once, while a server starts. */
  readonly onWait?: ((message: string) => void) | undefined
}

/** Brings the schema up to this version, before anything else is asked of it. */
export const prepareSchema = (place: PreparedSchema, then: (script: Script) => Promise<void> = async () => {}) =>
  withScript(place, async (script) => {
    await migrate(script, place.schema).catch((thrown: unknown) => {
      throw isForbidden(thrown) ? needsOwner(place.schema, thrown) : thrown
    })
    await createExtension(script)
    await then(script)
  })

/** Statements on a connection of their own, to a database that is meant for wuku. */
async function withScript<T>({ url, schema, isShared, onWait }: PreparedSchema, work: (script: Script) => Promise<T>) {
  const client = await connectTo(url, onWait)
  try {
    const script: Script = {
      query: async (sql) => [(await client.query(sql)) as unknown as QueryResult].flat().at(-1)?.rows ?? [],
    }
    if (isShared) await requireOwnTables(script, schema)
    return await work(script)
  } catch (thrown) {
    throw explainFailure(thrown)
  } finally {
    await client.end().catch(() => {})
  }
}

const needsOwner = (schema: string, cause: unknown): WukuError =>
  new WukuError('not-allowed', msg('schemaNotNeedsRoleDatabase', { schema }), { cause })

export interface SchemaChange extends PreparedSchema {
  /** Role of the program, which reads and writes rows and changes no table. */
  readonly program?: string | undefined
  /** Role that may only read. */
  readonly reader?: string | undefined
  /** Programs of before that read segments of one block alone are refused from now on. */
  readonly largeSegments?: boolean
  /** Nothing is changed. */
  readonly isDry: boolean
}

/** As the owner of a schema, before programs of a new version start; it makes the schema where there is none. */
export const changeSchema = (change: SchemaChange) =>
  withScript(change, async (script) => {
    const { schema, isDry, largeSegments } = change
    const missing = await missingSteps(script, schema)
    const grants = grantsOf(change)
    const allows = largeSegments ? [`SET LOCAL search_path = ${quoted(schema)}`, ALLOW_LARGE] : []
    if (!isDry) {
      await migrate(script, schema)
      await createExtension(script)
      const statements = [...grants, ...allows]
      if (statements.length > 0) await script.query(`BEGIN; ${statements.join('; ')}; COMMIT`)
    }
    return { ...missing, grants: [...grants, ...allows] }
  })

/** Also for tables that come later. */
function grantsOf({ schema, program, reader }: SchemaChange): readonly string[] {
  const within = `IN SCHEMA ${quoted(schema)}`
  const grants = (role: string, right: string, what: string): readonly string[] => [
    `GRANT ${right} ON ALL ${what} ${within} TO ${quoted(role)}`,
    `ALTER DEFAULT PRIVILEGES ${within} GRANT ${right} ON ${what} TO ${quoted(role)}`,
  ]
  return [
    ...[program, reader].flatMap((role) =>
      role === undefined ? [] : [`GRANT USAGE ON SCHEMA ${quoted(schema)} TO ${quoted(role)}`],
    ),
    ...(program === undefined
      ? []
      : [
          ...grants(program, 'SELECT, INSERT, UPDATE, DELETE', 'TABLES'),
          ...grants(program, 'USAGE, SELECT', 'SEQUENCES'),
          ...grants(program, 'EXECUTE', 'FUNCTIONS'),
          `REVOKE INSERT, UPDATE, DELETE ON ${quoted(schema)}.formats FROM ${quoted(program)}`,
        ]),
    ...(reader === undefined ? [] : [...grants(reader, 'SELECT', 'TABLES'), ...grants(reader, 'SELECT', 'SEQUENCES')]),
  ]
}

/** Milliseconds that a server has to start in. */
const STARTING = 60_000

async function connectTo(url: string, onWait: PreparedSchema['onWait']): Promise<Client> {
  const began = performance.now()
  for (let tries = 0; ; tries++) {
    const client = clientTo(url, { connectionTimeoutMillis: 10_000 })
    try {
      await client.connect()
      return client
    } catch (thrown) {
      // The driver keeps a connection that was refused while it logged in, and with it the process.
      hangUp(client)
      if (!isStarting(thrown) || performance.now() > began + STARTING) throw explainConnecting(thrown)
    }
    if (tries === 0) onWait?.('PostgreSQL is starting: waiting for it, a minute at the most.')
    await sleep(200)
  }
}

/** Tables that belong neither to extensions nor to stores of ours. */
const FOREIGN = `SELECT count(*)::int4 AS tables FROM pg_class
  WHERE relkind IN ('r', 'p') AND relnamespace IN (
    SELECT oid FROM pg_namespace AS spaces
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND NOT EXISTS (
      SELECT FROM pg_class WHERE relnamespace = spaces.oid AND relname = 'segment_gone'))
  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')`

/** Many programs read `DATABASE_URL`: an agent that is started for one of them would begin a store in its database. */
async function requireOwnTables(script: Script, schema: string): Promise<void> {
  if (await exists(script, schema, 'formats')) return
  const [found] = await script.query(FOREIGN)
  const tables = Number(found?.['tables'] ?? 0)
  if (tables > 0) throw foreignTables(tables)
}

const foreignTables = (tables: number): WukuError =>
  new WukuError(
    'conflict',
    msg('databaseUrlNamesDatabaseAnother', { value: tables === 1 ? msg('table') : msg('tables', { tables }) }),
  )

/** Half a store answers nobody: what is written to it meanwhile would be in the way of what is still to come. */
export async function requireComplete(script: Script, schema: string): Promise<void> {
  const [row] = await script.query(`SELECT 1 FROM ${quoted(schema)}.moves LIMIT 1`)
  if (row) throw new WukuError('store-busy', msg('anotherStoreBeingMovedInto', { schema }))
}
