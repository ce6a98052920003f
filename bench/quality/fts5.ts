import { DatabaseSync } from 'node:sqlite'
import type { Contestant, Ready } from './contestant.ts'
import type { QuestionSet } from './sets.ts'

/**
 * SQLite's FTS5 as qmd 2.8 sets it up: path, title and body weigh 1.5, 4 and 1, Porter over unicode61, a space around each
 * Chinese, Japanese or Korean character. The two contestants differ only in how a question becomes a MATCH.
 */
const fts5 = (name: string, toMatch: (question: string) => string): Contestant => ({
  name,
  takeIn: (set) => Promise.resolve(ready(fill(set), { set, toMatch })),
})

/** As qmd asks: every word must stand, each as a prefix. */
export const fts5And = fts5('FTS5 AND', (question) => matchAll(question))

/** Any word may stand. */
export const fts5Or = fts5('FTS5 OR', (question) =>
  [...spaced(question).matchAll(/[\p{L}\p{N}_]+/gu)].map(([word]) => `"${word}"`).join(' OR '),
)

function fill({ documents }: QuestionSet): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE VIRTUAL TABLE pages USING fts5(path, title, body, scope UNINDEXED, tokenize = 'porter unicode61')`)
  const insert = db.prepare('INSERT INTO pages (rowid, path, title, body, scope) VALUES (?, ?, ?, ?, ?)')
  db.exec('BEGIN')
  documents.forEach(({ path, title, text, scope }, at) =>
    insert.run(at, spaced(path), spaced(title), spaced(text), scope),
  )
  db.exec('COMMIT')
  return db
}

function ready(db: DatabaseSync, { set, toMatch }: Asked): Ready {
  const select = db.prepare(
    `SELECT rowid AS at FROM pages WHERE pages MATCH ? AND (? = '' OR scope = ?) ORDER BY bm25(pages, 1.5, 4, 1), rowid LIMIT 100`,
  )
  return {
    ask: ({ text, scope }) => {
      const match = toMatch(text)
      const rows = match === '' ? [] : select.all(match, scope, scope)
      return Promise.resolve(rows.map((row) => set.documents[Number(row['at'])]?.id ?? ''))
    },
    close: () => Promise.resolve(db.close()),
  }
}

interface Asked {
  readonly set: QuestionSet
  readonly toMatch: (question: string) => string
}

/** Quoted text is a phrase and `-x` excludes; a question that only excludes finds nothing. */
function matchAll(question: string): string {
  const tokens = [...question.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)].map(([, minus, phrase, word]) => ({
    excluded: minus === '-',
    match: phrase === undefined ? matchWord(word ?? '') : quote(spaced(phrase).split(/\s+/)),
  }))
  const asked = tokens.filter(({ match }) => match !== '')
  const wanted = asked.filter(({ excluded }) => !excluded).map(({ match }) => match)
  const unwanted = asked.filter(({ excluded }) => excluded).map(({ match }) => ` NOT (${match})`)
  return wanted.length === 0 ? '' : `(${wanted.join(' AND ')})${unwanted.join('')}`
}

/** `a-b` and Chinese are phrases, `1.2` is two prefixes, anything else is one prefix without its punctuation. */
function matchWord(word: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}']*(-[\p{L}\p{N}']+)+$/u.test(word)) return quote(word.split('-'))
  if (/^[\p{L}\p{N}_]+(\.[\p{L}\p{N}_]+)+$/u.test(word))
    return word
      .split('.')
      .map((part) => `${quote([part])}*`)
      .join(' AND ')
  const spread = spaced(word)
  if (spread !== word) return quote(spread.split(/\s+/))
  const plain = quote([word])
  return plain && `${plain}*`
}

function quote(words: readonly string[]): string {
  const plain = words.map((word) => word.replaceAll(/[^\p{L}\p{N}'_]/gu, '').toLowerCase()).filter(Boolean)
  return plain.length === 0 ? '' : `"${plain.join(' ')}"`
}

export const spaced = (text: string): string =>
  text.replaceAll(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu, ' $& ')
