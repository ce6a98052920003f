import { expect, it, onTestFinished } from 'vitest'
import { mcpRoutes } from '../../src/http/mcp-route.ts'
import { localBackend } from '../../src/http/local-backend.ts'
import type { Route } from '@wuku/http-kit/route'
import { createMcpHttpHandler } from '@wuku/mcp/http-handler'
import { open, search, seaEngine } from '../../../kernel/test/invoke/fixtures.ts'
import { openHttpHouse, type Ask } from './http-house.ts'

const BODY_BYTES = 4_096

/** The server of the other tests, whose `/mcp` is answered. */
async function house(sessions = false) {
  const operations = [search, open]
  const options = { toolsets: ['core', 'notes'], readOnly: false } as const
  const handler = createMcpHttpHandler({
    operations,
    engine: seaEngine,
    options,
    version: '1',
    sessions,
    log: () => {},
  })
  const backend = localBackend({ operations, engine: seaEngine, mcp: handler.answer })
  const routes = mcpRoutes({ bodyBytes: BODY_BYTES, sessions }).map((route): Route => ({
    ...route,
    answer: (request, context) => route.answer(request, { ...context, backend }),
  }))
  const opened = await openHttpHouse({ routes })
  onTestFinished(async () => void (await Promise.all([opened.server.stop(), handler.close()])))
  return opened
}

interface Expected {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly error?: number
  readonly refused?: string
  readonly result?: object
}

const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'moon' } },
})
const found = { content: [{ type: 'text', text: '3: The moon pulls the sea.' }] }
const allowsPost = { allow: 'POST' }

it.each<[says: string, ask: Partial<Ask>, expected: Expected]>([
  [
    'answers',
    { body: call },
    { status: 200, result: found, headers: { 'content-type': 'application/json; charset=utf-8' } },
  ],
  ['has no GET', { method: 'GET' }, { status: 405, headers: allowsPost, refused: 'method-not-allowed' }],
  ['has no DELETE', { method: 'DELETE' }, { status: 405, headers: allowsPost, refused: 'method-not-allowed' }],
  ['has no PUT', { method: 'PUT', body: call }, { status: 405, headers: allowsPost, refused: 'method-not-allowed' }],
  [
    'has no PATCH',
    { method: 'PATCH', body: call },
    { status: 405, headers: allowsPost, refused: 'method-not-allowed' },
  ],
  ['wants a credential', { body: call, credential: '' }, { status: 401, refused: 'unauthorized' }],
  ['wants a right one', { body: call, credential: 'X-API-Key: wrong' }, { status: 401, refused: 'unauthorized' }],
  [
    'refuses other origins',
    { body: call, headers: ['Origin: https://evil.example'] },
    { status: 403, refused: 'cross-origin' },
  ],
  ['wants JSON', { body: call, headers: ['Content-Type: text/plain'] }, { status: 415, refused: 'unsupported-type' }],
  [
    'wants UTF-8',
    { body: call, headers: ['Content-Type: application/json; charset=latin1'] },
    { status: 415, refused: 'unsupported-type' },
  ],
  [
    'wants it uncoded',
    { body: call, headers: ['Content-Encoding: gzip'] },
    { status: 415, refused: 'unsupported-type' },
  ],
  ['refuses what is too large', { body: `"${'x'.repeat(BODY_BYTES)}"` }, { status: 413, refused: 'too-large' }],
  ['refuses no JSON', { body: '{' }, { status: 400, error: -32700 }],
  ['refuses several at once', { body: `[${call}]` }, { status: 400, error: -32600 }],
  ['refuses what no client takes', { body: call, headers: ['Accept: text/html'] }, { status: 406, error: -32000 }],
  ['takes no key of the address', { body: call, target: '/mcp?token=x' }, { status: 400, refused: 'bad-input' }],
])('%s', async (_says, ask, { status, headers = {}, error, refused, result }) => {
  const { ask: send } = await house()
  const reply = await send({ method: 'POST', target: '/mcp', ...ask })
  expect(reply).toMatchObject({ status, headers })
  const body = JSON.parse(reply.body) as object
  if (error !== undefined) expect(body).toMatchObject({ jsonrpc: '2.0', error: { code: error } })
  if (refused !== undefined) expect(body).toMatchObject({ error: { code: refused, request_id: expect.any(String) } })
  if (result !== undefined) expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, result })
})

it('what is no UTF-8 is no JSON', async () => {
  const { raw, port, token } = await house()
  const head = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 4',
    'Connection: close',
  ].join('\r\n')
  const reply = await raw(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from([0x22, 0xff, 0xfe, 0x22])]))
  expect(reply.status).toBe(400)
  expect(JSON.parse(reply.body)).toMatchObject({ error: { code: -32700 } })
})

it('one key does not answer two messages', async () => {
  const { ask } = await house()
  const headers = ['Idempotency-Key: k']
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })
  expect(JSON.parse((await ask({ method: 'POST', target: '/mcp', body: call, headers })).body)).toMatchObject({ id: 1 })
  expect(JSON.parse((await ask({ method: 'POST', target: '/mcp', body: ping, headers })).body)).toMatchObject({ id: 2 })
})

it('with sessions GET opens a stream, which ends when the server stops', async () => {
  const { ask, server } = await house(true)
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
  })
  const { headers } = await ask({ method: 'POST', target: '/mcp', body: initialize })
  const session = `Mcp-Session-Id: ${headers['mcp-session-id']}`
  expect(await ask({ method: 'HEAD', target: '/mcp', headers: [session] })).toMatchObject({ status: 405 })
  const stream = ask({ method: 'GET', target: '/mcp', headers: [session, 'Accept: text/event-stream'] })
  await expect.poll(() => server.connections).toBe(1)
  await server.stop()
  expect(await stream).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } })
})
