import { describe, expect, it } from 'vitest'
import type { ChunkId, DocumentId } from '@wuku/core/core-types'
import { parseQuery } from '../../src/query/query.ts'
import { planSearch } from '../../src/query/plan.ts'
import { questionSentences, judgeByParts, partsOf } from '../../src/query/prompt-parts.ts'
import { engineWith } from '../search/engine-with.ts'

const AROUND =
  'I looked for it since yesterday, and a colleague of mine asked in the weekly meeting. Please keep the answer short, ' +
  'in two paragraphs, and say where each statement comes from.'
const AROUND_ZH = '这件事我从昨天下午就开始看了，周会上有同事问到。回答请尽量简短，两三段就够了，并且注明出处。'

/** Who answers holds few words of the prompt, and the minutes many. */
const notes = {
  house: {
    'tide.md': '# Tide\n\nThe harbour floods at spring tide, when sun and moon pull together.\n',
    'minutes.md':
      '# Minutes\n\nIn the weekly meeting a colleague asked for a short answer: two paragraphs, each statement with its place. ' +
      'Yesterday another colleague asked where each came from.\n',
    'lock.md': '# 船闸\n\n水位相差较大时船闸分两级开启。\n',
    'weekly.md': '# 周会\n\n周会上同事问到昨天下午的事，回答简短，两三段，注明出处。\n',
  },
}

describe('a long prompt', () => {
  it.each([
    ['when does the harbour flood?', 'tide.md'],
    [`${AROUND} When does the harbour flood?`, 'tide.md'],
    [`When does the harbour flood?\n${AROUND}`, 'tide.md'],
    [`${AROUND_ZH}水位相差大的时候船闸怎么开启？`, 'lock.md'],
  ])('is answered by its question: %s', async (query, first) => {
    const engine = await engineWith(notes)
    const { hits } = await engine.search.find({ query, limit: 10, of: 'documents' })
    expect(hits[0]?.document.path).toBe(first)
  })
  it.each([
    ['when does the harbour flood?', 0],
    ['harbour flood. spring tide.', 0],
    [`${AROUND} When does the harbour flood? `, 3],
    [`${AROUND.replaceAll('.', ',')} it floods`, 0],
    [`${AROUND_ZH}水位相差大的时候船闸怎么开启？`, 3],
  ])('has sentences: %s', async (query, parts) => {
    const engine = await engineWith(notes)
    const plan = await engine.read((view) => planSearch(parseQuery(query), { view }))
    expect(partsOf(plan.words).length).toBe(parts)
  })
})

const harbour = 'Before you start, wait for me. When does the harbour flood? Show what we have on locks.'

it.each([
  ['the one that is answered best', [1, 6, 2], ['When does the harbour flood?']],
  ['nearly as well, for a wish', [1, 6, 5], ['When does the harbour flood?', 'Show what we have on locks.']],
  [
    'what tells, if it is answered better',
    [6, 5, 1],
    ['Before you start, wait for me.', 'When does the harbour flood?'],
  ],
  ['all where nothing answers', [0, 0, 0], harbour.split(/(?<=[.?]) /)],
])('asks %s', (_, answered, asked) => {
  const parts = answered.map((_score, sentence) => ({ sentence, terms: [], ideal: 10 }))
  expect(questionSentences(harbour, parts, answered)).toBe(asked.join('\n'))
})

it.each([
  [
    'I am sure of it, since we talked about it last year, but my old laptop stays at home until the end of the month.',
    false,
  ],
  [
    'My old laptop stays at home until the end of the month, thank you for the slides. What did we decide about the spring tide?',
    true,
  ],
])('asks for the past where its question does: %s', async (aside, isPast) => {
  const engine = await engineWith(notes)
  const query = `${isPast ? '' : 'When does the harbour flood at spring tide? '}${aside} Plain words would be best for newcomers.`
  const { trace } = await engine.search.find({ query, limit: 10, of: 'documents', messages: true, hearsPast: true })
  expect(trace.notes.some((note) => note.includes('your own past'))).toBe(isPast)
})

it('judges a passage by its best sentence, and a little by all', () => {
  const candidate = (chunk: number, score: number) => ({
    chunk: chunk as ChunkId,
    document: chunk as DocumentId,
    score,
  })
  const parts = [10, 10].map((ideal) => ({ terms: [], ideal }))
  const judged = judgeByParts([candidate(1, 6)], [[candidate(1, 3), candidate(2, 5)], [candidate(1, 3)]], {
    parts,
    ideal: 20,
  })
  expect(judged.map(({ chunk, score }) => [chunk, Math.round(score * 100) / 100])).toEqual([
    [2, 9],
    [1, 6],
  ])
})
