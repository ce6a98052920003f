import { describe, expect, it } from 'vitest'
import { bm25 } from '../../../bench/quality/bm25.ts'
import { fts5And, fts5Or } from '../../../bench/quality/fts5.ts'
import type { Contestant } from '../../../bench/quality/contestant.ts'
import type { QuestionSet } from '../../../bench/quality/sets.ts'

const documents = [
  { id: 'tides', scope: 'sea', title: 'Tides', text: 'The moon pulls the water: ebb and flow.' },
  { id: 'moon', scope: 'sky', title: 'Moon', text: 'Full moon, new moon. See getMoonPhase in v1.2.' },
  { id: '潮汐', scope: 'sea', title: '潮汐', text: '2013年月亮牵引海水。' },
]

const set: QuestionSet = {
  name: 'small',
  language: 'en',
  depth: 10,
  documents: documents.map((document) => ({ ...document, path: `${document.id}.md`, markdown: document.text })),
  questions: [],
}

async function check(contestant: Contestant, text: string, expected: readonly string[], scope = '') {
  const ready = await contestant.takeIn(set)
  expect(await ready.ask({ text, scope, grades: new Map(), excluded: new Set() })).toEqual(expected)
  await ready.close()
}

it.each([
  ['moon ebb', ['tides']],
  ['how does the moon move?', []],
  ['moon -ebb', ['moon']],
  ['-ebb', []],
  ['"new moon"', ['moon']],
  ['get', ['moon']],
  ['v1.2', ['moon']],
  ['海水', ['潮汐']],
  ['月亮怎样牵引海水', []],
  ['"', []],
])('every word must stand: %s', (text, expected) => check(fts5And, text, expected))

it.each([
  ['ebb ebbing', ['tides']],
  ['怎样牵引', ['潮汐']],
  ['?', []],
])('any word may stand: %s', (text, expected) => check(fts5Or, text, expected))

describe('BM25', () => {
  it.each([
    ['how do tides ebb', ['tides']],
    ['moon', ['moon', 'tides']],
    ['phase', ['moon']],
    ['哪里有月亮', ['潮汐']],
    ['the', []],
  ])('%s', (text, expected) => check(bm25, text, expected))
  it('keeps to the scope', () => check(bm25, 'moon', ['tides'], 'sea'))
})
