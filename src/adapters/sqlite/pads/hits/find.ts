import type { HitKeyword, HitProbe, HitTable } from '../../../../ports/pads.ts'
import { isCjkWord } from '../../../../text/hits.ts'
import type { Connection } from '../../../sqlite-driver/connection.ts'
import type { WordList } from '../word-list.ts'
import { numbersInScope } from '../workflows.ts'
import { changeColumn, intersectLeast, tabulate, within, type Column } from './columns.ts'
import { keyOfCjk } from './keys.ts'
import { findInNews, findWordInNews } from './news.ts'
import { columnOfKeys } from './sums.ts'

export function findHits(db: Connection, words: WordList, { keywords, scope }: HitProbe): HitTable {
  const columnOf = columnFinder(db, words)
  const columns = keywords.map(columnOf)
  if (scope === undefined) return tabulate(columns)
  const workflows = new Set(numbersInScope(db, scope))
  return tabulate(columns.map((column) => within(column, workflows)))
}

/** What the rows say, and what has changed since they were written. */
function columnFinder(db: Connection, words: WordList): (keyword: HitKeyword) => Column {
  const news = words.news(db)
  const whole = (keys: readonly number[], word: string): Column =>
    changeColumn(columnOfKeys(db, new Map(keys.map((key) => [key, 1]))), findWordInNews(news, word))
  return ({ text, where }) => {
    if (isCjkWord(text)) return intersectLeast(partsOfCjk(text).map((part) => whole([keyOfCjk(part) ?? 0], part)))
    if (where === 'whole') return whole(idsOf(db, text), text)
    return changeColumn(columnOfKeys(db, words.holding(db, text)), findInNews(news, text))
  }
}

/** What is counted of a CJK keyword: itself when it is a character or a pair, else every pair of neighbours. */
function partsOfCjk(keyword: string): readonly string[] {
  const characters = [...keyword]
  if (characters.length <= 2) return [keyword]
  return [...new Set(characters.slice(1).map((character, before) => `${characters[before] ?? ''}${character}`))]
}

const idsOf = (db: Connection, word: string): number[] =>
  db.rows<{ id: number }>('SELECT id FROM hit_words WHERE word = ?', [word]).map(({ id }) => id)
