import { msg } from '@wuku/messages/store-postgres'
import { WukuError } from '@wuku/core/errors'
import { closedRows, EVERY_ROW, rowSecurity } from './row-security.ts'
import { quoted } from './connection/client.ts'
import { lockNumber } from './connection/locks.ts'
import { isDeadlock } from './connection/postgres-failures.ts'
import { accountTables, verifiedEmails } from './schema/account-tables.ts'
import { annotationTables, sourceTables } from './schema/source-tables.ts'
import { changeTables } from './schema/change-tables.ts'
import { documentTables } from './schema/document-tables.ts'
import { engineTables } from './schema/engine-tables.ts'
import { jobTables } from './schema/job-tables.ts'
import { libraryTables } from './schema/library-tables.ts'
import { ownerFunctions } from './schema/owner-functions.ts'
import { padTables } from './schema/pad-tables.ts'
import { largeSegments, postingTables, vectorTables } from './schema/posting-tables.ts'
import { callAnswers, recordTables } from './schema/record-tables.ts'

/**
 * One step of the schema. Instances of two versions run side by side during an upgrade, so a change goes in three releases:
 * one expands (new tables and columns that the older version leaves alone), one moves what is written to the new place, and
 * one contracts, when nobody reads the old place any more.
 */
export interface Migration {
  /** For who looks at it before it is made. */
  readonly says: string
  readonly sql: string
  /** The oldest version of the schema that programs may be made for and still work with this one. */
  readonly worksWith: number
}

/** Forward only: a released entry is never edited, a change is a new entry at the end. `formats` has a row for each. */
export const migrations: readonly Migration[] = [
  {
    says: 'The tables of a store.',
    sql:
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
    worksWith: 1,
  },
  { says: 'Keeps whether somebody vouched for the e-mail of a user.', sql: verifiedEmails, worksWith: 1 },
  {
    says: 'Policies show no row without a setting that says which. Functions of the owner make tables of vectors, so that the role of the program needs no right to.',
    sql: closedRows + ownerFunctions,
    worksWith: 3,
  },
  {
    says: 'Texts of scratchpads are no longer kept a second time for the search of workflows.',
    sql: 'DROP TABLE hit_texts',
    worksWith: 4,
  },
  { says: 'Keeps what calls were answered, their sessions, and measures of servers.', sql: callAnswers, worksWith: 4 },
  {
    says: 'What a user sees is found by indexes, and its changes are noted by who sees them.',
    sql: changeTables,
    worksWith: 4,
  },
  { says: 'Notes which postings a search engine has.', sql: engineTables, worksWith: 4 },
  {
    says: 'Segments of postings may have up to a million chunks, once that is allowed.',
    sql: largeSegments,
    worksWith: 4,
  },
]

/** Programs that know this version read segments of several blocks. */
export const LARGE_SEGMENTS = 8

/**
 * From now on merges write segments of several blocks, and programs that know blocks alone do not start any more. One that
 * still runs fails where it comes upon such a segment.
 */
export const ALLOW_LARGE = `UPDATE formats SET works_with = greatest(works_with, ${LARGE_SEGMENTS})
  WHERE version = (SELECT max(version) FROM formats) AND version >= ${LARGE_SEGMENTS}`

/** Statements that come as one text, and the rows of the last one. */
export interface Script {
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** Brings an older schema, or none, up to this version. Several processes may begin at once: one does it. */
export async function migrate(script: Script, schema: string, steps = migrations): Promise<void> {
  for (let tries = 1; (await versionOf(script, schema, steps)) < steps.length; tries++)
    try {
      return await migrateOnce(script, schema, steps)
    } catch (thrown) {
      // Tables are taken one after the other, and programs of the version before take them in another order.
      if (!isDeadlock(thrown) || tries === TRIES) throw thrown
    }
}

const TRIES = 10

async function migrateOnce(script: Script, schema: string, steps: readonly Migration[]): Promise<void> {
  await script.query(`BEGIN; SELECT pg_advisory_xact_lock(${lockNumber(schema, 'schema')})`)
  try {
    // Asked again within: another process may have done it while this one waited.
    const version = await versionOf(script, schema, steps)
    await build(script, { schema, from: version, to: steps.length }, steps)
    await script.query('COMMIT')
  } catch (thrown) {
    await script.query('ROLLBACK').catch(() => {})
    throw thrown
  }
}

export interface Build {
  readonly schema: string
  /** Steps that it has, and is to have. */
  readonly from: number
  readonly to: number
}

/** Runs steps within a transaction. */
export async function build(script: Script, { schema, from, to }: Build, steps = migrations): Promise<void> {
  // Only a role that may make schemas may even ask for one that is there.
  if (!(await exists(script, schema))) await script.query(`CREATE SCHEMA ${quoted(schema)}`)
  await script.query(`
    SET LOCAL search_path = ${quoted(schema)};
    ${EVERY_ROW};
    CREATE TABLE IF NOT EXISTS formats
      (version integer PRIMARY KEY, works_with integer NOT NULL, at timestamptz NOT NULL DEFAULT now());
  `)
  for (const [at, { sql, worksWith }] of steps.slice(from, to).entries())
    await script.query(`${sql}; INSERT INTO formats (version, works_with)
      VALUES (${from + at + 1}, greatest(${worksWith}, (SELECT max(works_with) FROM formats)))`)
  // No program of before has ever used a store that is new.
  if (from === 0) await script.query(ALLOW_LARGE)
}

export async function exists(script: Script, schema: string, table?: string): Promise<boolean> {
  // The catalogue itself is asked: the server remembers that a name it looked up before stands for nothing.
  const named = `FROM pg_namespace WHERE nspname = '${schema.replaceAll("'", "''")}'`
  const fromClause = table ? `FROM pg_class WHERE relname = '${table}' AND relnamespace = (SELECT oid ${named})` : named
  return (await script.query(`SELECT 1 AS found ${fromClause}`)).length > 0
}

export async function missingSteps(script: Script, schema: string, steps: readonly Migration[] = migrations) {
  const version = await versionOf(script, schema, steps)
  return { version, steps: steps.slice(version) }
}

/** Number of steps that the schema has; it may have more than this program knows, as long as they are made for it too. */
async function versionOf(script: Script, schema: string, steps: readonly Migration[]): Promise<number> {
  if (!(await exists(script, schema, 'formats'))) return 0
  const [row] = await script.query(
    `SELECT version, works_with FROM ${quoted(schema)}.formats ORDER BY version DESC LIMIT 1`,
  )
  const version = Number(row?.['version'] ?? 0)
  const worksWith = Number(row?.['works_with'] ?? 0)
  if (worksWith > steps.length)
    throw new WukuError('store-newer', msg('storeFormatVersionSupportsFormats', { version, known: steps.length }))
  return version
}
