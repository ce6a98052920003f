import { describe, expect, it } from 'vitest'
import { isKnown, isMatch } from '@wuku/http-kit/http-answer'
import { failureOf, HttpFailure, statusOf } from '@wuku/http-kit/http-failures'
import { createGuards, requireLevel } from '@wuku/http-kit/guards'
import { fingerprintOf, keepAnswersInMemory } from '@wuku/http-kit/idempotency'
import { credentialOf } from '../../src/http/identify.ts'
import { parseObject } from '@wuku/http-kit/read-body'
import { clientOf, readHeaders } from '@wuku/http-kit/request-headers'
import { createRouter, paramsOf, routeOf } from '@wuku/http-kit/router'
import { requireKnownQuery, parseTarget } from '@wuku/http-kit/target'
import { WukuError, type ErrorCode } from '@wuku/core/errors'
import type { Level } from '@wuku/kernel/base/caller'
import { row } from './http-house.ts'

/** The value, or the status and the code of the refusal. */
function outcome(work: () => unknown): unknown {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof HttpFailure) return `${thrown.status} ${thrown.code}`
    throw thrown
  }
}

it.each<[url: string, expected: unknown]>([
  ['/', { path: '/', segments: [''], query: [] }],
  ['/a/b?', { path: '/a/b', segments: ['a', 'b'], query: [] }],
  [
    '/a/b?x=1&y=a%20b+c&&z',
    {
      path: '/a/b',
      segments: ['a', 'b'],
      query: [
        ['x', '1'],
        ['y', 'a b c'],
        ['z', ''],
      ],
    },
  ],
  ['/a/%2Fb%2Fc', { path: '/a/%2Fb%2Fc', segments: ['a', '/b/c'], query: [] }],
  ['/a/%E4%BD%A0', { path: '/a/%E4%BD%A0', segments: ['a', '你'], query: [] }],
  ['/a/b.c/..d/...', { path: '/a/b.c/..d/...', segments: ['a', 'b.c', '..d', '...'], query: [] }],
  ['/a?url=https://b/../c\\d', { path: '/a', segments: ['a'], query: [['url', 'https://b/../c\\d']] }],
  ['/a%252e', { path: '/a%252e', segments: ['a%2e'], query: [] }],
  ...[
    '',
    'a',
    '*',
    'http://a/b',
    'a:443',
    '//a',
    '/a//b',
    '/.',
    '/a/..',
    '/a/./b',
    '/%2e',
    '/a/%2E%2e/b',
    '/a/.%2e',
    '/..%2fa',
    '/a%2f..',
    '/a\\b',
    '/%5C',
    '/a b',
    '/a\tb',
    '/\x7f',
    '/é',
    '/%00',
    '/%0A',
    '/%1f',
    '/%7F',
    '/%C2%85',
    '/%',
    '/%1',
    '/%zz',
    '/%ff',
    '/%c0%ae',
    '/%ed%a0%80',
    '/a#b',
    '/a?b#c',
    '/a?%00',
    '/a?b=%0a',
    '/a?b=%ff',
    '/a?b=%',
  ].map((url): [string, unknown] => [url, '400 bad-input']),
  [`/${'a'.repeat(8_192)}`, '414 too-large'],
])('a target: %s', (url, expected) => expect(outcome(() => parseTarget(url))).toEqual(expected))

it.each<[url: string, expected: unknown]>([
  ['/a', {}],
  ['/a?limit=1&query=', { limit: '1', query: '' }],
  ['/a?limit=1&limit=2', '400 bad-input'],
  ['/a?Limit=1', '400 bad-input'],
  ['/a?__proto__=1', '400 bad-input'],
  ['/a?constructor=1', '400 bad-input'],
  ['/a?limit%5B%5D=1', '400 bad-input'],
  ['/a?=1', '400 bad-input'],
])('a query: %s', (url, expected) =>
  expect(outcome(() => ({ ...requireKnownQuery(parseTarget(url).query, ['limit', 'query']) }))).toEqual(expected),
)

