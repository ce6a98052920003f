import { describe, expect, it } from 'vitest'
import type { Caller } from '@wuku/kernel/base/caller'
import type { Usage } from '@wuku/core/ports/accounts'
import type { Backend, McpExchange, OperationCall } from '@wuku/http-kit/backend'
import { HttpFailure } from '@wuku/http-kit/http-failures'
import { createQuotas, withQuotas, type Quotas } from '../../src/http/limits/quotas.ts'
import { openClock, START } from '../../../docs/test/clock.ts'

const HOUR = 3_600_000
const caller: Caller = { client: 'curl', mayWrite: true, sees: 'all' }
const ann: Caller = { ...caller, actor: '01ANN', via: 'key', sees: { user: '01ANN', groups: [] } }
const ben: Caller = { ...ann, actor: '01BEN', via: 'login', sees: { user: '01BEN', groups: [] } }
const local: Caller = { ...caller, actor: 'local', via: 'local' }
const visitor: Caller = { ...caller, actor: 'anonymous', sees: { user: null, groups: [] } }

/** What was used, as a store keeps it. */
function openUsage({ fails = () => false }: { readonly fails?: () => boolean } = {}) {
  const kept = new Map<string, Usage>()
  const of = (user: string, day: string): Usage => kept.get(`${user} ${day}`) ?? { calls: 0, uploadBytes: 0 }
  const writes: number[] = []
  return {
    kept,
    writes,
    usage: async (user: string, day: string) => of(user, day),
    note: async (uses: readonly ({ readonly user: string; readonly day: string } & Usage)[]) => {
      if (fails()) throw new Error('The disk is full.')
      writes.push(uses.length)
      for (const { user, day, calls, uploadBytes } of uses) {
        const before = of(user, day)
        kept.set(`${user} ${day}`, { calls: before.calls + calls, uploadBytes: before.uploadBytes + uploadBytes })
      }
    },
  }
}

function openQuotas({ callsPerDay = 0, uploadBytesPerDay = 0, usage = openUsage(), clock = openClock() } = {}) {
  return { usage, clock, quotas: createQuotas({ callsPerDay, uploadBytesPerDay, clock, ...usage }) }
}

/** `ok`, or code and seconds of the refusal. */
async function outcome(work: Promise<void>): Promise<string> {
  try {
    await work
    return 'ok'
  } catch (thrown) {
    if (!(thrown instanceof HttpFailure)) throw thrown
    return `${thrown.status} ${thrown.code} ${thrown.headers['Retry-After']}`
  }
}

describe('calls of a day', () => {
  const used = '429 quota 43200'
  it('are counted for each user, until midnight in UTC', async () => {
    const { quotas, clock } = openQuotas({ callsPerDay: 2 })
    const call = (who: Caller): Promise<string> => outcome(quotas.countCall(who))
    expect([await call(ann), await call(ann), await call(ann), await call(ben)]).toEqual(['ok', 'ok', used, 'ok'])
    expect([await outcome(quotas.requireCallQuota(ann)), await outcome(quotas.requireCallQuota(ben))]).toEqual([
      used,
      'ok',
    ])
    clock.forward(12 * HOUR - 1)
    expect(await call(ann)).toBe('429 quota 1')
    clock.forward(1)
    expect([await call(ann), await call(ann), await call(ann)]).toEqual(['ok', 'ok', '429 quota 86400'])
  })
  it('that come at once are no more than the quota', async () => {
    const { quotas } = openQuotas({ callsPerDay: 5 })
    const calls = await Promise.all(Array.from({ length: 40 }, () => outcome(quotas.countCall(ann))))
    expect(calls.filter((each) => each === 'ok')).toHaveLength(5)
  })
  it.each<[who: string, caller: Caller, most: number]>([
    ['the local user', local, 1],
    ['a visitor', visitor, 1],
    ['a user where there is no quota', ann, 0],
  ])('have no limit for %s', async (_who, who, callsPerDay) => {
    const { quotas, usage } = openQuotas({ callsPerDay })
    for (let at = 0; at < 3; at++) await quotas.countCall(who)
    await quotas.flush()
    expect(usage.kept.size).toBe(0)
  })
  it('are not forgotten by a restart', async () => {
    const usage = openUsage()
    const before = openQuotas({ callsPerDay: 3, usage })
    await before.quotas.countCall(ann)
    await before.quotas.countCall(ann)
    await before.quotas.flush()
    const after = openQuotas({ callsPerDay: 3, usage })
    expect([await outcome(after.quotas.countCall(ann)), await outcome(after.quotas.countCall(ann))]).toEqual([
      'ok',
      used,
    ])
  })
  it('are written many at once, and no more than a handful wait', async () => {
    const { quotas, usage, clock } = openQuotas({ callsPerDay: 1_000 })
    for (let at = 0; at < 100; at++) await quotas.countCall(ann)
    const day = new Date(START).toISOString().slice(0, 10)
    expect(usage.kept.get(`01ANN ${day}`)?.calls).toBeGreaterThanOrEqual(68)
    expect(usage.writes.length).toBeLessThanOrEqual(4)
    await clock.strike()
    await quotas.flush()
    expect(usage.kept.get(`01ANN ${day}`)?.calls).toBe(100)
  })
  it('that could not be written are written later', async () => {
    let isFull = true
    const { quotas, usage, clock } = openQuotas({ callsPerDay: 9, usage: openUsage({ fails: () => isFull }) })
    await quotas.countCall(ann)
    await quotas.flush()
    expect(usage.kept.size).toBe(0)
    isFull = false
    await clock.strike()
    await quotas.flush()
    expect([...usage.kept.values()]).toEqual([{ calls: 1, uploadBytes: 0 }])
  })
})

