import { describe, expect, it } from 'vitest'
import type { ChunkId, DocumentId } from '@wuku/core/core-types'
import { parseQuery } from '../../src/query/query.ts'
import { planSearch } from '../../src/query/plan.ts'
import { askedIn, judgeByParts, partsOf } from '../../src/query/prompt-parts.ts'
import { engineWith } from '../search/engine-with.ts'

const AROUND =
  'I looked for it since yesterday, and a colleague of mine asked in the weekly meeting. Please keep the answer short, ' +
  'in two paragraphs, and say where each statement comes from.'
const AROUND_ZH = '这件事我从昨天下午就开始看了，周会上有同事问到。回答请尽量简短，两三段就够了，并且注明出处。'

const AROUND_ZH_TW = '這件事我從昨天下午就開始看了，週會上有同事問到。回答儘量簡短，兩三段就夠了，並且註明出處。'

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

const LONG =
  'Before you start, wait for me, since I want to see it with my own eyes. When does the harbour flood? Show what we have on locks.'

it.each([
  ['what it asks and wishes, without what it tells', LONG, 'When does the harbour flood?\nShow what we have on locks.'],
  ['all of a short one', 'We talked. Where are the locks?', 'We talked. Where are the locks?'],
  ['nothing where it tells alone', AROUND.replaceAll('Please keep', 'Keep'), ''],
  ['Simplified', `${AROUND_ZH}水位相差大的时候船闸怎么开启？`, '水位相差大的时候船闸怎么开启？'],
  ['Traditional', `${AROUND_ZH_TW}請問水位相差大的時候船閘怎麼開啟？`, '請問水位相差大的時候船閘怎麼開啟？'],
])('a long prompt asks %s', (_, prompt, asked) => expect(askedIn(prompt)).toBe(asked))

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
  expect(trace.notes.some((note) => String(note).includes('your own past'))).toBe(isPast)
})

describe('a passage is judged by the sentences of a prompt', () => {
  const candidate = (chunk: number, score: number) => ({
    chunk: chunk as ChunkId,
    document: chunk as DocumentId,
    score,
  })
  const part = (ideal: number, weight = ideal) => ({ terms: [], shortForms: [], otherNames: [], ideal, weight })
  it.each([
    [
      'one that answers half of a sentence, before one that holds a little of each',
      [10, 10],
      [
        [
          [1, 3],
          [2, 5],
        ],
        [[1, 2]],
      ],
      [2, 1],
    ],
    [
      'one that answers the subject, before one that holds all of a short sentence',
      [40, 5],
      [[[1, 24]], [[2, 5]]],
      [1, 2],
    ],
    [
      'one that answers two, before one that answers one',
      [10, 10],
      [
        [
          [1, 6],
          [2, 6],
        ],
        [[1, 6]],
      ],
      [1, 2],
    ],
    ['equals by their place', [10, 10], [[[2, 6]], [[1, 6]]], [1, 2]],
  ] as const)('%s', (_, ideals, found, order) => {
    const parts = ideals.map((ideal) => part(ideal))
    const { candidates } = judgeByParts(
      found.map((list) => list.map(([chunk, score]) => candidate(chunk, score))),
      { parts, ideal: 50 },
    )
    expect(candidates.map(({ chunk }) => chunk)).toEqual(order)
  })
  it('with what it asks as two sentences', () => {
    const parts = [part(10), part(10, 20)]
    const { candidates, toPart } = judgeByParts([[candidate(1, 6)], [candidate(2, 6)]], { parts, ideal: 20 })
    expect(candidates.map(({ chunk }) => chunk)).toEqual([2, 1])
    expect((toPart * (candidates[0]?.score ?? 0)) / 20).toBeCloseTo(0.6)
  })
})

/** The subject stands in one sentence, and what is asked of it in another, of words that everybody says. */
const talk = {
  house: {
    'worth.md': '# Net worth\n\nWe calculated the net worth: savings, pension and the flat, less the mortgage.\n',
    'steps.md': '# Next\n\nThe next step that I need from you: what do you need? Tell me the next step.\n',
    'garden.md': '# 园子\n\n把园子里的三棵苹果树都修剪了，剪下的枝条堆在墙边。\n',
    'next.md': '# 下一步\n\n下一步做什么，下一步再说。\n',
  },
}

it.each([
  [
    'Hey, that net worth calculation with the savings and the mortgage was eye-opening, I had no idea at all. What is the next step you need from me?',
    'worth.md',
  ],
  [
    '那天把园子里的三棵苹果树都修剪了一遍，枝条还堆在墙边没有收拾，看着真是舒服多了。那么下一步需要我做什么呢？',
    'garden.md',
  ],
  [
    '那天把園子裡的三棵蘋果樹都修剪了一遍，枝條還堆在牆邊沒有收拾，看著真是舒服多了。那麼下一步需要我做什麼呢？',
    'garden.md',
  ],
])('a prompt finds its subject, not what it asks of it: %s', async (query, first) => {
  const engine = await engineWith(talk)
  const { hits } = await engine.search.find({ query, limit: 10, of: 'documents' })
  expect(hits[0]?.document.path).toBe(first)
})
