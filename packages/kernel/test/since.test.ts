import { expect, it } from 'vitest'
import { readSince, readUntil } from '../src/since.ts'

const now = Date.UTC(2026, 10, 22, 12)
const DAY = 86_400_000

it.each([
  ['7d', now - 7 * DAY],
  ['12h', now - DAY / 2],
  ['3W', now - 21 * DAY],
  ['6 m', now - 180 * DAY],
  ['1y', now - 365 * DAY],
  ['2026-11-01', Date.UTC(2026, 10, 1)],
  ['2026-11', Date.UTC(2026, 10, 1)],
  ['yesterday', Date.UTC(2026, 10, 21)],
  [' 昨天 ', Date.UTC(2026, 10, 21)],
  ['2026-11-01T10:02', Date.UTC(2026, 10, 1, 10, 2)],
  ['2026-11-01 10:02:03', Date.UTC(2026, 10, 1, 10, 2, 3)],
  ['2026-11-01T10:02:03+08:00', Date.UTC(2026, 10, 1, 2, 2, 3)],
  [String(now), now],
  [String(now / 1_000), now],
])('since %s', (written, moment) => expect(readSince(written, now)).toBe(moment))

it.each([
  ['yesterday', Date.UTC(2026, 10, 22)],
  ['2026-11', Date.UTC(2026, 11, 1)],
  ['7d', now - 7 * DAY],
])('until %s', (written, moment) => expect(readUntil(written, now)).toBe(moment))

it.each(['soon', '2026-13-45', '7x', '', '1'])('refuses "%s" and shows what it takes', (written) =>
  expect(() => readSince(written, now)).toThrow(/not a known time/),
)
