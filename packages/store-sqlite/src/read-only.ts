import { constants, existsSync, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { msg } from '@wuku/messages/store-sqlite'
import { WukuError } from '@wuku/core/errors'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { cannotOpen } from '@wuku/store-sql/sqlite/sqlite-failures'
import type { Writer } from './writer.ts'

/** A connection that looks at a file without being able to lock it. */
export interface ReadConnection extends Connection {
  /** Nobody wrote since it was opened. Absent where locks see to that. */
  isCurrent?(): boolean
}

/** It is there, and it or its folder refuses a write: a backup, a read-only mount, the folder of somebody else. */
export async function mayOnlyBeRead(file: string): Promise<boolean> {
  try {
    await access(file, constants.R_OK)
    await access(file, constants.W_OK)
    await access(dirname(file), constants.W_OK)
    return false
  } catch (error) {
    return existsSync(file) && REFUSALS.has((error as NodeJS.ErrnoException).code)
  }
}

const REFUSALS: ReadonlySet<string | undefined> = new Set(['EROFS', 'EACCES', 'EPERM'])

/**
 * SQLite reads a file with a log only together with an index of that log in shared memory. If that file is missing and
 * cannot be created, there are two ways without it: without a log the file is complete, and with one the index is built
 * in memory. Neither takes a lock, so the reader must check afterwards whether the files are still the same.
 */
export function connectReadOnly(file: string, timeout: number): ReadConnection {
  try {
    return looking(connect(file, timeout, { readOnly: true }))
  } catch (thrown) {
    if (!cannotOpen(thrown)) throw thrown
  }
  const before = stampOf(file)
  const db = hasLog(file)
    ? withLogInMemory(file, timeout)
    : connect(uriOf(file, 'immutable', '1'), timeout, { readOnly: true })
  return { ...looking(db), isCurrent: () => stampOf(file) === before }
}

/**
 * For one look that leaves no trace: even a connection that only reads makes the files of a log where there are none. Without
 * a log the file is all there is.
 */
export function connectWithoutTrace(file: string, timeout: number): ReadConnection {
  if (hasLog(file)) return looking(connect(file, timeout, { readOnly: true }))
  const before = stampOf(file)
  const db = connect(uriOf(file, 'immutable', '1'), timeout, { readOnly: true })
  return { ...looking(db), isCurrent: () => stampOf(file) === before }
}

function withLogInMemory(file: string, timeout: number): Connection {
  try {
    const db = connect(uriOf(file, 'vfs', 'unix-none'), timeout, { readOnly: true })
    db.script('PRAGMA locking_mode = EXCLUSIVE')
    return looking(db)
  } catch (thrown) {
    throw new WukuError('store-unwritable', msg('lastWritesStoreStillLog', { log: logOf(file) }), { cause: thrown })
  }
}

/** Opening reads nothing yet: a refusal shows in the first read. */
function looking(db: Connection): Connection {
  try {
    db.row('SELECT name FROM sqlite_schema LIMIT 1')
    return db
  } catch (thrown) {
    db.close()
    throw thrown
  }
}

function uriOf(file: string, option: string, value: string): URL {
  const uri = pathToFileURL(file)
  uri.searchParams.set(option, value)
  return uri
}

const logOf = (file: string): string => `${file}-wal`
const hasLog = (file: string): boolean => (statSync(logOf(file), { throwIfNoEntry: false })?.size ?? 0) > 0

const stampOf = (file: string): string =>
  [file, logOf(file)]
    .map((each) => statSync(each, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => (stats && stats.size > 0n ? `${stats.ino}:${stats.size}:${stats.mtimeNs}` : ''))
    .join(' ')

/** Refuses whatever would write. */
export function refusingWriter(file: string): Writer {
  const refuse = (): Promise<never> =>
    Promise.reject(new WukuError('read-only', msg('dataFolderReadOnlyCan', { dirname: dirname(file) })))
  return { transact: refuse, exclusive: refuse, whilePaused: refuse, close: async () => {} }
}

export const changedMeanwhile = (): WukuError => new WukuError('store-busy', msg('storeChangedWhileReadWithout'))