describe('headers', () => {
  it.each<[raw: readonly string[], expected: unknown]>([
    [['Host', 'a', 'X', '1', 'x', '2'], { host: 'a', x: '1, 2' }],
    [['Cookie', 'a=1', 'cookie', 'b=2'], { cookie: 'a=1; b=2' }],
    [['X-API-Key', 'a', 'x-api-key', 'a'], { 'x-api-key': 'a' }],
    [['X-API-Key', 'a', 'x-api-key', 'b'], '400 bad-input'],
    [['Authorization', 'Bearer a', 'authorization', 'Bearer b'], '400 bad-input'],
    [['Host', 'a', 'HOST', 'a'], '400 bad-input'],
    [['Content-Type', 'a', 'content-type', 'a'], '400 bad-input'],
    [['Origin', 'a', 'origin', 'b'], '400 bad-input'],
    [['A', 'a'.repeat(16_380)], '431 too-large'],
  ])('%j', (raw, expected) => expect(outcome(() => ({ ...readHeaders(raw) }))).toEqual(expected))
  it('named like members of objects are headers', () => expect(readHeaders(['__proto__', 'a'])['__proto__']).toBe('a'))
  it.each([
    ['claude-code/2.1 (linux)', 'claude-code'],
    ['Mozilla/5.0', 'Mozilla'],
    ['(x)', 'http'],
    [undefined, 'http'],
  ])('name the client %s', (agent, client) =>
    expect(clientOf(agent === undefined ? {} : { 'user-agent': agent })).toBe(client),
  )
})

it.each<[headers: Readonly<Record<string, string>>, expected: unknown]>([
  [{}, undefined],
  [{ authorization: 'Bearer a' }, 'a'],
  [{ authorization: 'bearer   a ' }, 'a'],
  [{ 'x-api-key': 'a', 'mcp-api-key': 'a', mcp_api_key: 'a', authorization: 'Bearer a' }, 'a'],
  [{ 'x-api-key': 'a', mcp_api_key: 'b' }, '400 bad-input'],
  [{ authorization: 'Bearer a', 'x-api-key': 'b' }, '400 bad-input'],
  [{ authorization: 'Bearer' }, '401 unauthorized'],
  [{ authorization: 'Bearer ' }, '401 unauthorized'],
  [{ authorization: 'Bearer a b' }, '401 unauthorized'],
  [{ authorization: 'Basic a' }, '401 unauthorized'],
  [{ authorization: '' }, '401 unauthorized'],
  [{ 'x-api-key': ' ' }, '401 unauthorized'],
  [{ 'x-api-key': 'a'.repeat(8_193) }, '401 unauthorized'],
  [{ authorization: `Bearer ${'a'.repeat(8_192)}` }, '401 unauthorized'],
])('credentials: %j', (headers, expected) => expect(outcome(() => credentialOf(headers))).toEqual(expected))

describe('guards', () => {
  const guards = createGuards({
    port: 7557,
    publicUrl: 'https://wuku.example',
    allowHosts: ['Wuku.Team', 'exact:99'],
    allowOrigins: ['https://docs.example'],
  })
  it.each<[host: string, expected: unknown]>([
    ...[
      '127.0.0.1',
      '127.0.0.1:7557',
      'LOCALHOST:7557',
      '[::1]',
      '[::1]:7557',
      'wuku.example',
      'wuku.example:443',
      'wuku.team',
      'WUKU.team:7557',
      'exact:99',
    ].map((host): [string, unknown] => [host, undefined]),
    ...[
      '',
      '127.0.0.1:80',
      '127.0.0.2',
      'localhost.',
      'localhost:',
      'a@localhost',
      'localhost, localhost',
      'evil.wuku.example',
      'wuku.example:80',
      '0.0.0.0',
      '[::]',
      '::1',
      'exact',
    ].map((host): [string, unknown] => [host, '403 bad-host']),
  ])('host %s', (host, expected) => expect(outcome(() => guards.requireHost(host))).toEqual(expected))
  it.each<[origin: string | undefined, expected: unknown]>([
    ...[undefined, 'http://127.0.0.1:7557', 'http://localhost:7557', 'http://[::1]:7557', 'https://wuku.example'].map(
      (origin): [string | undefined, unknown] => [origin, undefined],
    ),
    [
      'https://docs.example',
      expect.objectContaining({ 'Access-Control-Allow-Origin': 'https://docs.example', Vary: 'Origin' }),
    ],
    ...[
      'null',
      '',
      'http://localhost',
      'https://localhost:7557',
      'http://localhost:7558',
      'http://wuku.example',
      'http://wuku.team',
      'https://docs.example/',
      'https://docs.example:443',
      'https://docs.example.evil',
      'https://docs.example, https://docs.example',
      'HTTPS://DOCS.EXAMPLE',
    ].map((origin): [string, unknown] => [origin, '403 cross-origin']),
  ])('origin %s', (origin, expected) => expect(outcome(() => guards.requireOrigin(origin))).toEqual(expected))
})

