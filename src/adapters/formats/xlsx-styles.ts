import type { Document } from 'domhandler'
import { allNamed, attribute, childrenNamed } from './xml.ts'

/** Whether a number with that style is a date, by the place of the style. */
export function dateStyles(styles: Document): readonly boolean[] {
  const formats = new Map(
    allNamed(styles, 'numFmt').map((format) => [
      Number(attribute(format, 'numFmtId')),
      attribute(format, 'formatCode'),
    ]),
  )
  return childrenNamed(allNamed(styles, 'cellXfs')[0], 'xf').map((style) => {
    const id = Number(attribute(style, 'numFmtId') ?? 0)
    const format = formats.get(id)
    return format === undefined ? isBuiltInDate(id) : isDateFormat(format)
  })
}

/** Those of Chinese, Japanese and Korean Excel are among them. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Without what it quotes, colours and currencies, only dates have letters for the parts of a date. */
export function isDateFormat(format: string): boolean {
  const bare = format.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return !/general/i.test(bare) && /[ymdhs]/i.test(bare.split(';')[0] ?? '')
}

const DAY = 86_400_000
const BEFORE_1970 = { since1900: 25_569, since1904: 24_107 }
/** The last day of the year 9999. */
const LAST_DAY = 2_958_466

/** `undefined` for what is no date that Excel knows. Whole days have no time, and times alone no day. */
export function isoDate(serial: number, since1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= LAST_DAY) return undefined
  // Excel holds 1900 for a leap year.
  const days = !since1904 && serial >= 1 && serial < 60 ? serial + 1 : serial
  const seconds = Math.round((days * DAY) / 1000)
  const moment = new Date(seconds * 1000 - (since1904 ? BEFORE_1970.since1904 : BEFORE_1970.since1900) * DAY)
  const [day = '', time = ''] = moment.toISOString().slice(0, 19).split('T')
  if (serial < 1 && !since1904) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}
