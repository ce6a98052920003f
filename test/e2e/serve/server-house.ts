import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { wuku, type Home } from '../mcp-home.ts'

/** A server on a free port of this machine; it is killed when its test is over. */
export interface Served {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  /** The first line of standard output. */
  readonly line: string
  readonly url: string
  readonly token: string
  readonly ended: Promise<ServerEnd>
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Resolves when the log has a line that holds this text. */
  logged(text: string): Promise<void>
}

export interface ServerEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export const tokenOf = ({ env }: Pick<Home, 'env'>): Promise<string> =>
  readFile(join(env['WUKU_HOME'] ?? '', 'server-token'), 'utf8')

export async function serve(
  home: Pick<Home, 'env'> & Partial<Home>,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Served> {
  const child = spawn(process.execPath, [home.launcher ?? wuku, 'serve', '--port', '0', ...args], {
    env: { ...home.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const ended = new Promise<ServerEnd>((done) => child.on('close', (code, signal) => done({ code, signal, ...said })))
  const waitFor = async (stream: 'stdout' | 'stderr', isThere: () => boolean): Promise<void> => {
    while (!isThere())
      await Promise.race([
        once(child[stream], 'data'),
        ended.then((end) => Promise.reject(new Error(`The server ended: ${JSON.stringify(end)}`))),
      ])
  }
  await waitFor('stdout', () => said.stdout.includes('\n'))
  const line = said.stdout.trimEnd()
  const url = /http:\/\/[^\s/"#,]+/.exec(line)?.[0] ?? ''
  // With accounts there is none.
  const token = await tokenOf(home).catch(() => '')
  return {
    child,
    line,
    url,
    token,
    ended,
    ask: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }),
    logged: (text) => waitFor('stderr', () => said.stderr.includes(text)),
  }
}

export function serveInVain(home: Home, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [wuku, 'serve', ...args], {
    env: home.env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