describe('levels', () => {
  it.each<[has: Level, needs: Level, isReadOnly: boolean, expected: unknown, credential?: string]>([
    ['open', 'open', false, undefined, 'anonymous'],
    ['open', 'read', false, '401 unauthorized', 'anonymous'],
    ['read', 'read', false, undefined, 'anonymous'],
    ['read', 'write', false, '401 unauthorized', 'anonymous'],
    ['read', 'read', true, undefined],
    ['read', 'write', true, '403 forbidden'],
    ['write', 'write', false, undefined],
    ['write', 'write', true, '403 read-only'],
    ['write', 'admin', false, '403 forbidden'],
    ['admin', 'write', false, undefined],
  ])('%s for %s, read only %s', (...[has, level, isReadOnly, expected, credential = 'key:1']) =>
    expect(
      outcome(() => requireLevel({ level: has, credential }, { level, changes: level === 'write' }, isReadOnly)),
    ).toEqual(expected),
  )
  it('name the scope that is missing', () =>
    expect(() =>
      requireLevel({ level: 'read', credential: 'key:1' }, { level: 'write', changes: true }, false),
    ).toThrow(
      expect.objectContaining({
        headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="write"' },
      }),
    ))
})

describe('the router', () => {
  const answer = async (): Promise<object> => ({})
  const at = (method: 'GET' | 'POST' | 'PUT', path: string, aliases: readonly string[] = []) =>
    row({ method, path, aliases, answer })
  const router = createRouter([
    at('GET', '/l/{library}'),
    at('PUT', '/l/{id}'),
    at('POST', '/l/import', ['/l/github/import']),
    at('GET', '/l/{library}/versions/{version}'),
    at('GET', '/l/{library}/documents'),
    at('GET', '/', ['/room/**']),
    at('GET', '/room/{name}/own'),
    at('POST', '/room'),
  ])
  const find = (method: string, url: string): unknown =>
    outcome(() => {
      const found = router.find(parseTarget(url))
      const { route, names } = routeOf(found, method)
      return [route.path, paramsOf(names, found.values)]
    })
  it.each<[method: string, url: string, expected: unknown]>([
    ['GET', '/', ['/', {}]],
    ['GET', '/room/a/b/c', ['/', {}]],
    ['GET', '/room/a/own', ['/room/{name}/own', { name: 'a' }]],
    ['GET', '/room/a/own/b', ['/', {}]],
    ['POST', '/room', ['/room', {}]],
    ['POST', '/room/a', '405 method-not-allowed'],
    ['GET', '/room/', '404 not-found'],
    ['GET', '/room/a/', ['/', {}]],
    ['GET', '/rooms', '404 not-found'],
    ['GET', '/l/7', ['/l/{library}', { library: '7' }]],
    ['HEAD', '/l/7', ['/l/{library}', { library: '7' }]],
    ['PUT', '/l/7', ['/l/{id}', { id: '7' }]],
    ['GET', '/l/%2Fdocs%2Freact', ['/l/{library}', { library: '/docs/react' }]],
    ['POST', '/l/import', ['/l/import', {}]],
    ['POST', '/%6c/import', ['/l/import', {}]],
    ['POST', '/l/github/import', ['/l/import', {}]],
    ['GET', '/l/github/documents', ['/l/{library}/documents', { library: 'github' }]],
    ['GET', '/l/a/versions/b', ['/l/{library}/versions/{version}', { library: 'a', version: 'b' }]],
    ['GET', '/l/import', '405 method-not-allowed'],
    ['DELETE', '/l/7', '405 method-not-allowed'],
    ['GET', '/l', '404 not-found'],
    ['GET', '/l/', '404 not-found'],
    ['GET', '/l/7/', '404 not-found'],
    ['GET', '/L/7', '404 not-found'],
    ['GET', '/l/a/versions', '404 not-found'],
    ['GET', '/l/a/versions/b/c', '404 not-found'],
  ])('%s %s', (method, url, expected) => expect(find(method, url)).toEqual(expected))
  it('refuses a table with one route twice', () =>
    expect(() => createRouter([at('GET', '/a/{b}'), at('GET', '/a/{c}')])).toThrow(/two routes/))
})

describe('a body', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  it.each<[text: string | Uint8Array, expected: unknown]>([
    ['{}', {}],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{"a":{"constructor":1}}', { a: { constructor: 1 } }],
    [nested(64), JSON.parse(nested(64))],
    [nested(65), '400 bad-json'],
    ['['.repeat(100_000), '400 bad-json'],
    [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, '400 bad-json'],
    ['', '400 bad-json'],
    ['null', '400 bad-json'],
    ['"a"', '400 bad-json'],
    ['[{}]', '400 bad-json'],
    ['{"a":1,}', '400 bad-json'],
    ['{"a":NaN}', '400 bad-json'],
    ['{}{}', '400 bad-json'],
    [Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), '400 bad-json'],
    ['{"__proto__":1}', '400 bad-input'],
    ['{"a":[{"\\u005f_proto__":1}]}', '400 bad-input'],
    ['{"a\\u0000":1}', '400 bad-input'],
    ['{"query":"x","query":"y"}', '400 bad-input'],
    ['{"a":{"query":"x","qu\\u0065ry":"y"}}', '400 bad-input'],
    [`{${Array.from({ length: 200_000 }, (_, nth) => `"k${nth}":1`).join(',')}}`, '400 bad-json'],
    [`{"a":[${Array.from({ length: 100_001 }, () => '{"b":1}').join(',')}]}`, '400 bad-json'],
  ])('%.40s', (text, expected) => expect(outcome(() => parseObject(Buffer.from(text as string)))).toEqual(expected))
})

