import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { makeFolder } from '@wuku/store-sql/make-folder'
import { WukuError, type ErrorCode } from '@wuku/core/errors'
import { msg } from '@wuku/messages/server'
import { commandLine } from '@wuku/text/show/shell-words'
import { startWords } from '@wuku/settings/package'
import { systemClock } from '@wuku/settings/this-process'
import { alreadyServed, findInstance, isServed, type RunningServer } from '@wuku/settings/server-file'

export interface Daemon extends Pick<RunningServer, 'url' | 'pid'> {
  readonly log: string
}

export interface DaemonPlace {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Starts a server that lives on when this process ends; resolves when it answers. `args`: as after `wuku serve`. */
export async function startDaemon(args: readonly string[], { home, env }: DaemonPlace): Promise<Daemon> {
  if (await findInstance(home)) throw await alreadyServed(home)
  await makeFolder(home)
  const log = join(home, 'server.log')
  const file = await open(log, 'a', 0o600)
  const [program, ...words] = startWords
  try {
    const child = spawn(program, [...words, 'serve', '--json', ...args], {
      detached: true,
      windowsHide: true,
      // It keeps no folder of the user's from being moved.
      cwd: home,
      env: { ...env, WUKU_HOME: home },
      stdio: ['ignore', 'pipe', file.fd],
    }) as ChildProcessByStdio<null, Readable, null>
    const { promise, resolve, reject } = Promise.withResolvers<Daemon>()
    child.once('error', reject)
    child.once('close', () => reject(endedAtOnce(log)))
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { url, pid, error } = JSON.parse(line) as FirstLine
      if (url !== undefined && pid !== undefined) resolve({ url, pid, log })
      else reject(error ? new WukuError(error.code, error.message, error.remedy) : endedAtOnce(log))
    })
    const daemon = await promise
    child.stdout.destroy()
    child.unref()
    return daemon
  } finally {
    await file.close()
  }
}

interface FirstLine extends Partial<Pick<RunningServer, 'url' | 'pid'>> {
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly remedy: string }
}

const endedAtOnce = (log: string): WukuError => new WukuError('internal', msg('endedAtOnce', { log }))

/** Milliseconds beyond the grace that a server gives to requests: for jobs that end their batch, and for closing the store. */
const STOP_MS = 20_000
const POLL_INTERVAL_MS = 50

/** Ends the server of a data folder; resolves when it has let go of it. `undefined`: none runs. */
export async function stopServer(home: string, graceSeconds: number, signal: AbortSignal) {
  const server = await findInstance(home)
  if (!server) return undefined
  const { url, pid } = server
  process.kill(pid, 'SIGTERM')
  const until = systemClock.now() + graceSeconds * 1_000 + STOP_MS
  while (await isServed(home)) {
    signal.throwIfAborted()
    if (systemClock.now() > until)
      throw new WukuError(
        'conflict',
        msg('serverProcessDoesNot', { pid }),
        msg('nothingAcknowledgedLostIfYou', { command: commandLine`kill -9 ${String(pid)}` }),
      )
    await systemClock.sleep(POLL_INTERVAL_MS, signal)
  }
  return { url, pid }
}
