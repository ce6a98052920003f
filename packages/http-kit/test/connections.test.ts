import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { anonymousCaller, type Identify } from '../../server/src/http/identify.ts'
import type { Route } from '../src/route.ts'
import {
  openHttpHouse,
  parseReply,
  requestBytes,
  row,
  type HouseOptions,
  type HttpHouse,
} from '../../server/test/http/http-house.ts'

const houses: HttpHouse[] = []
afterEach(async () => {
  for (const house of houses.splice(0)) await house.server.stop()
})

async function open(options: HouseOptions = {}): Promise<HttpHouse> {
  const house = await openHttpHouse({ ...options, routes: [...routes, ...(options.routes ?? [])] })
  houses.push(house)
  return house
}

const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })

async function* events(signal: AbortSignal): AsyncGenerator<string> {
  yield 'event: hello\n\n'
  await until(signal)
}

async function* flood(): AsyncGenerator<string> {
  for (;;) yield 'x'.repeat(65_536)
}

const stream = { 'Content-Type': 'text/event-stream' }
const routes: readonly Route[] = [
  row({ method: 'GET', path: '/events', answer: async ({ signal }) => ({ headers: stream, body: events(signal) }) }),
  row({ method: 'GET', path: '/flood', answer: async () => ({ headers: stream, body: flood() }) }),
  row({ method: 'GET', path: '/large', answer: async () => ({ body: 'x'.repeat(16 * 2 ** 20) }) }),
  row({ method: 'GET', path: '/wait', answer: ({ signal }) => until(signal).then(() => ({ body: { waited: true } })) }),
]

const request = (house: HttpHouse, target: string): string => requestBytes({ target }, house.port, house.token)

/** All that a socket says until it closes. */
async function rest(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(chunks).toString()
}

