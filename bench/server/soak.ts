import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../pads/memory.ts'
import { bareEnvironment } from '../speed/peer.ts'
import { startWuku, type Program } from './program.ts'
import { callOver, recallOver } from './requests.ts'
import type { Request } from './load.ts'

export interface SoakRequest {
  readonly repository: string
  readonly home: string
  readonly questions: readonly string[]
  readonly minutes: number
}

const KILL_EVERY_MS = 3 * 60_000
const READERS = 6
const MCP_READERS = 2
const WRITERS = 4
const UPLOADERS = 2
/** Between two writes of one writer. */
const REST_MS = 250
const LIBRARY = 'soak'

/** One life of a server, from its start to its kill. */
export interface Life {
  /** A third after its start, and at its end. */
  readonly earlyBytes: number
  readonly lateBytes: number
  readonly startMilliseconds: number
}

export interface SoakOutcome {
  readonly minutes: number
  readonly kills: number
  readonly answers: number
  /** Refused while the server was there, by what was said. */
  readonly failures: ReadonlyMap<string, number>
  /** Connections that broke with the server. */
  readonly broken: number
  readonly appends: Kept
  readonly documents: Kept
  readonly lives: readonly Life[]
  /** Integrity of the database file. */
  readonly integrity: string
  readonly doctor: string
}

interface Kept {
  readonly acknowledged: number
  readonly lost: number
}

interface Tally {
  answers: number
  readonly failures: Map<string, number>
  broken: number
  /** Blocks of scratchpads whose append was answered. */
  readonly blocks: Set<string>
  /** Paths of documents whose upload was answered. */
  readonly paths: Set<string>
}

/**
 * Searches and writes for minutes, while the server is killed again and again. All that was answered must be there in the
 * end, and the store must be whole.
 */
export async function soak({ repository, home, questions, minutes }: SoakRequest): Promise<SoakOutcome> {
  const tally: Tally = { answers: 0, failures: new Map(), broken: 0, blocks: new Set(), paths: new Set() }
  const until = Date.now() + minutes * 60_000
  const lives: Life[] = []
  let server = await startWuku(repository, home)
  const pads = await Promise.all(Array.from({ length: WRITERS }, (_, at) => createPad(server, at)))
  for (;;) {
    const isLast = until - Date.now() <= KILL_EVERY_MS
    lives.push(await live({ server, tally, questions, pads, isLast, milliseconds: lifeBefore(until) }))
    server = await startWuku(repository, home)
    if (isLast) break
  }
  const lostBlocks = await missing(tally.blocks, () => textsOf(server, pads))
  const lostPaths = await missing(tally.paths, () => pathsOf(server))
  await server.stop()
  const { answers, failures, broken, blocks, paths } = tally
  return {
    minutes,
    kills: lives.length - 1,
    answers,
    failures,
    broken,
    appends: { acknowledged: blocks.size, lost: lostBlocks },
    documents: { acknowledged: paths.size, lost: lostPaths },
    lives,
    integrity: integrityOf(join(home, 'wuku')),
    doctor: doctor(repository, home),
  }
}

const lifeBefore = (until: number): number => Math.min(KILL_EVERY_MS, Math.max(0, until - Date.now()))

const missing = async (wanted: ReadonlySet<string>, kept: () => Promise<ReadonlySet<string>>): Promise<number> =>
  wanted.difference(await kept()).size

interface Living {
  readonly server: Program
  readonly tally: Tally
  readonly questions: readonly string[]
  readonly pads: readonly string[]
  /** Stopped as an operator stops it, and not killed. */
  readonly isLast: boolean
  readonly milliseconds: number
}

async function live({ server, tally, questions, pads, isLast, milliseconds }: Living): Promise<Life> {
  const ended = new AbortController()
  const round = { server, tally, signal: ended.signal }
  const readers = [...Array(READERS).fill(recallOver), ...Array(MCP_READERS).fill(callOver)] as (typeof recallOver)[]
  const work = [
    ...readers.map((ask, at) => read(ask(server.headers), { questions, from: at * 31 }, round)),
    ...pads.map((pad, at) => append(pad, at, round)),
    ...Array.from({ length: UPLOADERS }, (_, at) => uploadOn(at, round)),
  ]
  await sleep(milliseconds / 3)
  const earlyBytes = memoryOf(server.pid).residentBytes
  await sleep((milliseconds * 2) / 3)
  const lateBytes = memoryOf(server.pid).residentBytes
  if (isLast) ended.abort()
  await server.stop(isLast ? 'SIGTERM' : 'SIGKILL')
  ended.abort()
  await Promise.all(work)
  return { earlyBytes, lateBytes, startMilliseconds: server.startMilliseconds }
}

class Refused extends Error {}

