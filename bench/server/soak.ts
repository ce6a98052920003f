import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../pads/memory.ts'
import { bareEnvironment } from '../speed/peer.ts'
import { startWuku, type Program } from './program.ts'
import { recallOver } from './requests.ts'

export interface SoakRequest {
  readonly repository: string
  readonly home: string
  readonly questions: readonly string[]
  readonly minutes: number
}

const KILL_EVERY_MS = 3 * 60_000
const READERS = 8
const WRITERS = 4

interface Tally {
  answers: number
  /** Refused while the server was there. */
  failures: number
  /** Connections that broke with the server. */
  broken: number
  /** Blocks of scratchpads whose append was answered. */
  readonly acknowledged: Set<string>
  readonly megabytes: number[]
}

/**
 * Searches and writes for minutes, while the server is killed again and again. Every append that was answered must be
 * there in the end, and the store must be whole.
 */
export async function soak({ repository, home, questions, minutes }: SoakRequest): Promise<string> {
  const tally: Tally = { answers: 0, failures: 0, broken: 0, acknowledged: new Set(), megabytes: [] }
  const until = Date.now() + minutes * 60_000
  let server = await startWuku(repository, home)
  const pads = await Promise.all(Array.from({ length: WRITERS }, (_, at) => createPad(server, at)))
  let kills = 0
  while (Date.now() < until) {
    const ended = new AbortController()
    const round = { server, tally, signal: ended.signal }
    const work = [
      ...Array.from({ length: READERS }, (_, at) => read(questions, at, round)),
      ...pads.map((pad, at) => write(pad, at, round)),
    ]
    await sleep(Math.min(KILL_EVERY_MS, Math.max(0, until - Date.now())))
    tally.megabytes.push(Math.round(memoryOf(server.pid).residentBytes / 1e6))
    const isLast = Date.now() >= until
    if (isLast) ended.abort()
    else kills++
    await server.stop(isLast ? 'SIGTERM' : 'SIGKILL')
    ended.abort()
    await Promise.all(work)
    server = await startWuku(repository, home)
  }
  const texts = (await Promise.all(pads.map((pad) => textOf(server, pad)))).join('\n')
  await server.stop()
  const lost = [...tally.acknowledged].filter((block) => !texts.includes(block))
  return [
    `${minutes} minutes, ${kills} kills: ${tally.answers} answers, ${tally.failures} failures while the server was there, ${tally.broken} connections broken by kills.`,
    `${tally.acknowledged.size} appends acknowledged, ${lost.length} lost.`,
    `Resident MB before each kill: ${tally.megabytes.join(', ')}.`,
    doctor(repository, home),
  ].join('\n')
}

const call = async (server: Program, name: string, input: object): Promise<Record<string, unknown>> => {
  const reply = await fetch(`${server.url}/api/v1/operations/${name}`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const answer = (await reply.json()) as Record<string, unknown>
  if (!reply.ok) throw new Refused(JSON.stringify(answer))
  return answer
}

class Refused extends Error {}

async function createPad(server: Program, at: number): Promise<string> {
  const workflow = await call(server, 'create-workflow', { name: `soak ${at}` })
  const pad = await call(server, 'create-scratchpad', {
    workflow_id: (workflow['workflow'] as { id: string }).id,
    title: `soak ${at}`,
    content: '# Soak\n',
  })
  return (pad['scratchpad'] as { id: string }).id
}

async function textOf(server: Program, pad: string): Promise<string> {
  const found = await call(server, 'get-scratchpad', { id: pad, budget: 1_000_000 })
  return (found['scratchpad'] as { content: string }).content
}

interface Round {
  readonly server: Program
  readonly tally: Tally
  readonly signal: AbortSignal
}

async function read(questions: readonly string[], from: number, { server, tally, signal }: Round): Promise<void> {
  for (let at = from * 31; !signal.aborted; at++) {
    const { method, path, headers, body } = recallOver(server.headers)(questions[at % questions.length] ?? '')
    await counted(tally, async () => {
      const reply = await fetch(`${server.url}${path}`, { method, headers, ...(body !== undefined && { body }) })
      if (!reply.ok) throw new Refused(await reply.text())
      await reply.arrayBuffer()
    })
    if (tally.broken > 0 && !(await isThere(server))) return
  }
}

async function write(pad: string, nth: number, { server, tally, signal }: Round): Promise<void> {
  for (let at = 0; !signal.aborted; at++) {
    const block = `block-${nth}-${server.pid}-${at}-end`
    await counted(tally, async () => {
      await call(server, 'append-scratchpad', { id: pad, content: `## ${block}\n` })
      tally.acknowledged.add(block)
    })
    await sleep(250)
    if (tally.broken > 0 && !(await isThere(server))) return
  }
}

async function counted(tally: Tally, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    tally.answers++
  } catch (error) {
    if (error instanceof Refused) tally.failures++
    else tally.broken++
  }
}

const isThere = (server: Program): Promise<boolean> =>
  fetch(`${server.url}/healthz`).then(
    () => true,
    () => false,
  )

function doctor(repository: string, home: string): string {
  const env = { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku') }
  const said = execFileSync(process.execPath, [join(repository, 'bin', 'wuku.js'), 'doctor', '--json'], {
    env,
    encoding: 'utf8',
  })
  const { findings } = JSON.parse(said) as { findings: readonly { readonly about: string; readonly state: string }[] }
  return `doctor: ${findings.map(({ about, state }) => `${about} ${state}`).join(', ')}`
}
