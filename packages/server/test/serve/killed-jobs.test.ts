import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readEvents } from '../http/jobs-house.ts'
import { scratchFolder } from '../../../../test/scratch.ts'

let home = ''
let running: ChildProcess | undefined
beforeEach(() => void (home = scratchFolder()))
afterEach(() => end('SIGKILL'))

/** A real server in a process of its own. */
async function serve(): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const child = spawn(process.execPath, ['packages/cli/src/main.ts', 'serve', '--port', '0', '--json'], {
    env: { ...process.env, WUKU_HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running = child
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { url: string }
    const token = await readFile(join(home, 'server-token'), 'utf8')
    return (path, init = {}) =>
      fetch(url + path, { ...init, headers: { authorization: `Bearer ${token.trim()}`, ...(init.headers as object) } })
  }
  throw new Error('The server ended.')
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  running.kill(signal)
  await ended
}

/** So many that it is at work for some seconds. */
const PAGES = 120
const page = (at: number): string =>
  `# Page ${at}\n\n${Array.from({ length: 150 }, (_, line) => `Line ${line} of page ${at} says word${(line * 31 + at) % 997}.`).join('\n\n')}\n`

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'a job begins again after %s, with what was uploaded, and its events go on without a gap',
  async (signal) => {
    const ask = await serve()
    const body = new FormData()
    body.append('library', 'billing')
    for (let at = 0; at < PAGES; at++) body.append('files', new Blob([page(at)]), `${at}.md`)
    const headers = { prefer: 'respond-async' }
    const started = await ask('/api/v1/documents/upload', { method: 'POST', body, headers })
    const { job } = (await started.json()) as { job: { job_id: string } }
    const path = `/api/v1/jobs/${job.job_id}`
    const before = await readEvents(await ask(`${path}/events`), 2)
    await end(signal)
    const again = await serve()
    const events = await readEvents(await again(`${path}/events`))
    expect(events.slice(0, before.length)).toEqual(before)
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
    expect(events.filter(({ event }) => event === 'job')).toHaveLength(2)
    expect(events.at(-1)).toMatchObject({ event: 'completed', data: { result: { success_count: PAGES } } })
    expect(await (await again(path)).json()).toMatchObject({ status: 'succeeded', attempt: 2 })
  },
)
