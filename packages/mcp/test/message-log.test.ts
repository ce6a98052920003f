import { expect, it, onTestFinished } from 'vitest'
import type { Engine } from '@wuku/kernel/base/engine'
import type { NewRecords } from '@wuku/core/ports/record-store'
import type { AnsweredMessage, McpExchange, McpReply } from '@wuku/http-kit/backend'
import { createMcpHttpHandler } from '../src/http-handler.ts'
import { broken, count, open, operationCalled, search, seaEngine } from '../../kernel/test/invoke/fixtures.ts'

const operations = [
  search,
  open,
  count,
  broken,
  { ...operationCalled('read-tides', 'core', 'read'), run: async () => ({}) },
]

function openHouse(sessions = false) {
  const records: NewRecords[] = []
  const told: AnsweredMessage[] = []
  const engine: Engine = { ...seaEngine, for: () => engine, record: (each) => void records.push(each) }
  const handler = createMcpHttpHandler({
    operations,
    engine,
    options: { toolsets: ['core', 'code', 'notes', 'pads'], readOnly: false },
    version: '1',
    log: () => {},
    sessions,
    answered: (message) => void told.push(message),
  })
  onTestFinished(() => handler.close())
  return { handler, told, calls: () => records.flatMap(({ calls = [] }) => calls) }
}

const clientInfo = { name: 'tester', version: '1' }
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': clientInfo,
}

interface Sent {
  readonly method: string
  readonly params?: Record<string, unknown>
  readonly isNotification?: boolean
  readonly revision?: string
}

function exchangeOf({ method, params = {}, isNotification = false, revision }: Sent): McpExchange {
  const name = params['name'] ?? params['uri']
  const id = isNotification ? {} : { id: 1 }
  const modern = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  }
  return {
    method: 'POST',
    url: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(revision === undefined ? modern : { 'mcp-protocol-version': revision }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      method,
      ...id,
      params: revision === undefined ? { ...params, _meta: envelope } : params,
    }),
    caller: {
      client: 'http',
      actor: '01JC',
      actorName: 'ann',
      mayWrite: true,
      sees: 'all',
      level: 'admin',
      credential: 'a',
    },
    isSticky: false,
    requestId: 'r-1',
    signal: new AbortController().signal,
  }
}

async function read(body: McpReply['body']): Promise<number> {
  let length = 0
  for await (const part of body) length += part.length
  return length
}

const old = { revision: '2025-06-18' }
const handshake = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
const ok = { error: null, operation: null }

