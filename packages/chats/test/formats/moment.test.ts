import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseTimestamp } from '../../src/formats/fields.ts'

const noon = Date.parse('2026-11-01T12:00:00Z')

const check = (written: unknown, expected: number | undefined): void => expect(parseTimestamp(written)).toBe(expected)

it('takes seconds, milliseconds and microseconds', () => {
  check(noon / 1000, noon)
  check(noon / 1000 + 0.25, noon + 250)
  check(noon, noon)
  check(noon * 1000, noon)
  check(String(noon / 1000), noon)
  check(String(noon), noon)
})

it('takes dates as ISO writes them', () => {
  check('2026-11-01T12:00:00.000Z', noon)
  check('2026-11-01T12:00:00Z', noon)
  check('2026-11-01T12:00:00.123456789Z', noon + 123)
  check('2026-11-01T20:00:00+08:00', noon)
  check('2026-11-01T20:00:00+0800', noon)
})

it('takes a date without a zone for UTC, on any machine', () => {
  check('2026-11-01 12:00:00', noon)
  check('2026-11-01T12:00', noon)
})

it('knows what is no time', () => {
  for (const none of [
    undefined,
    null,
    '',
    'gestern',
    '昨天',
    0,
    -1,
    Number.NaN,
    Infinity,
    1e30,
    {},
    [],
    true,
    '2026-13-45T99:00:00Z',
  ])
    check(none, undefined)
})

it('gives a whole number or nothing for anything', () =>
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const moment = parseTimestamp(value)
      expect(moment === undefined || (Number.isInteger(moment) && moment > 0)).toBe(true)
    }),
  ))
