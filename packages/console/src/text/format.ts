import { computed, type ComputedRef } from 'vue'
import { usePreferences } from './preferences.ts'

export interface Formats {
  number(value: number): string
  compact(value: number): string
  /** Two digits behind the point at most. */
  short(value: number): string
  percent(value: number): string
  bytes(value: number): string
  milliseconds(value: number): string
  date(value: string | number | Date): string
  /** Without its year. */
  day(value: string | number | Date): string
  time(value: string | number | Date): string
  /** Day, hour and minute, without the year. */
  minute(value: string | number | Date): string
  /** Hour and minute. */
  hour(value: string | number | Date): string
  clock(value: string | number | Date): string
  ago(value: string | number | Date, now?: number): string
}

/** Numbers and times as the chosen language writes them. */
export function useFormats(): ComputedRef<Formats> {
  const preferences = usePreferences()
  return computed(() => BY_LANGUAGE[preferences.language]())
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const
const AGES = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
] as const

/** Formats are costly, and each row of a list has some: one is made when it is needed first, for all. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
const BY_LANGUAGE = { zh: once(() => formatsFor('zh-CN')), en: once(() => formatsFor('en-GB')) }

export function formatsFor(locale: string): Formats {
  const numbers = (options?: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(locale, options))
  const dates = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(locale, options))
  const [plain, whole] = [numbers(), numbers({ maximumFractionDigits: 0 })]
  const [tenths, hundredths] = [numbers({ maximumFractionDigits: 1 }), numbers({ maximumFractionDigits: 2 })]
  const compact = numbers({ notation: 'compact', maximumFractionDigits: 1 })
  const percent = numbers({ style: 'percent', maximumFractionDigits: 1 })
  const date = dates({ dateStyle: 'medium' })
  const day = dates({ month: 'short', day: 'numeric' })
  const time = dates({ dateStyle: 'medium', timeStyle: 'medium' })
  const minute = dates({ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })
  const hour = dates({ hour: '2-digit', minute: '2-digit' })
  const clock = dates({ timeStyle: 'medium' })
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }))
  return {
    number: (value) => plain().format(value),
    short: (value) => hundredths().format(value),
    compact: (value) => compact().format(value),
    percent: (value) => percent().format(value),
    bytes(value) {
      const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(value, 1)) / 3)))
      return `${tenths().format(value / 1000 ** step)} ${UNITS[step]}`
    },
    milliseconds: (value) =>
      value < 10_000 ? `${(value < 10 ? tenths : whole)().format(value)} ms` : `${tenths().format(value / 1_000)} s`,
    date: (value) => date().format(new Date(value)),
    day: (value) => day().format(new Date(value)),
    time: (value) => time().format(new Date(value)),
    minute: (value) => minute().format(new Date(value)),
    hour: (value) => hour().format(new Date(value)),
    clock: (value) => clock().format(new Date(value)),
    ago(value, now = Date.now()) {
      let age = (new Date(value).getTime() - now) / 1_000
      for (const [unit, most] of AGES) {
        if (Math.abs(age) < most) return relative().format(Math.round(age), unit)
        age /= most
      }
      return date().format(new Date(value))
    },
  }
}
