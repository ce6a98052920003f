import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHttpHouse, type Ask, type HttpHouse } from './http-house.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await openHttpHouse()
})
afterAll(() => house.server.stop())

/** `%PORT` and `%TOKEN` are those of the house. */
const filled = (text: string): string => text.replaceAll('%PORT', String(house.port)).replaceAll('%TOKEN', house.token)

describe('syntax', () => {
  const host = 'Host: 127.0.0.1:%PORT\r\n'
  it.each<[says: string, bytes: string, status: number]>([
    ['two hosts', `GET /healthz HTTP/1.1\r\n${host}${host}\r\n`, 400],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['no host in HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', 400],
    [
      'length and coding',
      `POST /x HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'coding and length',
      `POST /x HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['two lengths', `POST /x HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['two equal lengths', `POST /x HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, 400],
    ['two lengths in one', `POST /x HTTP/1.1\r\n${host}Content-Length: 2, 2\r\n\r\n{}`, 400],
    ['a length with a plus', `POST /x HTTP/1.1\r\n${host}Content-Length: +2\r\n\r\n{}`, 400],
    ['another coding', `POST /x HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n`, 400],
    [
      'another coding before chunked',
      `POST /x HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'chunked twice',
      `POST /x HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a coding in HTTP/1.0', `POST /x HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a space before a colon', `GET /healthz HTTP/1.1\r\n${host}Accept : a\r\n\r\n`, 400],
    ['a tab before a colon', `GET /healthz HTTP/1.1\r\n${host}Accept\t: a\r\n\r\n`, 400],
    ['a bare CR in a value', `GET /healthz HTTP/1.1\r\n${host}Accept: a\rb: c\r\n\r\n`, 400],
    ['a bare LF', `GET /healthz HTTP/1.1\nHost: 127.0.0.1:%PORT\n\n`, 400],
    ['NUL in a value', `GET /healthz HTTP/1.1\r\n${host}Accept: a\0b\r\n\r\n`, 400],
    ['NUL in a name', `GET /healthz HTTP/1.1\r\n${host}Acc\0ept: ab\r\n\r\n`, 400],
    ['NUL in the target', `GET /health\0z HTTP/1.1\r\n${host}\r\n`, 400],
    ['a folded header', `GET /healthz HTTP/1.1\r\n${host}Accept: a\r\n b\r\n\r\n`, 400],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['an unknown method', `FOO / HTTP/1.1\r\n${host}\r\n`, 400],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 400],
    [
      'a broken chunk',
      `POST /things HTTP/1.1\r\n${host}Authorization: Bearer %TOKEN\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['a target of 8,193 bytes', `GET /${'a'.repeat(8_192)} HTTP/1.1\r\n${host}\r\n`, 414],
    ['a target of 20,000 bytes', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 414],
    ['a target of 200,000 bytes', `GET /${'a'.repeat(200_000)} HTTP/1.1\r\n${host}\r\n`, 414],
    ['headers over 16 KiB', `GET /healthz HTTP/1.1\r\n${host}A: ${'a'.repeat(16_384)}\r\n\r\n`, 431],
    ['headers of 40,000 bytes', `GET /healthz HTTP/1.1\r\n${host}A: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['3,000 headers', `GET /healthz HTTP/1.1\r\n${host}${'a:b\r\n'.repeat(3_000)}\r\n`, 431],
  ])('refuses %s and closes', async (_, bytes, status) => {
    const reply = await house.raw(filled(bytes))
    expect([reply.status, reply.text.match(/HTTP\/1\.1 \d/g)?.length]).toEqual([status, 1])
  })
  it.each([
    ['8,192 bytes of target', `GET /${'a'.repeat(8_191)} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 404],
    ['15 KiB of headers', `GET /healthz HTTP/1.1\r\n${host}A: ${'a'.repeat(15_000)}\r\nConnection: close\r\n\r\n`, 200],
  ])('takes %s', async (_, bytes, status) => expect((await house.raw(filled(bytes))).status).toBe(status))
})

describe('a request', () => {
  const json = { method: 'POST', target: '/things', body: '{}' }
  it.each<[says: string, ask: Ask, status: number, code?: string]>([
    ['absolute-form', { target: 'http://127.0.0.1/healthz' }, 400, 'bad-input'],
    ['a segment of dots', { target: '/things/../healthz' }, 400, 'bad-input'],
    ['encoded dots', { target: '/things/%2e%2E/healthz' }, 400, 'bad-input'],
    ['dots behind an encoded slash', { target: '/things/..%2fhealthz' }, 400, 'bad-input'],
    ['two slashes', { target: '//healthz' }, 400, 'bad-input'],
    ['a backslash', { target: '/things\\a' }, 400, 'bad-input'],
    ['an encoded backslash', { target: '/things/%5ca' }, 400, 'bad-input'],
    ['%00', { target: '/things/%00' }, 400, 'bad-input'],
    ['%0d%0a', { target: '/things/a%0d%0ab' }, 400, 'bad-input'],
    ['a broken percent code', { target: '/things/%zz' }, 400, 'bad-input'],
    ['no UTF-8', { target: '/things/%ff' }, 400, 'bad-input'],
    ['an overlong slash', { target: '/things/%c0%af' }, 400, 'bad-input'],
    ['an encoded slash', { target: '/things/%2Ffacebook%2Freact' }, 200],
    ['another host', { target: '/things/a', headers: ['Host: evil.example'] }, 403, 'bad-host'],
    ['our name with another port', { target: '/things/a', headers: ['Host: localhost:1'] }, 403, 'bad-host'],
    ['an allowed host in capitals', { target: '/things/a', headers: ['Host: WUKU.team'] }, 200],
    ['localhost without a port', { target: '/things/a', headers: ['Host: localhost'] }, 200],
    ['any host at a probe', { target: '/readyz', headers: ['Host: evil.example'] }, 200],
    ['any host at /health', { target: '/health', headers: ['Host: evil.example'] }, 403, 'bad-host'],
    ['another origin', { target: '/healthz', headers: ['Origin: https://evil.example'] }, 403, 'cross-origin'],
    ['the origin null', { target: '/healthz', headers: ['Origin: null'] }, 403, 'cross-origin'],
    ['another port of localhost', { target: '/', headers: ['Origin: http://localhost:1'] }, 403, 'cross-origin'],
    ['our origin', { target: '/healthz', headers: ['Origin: http://localhost:%PORT'] }, 200],
    ['an allowed origin', { target: '/healthz', headers: ['Origin: https://docs.example'] }, 200],
    ['an unknown path', { target: '/things/a/b', credential: '' }, 404, 'not-found'],
    ['a trailing slash', { target: '/healthz/' }, 404, 'not-found'],
    ['another case', { target: '/Healthz' }, 404, 'not-found'],
    ['another method', { method: 'DELETE', target: '/healthz', credential: '' }, 405, 'method-not-allowed'],
    ['TRACE', { method: 'TRACE', target: '/healthz' }, 405, 'method-not-allowed'],
    ['no credential', { target: '/things/a', credential: '' }, 401, 'unauthorized'],
    ['a wrong credential', { target: '/things/a', credential: 'Authorization: Bearer wuku_no' }, 401, 'unauthorized'],
    ['another scheme', { target: '/things/a', credential: 'Authorization: Basic YTpi' }, 401, 'unauthorized'],
    ['an empty credential', { target: '/things/a', credential: 'X-API-Key:' }, 401, 'unauthorized'],
    ['a key in a header of ours', { target: '/things/a', credential: 'X-API-Key: %TOKEN' }, 200],
    ['a key in MCP_API_KEY', { target: '/things/a', credential: 'MCP_API_KEY: %TOKEN' }, 200],
    ['a key in MCP-API-Key', { target: '/things/a', credential: 'MCP-API-Key: %TOKEN' }, 200],
    ['the same key twice', { target: '/things/a', headers: ['X-API-Key: %TOKEN'] }, 200],
    ['two different keys', { target: '/things/a', headers: ['X-API-Key: other'] }, 400, 'bad-input'],
    ['two headers Authorization', { target: '/things/a', headers: ['Authorization: Bearer x'] }, 400, 'bad-input'],
    ['a token in the address alone', { target: '/things/a?token=%TOKEN', credential: '' }, 401, 'unauthorized'],
    ['a token in the address too', { target: '/things/a?access_token=%TOKEN' }, 400, 'bad-input'],
    ['an unknown key of the query', { target: '/things/a?limits=1' }, 400, 'bad-input'],
    ['a key of the query twice', { target: '/things/a?limit=1&limit=1' }, 400, 'bad-input'],
    ['__proto__ in the query', { target: '/things/a?__proto__=1' }, 400, 'bad-input'],
    ['another media type', { ...json, headers: ['Content-Type: text/plain'] }, 415, 'unsupported-type'],
    [
      'another charset',
      { ...json, headers: ['Content-Type: application/json; charset=latin1'] },
      415,
      'unsupported-type',
    ],
    ['utf-8 in quotes', { ...json, headers: ['Content-Type: application/json; charset="UTF-8"'] }, 201],
    ['an encoded body', { ...json, headers: ['Content-Encoding: gzip'] }, 415, 'unsupported-type'],
    ['a body too large by its length', { ...json, headers: ['Content-Length: 9999999999'] }, 413, 'too-large'],
    ['a body too large', { ...json, body: `{"a":"${'a'.repeat(5_000)}"}` }, 413, 'too-large'],
    [
      'a chunked body too large',
      {
        ...json,
        headers: ['Transfer-Encoding: chunked', 'Content-Type: application/json'],
        body: `1400\r\n${'a'.repeat(5_120)}\r\n0\r\n\r\n`,
      },
      413,
      'too-large',
    ],
    ['no JSON', { ...json, body: '{' }, 400, 'bad-json'],
    [
      'no UTF-8 in the body',
      {
        ...json,
        headers: ['Transfer-Encoding: chunked', 'Content-Type: application/json'],
        body: '4\r\n"\xff"\r\n0\r\n\r\n',
      },
      400,
    ],
    ['a list', { ...json, body: '[]' }, 400, 'bad-json'],
    ['64 levels', { ...json, body: `{"a":${'['.repeat(63)}${']'.repeat(63)}}` }, 201],
    ['65 levels', { ...json, body: `{"a":${'['.repeat(64)}${']'.repeat(64)}}` }, 400, 'bad-json'],
    ['__proto__ in the body', { ...json, body: '{"__proto__":{}}' }, 400, 'bad-input'],
    ['no body', { method: 'POST', target: '/things' }, 201],
    ['an operation', { method: 'POST', target: '/api/v1/operations/sources', body: '{}' }, 200],
    [
      'an unknown operation',
      { method: 'POST', target: '/api/v1/operations/sauces', body: '{}' },
      404,
      'unknown-operation',
    ],
    ['wrong arguments', { method: 'POST', target: '/api/v1/operations/recall', body: '{"limit":1}' }, 400, 'bad-input'],
    ['a fault of ours', { target: '/broken' }, 500, 'internal'],
    ['a key that is too long', { ...json, headers: [`Idempotency-Key: ${'a'.repeat(201)}`] }, 400, 'bad-input'],
  ])('with %s is answered', async (_, ask, status, code) => {
    const reply = await house.ask({
      ...ask,
      target: filled(ask.target),
      ...(ask.credential !== undefined && { credential: filled(ask.credential) }),
      headers: ask.headers?.map(filled) ?? [],
    })
    expect([reply.status, reply.body]).toEqual([status, expect.anything()])
    expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.anything() })
    expect(reply.headers).not.toHaveProperty('server')
    if (code === undefined) return
    const { error } = JSON.parse(reply.body) as { error: Readonly<Record<string, string>> }
    expect(error).toMatchObject({ code, request_id: reply.headers['x-request-id'] })
    expect(JSON.stringify(error)).not.toMatch(/SELECT|\/home/)
  })
})
