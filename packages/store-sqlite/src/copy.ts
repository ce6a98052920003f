import { open, rename, rm, stat } from 'node:fs/promises'
import { msg } from '@wuku/messages/store-sqlite'
import { WukuError } from '@wuku/core/errors'
import { connect, isBusy, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { explainFailure } from '@wuku/store-sql/sqlite/sqlite-failures'
import { connectWithoutTrace } from './read-only.ts'
import { requireCurrent, migrate, schemaVersion, versionOf } from './schema.ts'
import { runInThread } from './thread.ts'
import { whenFree } from './writer.ts'

/**
 * Writes the whole store as it is at one moment into a new file, which is on the disk when this answers. It is one read, so
 * nobody waits for it. Removed text is not in the copy, not even as free space.
 */
export async function copySqlite(file: string, to: string): Promise<void> {
  // An empty file is taken: nobody else can read it, not even for a moment.
  await (await open(to, 'wx', 0o600)).close()
  await explained(() =>
    whenFree(async () => void (await runInThread({ file, timeout: TIMEOUT, sql: 'VACUUM INTO ?', values: [to] }))),
  )
  const handle = await open(to, 'r+')
  await handle.sync().finally(() => handle.close())
}

const TIMEOUT = 30_000

/** Every page, row and index of a file that nobody else uses. */
export async function checkSqlite(file: string): Promise<void> {
  const rows = await explained(() => runInThread({ file, readOnly: true, sql: 'PRAGMA integrity_check(3)' }))
  const message = rows.map(({ integrity_check: line }) => String(line)).join('; ')
  if (message !== 'ok') throw new WukuError('store-damaged', msg('copyStoreDamaged', { message }))
}

/** Refuses a file with triggers, views, or whatever else our own schema of its version does not have: they would act. */
export function requireOwnSchema(file: string): void {
  const db = connect(file, TIMEOUT, { readOnly: true })
  const own = connect(':memory:', 0)
  try {
    migrate(own, versionOf(db))
    const known = new Set(objectsIn(own))
    const unknownObject = objectsIn(db).find((each) => !known.has(each))
    if (unknownObject !== undefined)
      throw new WukuError('store-damaged', msg('storeBackupSomethingNoStore', { object: unknownObject.slice(0, 100) }))
  } finally {
    own.close()
    db.close()
  }
}

/** Indexes that SQLite makes by itself have no text. */
const objectsIn = (db: Connection): readonly string[] =>
  db
    .rows<{ type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .map(({ type, name, sql }) => `${type} ${name}: ${sql}`)

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw explainFailure(thrown)
  }
}

/** Nothing of anybody is in it. One of an older format is never empty. */
export function isEmptySqlite(file: string): boolean {
  const db = connectWithoutTrace(file, TIMEOUT)
  try {
    requireCurrent(db)
    return !TELLING.some((table) => db.row(`SELECT 1 FROM ${table} LIMIT 1`))
  } finally {
    db.close()
  }
}

const TELLING = ['documents', 'workflows', 'libraries', 'users', 'contexts', 'projects']

/**
 * Puts another file in the place of the store, or leaves the store as it is. It is refused while anybody has the store open:
 * that process would go on writing to a file that is gone. `meanwhile` runs when nobody else can be in it any more.
 */
export async function replaceSqlite(fresh: string, file: string, meanwhile: () => Promise<Undo>): Promise<void> {
  const locked = (await isThere(file)) ? openExclusively(file) : undefined
  try {
    const undo = await meanwhile()
    try {
      if (process.platform === 'win32') locked?.release()
      for (const end of ['-wal', '-shm', '-journal']) await rm(file + end, { force: true })
      await rename(fresh, file)
    } catch (error) {
      await undo()
      throw error
    }
    locked?.spoil()
  } finally {
    locked?.release()
  }
}

type Undo = () => Promise<void>

/** Refuses what `replaceSqlite` would refuse. */
export async function requireUnused(file: string): Promise<void> {
  if (await isThere(file)) openExclusively(file)?.release()
}

const isThere = async (file: string): Promise<boolean> => ((await stat(file).catch(() => undefined))?.size ?? 0) > 0

/** A file without a log is nobody else's: SQLite lets the log go only when all others have closed it. */
function openExclusively(file: string) {
  let db: Connection | undefined
  try {
    db = connect(file, 0)
    if (db.row<{ journal_mode: string }>('PRAGMA journal_mode = DELETE')?.journal_mode === 'wal') throw isInUse(file)
    // A journal next to the file would be taken for that of the new one.
    db.script('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (thrown) {
    db?.close()
    if (isBusy(thrown)) throw isInUse(file)
    // A damaged one is what a backup is for.
    const failure = explainFailure(thrown)
    if (failure instanceof WukuError && failure.code === 'store-damaged') return undefined
    throw failure
  }
  const locked = db
  return {
    /** A process that waited for the file meanwhile is refused: it has opened one that has no name any more. */
    spoil: (): void => locked.script(`PRAGMA user_version = ${schemaVersion + 1_000_000}; COMMIT`),
    release: (): void => locked.close(),
  }
}

const isInUse = (file: string): WukuError => new WukuError('store-busy', msg('anotherProcessStoreOpen', { file }))

/** Format of a store, which is neither made nor brought up to another; `undefined` where there is none. */
export async function formatOf(file: string): Promise<number | undefined> {
  if (!(await isThere(file))) return undefined
  const db = connectWithoutTrace(file, TIMEOUT)
  try {
    return db.row<{ user_version: number }>('PRAGMA user_version')?.user_version
  } finally {
    db.close()
  }
}
