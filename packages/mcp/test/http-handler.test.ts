import { describe, expect, it } from 'vitest'
import type { Operation } from '@wuku/kernel/base/operation'
import type { McpExchange } from '@wuku/http-kit/backend'
import type { McpHttpHandler } from '../src/http-handler.ts'
import { open, operationCalled, search, seaEngine } from '../../kernel/test/invoke/fixtures.ts'
import { type Asked, ask, envelope, exchangeOf, handlerWith, initialize, modern, rpc } from './http-asking.ts'

interface Expected {
  readonly status?: number
  readonly code?: number
  readonly result?: object
  readonly type?: RegExp
}

async function check(asked: Asked, { status = 200, code, result, type }: Expected): Promise<void> {
  const answered = await ask(asked)
  expect(answered.status).toBe(status)
  expect(answered.headers).not.toHaveProperty('mcp-session-id')
  if (code !== undefined) expect(answered.message).toMatchObject({ jsonrpc: '2.0', error: { code } })
  if (result !== undefined) expect(answered.message.result).toMatchObject(result)
  if (type) expect(answered.headers['content-type']).toMatch(type)
}

const stream = /^text\/event-stream$/
const json = /^application\/json; charset=utf-8$/
const listTools = { body: rpc('tools/list') }
const search2025 = { body: rpc('tools/call', { name: 'search', arguments: { query: 'moon' } }) }
const found = { content: [{ type: 'text', text: '3: The moon pulls the sea.' }] }
const withVersion = (version: string): Asked => ({ ...listTools, headers: { 'mcp-protocol-version': version } })

it.each<[says: string, asked: Asked, expected: Expected]>([
  ['discovers', modern('server/discover'), { result: { supportedVersions: ['2026-07-28'] }, type: json }],
  ['lists privately', modern('tools/list'), { result: { cacheScope: 'private' } }],
  ['lists resources privately', modern('resources/list'), { result: { cacheScope: 'private' } }],
  [
    'calls',
    modern('tools/call', { name: 'search', arguments: { query: 'moon' } }),
    { result: { ...found, resultType: 'complete' } },
  ],
  [
    'refuses another method in the header',
    modern('tools/list', {}, { 'mcp-method': 'ping' }),
    { status: 400, code: -32020 },
  ],
  [
    'refuses another name in the header',
    modern('tools/call', { name: 'search' }, { 'mcp-name': 'open' }),
    { status: 400, code: -32020 },
  ],
  [
    'refuses another version in the header',
    modern('tools/list', {}, { 'mcp-protocol-version': '2025-11-25' }),
    { status: 400, code: -32020 },
  ],
  [
    'refuses another revision',
    {
      body: rpc('tools/list', { _meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' } }),
      headers: { 'mcp-protocol-version': '2027-01-01', 'mcp-method': 'tools/list' },
    },
    { status: 400, code: -32022 },
  ],
  ['refuses another revision that only the header names', withVersion('2027-01-01'), { status: 400, code: -32022 }],
  ['refuses a message without its revision', withVersion('2026-07-28'), { status: 400, code: -32602 }],
  ['does not know a method', modern('no/such'), { status: 404, code: -32601 }],
  ['does not know the methods of before', modern('ping'), { status: 404, code: -32601 }],
  ['does not know the names of before', modern('resourceTemplates/list'), { status: 404, code: -32601 }],
  ['does not know a tool', modern('tools/call', { name: 'serach' }), { code: -32602 }],
  [
    'accepts notifications',
    {
      body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'notifications/cancelled' },
    },
    { status: 202 },
  ],
])('in 2026-07-28: %s', (_says, asked, expected) => check(asked, expected))

it.each<[says: string, asked: Asked, expected: Expected]>([
  ['agrees on 2025-11-25', { body: initialize('2025-11-25') }, { result: { protocolVersion: '2025-11-25' } }],
  ['agrees on 2025-06-18', { body: initialize('2025-06-18') }, { result: { protocolVersion: '2025-06-18' } }],
  ['agrees on 2025-03-26', { body: initialize('2025-03-26') }, { result: { protocolVersion: '2025-03-26' } }],
  ['calls without a handshake', search2025, { result: found, type: stream }],
  ['ignores a session', { ...search2025, headers: { 'mcp-session-id': 'x' } }, { result: found }],
  ['knows a version in the header', withVersion('2025-06-18'), { result: { tools: expect.anything() } }],
  ['refuses another version in the header', withVersion('2024-11-05'), { status: 400, code: -32022 }],
  ['refuses no version in the header', withVersion('latest'), { status: 400, code: -32022 }],
  ['does not know a method', { body: rpc('no/such') }, { code: -32601 }],
  ['does not know a tool', { body: rpc('tools/call', { name: 'serach' }) }, { code: -32602 }],
  ['accepts notifications', { body: { jsonrpc: '2.0', method: 'notifications/initialized' } }, { status: 202 }],
  ['accepts the old name of a notification', { body: { jsonrpc: '2.0', method: 'initialized' } }, { status: 202 }],
  ['answers the old name as a request', { body: rpc('initialized') }, { result: {} }],
  [
    'lists templates by the old name',
    { body: rpc('resourceTemplates/list') },
    { result: { resourceTemplates: expect.anything() } },
  ],
  ['accepts answers', { body: { jsonrpc: '2.0', id: 3, result: {} } }, { status: 202 }],
])('in 2025: %s', (_says, asked, expected) => check(asked, expected))

describe('by what the client accepts', () => {
  it.each<[accept: string, expected: Expected]>([
    ['application/json, text/event-stream', { result: found, type: stream }],
    ['text/event-stream;q=0.5, application/json', { result: found, type: stream }],
    ['application/json', { result: found, type: json }],
    ['APPLICATION/JSON; charset=utf-8', { result: found, type: json }],
    ['application/*', { result: found, type: json }],
    ['*/*', { result: found, type: json }],
    ['', { result: found, type: json }],
    ['text/event-stream', { status: 406, code: -32000 }],
    ['text/html', { status: 406, code: -32000 }],
    ['application/json;q=0, text/html', { status: 406, code: -32000 }],
  ])('%j', (accept, expected) => check({ ...search2025, headers: { accept } }, expected))

  it('a stream that is not accepted is refused', () =>
    check(
      modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, { accept: 'application/json' }),
      { status: 406, code: -32000 },
    ))
})

