import { advance, counter } from '../../counters.ts'
import type { Connection } from '../../driver.ts'
import type { Change } from './entries.ts'

/**
 * What was counted last: kept as it came until there is enough of it. Written into the rows at once, the words of 10 KB
 * would rewrite a thousand pages; a thousand writes together rewrite hardly more. Searches read all of it as one text, with
 * a line for each change: word, tab, place, tab, difference. Numbers are written in capitals, which no folded word holds.
 */
export const MOST_NEWS = 30_000

export const countNews = (db: Connection): number => counter(db, 'hit_news')

export function addNews(db: Connection, changes: ReadonlyMap<string, readonly Change[]>): void {
  const lines: string[] = []
  for (const [word, ofWord] of changes)
    for (const { place, by } of ofWord) lines.push(`${word}\t${inCapitals(place)}\t${inCapitals(signed(by))}\n`)
  db.run('INSERT INTO hit_news (lines) VALUES (?)', [lines.join('')])
  advance(db, 'hit_news', lines.length)
}

/** All that was kept is handed to `visit`, and is kept no longer. */
export function takeNews(db: Connection, visit: (word: string, change: Change) => void): void {
  for (const line of readNews(db).split('\n')) {
    const [word, place, by] = line.split('\t')
    if (word && place && by) visit(word, { place: fromCapitals(place), by: unsigned(fromCapitals(by)) })
  }
  db.run('DELETE FROM hit_news')
  advance(db, 'hit_news', -countNews(db))
}

/** Each line with a line break before and after it. */
export function readNews(db: Connection): string {
  const row = db.row<{ lines: string | null }>("SELECT group_concat(lines, '') AS lines FROM hit_news")
  return `\n${row?.lines ?? ''}`
}

/** Changes of the words that hold `part`, once for each time that they hold it. */
export function findInNews(news: string, part: string): Change[] {
  const changes: Change[] = []
  for (let at = news.indexOf(part); at !== -1; at = news.indexOf(part, at + part.length)) {
    const place = news.indexOf('\t', at) + 1
    const by = news.indexOf('\t', place) + 1
    changes.push({
      place: fromCapitals(news.slice(place, by - 1)),
      by: unsigned(fromCapitals(news.slice(by, news.indexOf('\n', by)))),
    })
  }
  return changes
}

/** Changes of exactly this word. */
export const findWordInNews = (news: string, word: string): Change[] => findInNews(news, `\n${word}\t`)

function inCapitals(number: number): string {
  let letters = ''
  let rest = number
  do {
    letters = String.fromCharCode(A + (rest % 26)) + letters
    rest = Math.floor(rest / 26)
  } while (rest > 0)
  return letters
}

function fromCapitals(letters: string): number {
  let number = 0
  for (let at = 0; at < letters.length; at++) number = number * 26 + letters.charCodeAt(at) - A
  return number
}

const A = 65

/** Numbers below 0 become odd ones. */
const signed = (by: number): number => (by < 0 ? -2 * by - 1 : 2 * by)
const unsigned = (by: number): number => (by % 2 === 0 ? by / 2 : -(by + 1) / 2)
