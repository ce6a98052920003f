import { expect, it, onTestFinished } from 'vitest'
import { createMcpHttpHandler } from '../src/http-handler.ts'
import type { SessionLimits } from '../src/http-sessions.ts'
import { count, open, search, seaEngine } from '../../kernel/test/invoke/fixtures.ts'

interface Sent {
  readonly method?: string
  readonly session?: string | undefined
  readonly credential?: string
  readonly body?: object
  readonly accept?: string
}

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const initialize = message('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'keeper', version: '1' },
})
const callCount = message('tools/call', { name: 'count' })

/** A server with sessions, and somebody who sends it messages. */
function house(sessions: true | SessionLimits = true) {
  const handler = createMcpHttpHandler({
    operations: [search, open, count],
    engine: seaEngine,
    options: { toolsets: ['core', 'notes', 'pads'], readOnly: false },
    version: '1',
    log: () => {},
    sessions,
  })
  onTestFinished(() => handler.close())
  const send = ({ method = 'POST', session, credential = 'ann', body, accept }: Sent) =>
    handler.answer({
      method,
      url: '/mcp',
      headers: {
        accept: accept ?? 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(session !== undefined && { 'mcp-session-id': session }),
      },
      body: body === undefined ? '' : JSON.stringify(body),
      caller: { client: 'http', mayWrite: true, sees: 'all', level: 'admin', credential },
      isSticky: true,
      requestId: 'r',
      signal: new AbortController().signal,
    })
  const ask = async (sent: Sent) => {
    const { status, headers, body } = await send(sent)
    let text = ''
    for await (const part of body) text += typeof part === 'string' ? part : new TextDecoder().decode(part)
    return { status, session: headers['mcp-session-id'], text }
  }
  const begin = async (credential = 'ann'): Promise<string> =>
    (await ask({ body: initialize, credential })).session ?? 'none'
  return { handler, send, ask, begin }
}

it('a session remembers the client, and each message is answered in it', async () => {
  const { ask, begin } = house()
  const session = await begin()
  expect(session).toMatch(/^[0-9a-f-]{36}$/)
  expect(await ask({ session, body: callCount })).toMatchObject({
    status: 200,
    session,
    text: expect.stringContaining('"client":"keeper"'),
  })
  expect(await ask({ session, body: callCount, accept: 'application/json' })).toMatchObject({
    status: 200,
    text: expect.stringMatching(/^\{"result"/),
  })
})

it('a message without a session stands for itself', async () => {
  const { ask } = house()
  expect(await ask({ body: callCount })).toMatchObject({ status: 200, session: undefined })
})

it.each<[says: string, sent: Sent, status: number]>([
  ['a session that is not there', { session: 'x', body: callCount }, 404],
  ["another's session", { credential: 'bob', body: callCount }, 404],
  ["the end of another's session", { credential: 'bob', method: 'DELETE' }, 404],
  ["the stream of another's session", { credential: 'bob', method: 'GET' }, 404],
  ['a stream that is not accepted', { method: 'GET', accept: 'application/json' }, 406],
])('%s is refused', async (_says, sent, status) => {
  const { ask, begin } = house()
  const session = await begin()
  expect(await ask({ session, ...sent })).toMatchObject({ status })
  expect(await ask({ session, body: callCount })).toMatchObject({ status: 200 })
})

it.each(['GET', 'DELETE'])('%s names a session', async (method) =>
  expect(await house().ask({ method })).toMatchObject({ status: 400 }),
)

it('DELETE ends a session, and its stream', async () => {
  const { send, ask, begin } = house()
  const session = await begin()
  const stream = await send({ method: 'GET', session })
  expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream'])
  expect(await ask({ method: 'DELETE', session })).toMatchObject({ status: 204, text: '' })
  expect(await stream.body[Symbol.asyncIterator]().next()).toMatchObject({ done: true })
  expect(await ask({ session, body: callCount })).toMatchObject({ status: 404 })
})

it('the oldest makes room for one too many', async () => {
  const { ask, begin } = house({ maxSessions: 2 })
  const [first, second] = [await begin(), await begin()]
  await ask({ session: first, body: callCount })
  const third = await begin()
  const statuses = await Promise.all(
    [first, second, third].map(async (session) => (await ask({ session, body: callCount })).status),
  )
  expect(statuses).toEqual([200, 404, 200])
})

it('ends when it was idle, and not while its stream is open', async () => {
  const { handler, send, ask, begin } = house({ idleMilliseconds: 500 })
  const [idle, streaming] = [await begin(), await begin()]
  const stream = await send({ method: 'GET', session: streaming })
  // Asking keeps it, and asks again later than it lives.
  await expect.poll(async () => (await ask({ session: idle, body: callCount })).status, { interval: 800 }).toBe(404)
  expect((await ask({ session: streaming, body: callCount })).status).toBe(200)
  await handler.close()
  expect(await stream.body[Symbol.asyncIterator]().next()).toMatchObject({ done: true })
})