describe('refuses as a message', () => {
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  it.each<[says: string, body: unknown, code: number]>([
    ['no JSON', '{', -32700],
    ['nothing', '', -32700],
    ['an array', [rpc('ping')], -32600],
    ['an empty array', [], -32600],
    ['a number', 5, -32600],
    ['null', null, -32600],
    ['no version', { id: 1, method: 'ping' }, -32600],
    ['an id that is none', { jsonrpc: '2.0', id: {}, method: 'ping' }, -32600],
    ['an id of null', { jsonrpc: '2.0', id: null, method: 'ping' }, -32600],
    ['a method that is none', { jsonrpc: '2.0', id: 1, method: 5 }, -32600],
    ['parameters that are none', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32600],
    ['what is nested too deep', deep(70), -32600],
    ['what is nested far too deep', deep(100_000), -32600],
  ])('%s', (_says, body, code) =>
    check({ body: typeof body === 'string' ? body : JSON.stringify(body) }, { status: 400, code }),
  )

  it('quotes little of what it refuses', async () => {
    const long = 'x'.repeat(100_000)
    const { text } = await ask(modern('tools/call', { name: long }, { 'mcp-name': 'open' }))
    expect(text).toContain('-32020')
    expect(text.length).toBeLessThan(1_500)
  })
})

