import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { namedSpan } from '@wuku/text/markdown/spans'

const DAY = 86_400_000

/** Days of each unit: a request for half a year need not count the days of its months. */
const days: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30, y: 365 }

/**
 * An age such as `7d` or `6m`, a date or time as ISO 8601 writes it (UTC where it names no zone), milliseconds since 1970, or a
 * stretch of time in words: `yesterday`, `上周`.
 */
export function readSince(written: string, now: number): number {
  const time = parseTime(written.trim(), now) ?? spanOf(written.trim(), now)?.from
  if (time !== undefined) return time
  throw new WukuError('bad-input', msg('isNotKnownTime', { written: written.slice(0, 60) }))
}

/** The end of a time as `readSince` reads it: a day or a month is over when the next one begins. */
export function readUntil(written: string, now: number): number {
  const [day, year, month, date] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(written.trim()) ?? []
  if (day === undefined) return spanOf(written.trim(), now)?.to ?? readSince(written, now)
  const from = readSince(day, now)
  return date === undefined ? Date.UTC(Number(year), Number(month)) : from + DAY
}

/** A moment as `readSince` reads it, and what else people write in a question: `2026`, `2026/5/1`, `2026年5月`, `yesterday`, `3天前`. */
export function readTime(written: string, now: number): number | undefined {
  const text = written.trim()
  const [, year, month = '1', day = '1'] =
    /^(\d{4})(?:年|$|[-/.](?=\d))(?:(\d{1,2})(?:月|$|[-/.](?=\d))(?:(\d{1,2})日?)?)?$/u.exec(text) ?? []
  if (year !== undefined) return parseTime(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, now)
  const time = parseTime(text, now)
  if (time !== undefined) return time
  return spanOf(text, now)?.from
}

/** The stretch that the whole text names. */
function spanOf(text: string, now: number): { readonly from: number; readonly to: number } | undefined {
  const span = namedSpan(text, now)
  return span?.written === text ? span : undefined
}

function parseTime(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,5})\s*([hdwmy])$/i.exec(text) ?? []
  if (count !== undefined && unit !== undefined) return now - Number(count) * (days[unit.toLowerCase()] ?? 1) * DAY
  if (/^\d{9,14}$/.test(text)) return text.length < 12 ? Number(text) * 1_000 : Number(text)
  const time = Date.parse(inUtc(text) ?? '')
  return Number.isNaN(time) ? undefined : time
}

const ISO =
  /^(?<day>\d{4}-\d{2}(?:-\d{2})?)(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/i

/** A time without a zone would be that of whichever machine answers. */
function inUtc(text: string): string | undefined {
  const { day, time, zone = 'Z' } = ISO.exec(text)?.groups ?? {}
  return time === undefined ? day : `${day}T${time}${zone}`
}
