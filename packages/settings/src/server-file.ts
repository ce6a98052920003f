import { readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '@wuku/store-sql/make-folder'
import { WukuError } from '@wuku/core/errors'
import { parseObject } from '@wuku/core/lenient-parsing'
import { msg } from '@wuku/messages/settings'
import { writePrivately } from './private-file.ts'
import { isRunning } from './this-process.ts'
import type { ServerRole } from './team-settings-table.ts'

/** Files in a data folder by which other processes find its server, and prove that they may use it. */
const SERVER_FILE = 'server.json'
const TOKEN_FILE = 'server-token'
const LOCK_FILE = 'server.lock'
/** Longer than a server that ends needs to let go of the lock. */
const LOCK_TIMEOUT_MS = 300

export interface RunningServer {
  /** Its address on this machine. */
  readonly url: string
  readonly host: string
  readonly port: number
  readonly mode: 'local' | 'accounts'
  readonly role: ServerRole
  readonly pid: number
  readonly version: string
  /** Changes nothing for anybody. */
  readonly readOnly: boolean
  /** ISO 8601. */
  readonly startedAt: string
  /** A local socket, or a pipe of Windows, at which `wuku mcp` is answered. */
  readonly socket?: string
}

/** The server of a data folder, as its own process sees it. */
export interface ServerPlace {
  /** Writes the token so that only this user can read it. */
  writeToken(token: string): Promise<void>
  /** Nobody finds the token any more. */
  removeToken(): Promise<void>
  /** From now on other processes find it. */
  announce(server: RunningServer): Promise<void>
  /** Other processes find it no more, and the token opens nothing. */
  withdraw(): Promise<void>
  /** Lets another server have the data folder. */
  release(): void
}

/** Takes the data folder for the server of this process. Files of a killed server are replaced. */
export async function claimServerPlace(home: string): Promise<ServerPlace> {
  await makeFolder(home)
  // Loaded here, so that a process that only looks for a server loads no database.
  const { lockFile } = await import('@wuku/store-sql/sqlite/driver/file-lock')
  const lock = lockFile(join(home, LOCK_FILE), LOCK_TIMEOUT_MS)
  if (!lock) throw await alreadyServed(home)
  const withdraw = async (): Promise<void> => {
    await Promise.all([SERVER_FILE, TOKEN_FILE].map((name) => rm(join(home, name), { force: true })))
  }
  await withdraw()
  return {
    writeToken: (token) => writePrivately(join(home, TOKEN_FILE), token),
    removeToken: () => rm(join(home, TOKEN_FILE), { force: true }),
    announce: (server) =>
      writePrivately(join(home, SERVER_FILE), `${JSON.stringify({ ...server, machine: hostname() })}\n`),
    withdraw,
    release: () => lock.release(),
  }
}

/** Also while one starts or stops. */
export async function isServed(home: string): Promise<boolean> {
  const { lockFile } = await import('@wuku/store-sql/sqlite/driver/file-lock')
  const lock = lockFile(join(home, LOCK_FILE), 0)
  lock?.release()
  return lock === undefined
}

export interface FoundServer extends RunningServer {
  /** Absent with accounts. */
  readonly token: string | undefined
}

/** The server of this data folder that answers requests; a worker does not. */
export async function findServer(home: string): Promise<FoundServer | undefined> {
  const found = await findInstance(home)
  return found?.role === 'worker' ? undefined : found
}

/** The server or worker of this data folder, on this machine; a killed one does not count. It may end before it is asked. */
export async function findInstance(home: string): Promise<FoundServer | undefined> {
  const [written, token] = await Promise.all([SERVER_FILE, TOKEN_FILE].map((name) => readText(join(home, name))))
  const found = readServer(written ?? '')
  if (!found || found.machine !== hostname() || !isRunning(found.pid)) return undefined
  return { ...found, token: token?.trim() || undefined }
}

type Written = RunningServer & { readonly machine: string }

function readServer(text: string): Written | undefined {
  const read = parseObject(text) as Partial<Written>
  return typeof read.url === 'string' && typeof read.pid === 'number' ? (read as Written) : undefined
}

const readText = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)

/** Error for a process that wants to become the server. */
export async function alreadyServed(home: string): Promise<WukuError> {
  const server = readServer((await readText(join(home, SERVER_FILE))) ?? '')
  const where = server ? msg('runsAtProcess', { url: server.url, pid: server.pid }) : msg('isJustStartingOrStopping')
  return new WukuError(
    'conflict',
    msg('serverForDataFolder', { home, where }),
    server ? msg('useThatOneOrEndItWith') : msg('waitUntilItHasStoppedOrSet'),
  )
}
