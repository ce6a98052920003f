import { fold } from '../terms/fold.ts'

/** A stretch of time that a question names, in whole days of UTC. */
export interface NamedSpan {
  /** The words that name it, as they are written. */
  readonly written: string
  /** Milliseconds since the epoch; `to` is the beginning of the day after it. */
  readonly from: number
  readonly to: number
}

const DAY = 86_400_000

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const NUMBERS = new Map(
  [...'一二三四五六七八九十']
    .map((character, at) => [character, at + 1] as const)
    .concat([
      ['两', 2],
      ['十一', 11],
      ['十二', 12],
    ]),
)

type Days = readonly [from: number, to: number]
/** The days that a pattern stands for, computed from the start of today. */
type Meaning = (today: number, groups: readonly string[]) => Days | undefined

const days =
  (from: number, to: number): Meaning =>
  (today) => [today + from * DAY, today + to * DAY]
const weeks =
  (ago: number): Meaning =>
  (today) => {
    const monday = today - weekdayOf(today) * DAY - ago * 7 * DAY
    return [monday, monday + 7 * DAY]
  }
const months =
  (ago: number): Meaning =>
  (today) =>
    monthOf(yearOf(today), new Date(today).getUTCMonth() - ago)
const years =
  (ago: number): Meaning =>
  (today) => [Date.UTC(yearOf(today) - ago, 0), Date.UTC(yearOf(today) - ago + 1, 0)]

const weekdayOf = (day: number): number => (new Date(day).getUTCDay() + 6) % 7
const yearOf = (day: number): number => new Date(day).getUTCFullYear()
const monthOf = (year: number, month: number): Days => [Date.UTC(year, month), Date.UTC(year, month + 1)]

const countOf = (text: string): number =>
  NUMBERS.get(text) ?? { a: 1, an: 1, one: 1, two: 2, three: 3 }[text] ?? Number(text)

const ago: Meaning = (today, [count = '', unit = '']) => {
  const back = countOf(count)
  if (Number.isNaN(back)) return undefined
  if (/^(?:day|天)/.test(unit)) return days(-back, 1 - back)(today, [])
  return /^(?:week|周|星期|个星期)/.test(unit) ? weeks(back)(today, []) : months(back)(today, [])
}

/** The last one that has begun: in March, asked in January, it is that of the year before. */
const namedMonth: Meaning = (today, [name = '', year]) => {
  const month = MONTHS.includes(name) ? MONTHS.indexOf(name) : countOf(name) - 1
  if (!(month >= 0 && month < 12)) return undefined
  if (year !== undefined) return monthOf(Number(year), month)
  return monthOf(yearOf(today) - (month > new Date(today).getUTCMonth() ? 1 : 0), month)
}

/** The last such day before today. */
const weekday: Meaning = (today, [name = '']) => {
  const back = (weekdayOf(today) - WEEKDAYS.indexOf(name) + 7) % 7 || 7
  return days(-back, 1 - back)(today, [])
}

const weekdayOfLastWeek: Meaning = (today, [name = '']) => {
  const at = /[日天]/.test(name) ? 6 : countOf(name) - 1
  const [monday] = weeks(1)(today, []) ?? [today]
  return [monday + at * DAY, monday + (at + 1) * DAY]
}

const date: Meaning = (_, [text = '']) => {
  const day = Date.parse(`${text}T00:00Z`)
  return Number.isNaN(day) ? undefined : [day, day + DAY]
}

const COUNT = '(\\d{1,3}|a|an|one|two|three)'
const names = (of: readonly string[]): string => `(${of.join('|')})`

/** Over folded text; the longer before what begins them. */
const SPANS: readonly (readonly [pattern: RegExp, meaning: Meaning])[] = [
  [/\bthe day before yesterday\b|前天/, days(-2, -1)],
  [/\b(?:yesterday|last night)(?: (?:morning|afternoon|evening))?\b|昨天(?:上午|下午|晚上)?|昨晚|昨日/, days(-1, 0)],
  [/\b(?:today|this morning|this afternoon)\b|今天(?:上午|下午|早上)?/, days(0, 1)],
  [/上(?:个)?(?:周|星期|礼拜)([一二三四五六日天])/, weekdayOfLastWeek],
  [/\blast week\b|上(?:个)?(?:周|星期|礼拜)/, weeks(1)],
  [/\bthis week\b|(?:这个?|本)(?:周|星期)/, weeks(0)],
  [/\blast month\b|上个?月/, months(1)],
  [/\bthis month\b|(?:这个|本)月/, months(0)],
  [/\blast year\b|去年/, years(1)],
  [/\bthis year\b|今年/, years(0)],
  [new RegExp(`\\b${COUNT} (days?|weeks?|months?) ago\\b`), ago],
  [/(\d{1,3}|[一二两三四五六七八九十])(天|周|个?星期|个月)(?:之|以)?前/, ago],
  [new RegExp(`\\b(?:on|last) ${names(WEEKDAYS)}\\b`), weekday],
  [new RegExp(`\\b(?:in|during|back in) ${names(MONTHS)}(?: (\\d{4}))?\\b`), namedMonth],
  [/(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月份?(?!\d|[一二三四五六七八九十])/, namedMonth],
  [/\b(?:on )?(\d{4}-\d{2}-\d{2})\b/, date],
]

/** The first stretch of the past that a text names. */
export function namedSpan(text: string, now: number): NamedSpan | undefined {
  const folded = fold(text)
  const today = Math.floor(now / DAY) * DAY
  for (const [pattern, meaning] of SPANS) {
    const found = pattern.exec(folded)
    const span = found && meaning(today, found.slice(1))
    if (!span || span[0] > now) continue
    // Folding may change the length of what stands before: then nothing is cut out of the text.
    const written = folded.length === text.length ? text.slice(found.index, found.index + found[0].length) : ''
    return { written, from: span[0], to: span[1] }
  }
  return undefined
}
