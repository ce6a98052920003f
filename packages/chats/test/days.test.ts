import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, endOfDay, monthOf, readDay, startOfDay, weekOf } from '../src/days.ts'

const now = Date.UTC(2026, 10, 20, 23, 30)

describe('a day as callers write it', () => {
  it.each<[written: string, offset: number, day: string]>([
    ['2026-11-20', 0, '2026-11-20'],
    [' 2026/1/2 ', 480, '2026-01-02'],
    ['today', 0, '2026-11-20'],
    ['Today', 480, '2026-11-21'],
    ['今天', -720, '2026-11-20'],
    ['yesterday', 0, '2026-11-19'],
    ['昨天', 480, '2026-11-20'],
    ['前天', 0, '2026-11-18'],
    ['2024-02-29', 0, '2024-02-29'],
    ['7d', 0, '2026-11-13'],
    ['2W', 480, '2026-11-07'],
  ])('%s with the clock %i minutes ahead is %s', (written, offset, day) =>
    expect(readDay(written, { now, offset })).toBe(day),
  )
  it.each(['', 'Tuesday', '2026-02-30', '2026-13-01', '20261120', '2026-11-20T10:00', '上周'])(
    '%j is none',
    (written) =>
      expect(() => readDay(written, { now, offset: 0 })).toThrow(expect.objectContaining({ code: 'bad-input' })),
  )
})

describe('weeks and months', () => {
  it.each<[day: string, week: string]>([
    ['2026-11-20', '2026-W47'],
    ['2026-01-01', '2026-W01'],
    ['2027-01-01', '2026-W53'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2024-12-30', '2025-W01'],
  ])('%s lies in %s', (day, week) => expect(weekOf(day)).toBe(week))
  it('have the month of their day', () => expect(monthOf('2026-11-20')).toBe('2026-11'))
})

it('every moment lies in its day', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -900, max: 900 }), (at, offset) => {
      const day = dayOf(at, offset)
      expect(startOfDay(day, offset)).toBeLessThanOrEqual(at)
      expect(endOfDay(day, offset)).toBeGreaterThanOrEqual(at)
      expect(dayOf(endOfDay(day, offset) + 1, offset)).not.toBe(day)
    }),
  ))

it.each([8.64e15, -8.64e15])('the moment %d has a day, whatever the clock', (at) =>
  expect([-900, 900].map((offset) => dayOf(at, offset)).join(' ')).toMatch(/^\S+\d-\d\d-\d\d \S+\d-\d\d-\d\d$/),
)
