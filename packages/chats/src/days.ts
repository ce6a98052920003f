import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'

const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
/** Further from 1970 there is no date. */
const FURTHEST = 8.64e15

/** `2026-11-20`, where clocks stand so many minutes ahead of UTC. */
export const dayOf = (at: number, offset: number): string =>
  writeDay(Math.max(-FURTHEST, Math.min(FURTHEST, at + offset * MINUTE)))

/** The first millisecond of a day that `dayOf` wrote. */
export const startOfDay = (day: string, offset: number): number => Date.parse(`${day}T00:00:00Z`) - offset * MINUTE

export const endOfDay = (day: string, offset: number): number => startOfDay(day, offset) + DAY - 1

/** `2026-W47`: weeks begin on Monday, and the first of a year holds its first Thursday. */
export function weekOf(day: string): string {
  const at = startOfDay(day, 0)
  const thursday = at + (3 - ((new Date(at).getUTCDay() + 6) % 7)) * DAY
  const year = new Date(thursday).getUTCFullYear()
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY)) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** `2026-11`. */
export const monthOf = (day: string): string => day.slice(0, -3)

/** Days back from today. */
const words: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['今天', 0],
  ['今日', 0],
  ['yesterday', 1],
  ['昨天', 1],
  ['昨日', 1],
  ['前天', 2],
])

export interface Calendar {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Minutes ahead of UTC. */
  readonly offset: number
}

/** Days of an age such as `7d`, as a search takes it too. */
const ages: ReadonlyMap<string, number> = new Map(Object.entries({ d: 1, w: 7, m: 30, y: 365 }))

/** A day as callers write it: `2026-11-20`, `today`, `昨天`, `7d` for a week ago. */
export function readDay(written: string, { now, offset }: Calendar): string {
  const text = written.trim().toLowerCase()
  const [, count = '', unit = ''] = /^(\d{1,4})([dwmy])$/.exec(text) ?? []
  const back = words.get(text) ?? (count === '' ? undefined : Number(count) * (ages.get(unit) ?? 1))
  if (back !== undefined) return dayOf(now - back * DAY, offset)
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  const plain = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = startOfDay(plain, 0)
  if (Number.isFinite(at) && writeDay(at) === plain) return plain
  throw new WukuError('bad-input', msg('isNotDay', { written: written.slice(0, 100) }))
}

/** Whole milliseconds since the epoch, or nothing when a program wrote what is no time. */
export const validTime = (at: number | undefined): number | undefined =>
  at !== undefined && Number.isFinite(at) && Math.abs(at) <= FURTHEST ? Math.round(at) : undefined

/** `2026-11-01 10:02`, in UTC, which every reader of a text can count with. */
export const writeMinute = (at: number): string => writeTime(at).slice(0, -3)

/** `2026-11-01 10:02:33`. */
export const writeTime = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')

/** `2026-11-01`. */
export const writeDay = (at: number): string => writeTime(at).split(' ')[0] ?? ''