describe('a client that', () => {
  it('says nothing is told that it is late', async () => {
    const house = await open({ settings: { connectionLimits: { headers: 100, linger: 50 } } })
    expect(parseReply(await rest(house.connect())).status).toBe(408)
  })
  it('sends its headers byte by byte is told that it is late', async () => {
    const house = await open({ settings: { connectionLimits: { headers: 100, linger: 50 } } })
    const socket = house.connect()
    socket.write('GET /healthz HTTP/1.1\r\nHost: 127')
    expect(parseReply(await rest(socket)).status).toBe(408)
  })
  it('stops in the middle of a body is told that it is late', async () => {
    const house = await open({ settings: { connectionLimits: { body: 50, linger: 50 } } })
    const head = requestBytes(
      { method: 'POST', target: '/things', body: '{', headers: ['Content-Length: 10'] },
      house.port,
      house.token,
    )
    expect((await house.raw(head)).status).toBe(408)
    expect(house.written).toEqual([])
  })
  it('ends in the middle of its headers is refused', async () => {
    const house = await open()
    const socket = house.connect()
    socket.end('GET /healthz HTTP/1.1\r\nHost: 127')
    expect(parseReply(await rest(socket)).status).toBe(400)
  })
  it('ends in the middle of a body does nothing', async () => {
    const house = await open()
    const head = requestBytes(
      { method: 'POST', target: '/things', body: '{', headers: ['Content-Length: 10'] },
      house.port,
      house.token,
    )
    house.connect().end(head)
    await house.logged(1, ({ msg }) => msg === 'request' || msg === 'malformed')
    expect(house.written).toEqual([])
  })
  it('ends its side after the request is answered all the same', async () => {
    const house = await open()
    const socket = house.connect()
    socket.end(request(house, '/things/a'))
    expect(parseReply(await rest(socket)).status).toBe(200)
  })
  it('goes away ends the work', async () => {
    const house = await open()
    const socket = house.connect()
    socket.write(request(house, '/wait'), () => setImmediate(() => socket.destroy()))
    await house.logged(1, ({ status, route }) => status === 499 && route === '/wait')
  })
  it.each(['/flood', '/large'])('reads nothing of %s is cut off', async (target) => {
    const house = await open({ settings: { connectionLimits: { reader: 200 } } })
    const socket = house.connect().pause()
    socket.write(request(house, target))
    await house.logged(1, ({ route }) => route === target)
    socket.destroy()
  })
  it.each<[says: string, method: string, target: string, status: number]>([
    ['a route that takes one', 'POST', '/things', 413],
    ['a route that takes none', 'GET', '/healthz', 200],
    ['no route', 'POST', '/nowhere', 404],
  ])('never ends a body for %s is answered and cut off', async (_, method, target, status) => {
    const house = await open({ settings: { connectionLimits: { linger: 200 } } })
    const socket = house.connect()
    const head = requestBytes(
      { method, target, body: '', headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'] },
      house.port,
      house.token,
    )
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
    const pump = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', pump)
    socket.write(head)
    pump()
    expect(parseReply(await rest(socket)).status).toBe(status)
  })
  it('waits to be asked for its body is asked, and not where it would be refused', async () => {
    const house = await open()
    const ask = (size: number): Promise<string> => {
      const socket = house.connect()
      socket.on('data', (chunk: Buffer) => void (String(chunk).startsWith('HTTP/1.1 100') && socket.write('{}')))
      socket.write(
        requestBytes(
          { method: 'POST', target: '/things', body: '', headers: ['Expect: 100-continue', `Content-Length: ${size}`] },
          house.port,
          house.token,
        ),
      )
      return rest(socket)
    }
    expect(await ask(2)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201/)
    expect(await ask(1_000_000)).toMatch(/^HTTP\/1\.1 413/)
  })
  it('sends 1,000 requests at once gets 1,000 answers in order', async () => {
    const house = await open()
    const one = (id: number): string =>
      `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${house.port}\r\nX-Request-Id: r${id}\r\n`
    const bytes = Array.from({ length: 1_000 }, (_, id) => `${one(id)}${id === 999 ? 'Connection: close\r\n' : ''}\r\n`)
    const { text } = await house.raw(bytes.join(''))
    expect([...text.matchAll(/X-Request-Id: r(\d+)/g)].map(([, id]) => Number(id))).toEqual(bytes.map((_, id) => id))
  })
  it('sends nonsense behind a request is answered once', async () => {
    const house = await open()
    const { text } = await house.raw(
      `GET /things/a HTTP/1.1\r\nHost: 127.0.0.1:${house.port}\r\nX-API-Key: ${house.token}\r\n\r\n\0\0\0`,
    )
    expect(text.match(/^HTTP\/1\.1 \d+/gm)?.length).toBeLessThanOrEqual(2)
    expect((await house.ask({ target: '/healthz' })).status).toBe(200)
  })
})

describe('a thousand streams', () => {
  it('stand side by side while others are answered, and all is given back', async () => {
    const house = await open()
    const sockets = Array.from({ length: 1_000 }, () => house.connect())
    const begun = sockets.map((socket) => once(socket, 'data'))
    for (const socket of sockets) socket.write(request(house, '/events'))
    await Promise.all(begun)
    expect(house.server.connections).toBe(1_000)
    expect((await house.ask({ target: '/things/a' })).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await house.logged(1_000, ({ route }) => route === '/events')
    expect(house.server.connections).toBe(0)
  })
  it('are not taken where fewer are allowed', async () => {
    const house = await open({ settings: { connectionLimits: { streams: 1 } } })
    const first = house.connect()
    first.write(request(house, '/events'))
    await once(first, 'data')
    expect(await house.ask({ target: '/events' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.any(String) },
    })
    first.destroy()
    await house.logged(2, ({ route }) => route === '/events')
    const next = house.connect()
    next.write(request(house, '/events'))
    expect(String((await once(next, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/)
  })
})

describe('streams of users', () => {
  const byName: Identify = ({ headers }) => ({
    ...anonymousCaller,
    actor: headers['x-test-user'] ?? 'local',
    credential: headers['x-test-user'] ?? 'local',
    level: 'read',
  })
  const statusOf = async (house: HttpHouse, user: string): Promise<number> => {
    const socket = house.connect()
    sockets.push(socket)
    socket.write(
      requestBytes({ target: '/events', credential: '', headers: [`X-Test-User: ${user}`] }, house.port, house.token),
    )
    return parseReply(String((await once(socket, 'data'))[0])).status
  }
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  it('have a limit for each user, which no other user feels, nor the owner of a local server', async () => {
    const house = await open({ settings: { connectionLimits: { streamsOfUser: 16 } }, identify: byName })
    const statuses: number[] = []
    for (let nth = 0; nth < 40; nth++) statuses.push(await statusOf(house, 'ann'))
    expect(statuses).toEqual([...Array<number>(16).fill(200), ...Array<number>(24).fill(429)])
    expect(await statusOf(house, 'ben')).toBe(200)
    const local = await Promise.all(Array.from({ length: 20 }, () => statusOf(house, 'local')))
    expect(new Set(local)).toEqual(new Set([200]))
    sockets[0]?.destroy()
    await house.logged(25, ({ route }) => route === '/events')
    expect(await statusOf(house, 'ann')).toBe(200)
  })
})

describe('connections of an address', () => {
  const OTHER = '127.0.0.2'
  const health = (house: HttpHouse, from: string): Promise<string> => {
    const socket = house.connect(from)
    socket.write(requestBytes({ target: '/healthz', credential: '' }, house.port, house.token))
    return rest(socket)
  }
  const connected = async (house: HttpHouse, count: number): Promise<readonly Socket[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const socket = house.connect()
        await once(socket, 'connect')
        return socket.resume()
      }),
    )

  it('have a limit: those that are idle make room, and other addresses are answered', async () => {
    const house = await open({ settings: { connectionsPerAddress: 64 } })
    const sockets = await connected(house, 500)
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(500 - 64)
    expect(parseReply(await health(house, OTHER)).status).toBe(200)
    expect(parseReply(await health(house, '127.0.0.1')).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it('are closed at once where all of the address are at work', async () => {
    const house = await open({ settings: { connectionsPerAddress: 4 } })
    const busy = await connected(house, 4)
    for (const socket of busy) socket.write(request(house, '/events'))
    await Promise.all(busy.map((socket) => once(socket, 'data')))
    expect(await rest(house.connect())).toBe('')
    expect(parseReply(await health(house, OTHER)).status).toBe(200)
    expect(busy.filter(({ closed }) => closed)).toEqual([])
    for (const socket of busy) socket.destroy()
  })

  it('of all addresses together make room for new ones when their limit is near', async () => {
    const house = await open({ settings: { connectionLimits: { connections: 100 } } })
    const sockets = await connected(house, 300)
    expect(parseReply(await health(house, OTHER)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it.each<[says: string, settings: NonNullable<HouseOptions['settings']>]>([
    ['a trusted proxy', { trustProxy: ['127.0.0.0/8'] }],
    ['the machine of a local server', { isLocal: () => true }],
  ])('have no limit for %s', async (_says, settings) => {
    const house = await open({ settings: { connectionsPerAddress: 4, ...settings } })
    const sockets = await connected(house, 20)
    expect(parseReply(await health(house, '127.0.0.1')).status).toBe(200)
    expect(sockets.filter(({ closed }) => closed)).toEqual([])
    for (const socket of sockets) socket.destroy()
  })
})

describe('connections', () => {
  it('beyond the limit are closed at once', async () => {
    const house = await open({ settings: { connectionLimits: { connections: 1 } } })
    const first = house.connect()
    await once(first, 'connect')
    first.write(request(house, '/events'))
    await once(first, 'data')
    expect(await rest(house.connect())).toBe('')
    first.destroy()
  })
  it('with thousands of unanswered requests are closed', async () => {
    const house = await open()
    const one = request(house, '/wait').replace('Connection: close\r\n', '')
    expect(
      await rest(
        house.connect().on('connect', function (this: Socket) {
          this.write(one.repeat(5_000))
        }),
      ),
    ).toBe('')
    expect((await house.ask({ target: '/healthz' })).status).toBe(200)
  })
})

it.each<[name: string, Route['answer'], status: number, faults: number]>([
  ['has a header that may not be sent', async () => ({ headers: { Location: 'a\nb' }, body: {} }), 500, 1],
  ['is no JSON', async () => ({ body: { a: 1n } }), 500, 1],
  [
    'breaks off',
    async () => ({
      body: (async function* () {
        yield 'begun'
        throw new TypeError('in the middle')
      })(),
    }),
    200,
    1,
  ],
])('an answer that %s is a fault in the log', async (_, answer, status, faults) => {
  const house = await open({ routes: [row({ method: 'GET', path: '/broken/answer', answer })] })
  const reply = await house.ask({ target: '/broken/answer' })
  expect([reply.status, reply.text.endsWith('0\r\n\r\n')]).toEqual([status, false])
  expect(house.lines.filter(({ error }) => error !== undefined)).toHaveLength(faults)
  expect((await house.ask({ target: '/healthz' })).status).toBe(200)
})

describe('the stop', () => {
  it('ends streams at once and lets requests end', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = row({ method: 'GET', path: '/slow', answer: () => promise.then(() => ({ body: { done: true } })) })
    const house = await open({ routes: [slow] })
    const listening = house.connect()
    const heard = rest(listening)
    listening.write(request(house, '/events'))
    await once(listening, 'data')
    const waiting = house.connect()
    const answered = rest(waiting)
    waiting.write(request(house, '/slow'))
    while (house.server.connections < 2) await new Promise((done) => setImmediate(done))
    const stopped = house.server.stop()
    expect(await heard).toMatch(/event: hello[^]*\r\n0\r\n\r\n$/)
    await expect(once(house.connect(), 'connect')).rejects.toThrow()
    resolve()
    expect(parseReply(await answered)).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await stopped
  })
  it('breaks off after its grace', async () => {
    const house = await open({ settings: { graceSeconds: 0.05 } })
    const answered = house.raw(request(house, '/wait'))
    while (house.server.connections < 1) await new Promise((done) => setImmediate(done))
    await house.server.stop()
    expect([0, 200]).toContain((await answered).status)
  })
  it('closes connections that wait for a request', async () => {
    const house = await open()
    const socket = house.connect()
    socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${house.port}\r\n\r\n`)
    await once(socket, 'data')
    const closed = once(socket, 'close')
    await house.server.stop()
    await closed
  })
})
