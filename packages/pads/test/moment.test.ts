import { expect, it } from 'vitest'
import { parseTime } from '../src/pad-versions.ts'

const now = Date.UTC(2026, 2, 10, 12)

it.each<[text: string, expected: number]>([
  ['2026-03-01', Date.UTC(2026, 2, 1)],
  ['2026-03-01T09:30', Date.UTC(2026, 2, 1, 9, 30)],
  ['2026-03-01 09:30:15', Date.UTC(2026, 2, 1, 9, 30, 15)],
  ['2026-03-01T09:30:15.250Z', Date.UTC(2026, 2, 1, 9, 30, 15, 250)],
  ['2026-03-01T09:30+08:00', Date.UTC(2026, 2, 1, 1, 30)],
  ['90s', now - 90_000],
  ['45m', now - 45 * 60_000],
  ['2h', now - 2 * 3_600_000],
  [' 1.5H ', now - 1.5 * 3_600_000],
  ['3d', now - 3 * 86_400_000],
  ['1w ago', now - 7 * 86_400_000],
])('%s', (text, expected) => expect(parseTime(text, now)).toBe(expected))

it.each<string>(['', 'yesterday', '昨天', '2 fortnights', '2026-13-01', '2026-02-30T25:00', '-2h', '1e9h', 'h'])(
  '"%s" is no time',
  (text) => expect(() => parseTime(text, now)).toThrow(expect.objectContaining({ code: 'bad-input' })),
)
