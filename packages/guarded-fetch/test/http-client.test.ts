import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openHttp, type HttpOptions } from '../src/http-client.ts'
import type { HttpRequest } from '../src/http-types.ts'
import { isWukuError, type ErrorCode } from '@wuku/core/errors'
import { serve, type Answer, type Loopback } from './server.ts'

const text =
  (body: string | Uint8Array, headers: Record<string, string> = {}, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)
const to = (location: string, status = 302): Answer => text('', { location }, status)
const cut: Answer = (_, response) => void response.destroy()
const half: Answer = (_, response) =>
  void response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy())
const silent: Answer = () => {}
const stalls: Answer = (_, response) => void response.writeHead(200).write('first')
const drips: Answer = (_, response) => {
  response.writeHead(200)
  const drip = setInterval(() => response.write('x'), 20)
  response.once('close', () => clearInterval(drip))
}

const slow: readonly (Answer | undefined)[] = [silent, stalls, drips]
const impatient = { times: { connect: 200, firstByte: 200, idle: 200 } }

const open = ({ url }: Loopback, options: HttpOptions = {}) =>
  openHttp({
    allowPrivate: [url.host],
    pause: async () => {},
    times: { connect: 20_000, firstByte: 20_000, idle: 20_000 },
    ...options,
  })

const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({ signal: new AbortController().signal, ...more })

async function fetched(answers: readonly Answer[], options: HttpOptions = {}, asking: Partial<HttpRequest> = {}) {
  await using server = await serve({ '/a': answers, '/b': [text('moved')] })
  const answer = await open(server, options).get(new URL('/a', server.url), request(asking))
  return { status: answer.status, text: new TextDecoder().decode(await answer.bytes()), asked: server.asked.length }
}

async function failure(work: () => Promise<unknown>): Promise<{ code: ErrorCode; told: string }> {
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isWukuError(error)) throw new Error('no WukuError', { cause: error })
  return { code: error.code, told: `${error.message} ${error.remedy}` }
}

describe('answers', () => {
  const large = '潮汐 🌊 '.repeat(1000)
  it.each<[says: string, answers: readonly Answer[], expected: object]>([
    ['gives status and text', [text('潮')], { status: 200, text: '潮', asked: 1 }],
    ['gives what is not there', [text('no', {}, 404)], { status: 404, text: 'no', asked: 1 }],
    ['unpacks gzip', [text(gzipSync(large), { 'content-encoding': 'gzip' })], { status: 200, text: large, asked: 1 }],
    [
      'unpacks br',
      [text(brotliCompressSync(large), { 'content-encoding': 'br' })],
      { status: 200, text: large, asked: 1 },
    ],
    [
      'unpacks deflate',
      [text(deflateSync(large), { 'content-encoding': 'deflate' })],
      { status: 200, text: large, asked: 1 },
    ],
    [
      'unpacks two',
      [text(gzipSync(gzipSync(large)), { 'content-encoding': 'gzip, gzip' })],
      { status: 200, text: large, asked: 1 },
    ],
    ['follows', [to('/b')], { status: 200, text: 'moved', asked: 2 }],
    ['asks again when cut off', [cut, cut, text('third')], { status: 200, text: 'third', asked: 3 }],
    ['asks again after 502', [text('', {}, 502), text('second')], { status: 200, text: 'second', asked: 2 }],
    ['gives the 503 that stays', [text('down', {}, 503)], { status: 503, text: 'down', asked: 4 }],
    ['does not repeat a 500', [text('broken', {}, 500)], { status: 500, text: 'broken', asked: 1 }],
    ['waits as asked', [text('', { 'retry-after': '2' }, 429), text('then')], { status: 200, text: 'then', asked: 2 }],
    ['leaves a place that leads nowhere', [to('http://[')], { status: 302, text: '', asked: 1 }],
  ])('%s', async (_, answers, expected) => expect(await fetched(answers)).toEqual(expected))

  it('tells why it waits', async () => {
    const said: string[] = []
    const reset = String(Math.floor(Date.now() / 1000) + 30)
    const limited = text('', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }, 403)
    await fetched([limited, text('then')], {}, { waiting: (word) => said.push(word) })
    expect(said).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+ is busy; trying again in 3\d seconds$/)])
  })
  it('hands back the redirect that is not to be followed', async () =>
    expect(await fetched([to('/b')], {}, { mayFollow: () => false })).toMatchObject({ status: 302, asked: 1 }))
})