async function call(server: Program, name: string, input: object): Promise<Readonly<Record<string, unknown>>> {
  const reply = await fetch(`${server.url}/api/v1/operations/${name}`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return answerOf(reply)
}

async function answerOf(reply: Response): Promise<Readonly<Record<string, unknown>>> {
  const answer = (await reply.json()) as Readonly<Record<string, unknown>>
  if (reply.ok && !('error' in answer)) return answer
  const { code = '', message = '' } = (answer['error'] ?? {}) as { readonly code?: string; readonly message?: string }
  throw new Refused(`${reply.status} ${code} ${message}`.replaceAll(/\d{3,}/g, '…'))
}

async function createPad(server: Program, at: number): Promise<string> {
  const workflow = await call(server, 'create-workflow', { name: `soak ${at}` })
  const pad = await call(server, 'create-scratchpad', {
    workflow_id: (workflow['workflow'] as { id: string }).id,
    title: `soak ${at}`,
    content: '# Soak\n',
  })
  return (pad['scratchpad'] as { id: string }).id
}

const LINES = 500

async function textsOf(server: Program, pads: readonly string[]): Promise<ReadonlySet<string>> {
  const blocks = new Set<string>()
  for (const id of pads) {
    for (let start = 1; ; start += LINES) {
      const lines = { start_line: start, end_line: start + LINES - 1, max_content_chars: 100_000 }
      const found = await call(server, 'get-scratchpad', { id, ...lines })
      const { content } = found['scratchpad'] as { readonly content: string }
      for (const [block] of content.matchAll(/block-[\d-]+-end/g)) blocks.add(block)
      if (content === '') break
    }
  }
  return blocks
}

async function pathsOf({ url, headers }: Program): Promise<ReadonlySet<string>> {
  const paths = new Set<string>()
  for (let page = 1; ; page++) {
    const reply = await fetch(`${url}/api/v1/libraries/${LIBRARY}/documents?page=${page}&page_size=1000`, { headers })
    const { list } = (await answerOf(reply)) as unknown as { readonly list: readonly { readonly path: string }[] }
    for (const { path } of list) paths.add(path)
    if (list.length < 1_000) return paths
  }
}

interface Round {
  readonly server: Program
  readonly tally: Tally
  readonly signal: AbortSignal
}

interface Asking {
  readonly questions: readonly string[]
  readonly from: number
}

async function read(
  ask: (question: string) => Request,
  { questions, from }: Asking,
  { server, tally, signal }: Round,
): Promise<void> {
  for (let at = from; !signal.aborted; at++) {
    const { method, path, headers, body } = ask(questions[at % questions.length] ?? '')
    await counted(tally, signal, async () => {
      const reply = await fetch(`${server.url}${path}`, { method, headers, ...(body !== undefined && { body }) })
      await answerOf(reply)
    })
  }
}

async function append(pad: string, nth: number, { server, tally, signal }: Round): Promise<void> {
  for (let at = 0; !signal.aborted; at++) {
    const block = `block-${nth}-${server.pid}-${at}-end`
    await counted(tally, signal, async () => {
      await call(server, 'append-scratchpad', { id: pad, content: `## ${block}\n` })
      tally.blocks.add(block)
    })
    await sleep(REST_MS)
  }
}

async function uploadOn(nth: number, { server, tally, signal }: Round): Promise<void> {
  for (let at = 0; !signal.aborted; at++) {
    const paths = Array.from({ length: 3 }, (_, file) => `${nth}/${server.pid}/${at}-${file}.md`)
    const form = new FormData()
    form.set('library', LIBRARY)
    form.set('version', '1.0.0')
    for (const path of paths) form.append('files', new Blob([`# ${path}\n\nThe tide of ${path} came in.\n`]), path)
    await counted(tally, signal, async () => {
      const { url, headers } = server
      await answerOf(await fetch(`${url}/api/v1/documents/upload`, { method: 'POST', headers, body: form }))
      for (const path of paths) tally.paths.add(path)
    })
    await sleep(4 * REST_MS)
  }
}

/** A server that is stopped may refuse or break what comes then. */
async function counted(tally: Tally, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    tally.answers++
  } catch (error) {
    if (!(error instanceof Refused)) {
      tally.broken++
      // The signal comes in a moment, if the server was killed.
      await sleep(REST_MS)
    } else if (!signal.aborted) tally.failures.set(error.message, (tally.failures.get(error.message) ?? 0) + 1)
  }
}

/** Result of SQLite's own check of the file. */
function integrityOf(folder: string): string {
  const database = new DatabaseSync(join(folder, 'wuku.sqlite'), { readOnly: true })
  const row = database.prepare('PRAGMA integrity_check').get() as { readonly integrity_check: string }
  database.close()
  return row.integrity_check
}

function doctor(repository: string, home: string): string {
  const env = { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku') }
  const said = execFileSync(process.execPath, [join(repository, 'bin', 'wuku.js'), 'doctor', '--json'], {
    env,
    encoding: 'utf8',
  })
  const { findings } = JSON.parse(said) as { findings: readonly { readonly about: string; readonly state: string }[] }
  return findings.map(({ about, state }) => `${about} ${state}`).join(', ')
}
