import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '@wuku/store-sql/make-folder'
import { everything } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { createWriter, whenFree } from './writer.ts'
import { createConnectionPool } from './connection-pool.ts'
import {
  connectReadOnly,
  connectWithoutTrace,
  mayOnlyBeRead,
  refusingWriter,
  type ReadConnection,
} from './read-only.ts'
import { requireCurrent, migrate } from './schema.ts'
import { createStore } from './store.ts'

export interface SqliteOptions {
  /** Milliseconds since the epoch, for leases. Default: the clock of the machine. */
  readonly now?: () => number
}

/** A store in one file, shared with every other process that opens it. */
export async function openSqlite(file: string, options: SqliteOptions = {}): Promise<Store> {
  await makeFolder(dirname(file))
  if (await mayOnlyBeRead(file)) return openToRead(file, options)
  await createPrivately(file)
  const writer = await whenFree(() => openWriter(file))
  const connections = createConnectionPool(() => openReader(file))
  return createStore({ file, writer: createWriter(writer), connections, now: options.now ?? Date.now })
}

/** Reads an existing store once: nothing is created or written, and a lock is waited for at most `timeout` milliseconds. */
export async function glanceAtSqlite<T>(
  file: string,
  timeout: number,
  read: (store: Pick<Store, 'read'>) => Promise<T>,
): Promise<T> {
  const connections = createConnectionPool(() => prepared(connectWithoutTrace(file, timeout)))
  const store = createStore({ file, writer: refusingWriter(file), connections, now: Date.now })
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}

/** A store that may not be written to: every read is answered, every write refused. */
async function openToRead(file: string, { now = Date.now }: SqliteOptions): Promise<Store> {
  const connections = createConnectionPool(() => prepared(connectReadOnly(file, READER_TIMEOUT)))
  await connections.read(everything, async () => {})
  return createStore({ file, writer: refusingWriter(file), connections, now })
}

/** Notes are nobody else's to read, even where the folder is open to others; the log takes after the file. */
async function createPrivately(file: string): Promise<void> {
  // If this fails, SQLite reports why in its own words.
  const handle = await open(file, 'a', 0o600).catch(() => undefined)
  await handle?.close()
}

/** Never blocks: `whenFree` tries again, and lets this process go on meanwhile. */
function openWriter(file: string): Connection {
  const db = connect(file, 0)
  try {
    db.script(`PRAGMA page_size = 4096; ${writersMemory}`)
    if (db.row<{ journal_mode: string }>('PRAGMA journal_mode')?.journal_mode !== 'wal')
      db.script('PRAGMA journal_mode = WAL')
    db.script(durability)
    migrate(db)
    return db
  } catch (thrown) {
    db.close()
    throw thrown
  }
}

/**
 * FULL: what is answered is on the disk, also after a power cut. The log is copied into the file every 16 MB, since a
 * new note rewrites two megabytes of rows of common words, mostly the same ones each time.
 */
const durability = `
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864;
`

/** A reader blocks nobody and waits for nobody, except while the log is recovered or removed. */
const READER_TIMEOUT = 30_000

function openReader(file: string): Connection {
  const db = connect(file, READER_TIMEOUT)
  db.script(readersRules)
  return db
}

function prepared(db: ReadConnection): ReadConnection {
  try {
    requireCurrent(db)
    db.script(readersRules)
    return db
  } catch (thrown) {
    db.close()
    throw thrown
  }
}

/** 16 MB of pages: the rows of a block. A writer mostly adds, and is as fast with a quarter. */
const readersRules = 'PRAGMA query_only = ON; PRAGMA cache_size = -16000'
const writersMemory = 'PRAGMA cache_size = -4000'
