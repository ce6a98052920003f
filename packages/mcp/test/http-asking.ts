import { onTestFinished } from 'vitest'
import type { Operation } from '@wuku/kernel/base/operation'
import type { McpExchange } from '@wuku/http-kit/backend'
import { createMcpHttpHandler, type McpHttpHandler } from '../src/http-handler.ts'
import type { McpServerInput } from '../src/tool-view.ts'
import { broken, count, open, operationCalled, search, seaEngine } from '../../kernel/test/invoke/fixtures.ts'

const risky: Operation = { ...operationCalled('risky', 'core', 'write'), level: 'admin' }
const operations = [search, open, count, broken, risky, operationCalled('index', 'admin', 'write')]

export function handlerWith(input: Partial<McpServerInput> = {}): McpHttpHandler {
  const handler = createMcpHttpHandler({
    operations,
    engine: seaEngine,
    options: { toolsets: ['core', 'code', 'notes', 'pads'], readOnly: false },
    version: '1.2.3',
    log: () => {},
    ...input,
  })
  onTestFinished(() => handler.close())
  return handler
}

export type Asked = Partial<Omit<McpExchange, 'body'>> & { readonly body?: unknown; readonly handler?: McpHttpHandler }

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Of JSON, or the last message of a stream. */
  readonly message: Record<string, unknown> & { readonly result?: Record<string, unknown> }
}

const both = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

export function exchangeOf({ body, headers, ...asked }: Omit<Asked, 'handler'>): McpExchange {
  return {
    method: 'POST',
    url: '/mcp',
    headers: { ...both, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body ?? ''),
    caller: { client: 'tester', mayWrite: true, sees: 'all', level: 'admin', credential: 'a' },
    isSticky: false,
    requestId: 'r1',
    signal: new AbortController().signal,
    ...asked,
  }
}

export async function ask(asked: Asked): Promise<Answered> {
  const { handler = handlerWith(), ...sent } = asked
  const { status, headers, body } = await handler.answer(exchangeOf(sent))
  let text = ''
  for await (const part of body) text += typeof part === 'string' ? part : new TextDecoder().decode(part)
  const json = headers['content-type'] === 'text/event-stream' ? lastOf(text) : text
  return { status, headers, text, message: json === '' ? {} : (JSON.parse(json) as Answered['message']) }
}

const lastOf = (text: string): string =>
  text
    .match(/^data: .*$/gm)
    ?.at(-1)
    ?.slice(6) ?? ''

export const rpc = (method: string, params: object = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

export const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1' },
}

/** As a client of 2026-07-28 sends it. */
export function modern(method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const name = params['name'] ?? params['uri']
  return {
    body: rpc(method, { ...params, _meta: envelope }),
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
  }
}

export const initialize = (protocolVersion: string) =>
  rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'tester', version: '1' } })
