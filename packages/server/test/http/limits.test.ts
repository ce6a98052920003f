import { describe, expect, it } from 'vitest'
import { unauthorized } from '@wuku/http-kit/guards'
import { anonymousCaller, credentialOf, type Identify } from '../../src/http/identify.ts'
import { createTrustedProxies, isAddressRange, networkOf } from '@wuku/http-kit/limits/client-address'
import type { SharedCount, SharedCounts } from '@wuku/core/ports/instances'
import { createStartLimits } from '../../src/http/login/device-routes.ts'
import { createRequestLimits } from '../../src/http/limits/request-limits.ts'
import type { HttpCaller } from '@wuku/http-kit/route'
import { openHttpHouse, row, type HouseOptions, type Reply } from './http-house.ts'

describe('the address of a client', () => {
  const proxies = ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']
  it.each<[says: string, expected: string, trusted: readonly string[], peer: string, forwarded?: string]>([
    ['is that of the connection without a header', '10.0.0.7', proxies, '10.0.0.7'],
    ['is that of the connection without trusted proxies', '10.0.0.7', [], '10.0.0.7', '203.0.113.9'],
    ['ignores the header of others', '198.51.100.4', proxies, '198.51.100.4', '203.0.113.9'],
    ['is what a trusted proxy says', '203.0.113.9', proxies, '10.0.0.7', '203.0.113.9'],
    ['is the right-most that is no proxy', '203.0.113.9', proxies, '10.0.0.7', '1.1.1.1, 203.0.113.9, 192.0.2.1'],
    ['is not what the client claims', '203.0.113.9', proxies, '10.0.0.7', '10.0.0.8, 203.0.113.9'],
    ['is the first proxy where all are trusted', '10.0.0.9', proxies, '10.0.0.7', '10.0.0.9,10.0.0.8'],
    ['ignores what is no address', '10.0.0.7', proxies, '10.0.0.7', 'nonsense'],
    ['ignores all before what is no address', '10.0.0.7', proxies, '10.0.0.7', '203.0.113.9, unknown'],
    ['ignores an empty header', '10.0.0.7', proxies, '10.0.0.7', ''],
    ['ignores an address that is out of range', '10.0.0.7', proxies, '10.0.0.7', '203.0.113.256'],
    ['is written without its port', '203.0.113.9', proxies, '10.0.0.7', '203.0.113.9:4711'],
    ['is written without brackets', '2001:db9::1', proxies, '10.0.0.7', '[2001:DB9::1]:4711'],
    ['is one of IPv4, however it is written', '203.0.113.9', proxies, '::ffff:10.0.0.7', '::ffff:203.0.113.9'],
    ['knows ranges of IPv6', '2001:db9::1', proxies, '2001:db8::1', '2001:db9::1'],
    ['is unknown where the connection has none', 'unknown', proxies, '', '203.0.113.9'],
  ])('%s', (...[, expected, trusted, peer, forwarded]) =>
    expect(createTrustedProxies(trusted).clientOf(peer, forwarded)).toBe(expected),
  )

  it.each<[written: string, expected: boolean]>([
    ['10.0.0.7', true],
    ['10.0.0.0/8', true],
    ['::1', true],
    ['fd00::/8', true],
    ['10.0.0.0/33', false],
    ['::1/129', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/8/8', false],
    ['proxy.example', false],
    ['', false],
  ])('knows that %j is a range: %s', (written, expected) => expect(isAddressRange(written)).toBe(expected))

  it.each<[address: string, expected: string]>([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('counts %s with its network %s', (address, expected) => expect(networkOf(address)).toBe(expected))
})

const ann = { actor: '01ANN', credential: 'key 1' }

describe('requests in a minute', () => {
  type Step = readonly [at: number, caller: Parameters<Limits['count']>[0], expected: string, address?: string]
  type Limits = ReturnType<typeof createRequestLimits>

  /** `limit remaining reset`, and `retry` with its seconds when refused. */
  async function check(most: number, steps: readonly Step[]): Promise<void> {
    let now = 0
    const limits = createRequestLimits({ requestsPerMinute: most, failuresPerMinute: 0, now: () => now })
    const told: string[] = []
    for (const [at, caller, , address = '203.0.113.9'] of steps) {
      now = at
      const { headers, refused } = await limits.count(caller, address)
      const retry = refused ? ` ${refused.status} ${refused.code} ${refused.headers['Retry-After']}` : ''
      told.push(`${Object.values(headers).join(' ')}${retry}`)
    }
    expect(told).toEqual(steps.map(([, , expected]) => expected))
  }

  it('are counted for each credential, in a window from its first request', () =>
    check(2, [
      [0, ann, '2 1 60'],
      [1_000, { ...ann, credential: 'key 2' }, '2 1 60'],
      [20_000, ann, '2 0 40'],
      [20_001, ann, '2 0 40 429 rate-limited 40'],
      [59_999, ann, '2 0 1 429 rate-limited 1'],
      [60_000, ann, '2 1 60'],
      [61_500, { ...ann, credential: 'key 2' }, '2 1 60'],
    ]))
  it('are fewer for a key with a lower limit, and never more', () =>
    check(3, [
      [0, { ...ann, account: { rateLimit: 1 } }, '1 0 60'],
      [1, { ...ann, account: { rateLimit: 1 } }, '1 0 60 429 rate-limited 60'],
      [2, { actor: '01BEN', credential: 'key 3', account: { rateLimit: 100 } }, '3 2 60'],
      [3, { actor: '01BEN', credential: 'key 4', account: { rateLimit: null } }, '3 2 60'],
    ]))
  it('have the limit of the key where there is no other', () =>
    check(0, [
      [0, { ...ann, account: { rateLimit: 1 } }, '1 0 60'],
      [1, { ...ann, credential: 'key 2' }, ''],
    ]))
  it('have no limit for the local user', () =>
    check(1, [
      [0, { actor: 'local', credential: 'local' }, ''],
      [1, { actor: 'local', credential: 'local' }, ''],
    ]))
  it('without a credential are counted for each network', () =>
    check(1, [
      [0, anonymousCaller, '1 0 60', '2001:db8::1'],
      [1, anonymousCaller, '1 0 60 429 rate-limited 60', '2001:db8::2'],
      [2, anonymousCaller, '1 0 60', '203.0.113.9'],
    ]))
})

describe('limits that instances share', () => {
  const shared = (answers: readonly (SharedCount | undefined)[]): SharedCounts => {
    const left = [...answers]
    return { add: async () => left.shift() }
  }
  const countedBy = async (answers: readonly (SharedCount | undefined)[]) => {
    const limits = createRequestLimits({
      requestsPerMinute: 2,
      failuresPerMinute: 0,
      now: () => 0,
      shared: shared(answers),
    })
    const told: string[] = []
    for (const _ of answers) {
      const { headers, refused } = await limits.count(ann, '203.0.113.9')
      told.push(`${headers['RateLimit-Remaining']} ${headers['RateLimit-Reset']} ${refused?.status ?? 'let'}`)
    }
    return told
  }
  it('count what others let in', async () =>
    expect(
      await countedBy([
        { count: 2, milliseconds: 4_100 },
        { count: 9, milliseconds: 4_000 },
      ]),
    ).toEqual(['0 5 let', '0 4 429']))
  it('go on alone from what this one has counted', async () =>
    expect(await countedBy([{ count: 1, milliseconds: 60_000 }, undefined, undefined])).toEqual([
      '1 60 let',
      '0 60 let',
      '0 60 429',
    ]))
})

describe('wrong credentials', () => {
  it('are refused from one address only, until the minute is over', async () => {
    let now = 0
    const limits = createRequestLimits({ requestsPerMinute: 0, failuresPerMinute: 2, now: () => now })
    const seen = async (address: string): Promise<number> => (await limits.fail(address))?.status ?? 401
    expect(await Promise.all([1, 2, 3].map(() => seen('203.0.113.9')))).toEqual([401, 401, 429])
    expect(await seen('198.51.100.4')).toBe(401)
    now = 60_000
    expect(await seen('203.0.113.9')).toBe(401)
  })
  it('of very many addresses are forgotten, the oldest first', async () => {
    const limits = createRequestLimits({ requestsPerMinute: 0, failuresPerMinute: 1, now: () => 0 })
    const addresses = Array.from({ length: 60_000 }, (_, at) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
    for (const address of addresses) await limits.fail(address)
    const refused = [await limits.fail('10.0.0.0'), await limits.fail('10.0.234.95')]
    expect(refused.map((each) => each?.status)).toEqual([undefined, 429])
  })
})

/** Credentials are names: `ann` reads, `eve` writes, and no other is right. */
const identify: Identify = ({ headers, address }) => {
  const credential = credentialOf(headers)
  if (credential === undefined) return anonymousCaller
  if (credential !== 'ann' && credential !== 'eve') throw unauthorized()
  const level = credential === 'ann' ? 'read' : 'write'
  return { ...anonymousCaller, actor: credential, credential, level, address } satisfies HttpCaller
}

async function withHouse(options: HouseOptions, work: (ask: Asking) => Promise<void>): Promise<void> {
  const house = await openHttpHouse({ ...options, identify })
  const ask: Asking = (credential, target, request = {}) =>
    house.ask({ target, credential: credential === '' ? '' : `Authorization: Bearer ${credential}`, ...request })
  try {
    await work(ask)
  } finally {
    await house.server.stop()
  }
}

type Asking = (
  credential: string,
  target: string,
  request?: Partial<Parameters<Awaited<ReturnType<typeof openHttpHouse>>['ask']>[0]>,
) => Promise<Reply>

const limitsOf = ({ status, headers }: Reply) =>
  [status, headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['retry-after']].join(' ')

describe('a server with limits', () => {
  const now = (): number => 0
  it('says in each answer what is left, counts no open route, and does nothing once nothing is left', async () => {
    const written: string[] = []
    const routes = [
      row({
        method: 'POST',
        path: '/writes',
        level: 'write',
        changes: true,
        answer: async () => ({ body: { count: written.push('once') } }),
      }),
    ]
    const limits = { requestsPerMinute: 3, failuresPerMinute: 0, now }
    await withHouse({ routes, settings: { limits } }, async (ask) => {
      expect(limitsOf(await ask('eve', '/healthz'))).toBe('200   ')
      expect(limitsOf(await ask('eve', '/things/a'))).toBe('200 3 2 ')
      expect(limitsOf(await ask('eve', '/things/a?unknown=1'))).toBe('400 3 1 ')
      expect(limitsOf(await ask('eve', '/writes', { method: 'POST', body: '{}' }))).toBe('200 3 0 ')
      const refused = await ask('eve', '/writes', { method: 'POST', body: '{}' })
      expect(limitsOf(refused)).toBe('429 3 0 60')
      expect(JSON.parse(refused.body)).toMatchObject({ error: { code: 'rate-limited' } })
      expect(written).toEqual(['once'])
      expect(limitsOf(await ask('eve', '/unknown'))).toBe('404   ')
      expect(limitsOf(await ask('ann', '/things/a'))).toBe('200 3 2 ')
    })
  })
  it('looks at the credential, then at the limit, then at the level, and reads no body before', async () => {
    const denied: string[] = []
    const options: HouseOptions = {
      settings: { limits: { requestsPerMinute: 1, failuresPerMinute: 0, now } },
      denied: ({ actor, address }, { path }) => denied.push(`${actor} ${address} ${path}`),
    }
    await withHouse(options, async (ask) => {
      const put = { method: 'PUT', body: '{' }
      expect(limitsOf(await ask('nobody', '/things/a', put))).toBe('401   ')
      expect(limitsOf(await ask('ann', '/things/a', put))).toBe('403 1 0 ')
      expect(limitsOf(await ask('ann', '/things/a', put))).toBe('429 1 0 60')
      expect(denied).toEqual(['ann 127.0.0.1 /things/{name}'])
    })
  })
  it('refuses wrong credentials of an address after some, and lets right ones in', async () => {
    const settings = { limits: { requestsPerMinute: 0, failuresPerMinute: 2, now }, trustProxy: ['127.0.0.1'] }
    await withHouse({ settings }, async (ask) => {
      const from = (address: string) => ({ headers: [`X-Forwarded-For: ${address}`] })
      const tries = [1, 2, 3].map((number) => ask(`wrong${number}`, '/things/a', from('203.0.113.9')))
      expect((await Promise.all(tries)).map(({ status }) => status).toSorted()).toEqual([401, 401, 429])
      expect(limitsOf(await ask('', '/things/a', from('203.0.113.9')))).toBe('401   ')
      expect(limitsOf(await ask('ann', '/things/a', from('203.0.113.9')))).toBe('200   ')
      expect(limitsOf(await ask('wrong', '/things/a', from('203.0.113.8')))).toBe('401   ')
      const code = { method: 'POST', body: '{"code":"wrong"}', ...from('203.0.113.9') }
      expect(limitsOf(await ask('', '/api/v1/auth/local', code))).toBe('429   60')
    })
  })
  it('logs the address of the client', async () => {
    const house = await openHttpHouse({ settings: { trustProxy: ['127.0.0.1'] } })
    await house.ask({ target: '/healthz', headers: ['X-Forwarded-For: 203.0.113.9'] })
    await house.logged(1, ({ address }) => address === '203.0.113.9')
    await house.server.stop()
  })
})

it('logins of terminals are limited by address: one that begins many keeps nobody else out', () => {
  let now = 0
  const countStart = createStartLimits(() => now)
  const begin = (address: string): string => {
    try {
      countStart(address)
      return 'begun'
    } catch (error) {
      return (error as { readonly code: string }).code
    }
  }
  expect(Array.from({ length: 40 }, () => begin('192.0.2.1')).indexOf('rate-limited')).toBe(10)
  expect(begin('192.0.2.2')).toBe('begun')
  now = 60_001
  expect(begin('192.0.2.1')).toBe('begun')
})
