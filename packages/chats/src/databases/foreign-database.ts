import { lstat, open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import type { Refusal } from '@wuku/messages/message'
import { commandLine } from '@wuku/text/show/shell-words'
import { connect, resultOf, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { copyPrivately } from './private-copy.ts'

export type ForeignDatabase = ReturnType<typeof openForeign>

export interface ForeignOptions {
  /** Bytes up to which a copy is made without further thought. */
  readonly copiedUpTo: number
  /** A file that was written to less long ago may be written to again without another date. */
  readonly settledAfter: number
}

const defaults: ForeignOptions = { copiedUpTo: 64 * 1024 * 1024, settledAfter: 2_000 }

/**
 * Another program's database, looked at so that neither it nor the folder around it changes. A small one is copied.
 * Copies of one with gigabytes would cost more than all other work on it, so it is read in place, without a lock, as long
 * as it has no journal; a result counts only if the file is the same afterwards. If it never is, or there is a journal,
 * it is copied after all.
 */
export function openForeign(file: string, { copiedUpTo, settledAfter }: ForeignOptions = defaults) {
  let copy: { readonly privateCopy: Awaited<ReturnType<typeof copyPrivately>>; readonly db: Connection } | undefined
  const inPlace = openInPlace(file, settledAfter)
  const copied = async (): Promise<Connection> => {
    if (!copy) {
      const privateCopy = await copyPrivately(file)
      try {
        copy = { privateCopy, db: obeyingNothing(connect(privateCopy.file, 0)) }
      } catch (thrown) {
        await privateCopy.remove()
        throw thrown
      }
    }
    return copy.db
  }
  return {
    /** All that `work` sees stood there at one moment. It may be called again, when somebody wrote meanwhile. */
    ask: async <T>(work: (db: Connection) => Promise<T>): Promise<T> => {
      if (!copy && (await stat(file)).size > copiedUpTo) {
        const seen = await inPlace.ask(work)
        if (seen) return seen.result
      }
      return work(await copied())
    },
    close: async () => {
      inPlace.close()
      copy?.db.close()
      await copy?.privateCopy.remove()
    },
  }
}

/** Names of the tables that stand in the file itself; what only a journal knows is not seen. */
export function tablesAtAGlance(file: string): ReadonlySet<string> {
  let db: Connection | undefined
  try {
    db = connectInPlace(file)
    return tablesIn(db)
  } catch {
    return new Set()
  } finally {
    db?.close()
  }
}

/** No views and no virtual tables: they would run what their maker wrote. */
export const tablesIn = (db: Connection): ReadonlySet<string> =>
  new Set(
    db
      .rows<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`)
      .map(({ name }) => name),
  )

export async function hasJournal(file: string): Promise<boolean> {
  const sizes = await Promise.all(['-wal', '-journal'].map((part) => lstat(file + part).catch(() => undefined)))
  return sizes.some((found) => found !== undefined && found.size > 0)
}

const ATTEMPTS = 3

function openInPlace(file: string, settledAfter: number) {
  let seen: { readonly fileState: string; readonly db: Connection } | undefined
  const close = (): void => {
    seen?.db.close()
    seen = undefined
  }
  const at = (fileState: string): Connection => {
    if (seen?.fileState !== fileState) {
      close()
      seen = { fileState, db: connectInPlace(file) }
    }
    return seen.db
  }
  return {
    ask: async <T>(work: (db: Connection) => Promise<T>): Promise<{ readonly result: T } | undefined> => {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const fileState = await fileStateOf(file, settledAfter)
        if (fileState === undefined) return undefined
        const asked = async (): Promise<T> => work(at(fileState))
        const [outcome] = await Promise.allSettled([asked()])
        // Pages of two moments may look like anything, so what is thrown may mean nothing.
        if ((await fileStateOf(file, 0)) !== fileState) continue
        if (outcome.status === 'rejected') throw outcome.reason
        return { result: outcome.value }
      }
      return undefined
    },
    close,
  }
}

/** `undefined` while the file alone is not the whole database. */
async function fileStateOf(file: string, settledAfter: number): Promise<string | undefined> {
  if (await hasJournal(file)) return undefined
  const { size, ino, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
  const age = Date.now() - Number(mtimeNs / 1_000_000n)
  // A date in the future does not show when it was written.
  if (age < settledAfter) await sleep(Math.min(settledAfter, settledAfter - age))
  return [size, ino, mtimeNs, ctimeNs].join(' ')
}

/** "immutable": no locks, no further files, no look at its log. */
const connectInPlace = (file: string) => obeyingNothing(connect(`${pathToFileURL(file).href}?mode=ro&immutable=1`, 0))

/** Code in the schema is not trusted: the file may come from anywhere. */
function obeyingNothing(db: Connection): Connection {
  try {
    db.script('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY')
    return db
  } catch (thrown) {
    db.close()
    throw thrown
  }
}

/** With which every SQLite file begins. */
const HEADER = Buffer.from('SQLite format 3\0')

export async function isDatabase(file: string): Promise<boolean> {
  // A pipe would be waited for.
  if (!(await stat(file)).isFile()) return false
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
    return bytesRead === HEADER.length && buffer.equals(HEADER)
  } finally {
    await handle.close()
  }
}

/** A database that SQLite cannot read is a fault of that file, not of our own store. */
export function asDamage(
  thrown: unknown,
  file: string,
  message: (facts: { readonly thrownPart: string; readonly command: string }) => Refusal,
): unknown {
  if (isWukuError(thrown) || resultOf(thrown) === undefined) return thrown
  const thrownPart = thrown instanceof Error ? thrown.message : String(thrown)
  const command = commandLine`sqlite3 ${file} ".recover" | sqlite3 recovered.db`
  return new WukuError('bad-input', message({ thrownPart, command }), { cause: thrown })
}

/** Hands back a root that can be indexed; a database cannot, though what it keeps may be taken over. */
export async function requireNoDatabase(root: string): Promise<string> {
  // A file that cannot be read is reported by its reader.
  if (!(await isDatabase(root).catch(() => false))) return root
  throw new WukuError(
    'bad-input',
    msg('isSQLiteDatabaseNotText', { root, command: commandLine`wuku add ${root} --kind pads` }),
  )
}
