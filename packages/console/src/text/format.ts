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
  return computed(() => formatsFor(preferences.language === 'zh' ? 'zh-CN' : 'en-GB'))
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

export function formatsFor(locale: string): Formats {
  const plain = new Intl.NumberFormat(locale)
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const hundredths = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const minute = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })
  const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  return {
    number: (value) => plain.format(value),
    short: (value) => hundredths.format(value),
    compact: (value) => compact.format(value),
    percent: (value) => percent.format(value),
    bytes(value) {
      const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(value, 1)) / 3)))
      return `${tenths.format(value / 1000 ** step)} ${UNITS[step]}`
    },
    milliseconds: (value) =>
      `${new Intl.NumberFormat(locale, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} ms`,
    date: (value) => date.format(new Date(value)),
    day: (value) => day.format(new Date(value)),
    time: (value) => time.format(new Date(value)),
    minute: (value) => minute.format(new Date(value)),
    hour: (value) => hour.format(new Date(value)),
    clock: (value) => clock.format(new Date(value)),
    ago(value, now = Date.now()) {
      let age = (new Date(value).getTime() - now) / 1_000
      for (const [unit, most] of AGES) {
        if (Math.abs(age) < most) return relative.format(Math.round(age), unit)
        age /= most
      }
      return date.format(new Date(value))
    },
  }
}