describe('by the level of the caller', () => {
  const caller = (level: 'read' | 'write' | 'admin'): McpExchange['caller'] => ({
    client: 'tester',
    mayWrite: true,
    sees: 'all',
    level,
    credential: 'a',
  })
  const callOf = (name: string, given: object = {}): object => rpc('tools/call', { name, arguments: given })

  it.each([
    ['read', ['open', 'broken', 'search']],
    ['write', ['open', 'broken', 'search', 'count']],
    ['admin', ['open', 'risky', 'broken', 'search', 'count']],
  ] as const)('%s lists what it may run', async (level, names) => {
    const { message } = await ask({ ...listTools, caller: caller(level) })
    expect(message.result?.['tools']).toMatchObject(names.map((name) => ({ name })))
  })

  it.each([
    ['read', callOf('count'), 'write'],
    ['write', callOf('risky'), 'admin'],
    ['read', callOf('more_tools', { run: 'count' }), 'write'],
    ['read', callOf('more_tools', { tool: ' count ' }), 'write'],
  ] as const)('%s is told which level it lacks: %j', async (level, body, needed) => {
    const handler = handlerWith({ options: { toolsets: ['default', 'code', 'pads'], readOnly: false } })
    const { status, headers, message } = await ask({ body, caller: caller(level), handler })
    expect(status).toBe(403)
    expect(headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${needed}"`)
    expect(message).toMatchObject({ error: { code: 'forbidden', request_id: 'r1' } })
  })

  it('runs what it may run, in the name of the client', async () => {
    const answered = await ask({ ...modern('tools/call', { name: 'count' }), caller: caller('write') })
    expect(answered.message.result).toMatchObject({ structuredContent: { client: 'tester', mayWrite: true } })
  })

  it.each([
    ['search', '--tools code. To have it: --tools code,notes'],
    ['more_tools', '--tools code. To have it: --tools code,default'],
    ['nowhere', 'Unknown tool "nowhere". The tools are: '],
  ])('%s is unknown outside of the chosen toolsets', async (name, said) => {
    const handler = handlerWith({ options: { toolsets: ['code'], readOnly: false } })
    const { status, text } = await ask({ body: callOf(name), handler, caller: caller('admin') })
    expect([status, text]).toEqual([200, expect.stringContaining(said.replaceAll('"', '\\"'))])
    expect(text).toContain('-32602')
  })

  const readOnly = { options: { toolsets: ['core', 'code', 'notes', 'pads'], readOnly: true } } as const
  it.each(['count', 'index'])('%s is unknown where it is switched off', (name) =>
    check({ body: callOf(name), handler: handlerWith(readOnly), caller: caller('read') }, { code: -32602 }),
  )
})

describe('streams', () => {
  it('report progress, and end with the answer', async () => {
    const { text } = await ask({ body: rpc('tools/call', { name: 'count', _meta: { progressToken: 'p' } }) })
    expect(text.match(/^data: .*$/gm)?.map((line) => Object.keys(JSON.parse(line.slice(6)) as object))).toEqual([
      ['jsonrpc', 'method', 'params'],
      ['jsonrpc', 'method', 'params'],
      ['result', 'jsonrpc', 'id'],
    ])
  })

  it.each([
    ['2025', { body: rpc('tools/call', { name: 'wait', _meta: { progressToken: 1 } }) }],
    ['2026', modern('tools/call', { name: 'wait' })],
  ] as const)('that are closed stop the work, in %s', async (_era, asked) => {
    const { wait, started, stopped } = waiting()
    const gone = new AbortController()
    const handler = handlerWith({ operations: [wait] })
    const reply = ask({ ...asked, handler, signal: gone.signal }).catch(() => {})
    await started
    gone.abort()
    await stopped
    await reply
  })
})

function waiting(): { readonly wait: Operation; readonly started: Promise<void>; readonly stopped: Promise<void> } {
  const [started, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait: Operation = {
    ...operationCalled('wait', 'core'),
    async run(_input, { signal }) {
      signal.addEventListener('abort', () => stopped.resolve())
      started.resolve()
      await stopped.promise
      throw signal.reason
    },
  }
  return { wait, started: started.promise, stopped: stopped.promise }
}

describe('subscriptions', () => {
  const defaults = { options: { toolsets: ['default'], readOnly: false } } as const
  const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } })

  async function subscribe(handler: McpHttpHandler, signal = new AbortController().signal) {
    const { status, headers, body } = await handler.answer(exchangeOf({ ...listen, signal }))
    const pieces = body[Symbol.asyncIterator]()
    const next = async (): Promise<string> => {
      const { value, done } = await pieces.next()
      return done === true ? 'end' : typeof value === 'string' ? value : new TextDecoder().decode(value)
    }
    return { status, type: headers['content-type'], next }
  }

  it('are acknowledged first, hear of a change, and end with the server', async () => {
    const { engine, add } = growing()
    const handler = handlerWith({ ...defaults, operations: [search, open], engine })
    await ask({ handler, ...modern('tools/list') })
    const { status, type, next } = await subscribe(handler)
    expect([status, type]).toEqual([200, 'text/event-stream'])
    expect(await next()).toContain('notifications/subscriptions/acknowledged')
    add('docs')
    await ask({ handler, ...modern('tools/list') })
    expect(await next()).toContain('notifications/tools/list_changed')
    await handler.close()
    expect(await next()).toContain('"resultType":"complete"')
    expect(await next()).toBe('end')
  })

  it('end when the client goes away', async () => {
    const gone = new AbortController()
    const { next } = await subscribe(handlerWith(defaults), gone.signal)
    expect(await next()).toContain('acknowledged')
    gone.abort()
    expect(await next()).toBe('end')
  })

  it('are 1,024 at most', async () => {
    const handler = handlerWith(defaults)
    for (let at = 0; at < 1_024; at++) await subscribe(handler)
    await check({ ...listen, handler }, { code: -32603 })
  })
})

/** An engine whose first source of a storehouse comes later. */
function growing() {
  const kinds: string[] = ['notes']
  const engine = {
    ...seaEngine,
    for: () => engine,
    read: (work: (view: unknown) => unknown) =>
      Promise.resolve(
        work({
          sources: { list: async () => kinds.map((kind, id) => ({ id, kind, name: kind, options: {} })) },
          pads: { workflows: async () => ({ items: [], total: 0 }) },
        }),
      ),
  } as unknown as typeof seaEngine
  return { engine, add: (kind: string): void => void kinds.push(kind) }
}