it.each<[sent: string, known: boolean, match: boolean]>([
  ['"a"', true, true],
  ['*', true, true],
  ['"b", "a"', true, true],
  ['W/"a"', true, false],
  ['a', false, false],
  ['"b"', false, false],
  ['', false, false],
])('validators: %s', (sent, known, match) => expect([isKnown('a', sent), isMatch('a', sent)]).toEqual([known, match]))

describe('failures', () => {
  it.each<[code: string, status: number]>([
    ['usage', 400],
    ['login-failed', 401],
    ['local-only', 403],
    ['root-missing', 404],
    ['too-many', 409],
    ['model-missing', 409],
    ['too-large', 413],
    ['quota', 429],
    ['fetch-failed', 502],
    ['offline', 503],
    ['store-busy', 503],
    ['nonsense', 500],
  ])('%s is %i', (code, status) => expect(statusOf(code)).toBe(status))
  const withPath = (code: ErrorCode): WukuError => new WukuError(code, 'at /home/ann/index.sqlite', 'see /home/ann')
  it.each<[thrown: unknown, expected: object, reported: number]>([
    [
      new WukuError('stale', 'It is old.', 'Read it.'),
      { status: 409, code: 'stale', message: 'It is old.', remedy: 'Read it.' },
      0,
    ],
    [new WukuError('store-busy', 'Busy.', 'Wait.'), { status: 503, headers: { 'Retry-After': '1' } }, 0],
    [withPath('store-damaged'), { status: 503, code: 'store-damaged' }, 1],
    [withPath('not-allowed'), { status: 403, code: 'forbidden' }, 0],
    [Object.assign(new Error('ENOSPC: /home/ann'), { code: 'ENOSPC' }), { status: 503, code: 'store-full' }, 1],
    [withPath('store-away'), { status: 503, code: 'store-away', headers: { 'Retry-After': '2' } }, 1],
    [withPath('store-full'), { status: 503, code: 'store-full', headers: { 'Retry-After': '30' } }, 1],
    [withPath('blobs-away'), { status: 503, code: 'blobs-away', headers: { 'Retry-After': '5' } }, 1],
    [Object.assign(new Error('EACCES: /home/ann'), { code: 'EACCES' }), { status: 500, code: 'internal' }, 1],
    [new TypeError('at /home/ann'), { status: 500, code: 'internal' }, 1],
    ['a text', { status: 500, code: 'internal' }, 1],
    [undefined, { status: 500, code: 'internal' }, 1],
  ])('%s', (thrown, expected, reported) => {
    const numbers: string[] = []
    const failure = failureOf(thrown, (number) => numbers.push(number))
    expect([failure, numbers.length]).toMatchObject([expected, reported])
    expect(JSON.stringify(failure)).not.toContain('/home')
    for (const number of numbers) expect(String(failure.message)).toContain(number)
  })
})

describe('answers kept in memory', () => {
  const answer = { status: 201, headers: {}, body: 'x'.repeat(1_000) }
  it('are given for a day', async () => {
    let now = 0
    const keeper = keepAnswersInMemory(() => now)
    expect(await keeper.begin('k', 'a')).toEqual({ state: 'new' })
    expect(await keeper.begin('k', 'a')).toEqual({ state: 'running' })
    await keeper.end('k', answer)
    expect(await keeper.begin('k', 'a')).toEqual({ state: 'done', answer })
    expect(await keeper.begin('k', 'b')).toEqual({ state: 'taken' })
    now = 24 * 3_600_000
    expect(await keeper.begin('k', 'b')).toEqual({ state: 'new' })
  })
  it('take no more than their share of memory: the oldest go', async () => {
    const keeper = keepAnswersInMemory(() => 0)
    const large = { ...answer, body: 'x'.repeat(2 ** 20) }
    for (let key = 0; key < 40; key++) {
      await keeper.begin(`k${key}`, 'a')
      await keeper.end(`k${key}`, large)
    }
    expect([(await keeper.begin('k0', 'a')).state, (await keeper.begin('k39', 'a')).state]).toEqual(['new', 'done'])
  })
  it('know requests by address and body', () =>
    expect(
      new Set([
        fingerprintOf('/a', Buffer.from('b')),
        fingerprintOf('/a', Buffer.from('c')),
        fingerprintOf('/b', Buffer.from('b')),
      ]).size,
    ).toBe(3))
})
