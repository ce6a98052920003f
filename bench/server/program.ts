import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bareEnvironment } from '../speed/peer.ts'

/** A server under measurement. */
export interface Program {
  readonly name: string
  readonly url: string
  readonly pid: number
  /** Milliseconds from the start of the process to the line that says that it answers. */
  readonly startMilliseconds: number
  readonly headers: Readonly<Record<string, string>>
  /** Stops as an operator stops it, or at once. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** `wuku serve` as it was built, on a free port of the loopback; with an `adminKey` in accounts mode and without limits. */
export async function startWuku(
  repository: string,
  home: string,
  { adminKey, env: more }: { readonly adminKey?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Program> {
  const accounts = adminKey !== undefined && {
    WUKU_AUTH_ADMIN_KEY: adminKey,
    WUKU_LIMITS_REQUESTS_PER_MINUTE: '0',
    WUKU_LIMITS_FAILURES_PER_MINUTE: '0',
  }
  const env = { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku'), ...accounts, ...more }
  const started = performance.now()
  const args = [join(repository, 'bin', 'wuku.js'), 'serve', '--port', '0', '--json']
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const line = await firstLine(child)
  const startMilliseconds = performance.now() - started
  const { url } = JSON.parse(line) as { url: string }
  const token = adminKey ?? readFileSync(join(home, 'wuku', 'server-token'), 'utf8').trim()
  return {
    name: 'wuku serve',
    url,
    pid: child.pid ?? 0,
    startMilliseconds,
    headers: { authorization: `Bearer ${token}` },
    stop: (signal) => stop(child, signal),
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The output of the server is not read.')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The server ended before it answered.')
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
