import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { watch } from 'node:fs'
import { launcher, runCommandSync } from './run-command.ts'
import { envOf } from './store.ts'
import { writeFiles } from '../scratch.ts'

/** A user with a few notes that `wuku` has indexed, and nothing else on the machine. */
export interface Home {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly workspace?: string
  /** Of a wuku that is installed elsewhere; this repository by default. */
  readonly launcher?: string
}

const notes: Record<string, string> = {
  'tides.md': '# Tides\n\nThe moon pulls the sea, and the harbour of Saltmarsh runs dry twice a day.\n',
  'plans/2026 harbour.md': '# Harbour plan\n\n## Dredging\n\nDredging starts in March with the barge Cormorant.\n',
  '潮汐.md': '# 潮汐\n\n月亮牵引海水，每天两次涨潮。\n',
}

export const wuku = launcher

export function openHome(folder: string): Home {
  const data = join(folder, 'wuku')
  const env = envOf(folder, data)
  writeFiles(join(folder, 'notes'), notes)
  const add = ['add', join(folder, 'notes'), '--kind', 'notes', '--name', 'demo']
  const { status, stderr } = runCommandSync(add, { env })
  if (status !== 0) throw new Error(`wuku add ended with ${status}: ${stderr}`)
  return { folder, env }
}

/** A server spoken to by hand, one JSON message a line. */
export interface Pipe {
  readonly child: ChildProcessWithoutNullStreams
  send(message: object): void
  /** The answer to a request, or a failure when the output ends before. */
  answer(id: number | string): Promise<Answer>
  /** Everything that came on standard output so far. */
  stdout(): string
  readonly ended: Promise<Ending>
}

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

export interface Answer {
  readonly id: number | string
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

export function startServer(home: Home, ...args: readonly string[]): Pipe {
  const child = spawn(process.execPath, [wuku, 'mcp', ...args], { env: home.env, cwd: home.workspace })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<Ending>((done) => child.on('close', (code, signal) => done({ code, signal, stderr })))
  const brokenOff = (id: number | string) =>
    ended.then(() => Promise.reject(new Error(`No answer to ${id}: ${stderr}`)))
  return {
    child,
    ended,
    stdout: () => stdout,
    send: (message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    async answer(id) {
      for (;;) {
        const found = linesOf(stdout).find((answer) => answer.id === id)
        if (found) return found
        await Promise.race([once(child.stdout, 'data'), brokenOff(id)])
      }
    },
  }
}

/** Complete lines, each of which must be a message: this is how purity is held. */
export const linesOf = (stdout: string): readonly Answer[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Answer)

export const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
}

export const callOf = (id: number, name: string, args: object) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** Kills a process at the nth change in a folder, so that what it writes there breaks off at another step for each n. */
export function killAt(changes: number, folder: string, pid: number): () => void {
  let seen = 0
  const watcher = watch(folder, () => {
    if (++seen === changes) process.kill(pid, 'SIGKILL')
  })
  return () => watcher.close()
}
