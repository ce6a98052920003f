import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { MessageChannel } from 'node:worker_threads'
import { parseObject } from '@wuku/core/lenient-parsing'
import type { LocalLogin } from '../http/local-login.ts'
import { fingerprintOf, GREETING_BYTES, type Greeting } from '../attach/greeting.ts'
import { readVersion } from '@wuku/settings/package'
import type { Log } from './log.ts'
import { streamsOver } from './port-streams.ts'
import type { Threads } from './threads.ts'
import type { ServeRequest } from './front.ts'

export interface AgentSocketInput extends Pick<ServeRequest, 'settings' | 'environment' | 'readOnly'> {
  readonly threads: Pick<Threads, 'attach'>
  readonly login: Pick<LocalLogin, 'isValid'>
  readonly log: Log
}

const TIMEOUT_MS = 2_000

/**
 * Socket over which each `wuku mcp` of this data folder reaches the server; only its own user can. If it cannot be
 * opened, the server runs without it. Once it is closed it takes no more agents.
 */
export async function listenForAgents(input: AgentSocketInput) {
  const isAccepted = acceptedBy(input)
  const receive = async (socket: Socket): Promise<void> => {
    const greeting = await greeted(socket)
    if (greeting && isAccepted(greeting) && attach(socket, greeting, input.threads)) socket.write('welcome\n')
    else socket.end('no\n')
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => void receive(socket))
  try {
    const path = await placeOf(input)
    server.listen(path)
    await once(server, 'listening')
    if (input.environment.platform !== 'win32') await chmod(path, 0o600)
    return { path, close: () => void server.close() }
  } catch (error) {
    const { message } = error as Error
    input.log.write({
      level: 'warn',
      msg: `No socket for agents could be made, so each has a process of its own: ${message}`,
    })
    return undefined
  }
}

/** Most systems cut the path of a socket at about a hundred bytes. */
const LONGEST_PATH = 100

async function placeOf({ settings: { home }, environment: { platform } }: AgentSocketInput): Promise<string> {
  if (platform === 'win32') return `\\\\.\\pipe\\wuku-${randomUUID()}`
  const path = join(home, 'server.sock')
  if (Buffer.byteLength(path) > LONGEST_PATH) return join(await mkdtemp(join(tmpdir(), 'wuku-')), 'server.sock')
  // The data folder is this server's alone: what lies there is of one that was killed.
  await rm(path, { force: true })
  return path
}

/** An agent of the same version, with the same settings, and of the owner. */
function acceptedBy({ settings, readOnly, login }: AgentSocketInput): (greeting: Greeting) => boolean {
  const [version, fingerprint] = [readVersion(), fingerprintOf(settings)]
  return (greeting) =>
    login.isValid(String(greeting.token)) &&
    greeting.version === version &&
    greeting.settings === fingerprint &&
    (greeting.readOnly || !readOnly)
}

/** The first line, in a moment and of a sensible length. */
function greeted(socket: Socket): Promise<Greeting | undefined> {
  const { promise, resolve } = Promise.withResolvers<Greeting | undefined>()
  const finish = (greeting: Greeting | undefined): void => {
    clearTimeout(alarm)
    socket.off('data', onData).pause()
    resolve(greeting)
  }
  const alarm = setTimeout(() => finish(undefined), TIMEOUT_MS)
  let text = ''
  const onData = (bytes: Buffer): void => {
    text += bytes.toString('latin1')
    if (text.length > GREETING_BYTES) finish(undefined)
    else if (text.endsWith('\n')) finish(parsed(Buffer.from(text, 'latin1').toString('utf8')))
  }
  socket.on('data', onData)
  socket.on('error', () => {})
  socket.on('close', () => finish(undefined))
  return promise
}

function parsed(text: string): Greeting | undefined {
  const read = parseObject(text)
  return typeof read['workspace'] === 'object' ? (read as unknown as Greeting) : undefined
}

function attach(socket: Socket, greeting: Greeting, threads: Pick<Threads, 'attach'>): boolean {
  const { port1: here, port2: port } = new MessageChannel()
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  if (!threads.attach({ greeting, port, ended })) return false
  const { input, output } = streamsOver(here)
  pipeline(socket, output, () => {})
  pipeline(input, socket, () => {})
  socket.on('close', () => here.close())
  here.on('close', () => {
    socket.destroy()
    resolve()
  })
  return true
}
