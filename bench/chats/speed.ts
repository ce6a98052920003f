import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { memoryOf } from '../pads/memory.ts'
import type { Passage } from '../pads/sentences.ts'
import { percentile } from '../quality/metrics.ts'
import { measure, type Cost } from '../speed/command.ts'
import { bareEnvironment } from '../speed/peer.ts'
import { freshFolder, sizeOf } from '../speed/run.ts'
import { connect, type Asked } from './connect.ts'
import { makeChats, type MadeChat } from './history.ts'
import { makeChatQueries, queryKinds, type ChatQuery, type QueryKind } from './queries.ts'
import { sessionLines, writeChatwise, writeSessions } from './write.ts'

export interface SpeedMeasures {
  readonly program: string
  readonly messages: number
  readonly conversations: number
  readonly bytes: number
  /** Absent for a program that reads where another wrote. */
  readonly taken?: TakenIn
  readonly search: Latency
  readonly byKind: Readonly<Record<QueryKind, Latency>>
  /** Share of the questions with a known answer whose conversation was among the first ten. */
  readonly found: number
  /** 20 conversations of about 40 messages, tools included. */
  readonly gatherMilliseconds: number
  readonly serverPeakBytes: number
}

export interface TakenIn {
  readonly cold: Cost
  readonly indexBytes: number
  readonly unchanged: Cost
  /** One line more in one file. */
  readonly appended: Cost
}

export interface Latency {
  readonly p50: number
  readonly p95: number
}

export interface Place {
  readonly repository: string
  readonly scratch: string
}

/** The product at its command line and as a server, on sessions as Claude Code writes them. */
export async function measureWuku(
  passages: readonly Passage[],
  messages: number,
  place: Place,
): Promise<SpeedMeasures> {
  const scratch = freshFolder(join(place.scratch, 'wuku'))
  const sessions = join(scratch, 'sessions')
  const chats = [...makeChats(passages, messages)]
  const bytes = writeSessions(chats, sessions)
  const env = { ...bareEnvironment(scratch), WUKU_HOME: join(scratch, 'home') }
  const program = join(place.repository, 'bin', 'wuku.js')
  const run = (...args: readonly string[]): Promise<Cost> => measure({ args: [program, ...args], env })
  const cold = await run('add', sessions, '--kind', 'chats', '--name', 'made', '--quiet')
  const indexBytes = sizeOf(env.WUKU_HOME)
  const unchanged = await run('index', '--quiet')
  appendOne(chats, sessions)
  const appended = await run('index', '--quiet')
  const server = await connect([process.execPath, program, 'mcp', '--tools', 'chats'], env)
  const asked = await ask(server, chats)
  rmSync(scratch, { recursive: true, force: true })
  return {
    program: 'wuku',
    messages,
    conversations: chats.length,
    bytes,
    taken: { cold, indexBytes, unchanged, appended },
    ...asked,
  }
}

/** chatwise-mcp, which has no index, on the same messages as ChatWise keeps them. */
export async function measurePeer(
  passages: readonly Passage[],
  messages: number,
  { scratch: parent, peer, node }: Place & { readonly peer: string; readonly node: string },
): Promise<SpeedMeasures> {
  const scratch = freshFolder(join(parent, 'chatwise'))
  const chats = [...makeChats(passages, messages)]
  const file = join(scratch, 'app.db')
  writeChatwise(chats, file)
  const server = await connect([node, join(peer, 'cli.js')], { ...bareEnvironment(scratch), CHATWISE_DB_PATH: file })
  const asked = await ask(server, chats)
  const bytes = sizeOf(scratch)
  rmSync(scratch, { recursive: true, force: true })
  return { program: 'chatwise-mcp', messages, conversations: chats.length, bytes, ...asked }
}

function appendOne(chats: readonly MadeChat[], sessions: string): void {
  const chat = chats[chats.length >> 1]
  if (!chat) throw new Error('There is no conversation to append to.')
  const [line = ''] = sessionLines({
    ...chat,
    messages: [{ id: 'one-more', role: 'user', at: Date.UTC(2027, 0), text: 'one more line' }],
  })
  appendFileSync(join(sessions, chat.project.replaceAll(/[^a-zA-Z0-9]/g, '-'), `${chat.id}.jsonl`), line)
}

const WARM_UP = 20

async function ask(server: Asked, chats: readonly MadeChat[]) {
  const queries = makeChatQueries(chats)
  for (const { input } of queries.slice(-WARM_UP)) await server.call('search_conversations', input)
  const answers: Answer[] = []
  for (const query of queries) answers.push(await timed(server, query))
  const started = performance.now()
  await server.call('gather_chats', { chatIds: chats.slice(0, 20).map(({ id }) => id), includeTools: true })
  const gatherMilliseconds = performance.now() - started
  const serverPeakBytes = memoryOf(server.pid).peakBytes
  await server.close()
  const known = answers.filter(({ query }) => query.target !== undefined)
  return {
    search: latency(answers),
    byKind: Object.fromEntries(
      queryKinds.map((kind) => [kind, latency(answers.filter(({ query }) => query.kind === kind))]),
    ) as Record<QueryKind, Latency>,
    found: known.filter(({ query, ids }) => ids.includes(query.target ?? '')).length / known.length,
    gatherMilliseconds,
    serverPeakBytes,
  }
}

interface Answer {
  readonly query: ChatQuery
  readonly milliseconds: number
  readonly ids: readonly string[]
}

async function timed(server: Asked, query: ChatQuery): Promise<Answer> {
  const started = performance.now()
  const text = await server.call('search_conversations', query.input)
  const milliseconds = performance.now() - started
  const { results = [] } = JSON.parse(text) as { results?: readonly { readonly chatId: string }[] }
  return { query, milliseconds, ids: results.slice(0, 10).map(({ chatId }) => chatId) }
}

const latency = (answers: readonly Answer[]): Latency => {
  const all = answers.map(({ milliseconds }) => milliseconds)
  return { p50: percentile(all, 0.5), p95: percentile(all, 0.95) }
}

export interface GiantMeasures {
  readonly bytes: number
  readonly cold: Cost
  readonly appended: Cost
}

/** One session of a gigabyte, as nobody should have and somebody does. */
export async function measureGiant(passages: readonly Passage[], bytes: number, place: Place): Promise<GiantMeasures> {
  const scratch = freshFolder(join(place.scratch, 'giant'))
  const folder = join(scratch, 'sessions', '-home-reader-src-giant')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, '0a0a0a0a-0000-4000-8000-000000000000.jsonl')
  writeFileSync(file, '')
  let written = 0
  for (const chat of makeChats(passages, Number.MAX_SAFE_INTEGER)) {
    const lines = sessionLines({ ...chat, id: '0a0a0a0a-0000-4000-8000-000000000000' }).join('')
    appendFileSync(file, lines)
    written += Buffer.byteLength(lines)
    if (written >= bytes) break
  }
  const env = { ...bareEnvironment(scratch), WUKU_HOME: join(scratch, 'home') }
  const program = join(place.repository, 'bin', 'wuku.js')
  const cold = await measure({ args: [program, 'add', join(scratch, 'sessions'), '--kind', 'chats', '--quiet'], env })
  const line = {
    type: 'user',
    uuid: 'one-more',
    sessionId: '0a0a0a0a-0000-4000-8000-000000000000',
    message: { role: 'user', content: 'one more' },
  }
  appendFileSync(file, `${JSON.stringify(line)}\n`)
  const appended = await measure({ args: [program, 'index', '--quiet'], env })
  rmSync(scratch, { recursive: true, force: true })
  return { bytes: written, cold, appended }
}
