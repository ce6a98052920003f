import { advance, counter } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Change } from './entries.ts'

/**
 * Latest counts, kept as they came until there are enough. Written into the rows at once, the words of 10 KB would
 * rewrite a thousand pages; a thousand writes together rewrite hardly more. Searches read all of it as one text, with a
 * line for each change: word, tab, place, tab, difference. Numbers are written in capitals, which no folded word holds.
 */
export const MAX_NEWS = 30_000

export const countNews = (db: Connection): number => counter(db, 'hit_news')

export function addNews(db: Connection, changes: ReadonlyMap<string, readonly Change[]>): void {
  let lines = ''
  let count = 0
  for (const [word, ofWord] of changes)
    for (const { place, by } of ofWord) {
      lines += `${word}\t${inCapitals(place)}\t${inCapitals(signed(by))}\n`
      count++
    }
  if (count === 0) return
  // A number that no row had before: readers know by it how far they have read.
  db.run('INSERT INTO hit_news (id, lines) VALUES (?, ?)', [advance(db, 'touches', 1), lines])
  advance(db, 'hit_news', count)
}

/** All that was kept is handed to `visit`, and is kept no longer. */
export function drainNews(db: Connection, visit: (word: string, change: Change) => void): void {
  const news = readAfter(db, -1)
  for (let at = 0; at < news.length;) {
    const end = news.indexOf('\t', at)
    visit(news.slice(at, end), changeAt(news, end + 1))
    at = news.indexOf('\n', end) + 1
  }
  forgetNews(db)
}

export function forgetNews(db: Connection): void {
  db.run('DELETE FROM hit_news')
  advance(db, 'hit_news', -countNews(db))
}

/** Each line with a line break before and after it. Lines are cached from one search to the next. */
export function createNewsReader(): (db: Connection) => string {
  let known = { first: -1, last: -1, text: '\n' }
  return (db) => {
    const { first, last } = endsOf(db)
    // All rows go at once, so the same first one means that others were only added.
    if (first !== known.first || last < known.last) known = { first, last, text: `\n${readAfter(db, -1)}` }
    else if (last > known.last) known = { first, last, text: known.text + readAfter(db, known.last) }
    return known.text
  }
}

const endsOf = (db: Connection): { readonly first: number; readonly last: number } =>
  db.row<{ first: number; last: number }>(
    `SELECT ifnull((SELECT min(id) FROM hit_news), -1) AS first, ifnull((SELECT max(id) FROM hit_news), -1) AS last`,
  ) ?? { first: -1, last: -1 }

const readAfter = (db: Connection, id: number): string =>
  db.row<{ lines: string | null }>("SELECT group_concat(lines, '') AS lines FROM hit_news WHERE id > ?", [id])?.lines ??
  ''

/** Changes of the words that hold `part`, once for each time that they hold it. */
export function findInNews(news: string, part: string): Change[] {
  const changes: Change[] = []
  for (let at = news.indexOf(part); at !== -1; at = news.indexOf(part, at + part.length))
    changes.push(changeAt(news, news.indexOf('\t', at) + 1))
  return changes
}

/** Changes of exactly this word. */
export const findWordInNews = (news: string, word: string): Change[] => findInNews(news, `\n${word}\t`)

/** The change in a line, after its word. */
function changeAt(news: string, start: number): Change {
  const middle = news.indexOf('\t', start)
  const end = news.indexOf('\n', middle)
  return {
    place: fromCapitals(news, start, middle),
    by: unsigned(fromCapitals(news, middle + 1, end)),
  }
}

function inCapitals(number: number): string {
  let letters = ''
  let rest = number
  do {
    letters = String.fromCharCode(A + (rest % 26)) + letters
    rest = Math.floor(rest / 26)
  } while (rest > 0)
  return letters
}

function fromCapitals(text: string, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at++) number = number * 26 + text.charCodeAt(at) - A
  return number
}

const A = 65

/** Numbers below 0 become odd ones. */
const signed = (by: number): number => (by < 0 ? -2 * by - 1 : 2 * by)
const unsigned = (by: number): number => (by % 2 === 0 ? by / 2 : -(by + 1) / 2)
