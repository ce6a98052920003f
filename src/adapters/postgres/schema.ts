import { WukuError } from '../../core/errors.ts'
import { rowSecurity } from './access/row-security.ts'
import { quoted } from './database.ts'
import { lockNumber } from './locks.ts'
import { accountTables } from './schema/account-tables.ts'
import { annotationTables } from './schema/annotation-tables.ts'
import { documentTables } from './schema/document-tables.ts'
import { jobTables } from './schema/job-tables.ts'
import { libraryTables } from './schema/library-tables.ts'
import { padTables } from './schema/pad-tables.ts'
import { postingTables } from './schema/posting-tables.ts'
import { recordTables } from './schema/record-tables.ts'
import { sourceTables } from './schema/source-tables.ts'
import { vectorTables } from './schema/vector-tables.ts'

/** Forward only: a released entry is never edited, a change is a new entry at the end. `formats` has a row for each. */
const migrations: readonly string[] = [
  sourceTables +
    documentTables +
    postingTables +
    padTables +
    libraryTables +
    annotationTables +
    recordTables +
    jobTables +
    accountTables +
    vectorTables +
    rowSecurity,
]

export const schemaVersion = migrations.length

/** Runs statements that come as one text, and answers the rows of the last one. */
export interface Script {
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** Brings an older schema, or none, up to this version. Several processes may begin at once: one does it. */
export async function migrate(script: Script, schema: string): Promise<void> {
  if ((await versionOf(script, schema)) === schemaVersion) return
  await script.query(`BEGIN; SELECT pg_advisory_xact_lock(${lockNumber(schema, 'schema')})`)
  try {
    // Asked again within: another process may have done it while this one waited.
    const version = await versionOf(script, schema)
    await script.query(`
      CREATE SCHEMA IF NOT EXISTS ${quoted(schema)};
      SET LOCAL search_path = ${quoted(schema)};
      CREATE TABLE IF NOT EXISTS formats (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
    `)
    for (const [at, migration] of migrations.slice(version).entries()) {
      await script.query(migration)
      await script.query(`INSERT INTO formats (version) VALUES (${version + at + 1})`)
    }
    await script.query('COMMIT')
  } catch (thrown) {
    await script.query('ROLLBACK')
    throw thrown
  }
}

async function versionOf(script: Script, schema: string): Promise<number> {
  const [table] = await script.query(`SELECT to_regclass('${quoted(schema).replaceAll("'", "''")}.formats') AS name`)
  if (table?.['name'] === null) return 0
  const [row] = await script.query(`SELECT max(version) AS version FROM ${quoted(schema)}.formats`)
  const version = Number(row?.['version'] ?? 0)
  if (version > schemaVersion) throw storeNewer(version)
  return version
}

const storeNewer = (version: number): WukuError =>
  new WukuError(
    'store-newer',
    `This store has format ${version}; this version of wuku supports formats up to ${schemaVersion}.`,
    'Install the newest wuku, or set DATABASE_SCHEMA to another schema.',
  )