it.each<[says: string, sent: Sent, row: object]>([
  ['discovery', { method: 'server/discover' }, { ...ok, funcName: 'discover', client: 'tester' }],
  [
    'a handshake',
    { method: 'initialize', params: handshake, ...old },
    { ...ok, funcName: 'initialize', client: 'tester' },
  ],
  [
    'its end',
    { method: 'notifications/initialized', isNotification: true, ...old },
    { ...ok, funcName: 'initialized' },
  ],
  ['its end, by its old name', { method: 'initialized', isNotification: true, ...old }, { funcName: 'initialized' }],
  ['a ping', { method: 'ping', ...old }, { ...ok, funcName: 'ping' }],
  ['the list of tools', { method: 'tools/list' }, { ...ok, funcName: 'tools_list' }],
  ['the list of prompts', { method: 'prompts/list' }, { ...ok, funcName: 'prompts_list' }],
  ['a prompt', { method: 'prompts/get', params: { name: 'query' } }, { ...ok, funcName: 'prompts_get' }],
  ['the list of resources', { method: 'resources/list' }, { ...ok, funcName: 'resources_list' }],
  ['the list of templates', { method: 'resources/templates/list' }, { ...ok, funcName: 'resource_templates_list' }],
  [
    'that list, by its old name',
    { method: 'resourceTemplates/list', ...old },
    { ...ok, funcName: 'resource_templates_list' },
  ],
  [
    'a resource',
    { method: 'resources/read', params: { uri: 'wuku://guide' } },
    { ...ok, funcName: 'resources_read', input: { uri: 'wuku://guide' } },
  ],
  [
    'a resource that an operation reads',
    { method: 'resources/read', params: { uri: 'wuku://notes/sea/tides.md' } },
    { funcName: 'resources_read', operation: 'open' },
  ],
  [
    'a completion',
    {
      method: 'completion/complete',
      params: {
        ref: { type: 'ref/resource', uri: 'qmd://{+path}' },
        argument: { name: 'path', value: 'se' },
      },
    },
    { ...ok, funcName: 'completion_complete' },
  ],
  [
    'a subscription',
    { method: 'subscriptions/listen', params: { notifications: {} } },
    { funcName: 'subscriptions_listen' },
  ],
  [
    'a tool',
    { method: 'tools/call', params: { name: 'read-tides', arguments: {} } },
    { error: null, funcName: 'read_tides', operation: 'read-tides' },
  ],
  [
    'a tool that fails',
    { method: 'tools/call', params: { name: broken.name, arguments: {} } },
    { funcName: broken.name, operation: broken.name, error: expect.any(String) as unknown },
  ],
  [
    'a tool with wrong arguments',
    { method: 'tools/call', params: { name: 'read-tides', arguments: { moon: 1 } } },
    { funcName: 'read_tides', operation: 'read-tides', error: 'bad-input', input: { moon: 1 } },
  ],
  [
    'a tool that nobody has',
    { method: 'tools/call', params: { name: 'no-such', arguments: { a: 1 } } },
    { funcName: 'no_such', operation: null, error: '-32602', input: { name: 'no-such', arguments: { a: 1 } } },
  ],
  ['a method that nobody has', { method: 'moon/rise' }, { funcName: 'moon_rise', error: '-32601' }],
])('%s is one row', async (_says, sent, row) => {
  const house = openHouse()
  const stop = new AbortController()
  const { body } = await house.handler.answer({ ...exchangeOf(sent), signal: stop.signal })
  if (sent.method === 'subscriptions/listen') stop.abort()
  else await read(body)
  expect(house.calls()).toEqual([
    expect.objectContaining({ surface: 'mcp', actor: '01JC', actorName: 'ann', requestId: 'r-1', ...row }),
  ])
  expect(house.told).toHaveLength(1)
})

it('of a session is a row for each message too', async () => {
  const house = openHouse(true)
  const first = await house.handler.answer(exchangeOf({ method: 'initialize', params: handshake, ...old }))
  await read(first.body)
  const session = { 'mcp-session-id': first.headers['mcp-session-id'] ?? '' }
  for (const sent of [
    { method: 'notifications/initialized', isNotification: true, ...old },
    { method: 'tools/call', params: { name: 'read-tides', arguments: {} }, ...old },
  ]) {
    const asked = exchangeOf(sent)
    const { body } = await house.handler.answer({ ...asked, headers: { ...asked.headers, ...session } })
    await read(body)
  }
  expect(house.calls().map(({ funcName, client }) => `${funcName} ${client}`)).toEqual([
    'initialize tester',
    'initialized tester',
    'read_tides tester',
  ])
})

it('monitors hear of messages without a word of the client', async () => {
  const house = openHouse()
  const secrets: readonly Sent[] = [
    { method: 'pelican/7' },
    { method: 'tools/call', params: { name: 'pelican', arguments: {} } },
    { method: 'tools/call', params: { name: 'read-tides', arguments: { pelican: 1 } } },
    { method: 'tools/call', params: { name: 'read-tides', arguments: {} } },
  ]
  for (const sent of secrets) await read((await house.handler.answer(exchangeOf(sent))).body)
  expect(JSON.stringify(house.told)).not.toContain('pelican')
  expect(house.told.map(({ method, tool, error }) => [method, tool, error])).toEqual([
    ['_OTHER', null, '-32601'],
    ['tools/call', null, '-32602'],
    ['tools/call', 'read-tides', 'bad-input'],
    ['tools/call', 'read-tides', null],
  ])
})
