import { describe, expect, it, vi } from 'vitest'
import type { History } from '../src/rooms/statistics/use-history.ts'
import { formatsFor } from '../src/text/format.ts'

// The client of the API asks the server that the page is of.
vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
const { changeOf, findingsOf } = await import('../src/rooms/statistics/findings.ts')
const { measured, timesOf } = await import('../src/rooms/statistics/use-history.ts')

const MINUTE = 60_000

it.each([
  [140, 100, { way: 'rose', share: 0.4 }],
  [50, 100, { way: 'fell', share: 0.5 }],
  [101, 100, { way: 'same' }],
  [0, 100, { way: 'fell', share: 1 }],
  [5, 0, { way: 'none' }],
] as const)('how a figure went: %d after %d', (now, before, change) => {
  const { share, way } = changeOf(now, before)
  expect({ way, share: Math.round(share * 100) / 100 }).toMatchObject(change)
})

const total = { failed: 2, empty: 10, tokens: 1_200, p50: 5, p95: 85 }
const history = (totals: readonly [before: number, now: number]): History =>
  ({
    from: 60 * MINUTE,
    to: 119 * MINUTE,
    step: 20,
    totals: totals.map((calls, at) => ({ ...total, at: at * 60 * MINUTE, calls })).filter(({ calls }) => calls > 0),
    server: [
      { at: 60 * MINUTE, metric: 'memory', mean: 10, top: 20 },
      { at: 100 * MINUTE, metric: 'memory', mean: 30, top: 40 },
    ],
  }) as unknown as History

/** The key of each text, with what is put into it. */
const t = (key: string, named: object = {}): string => `${key} ${Object.values(named).join(' ')}`.trim()

describe('what charts show', () => {
  it.each([
    [[100, 140], 'calls', /calls\.rose 140 100 40%.* outcome 7\.1% 1\.4%|calls\.rose 140 100 40%/],
    [[100, 60], 'calls', /calls\.fell 60 100 40%/],
    [[0, 60], 'calls', /calls\.none 60/],
    [[100, 0], 'latency', /latency\.empty/],
    [[0, 60], 'latency', /latency\.none 5 ms 85 ms/],
    [[100, 140], 'latency', /latency\.known 5 ms 85 ms 85 ms statistics\.before\.24h/],
    [[100, 140], 'tokens', /tokens\.same 1\.2K 1\.2K/i],
  ] as const)('%j: %s', (totals, name, said) => {
    expect(findingsOf(history(totals), '24h', { t, formats: formatsFor('en-GB') })[name]).toMatch(said)
  })

  it('has each stretch of the range, and nothing where nothing was measured', () => {
    const times = timesOf(history([1, 1]))
    expect(times).toEqual([60, 80, 100].map((minute) => minute * MINUTE))
    expect(measured(history([1, 1]), 'memory', times)).toEqual([10, null, 30])
    expect(measured(history([1, 1]), 'memory', times, 'top')).toEqual([20, null, 40])
  })
})

it.each([
  [1_287, '1,287 ms'],
  [71_659, '71.7 s'],
])('%d milliseconds are read as %s', (value, text) => expect(formatsFor('en-GB').milliseconds(value)).toBe(text))