it('bytes of uploads of a day are refused before they are read where their number is known, and counted as they are', async () => {
  const { quotas } = openQuotas({ uploadBytesPerDay: 100 })
  const steps: readonly (readonly [work: 'requireUploadQuota' | 'countUpload', bytes: number, expected: string])[] = [
    ['requireUploadQuota', 101, '429 quota 43200'],
    ['requireUploadQuota', 100, 'ok'],
    ['countUpload', 60, 'ok'],
    ['requireUploadQuota', 41, '429 quota 43200'],
    ['countUpload', 41, '429 quota 43200'],
    ['countUpload', 40, 'ok'],
    ['countUpload', 1, '429 quota 43200'],
    ['countUpload', 0, 'ok'],
  ]
  for (const [work, bytes, expected] of steps) expect(await outcome(quotas[work](ann, bytes))).toBe(expected)
})

describe('a backend with quotas', () => {
  type Asked = Partial<OperationCall> | Partial<McpExchange>
  const tool = (method: string, headers = {}): Asked => ({ method: 'POST', headers, body: JSON.stringify({ method }) })
  it.each<[says: string, asked: Asked, counted: readonly number[]]>([
    ['an operation', { operation: 'recall' }, [1]],
    ['a look at a job', { operation: 'get-job', isPart: true }, []],
    ['the beginning of a job', { operation: 'start-job', isPart: true, input: {} }, [1]],
    [
      'documents as texts',
      {
        operation: 'start-job',
        isPart: true,
        input: { operation: 'add-documents', input: { documents: [{ text: 'äö' }, { base64: 'AAAA' }] } },
      },
      [1, 7],
    ],
    ['pieces of a push', { operation: 'push-files', input: { pieces: [{ text: 'abc' }] } }, [1, 3]],
    ['a tool', tool('tools/call'), [1]],
    ['a tool that its header names', tool('', { 'mcp-method': 'tools/call' }), [1]],
    ['a list of tools', tool('tools/list'), []],
    ['a list that its header names', tool('', { 'mcp-method': 'tools/list' }), []],
    ['a body that is no JSON', { method: 'POST', headers: {}, body: 'tools/call' }, []],
    ['a stream of a session', { method: 'GET', headers: {}, body: '' }, []],
  ])('counts %s', async (_says, asked, counted) => {
    const seen: number[] = []
    const quotas = {
      countCall: async () => void seen.push(1),
      countUpload: async (_caller: Caller, bytes: number) => void (bytes > 0 && seen.push(bytes)),
    } as unknown as Quotas
    const done: string[] = []
    const backend = withQuotas(
      { run: async () => void done.push('run'), mcp: async () => void done.push('mcp') } as unknown as Backend,
      quotas,
    )
    if ('operation' in asked) await backend.run({ input: {}, caller: ann, ...asked } as unknown as OperationCall)
    else await backend.mcp({ caller: ann, ...asked } as unknown as McpExchange)
    expect(seen).toEqual(counted)
    expect(done).toEqual(['operation' in asked ? 'run' : 'mcp'])
  })
})
