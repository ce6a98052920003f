import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import { owner } from '../src/base/caller.ts'
import { redacted, runLogged } from '../src/call-log.ts'
import type { Engine, OperationContext } from '../src/base/engine.ts'
import type { Operation } from '../src/base/operation.ts'
import type { NewRecords } from '@wuku/core/ports/record-store'
import { broken } from './invoke/fixtures.ts'

const AT = Date.UTC(2026, 0, 31, 23, 59)
const key = `sk-proj-${'Fake0'.repeat(10)}`

type Run = (input: unknown, context: OperationContext) => Promise<unknown>

async function logged(run: Run, input: unknown = {}, effect: Operation['effect'] = 'read'): Promise<NewRecords> {
  const records: NewRecords[] = []
  const engine = { now: () => AT, record: (each: NewRecords) => void records.push(each) } as unknown as Engine
  const operation: Operation = { ...broken, name: 'look', effect, run }
  const context = { engine, caller: owner('tester'), signal: new AbortController().signal, progress: () => {} }
  await runLogged(operation, input, { ...context, origin: { surface: 'mcp' } }).catch(() => {})
  expect(records).toHaveLength(1)
  return records[0] ?? {}
}

describe('the text of an answer', () => {
  const answered = async (texts: readonly string[], operation: Partial<Operation> = {}): Promise<object> => {
    const records: NewRecords[] = []
    const engine = { now: () => AT, record: (each: NewRecords) => void records.push(each) } as unknown as Engine
    const context = { engine, caller: owner('tester'), signal: new AbortController().signal, progress: () => {} }
    const look: Operation = { ...broken, name: 'look', effect: 'read', run: async () => ({}), ...operation }
    await runLogged(look, {}, { ...context, origin: { surface: 'mcp', session: 'one', textOf: () => texts } })
    return records[0]?.calls?.[0] ?? {}
  }
  it.each([
    ['is kept as it was said', ['The ebb.', '潮'], { answer: 'The ebb.\n\n潮', session: 'one' }],
    ['is kept without secrets', [`use ${key}`], { answer: expect.not.stringContaining('Fake0') as unknown }],
    ['ends where it is long', ['a'.repeat(17_000)], { answer: `${'a'.repeat(16_384)}… (17000 characters)` }],
    ['ends between characters', ['潮'.repeat(10_000)], { answer: `${'潮'.repeat(5_461)}… (10000 characters)` }],
  ] as const)('%s', async (_, texts, call) => expect(await answered(texts)).toMatchObject(call))
  it('is not kept of an operation that forgets', async () =>
    expect(await answered(['gone'], { forgets: true } as never)).toMatchObject({ answer: null }))
})

describe('a call', () => {
  it.each<[says: string, run: Run, call: object, counts: readonly (readonly [string, number])[]]>([
    [
      'with a list',
      async () => ({ total: 9, found: [1, 2], others: [3] }),
      { results: 2, error: null, library: null },
      [['call.look', 0]],
    ],
    ['without a list', async () => ({ text: 'x' }), { results: null }, [['call.look', 0]]],
    ['without an answer', async () => undefined, { results: null }, [['call.look', 0]]],
    [
      'that knows more of itself',
      async (_, { note }) => {
        note?.({ library: 7 })
        note?.({ results: 3, cached: true })
        return { found: [] }
      },
      { results: 3, library: 7 },
      [
        ['call.look', 7],
        ['cache.hits', 0],
      ],
    ],
    [
      'that a caller can mend',
      async () => {
        throw new WukuError('not-found', `No ${key}.`, 'Look elsewhere.')
      },
      { results: null, error: 'not-found' },
      [
        ['call.look', 0],
        ['call.failed', 0],
      ],
    ],
    [
      'that broke',
      async () => {
        throw new TypeError('x'.repeat(9_000))
      },
      { error: 'x'.repeat(500) },
      [
        ['call.look', 0],
        ['call.failed', 0],
      ],
    ],
  ])('%s', async (_, run, call, counts) => {
    const records = await logged(run)
    expect(records.calls).toMatchObject([{ operation: 'look', client: 'tester', surface: 'mcp', at: AT, ...call }])
    expect(records.counts?.map(({ metric, library }) => [metric, library])).toEqual(counts)
    expect(records.counts?.every(({ day, count, sum }) => day === '2026-01-31' && count === 1 && sum >= 0)).toBe(true)
  })

  it('answers and fails as it would without the log', async () => {
    const engine = { now: () => AT, record: () => {} } as unknown as Engine
    const context = {
      engine,
      caller: owner('t'),
      signal: new AbortController().signal,
      progress: () => {},
      origin: { surface: 'mcp' },
    }
    const answer = { a: [1] }
    expect(await runLogged({ ...broken, run: async () => answer }, {}, context)).toBe(answer)
    await expect(runLogged(broken, {}, context)).rejects.toThrow(TypeError)
  })

  it('is written down without its secrets', async () => {
    const { calls } = await logged(async () => ({}), { topic: `use ${key}`, deep: [{ text: key }] })
    expect(JSON.stringify(calls)).not.toContain('Fake0')
    expect(JSON.stringify(calls)).toContain('use ')
  })
})

describe('what was asked', () => {
  it.each<[value: unknown, kept: unknown]>([
    [
      { topic: '潮汐 👩‍🚀', page: 1, all: true, none: null, gap: undefined },
      { topic: '潮汐 👩‍🚀', page: 1, all: true, none: null, gap: null },
    ],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['x'.repeat(301), `${'x'.repeat(300)}… (301 characters)`],
    ['x'.repeat(1_000_000), `${'x'.repeat(300)}… (1000000 characters)`],
    [Array.from({ length: 30 }, (_, at) => at), Array.from({ length: 20 }, (_, at) => at)],
    [() => 1, null],
  ])('%#', (value, kept) => expect(redacted(value)).toEqual(kept))

  it('is short and whole Unicode, whatever it is', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '潮', '🌊', '👩‍🚀'), maxLength: 500, size: 'max' }), (text) => {
        const kept = String(redacted(text))
        expect(kept.isWellFormed()).toBe(true)
        expect(kept.length).toBeLessThan(340)
      }),
    ))

  it('holds no secret that begins in what is kept, however long it is', () => {
    const body = 'FakeKeyBody'.repeat(300)
    const text = `${'a '.repeat(50)}-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n${'tail '.repeat(10_000)}`
    expect(JSON.stringify(redacted({ text }))).not.toContain('FakeKeyBody')
  })
})

it.each([
  { says: 'a search that found nothing', input: { query: 'tide' }, output: { hits: [] }, results: 0 },
  { says: 'a search', input: { query: 'tide' }, output: { hits: [1] }, results: 1 },
  { says: 'an empty list of what is here', input: { page: 1 }, output: { sources: [] }, results: null },
  { says: 'a list of what is here', input: { page: 1 }, output: { sources: [1, 2] }, results: 2 },
  { says: 'a change', effect: 'write', input: { name: 'Tidewater' }, output: { versions: [] }, results: null },
  { says: 'a removal', effect: 'delete', input: { name: 'Tidewater' }, output: { removed: [1] }, results: null },
] as const)('results of a call: $says', async ({ input, output, results, ...row }) => {
  const effect = 'effect' in row ? row.effect : 'read'
  const { calls = [] } = await logged(async () => output, input, effect)
  expect(calls[0]?.results).toBe(results)
})
