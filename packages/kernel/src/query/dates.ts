import type { StoreView } from '@wuku/core/ports/store'
import type { QueryWord } from '@wuku/text/terms/query'
import { stem } from '@wuku/text/terms/stems'

/** Months and days under all their names: a date is one thing, however it is written. `text` is what the words stand in. */
export async function withDates(words: readonly QueryWord[], text: string, { terms }: Pick<StoreView, 'terms'>) {
  if (!WORTH_READING.test(text)) return words
  // Only Chinese writes a month as a number next to its day: elsewhere the number finds other things.
  const parts = datePartsIn(text, (await terms.stats(['月'])).holders.has('月'))
  return words.map((word) => {
    const part = parts.find(({ start, end }) => word.start >= start && word.start < end)
    if (!part) return word
    if (part.names.length === 0) return { ...word, weight: 0 }
    const own = new Set(word.terms.map(({ term }) => term))
    return { ...word, weight: 1, otherNames: part.names.filter((name) => !own.has(name)) }
  })
}

const months = 'january february march april may june july august september october november december'.split(' ')
const MONTH = months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')
const DAY = '(?<day>[12]\\d|3[01]|0?[1-9])(?:st|nd|rd|th)?'

/** 11月08日, 11月8号; `Nov 8`, `November 8th`; `8 Nov`, `8th of November`. */
const DATES = [
  /(?<![\d.])(?<month>1[0-2]|0?[1-9])\s?(?<sign>月)\s?(?<day>[12]\d|3[01]|0?[1-9])\s?(?<last>[日号號])/dgu,
  new RegExp(`\\b(?<month>${MONTH})\\.?\\s${DAY}\\b(?![.:]\\d)`, 'dgiu'),
  new RegExp(`(?<![\\d.:])\\b${DAY}\\s(?:of\\s)?(?<month>${MONTH})\\b`, 'dgiu'),
]

/** Most queries have none. */
const WORTH_READING =
  /\d\s?月|\d.{0,6}\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s\d/i

/**
 * Months and days in dates, and the index terms under which texts write them otherwise; without names: a sign between them,
 * which says nothing.
 */
function datePartsIn(text: string, hasNumbers: boolean) {
  return DATES.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ groups, indices }) =>
      // `version 8 may break` says no date.
      groups?.['month'] === 'may'
        ? []
        : Object.entries(indices?.groups ?? {}).flatMap(([name, place]) => {
            const [start, end] = place ?? [0, 0]
            return end > start ? [{ start, end, names: namesOf(name, text.slice(start, end), hasNumbers) }] : []
          }),
    ),
  )
}

function namesOf(part: string, written: string, hasNumbers: boolean): readonly string[] {
  if (part === 'day') return spellingsOf(Number(written))
  if (part !== 'month') return []
  const isNumber = /\d/.test(written)
  const short = written.toLowerCase().slice(0, 3)
  const name = (isNumber ? months[Number(written) - 1] : months.find((each) => each.startsWith(short))) ?? ''
  return [...(isNumber || hasNumbers ? spellingsOf(1 + months.indexOf(name)) : []), name.slice(0, 3), stem(name)]
}

const spellingsOf = (number: number): readonly string[] => [...new Set([`${number}`, `${number}`.padStart(2, '0')])]
