import {
  type McpServerFactory,
  type Server,
  type ServerOptions,
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { serveDocuments } from './document-resources.ts'
import { writeInstructions, writeSearchGuide } from './guide.ts'
import { createToolViews, type McpServerInput, type ToolView, type ToolViewOf, toStandardError } from './tool-view.ts'
import { LoggedServer } from './message-log.ts'
import { serveTools } from './tools.ts'
import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'
import { callerIn, refuseCursor } from './request.ts'
import type { Readable, Writable } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { drainingTransport } from './draining-transport.ts'

/** A client may keep lists that do not change while the process lives. */
const keepLists = { ttlMs: 5 * 60_000, cacheScope: 'private' } as const
/** The list of tools announces its changes; a client that does not listen asks again soon. */
const keepTools = { ttlMs: 30_000, cacheScope: 'private' } as const

/**
 * One factory for both protocol eras and for every transport: each connection gets its own instance. It is the
 * low-level `Server`, since `McpServer` checks arguments before aliases are applied and addresses before `open` sees them.
 */
export function createMcpServer(input: McpServerInput, toolViewFor = createToolViews(input)): McpServerFactory {
  return async ({ authInfo, requestInfo }) => {
    const toolView = toolViewFor(callerIn(authInfo))
    await toolView.contents.refreshIfStale()
    const options: ServerOptions = {
      capabilities: { tools: { listChanged: toolView.mayChange }, prompts: {}, resources: {}, completions: {} },
      instructions: input.instructions ?? writeInstructions(toolView.abilities()),
      cacheHints: {
        'tools/list': toolView.mayChange ? keepTools : keepLists,
        'prompts/list': keepLists,
        'resources/templates/list': keepLists,
      },
    }
    const info = { name: 'wuku', title: 'wuku', version: input.version }
    const server = new LoggedServer(info, options, { ...input, cleaned })
    // A connection may live long, and its caller may have another rank at the next message.
    const toolViewOf: ToolViewOf = (context) => toolViewFor(callerIn(context.http?.authInfo))
    serveTools(server, toolViewOf)
    serveDocuments(server, toolViewOf)
    servePrompt(server, toolViewOf)
    input.extend?.(server, toolView)
    // An instance for one HTTP request ends with the answer, and there is nobody to announce anything to.
    if (toolView.mayChange && !requestInfo) announceChanges(server, toolView)
    return server
  }
}

/** The transport delivers it to the right clients: each of 2025, and those of 2026 that subscribed. */
function announceChanges(server: Server, { contents, tools }: ToolView): void {
  const listed = (): string =>
    tools()
      .map(({ operation }) => operation.name)
      .join()
  let before = listed()
  const stop = contents.listen(() => {
    const now = listed()
    if (now === before) return
    before = now
    // A closed connection refuses, and gets no further messages.
    server.sendToolListChanged().catch(() => stop())
  })
}

/**
 * A message without what people do not see and models read, and what commands the terminal of a client that prints it. Ids
 * and tokens are the client's own, and are given back as they came.
 */
function cleaned(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message) return { ...message, result: withoutHiddenWithin(message.result) as typeof message.result }
  if ('error' in message) return { ...message, error: withoutHiddenWithin(message.error) as typeof message.error }
  if (!message.params) return message
  const { progressToken } = message.params
  const params = withoutHiddenWithin(message.params) as typeof message.params
  return { ...message, params: progressToken === undefined ? params : { ...params, progressToken } } as JSONRPCMessage
}

const prompt = {
  name: 'query',
  title: 'Search guide',
  description: 'Teaches how to search, read and cite with these tools.',
}

function servePrompt(server: Server, toolViewOf: ToolViewOf): void {
  server.setRequestHandler('prompts/list', ({ params }) => {
    refuseCursor(params)
    return { prompts: [prompt] }
  })
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    if (params.name !== prompt.name)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown prompt "${params.name.slice(0, 80)}". There is "${prompt.name}".`,
      )
    const text = writeSearchGuide(toolViewOf(context).abilities())
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

export interface StdioInput extends McpServerInput {
  readonly stdin?: Readable
  readonly stdout?: Writable
  readonly signal?: AbortSignal
}

/** Serves one client in either protocol era; resolves when it has closed its end, or when the signal says to stop. */
export async function serveMcpStdio({ stdin = process.stdin, stdout = process.stdout, signal, ...input }: StdioInput) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const transport = drainingTransport({ stdin, stdout, log: input.log ?? toStandardError }, resolve)
  const connection = serveStdio(createMcpServer(input), { transport })
  const stop = (): void => void connection.close()
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  await promise
  signal?.removeEventListener('abort', stop)
}
