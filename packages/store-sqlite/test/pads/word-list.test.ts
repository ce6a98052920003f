import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { advance } from '@wuku/store-sql/sqlite/counters'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { createWordList, type WordList } from '../../src/pads/word-list.ts'
import { migrate } from '../../src/schema.ts'
import { runs } from '../../../../test/scale.ts'

let db: Connection
beforeEach(() => {
  db = connect(':memory:', 0)
  migrate(db)
})
afterEach(() => db.close())

const add = (word: string): number => db.insert('INSERT OR IGNORE INTO hit_words (word) VALUES (?)', [word])

function lose(word: string): void {
  advance(db, 'words_lost', db.run('DELETE FROM hit_words WHERE word = ?', [word]))
}

const wordsNow = (): { id: number; word: string }[] => db.rows('SELECT id, word FROM hit_words')

/** Of the words that are there now. */
function expectTold(list: WordList, part: string): void {
  const found = list.containing(db, part)
  for (const { id, word } of wordsNow()) expect([word, found.get(id) ?? 0]).toEqual([word, word.split(part).length - 1])
}

it('finds words by what they hold, and how often', () => {
  for (const word of ['banana', 'anna', 'nab', 'привет', 'mañana', 'a\u0000na', 'na']) add(word)
  const list = createWordList()
  for (const part of ['na', 'an', 'ana', 'b', 'при', 'banana', 'nanana', '\u0000', 'x']) expectTold(list, part)
  expect(list.containing(db, 'zz').size).toBe(0)
})

it('finds nothing where there are no words', () => expect(createWordList().containing(db, 'a').size).toBe(0))

it('never misses a word, whatever comes and goes', () => {
  const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1'), minLength: 1, maxLength: 6 })
  const anyStep = fc.record({ added: fc.array(anyWord, { maxLength: 8 }), lost: fc.array(anyWord, { maxLength: 4 }) })
  const list = createWordList()
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 8 }), fc.constantFrom('a', 'ab', 'é1', 'b'), (steps, part) => {
      for (const { added, lost } of steps) {
        added.forEach(add)
        lost.forEach(lose)
        expectTold(list, part)
      }
    }),
    { numRuns: runs(40) },
  )
})

it('has the words of an earlier moment, which are lost in a later one', () => {
  add('before')
  db.begin()
  add('brief')
  const list = createWordList()
  lose('before')
  expectTold(list, 'b')
  db.rollback()
  expectTold(list, 'b')
})

it('goes on after tens of thousands of words, and after most of them are lost', () => {
  const list = createWordList()
  db.begin()
  for (let at = 0; at < 60_000; at++) add(`word${at}`)
  db.commit()
  expect(list.containing(db, 'word').size).toBe(60_000)
  expect(list.containing(db, 'd59999').size).toBe(1)
  advance(db, 'words_lost', db.run("DELETE FROM hit_words WHERE word NOT LIKE '%7'"))
  add('another')
  expectTold(list, 'another')
  expect(list.containing(db, 'word').size).toBe(6_000)
})