describe('refusals', () => {
  const bomb = gzipSync(Buffer.alloc(1024 * 1024))
  it.each<[says: string, answers: readonly Answer[], code: ErrorCode, asking?: Partial<HttpRequest>]>([
    ['a circle', [to('/a')], 'fetch-failed'],
    ['another scheme', [to('file:///etc/hostname')], 'bad-input'],
    ['a private address behind a redirect', [to('http://169.254.169.254/latest')], 'bad-input'],
    ['this machine under its name', [to('http://localhost:1/')], 'bad-input'],
    ['this machine as a number', [to('http://2130706433/')], 'bad-input'],
    ['another port of an allowed host', [to('http://127.0.0.1:1/')], 'bad-input'],
    ['a body that is announced too large', [text('x'.repeat(2000))], 'too-large', { maxBytes: 1000 }],
    ['a body that unpacks too large', [text(bomb, { 'content-encoding': 'gzip' })], 'too-large', { maxBytes: 10_000 }],
    ['an answer that breaks off', [half], 'fetch-failed'],
    ['gzip that breaks off', [text(bomb.subarray(0, 100), { 'content-encoding': 'gzip' })], 'fetch-failed'],
    ['an unknown packing', [text('x', { 'content-encoding': 'lzma' })], 'fetch-failed'],
    ['a connection that is cut again and again', [cut], 'fetch-failed'],
    ['a server that says nothing', [silent], 'fetch-failed'],
    ['a server that stops in the middle', [stalls], 'fetch-failed'],
    ['a server that drips a byte now and then', [drips], 'fetch-failed'],
    ['a wait that is too long', [text('', { 'retry-after': '86400' }, 429)], 'rate-limited'],
  ])('%s', async (_, answers, code, asking) =>
    expect(await failure(() => fetched(answers, slow.includes(answers[0]) ? impatient : {}, asking))).toMatchObject({
      code,
    }),
  )

  const names: Readonly<Record<string, readonly string[]>> = {
    'inside.example': ['192.168.0.9'],
    'mixed.example': ['93.184.216.34', '10.0.0.1'],
  }
  const resolve: HttpOptions['resolve'] = (host, answer) => {
    const found = names[host]
    if (found)
      answer(
        null,
        found.map((address) => ({ address, family: 4 })),
      )
    else answer(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), [])
  }
  it.each<[url: string, code: ErrorCode]>([
    ['ftp://example.com/', 'bad-input'],
    ['http://127.0.0.1/', 'bad-input'],
    ['http://[::1]/', 'bad-input'],
    ['http://[::ffff:10.0.0.1]/', 'bad-input'],
    ['http://inside.example/', 'bad-input'],
    ['http://mixed.example/', 'bad-input'],
    ['http://unknown.example/', 'fetch-failed'],
    ['https://user:fake-password@example.com/', 'bad-input'],
  ])('%s', async (url, code) => {
    const failed = await failure(() => openHttp({ resolve }).get(new URL(url), request()))
    expect(failed.code).toBe(code)
    expect(failed.told).not.toContain('fake-password')
  })

  it('tells no query, which may hold a key', async () => {
    await using server = await serve({ '/a?token=fake-key': [cut] })
    const failed = await failure(() => open(server).get(new URL('/a?token=fake-key', server.url), request()))
    expect(failed.told).not.toContain('fake-key')
  })
  it('stops when it is told to', async () => {
    await using server = await serve({ '/a': [silent] })
    const stop = new AbortController()
    const failing = failure(() => open(server).get(new URL('/a', server.url), request({ signal: stop.signal })))
    stop.abort()
    expect((await failing).code).toBe('cancelled')
  })
})

describe('headers of a redirect', () => {
  const headers = { Authorization: 'Bearer fake', 'Private-Token': 'fake', Accept: 'text/html', 'If-None-Match': '"1"' }
  const seen = ({ authorization, accept, 'private-token': token, 'if-none-match': match }: IncomingHttpHeaders) => ({
    authorization,
    accept,
    token,
    match,
  })

  it('stay with the same server', async () => {
    await using server = await serve({ '/a': [to('/b')], '/b': [text('')] })
    await (await open(server).get(new URL('/a', server.url), request({ headers }))).bytes()
    expect(seen(server.asked[1]?.headers ?? {})).toEqual({
      authorization: 'Bearer fake',
      accept: 'text/html',
      token: 'fake',
      match: '"1"',
    })
  })
  it('do not go to another', async () => {
    await using other = await serve({ '/b': [text('')] })
    await using server = await serve({ '/a': [to(new URL('/b', other.url).href)] })
    const http = openHttp({ allowPrivate: [server.url.host, other.url.host] })
    await (await http.get(new URL('/a', server.url), request({ headers }))).bytes()
    expect(seen(other.asked[0]?.headers ?? {})).toEqual({ accept: 'text/html' })
  })
})

describe('a proxy', () => {
  it('is asked for plain addresses, with its own key', async () => {
    await using proxy = await serve({ 'http://docs.example/a': [text('by proxy')] })
    const http = openHttp({ proxies: { http: `http://user:fake@${proxy.url.host}` } })
    const answer = await http.get(new URL('http://docs.example/a'), request())
    expect(new TextDecoder().decode(await answer.bytes())).toBe('by proxy')
    expect(proxy.asked[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa('user:fake')}`)
  })
  it('is left out where it is to be', async () => {
    await using proxy = await serve({})
    await using server = await serve({ '/a': [text('direct')] })
    const http = openHttp({
      allowPrivate: ['127.0.0.1'],
      proxies: { http: proxy.url.href, none: '.example, 127.0.0.1' },
    })
    expect((await (await http.get(new URL('/a', server.url), request())).bytes()).length).toBe(6)
    expect(proxy.asked).toEqual([])
  })
  it('opens a tunnel for encrypted addresses', async () => {
    const targets: string[] = []
    const proxy = createServer().on('connect', (asked, socket) => {
      targets.push(asked.url ?? '')
      socket.end('HTTP/1.1 200 Connection established\r\n\r\n')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const http = openHttp({ proxies: { https: `127.0.0.1:${port}` }, pause: async () => {} })
    const failed = await failure(() => http.get(new URL('https://docs.example/a'), request()))
    proxy.close()
    expect(targets[0]).toBe('docs.example:443')
    expect(failed.code).toBe('fetch-failed')
  })
  it('still reaches no address that is written out', async () => {
    const http = openHttp({ proxies: { http: 'http://127.0.0.1:9' } })
    expect((await failure(() => http.get(new URL('http://169.254.169.254/'), request()))).code).toBe('bad-input')
  })
})
