import { connect, type Socket } from 'node:net'
import { homedir } from 'node:os'
import { PassThrough, Transform, type Readable, type Writable } from 'node:stream'
import type { Operation } from '@wuku/kernel/base/operation'
import { readVersion } from '@wuku/settings/package'
import { findServer } from '@wuku/settings/server-file'
import { dataFolder, readSettings } from '@wuku/settings/app-settings'
import { eachLine, openConversation, openLines, type Conversation } from '@wuku/server/attach/conversation'
import { fingerprintOf, workspaceOfAgent, type Greeting } from '@wuku/server/attach/greeting'

/** The agent's end of a conversation that this process goes on with. */
export interface AgentStreams {
  readonly stdin: Readable
  readonly stdout: Writable
}

/** Milliseconds after which a server counts as absent. */
const TIMEOUT_MS = 2_000

/**
 * `wuku mcp` where a server of the same data folder runs: the server answers the agent, and this process only hands on what
 * both say. `undefined`: there is no such server, or it is another version, or has other settings. Streams: the server ended
 * before the agent did, and this process has to go on.
 */
export async function attachToServer(tokens: readonly string[]): Promise<'ended' | AgentStreams | undefined> {
  // Answers of a server of the team are added here.
  const request = process.env['WUKU_SERVER'] ? undefined : readRequest(tokens)
  const environment = { env: process.env, platform: process.platform, userFolder: homedir() }
  const server = request && (await findServer(dataFolder(environment)))
  if (!request || !server?.socket || server.token === undefined || server.version !== readVersion()) return undefined
  // Errors in the settings are reported by the command itself.
  const settings = await readSettings(environment).catch(() => undefined)
  if (!settings) return undefined
  const { tools = settings.tools.join(','), readOnly = settings.readOnly } = request
  const folder = startFolder()
  if (folder === undefined || (server.readOnly && !readOnly)) return undefined
  const greeting: Greeting = {
    token: server.token,
    version: server.version,
    settings: fingerprintOf(settings),
    tools,
    readOnly,
    workspace: workspaceOfAgent(settings, environment, folder),
  }
  const socket = await greet(server.socket, greeting)
  return socket && converse(socket, { stdin: process.stdin, stdout: process.stdout })
}

/** `undefined`: something else is asked for, or nothing that the command would accept. */
function readRequest(tokens: readonly string[]): { tools?: string; readOnly?: boolean } | undefined {
  const request: { tools?: string; readOnly?: boolean } = {}
  const rest = tokens.slice(1)
  for (let token = rest.shift(); token !== undefined; token = rest.shift()) {
    const [name, attached] = token.split(/=(.*)/s, 2)
    if (name === '--tools' && !('tools' in request)) request.tools = attached ?? rest.shift() ?? ''
    else if (token === '--read-only') request.readOnly = true
    else if (token !== '--watch' && token !== '--no-watch') return undefined
  }
  return request
}

/** It may have been deleted. */
function startFolder(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

/** The socket of a server that takes the agent. */
function greet(path: string, greeting: Greeting): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>()
  const socket = connect(path)
  const finish = (accepted: Socket | undefined): void => {
    clearTimeout(alarm)
    socket.removeAllListeners()
    if (!accepted) socket.on('error', () => {}).destroy()
    resolve(accepted)
  }
  const alarm = setTimeout(() => finish(undefined), TIMEOUT_MS)
  let answer = ''
  socket.on('error', () => finish(undefined))
  socket.on('close', () => finish(undefined))
  socket.on('connect', () => socket.write(`${JSON.stringify(greeting)}\n`))
  // It says nothing more before the agent has spoken.
  socket.on('data', (bytes) => {
    answer += bytes.toString('utf8')
    if (answer.endsWith('\n')) finish(answer === 'welcome\n' ? socket : undefined)
  })
  return promise
}

/** Hands on what both say, until the agent has ended or the server has. Answers come as whole lines: what a killed server began is not shown. */
function converse(socket: Socket, { stdin, stdout }: AgentStreams): Promise<'ended' | AgentStreams> {
  const { promise, resolve, reject } = Promise.withResolvers<'ended' | AgentStreams>()
  const conversation = openConversation()
  const lines = openLines()
  let hasEnded = false
  let sink: Writable | undefined = socket
  stdin.on('data', (bytes: Buffer) => {
    conversation.noteRequests(bytes)
    if (sink?.write(bytes) === false) stdin.pause()
  })
  stdin.on('end', () => {
    hasEnded = true
    sink?.end()
  })
  const resume = (): void => void stdin.resume()
  const goOn = (): void => void socket.resume()
  stdout.on('drain', goOn)
  socket.on('drain', resume)
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    const completeLines = lines.add(bytes)
    if (completeLines.length > 0 && !stdout.write(completeLines)) socket.pause()
    conversation.noteAnswers(completeLines)
  })
  stdout.on('error', leave)
  socket.on('close', () => {
    stdout.off('drain', goOn)
    if (hasEnded && conversation.isAnswered) return resolve('ended')
    stdin.pause()
    stdout.off('error', leave)
    const input = new PassThrough()
    input.on('error', () => {})
    input.on('close', () => stdin.destroy())
    input.on('drain', resume)
    sink = undefined
    const switchOver = async (): Promise<void> => {
      const streams = await continueLocally(conversation, { stdin: input, stdout })
      sink = input
      if (hasEnded) input.end()
      else stdin.resume()
      resolve(streams)
    }
    switchOver().catch(reject)
  })
  return promise
}

async function continueLocally(
  conversation: Conversation,
  { stdin, stdout }: { readonly stdin: PassThrough; readonly stdout: Writable },
): Promise<AgentStreams> {
  const { loadOperations } = await import('../load-operations.ts')
  const { replay, refused, isNew } = conversation.continue(mayRepeat(await loadOperations()))
  for (const line of refused) stdout.write(line)
  for (const bytes of replay) stdin.write(bytes)
  const lines = openLines()
  const output = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      eachLine(lines.add(bytes), (line) => isNew(line) && this.push(line))
      done()
    },
  })
  output.pipe(stdout)
  return { stdin, stdout: output }
}

/** The agent reads no more. */
const leave = (): void => process.exit()

/** A call that changes something may have been carried out before the server ended, and would be done twice. */
function mayRepeat(operations: readonly Operation[]): (tool: string) => boolean {
  const known = new Map(operations.map((operation) => [operation.name, operation]))
  return (tool) => {
    const { effect, idempotent } = known.get(tool) ?? {}
    return effect === undefined || effect === 'read' || idempotent === true
  }
}
