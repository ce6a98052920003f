import { describe, expect, it } from 'vitest'
import { fitAnswer } from '../../src/present.ts'
import { maxListChars, padLists, type PadList } from '../../src/operations/list-scratchpads.ts'
import { openPads, type Answer } from '../pads-house.ts'

async function list(given: Answer, content = '潮汐'.repeat(600)): Promise<PadList> {
  const house = openPads()
  const { id } = await house.addWorkflow()
  for (let nth = 1; nth <= 25; nth++) await house.addPad(id, content, `P${nth}`)
  return house.call<PadList>('list-scratchpads', { workflow_id: id, ...given })
}

describe('list-scratchpads', () => {
  it.each<[says: string, given: Answer, titles: readonly string[], next: number | null, message: RegExp]>([
    ['the newest first', { limit: 2 }, ['P25', 'P24'], 2, /^Listed 2 of 25 scratchpads\..* Offset 2 lists the next\.$/],
    ['the last page', { limit: 20, offset: 23 }, ['P2', 'P1'], null, /^Listed 2 of 25 scratchpads\. /],
    ['past the last', { offset: 25 }, [], null, /offset 25 is past the last of 25\.$/],
  ])('%s', async (...[, given, titles, next, message]) => {
    const answer = await list(given)
    expect(answer.scratchpads.map(({ title }) => title)).toEqual(titles)
    expect(answer).toMatchObject({ count: titles.length, total: 25, next_offset: next, has_more: next !== null })
    expect(answer.message).toMatch(message)
  })

  it.each<[says: string, given: Answer, length: number, more: Answer]>([
    ['cut to 800 characters', {}, 800, { content_truncated: true, original_size: 3_600 }],
    ['in preview', { preview_mode: true }, 300, { content_truncated: true }],
    ['of so many characters', { max_content_chars: 1_000 }, 1_000, { content_truncated: true }],
    ['whole', { max_content_chars: 1_200 }, 1_200, {}],
    ['left out', { include_content: false }, 0, {}],
    [
      'left out, whatever else is asked',
      { include_content: false, max_content_chars: 50 },
      0,
      { parameter_warning: expect.any(String) },
    ],
  ])('with contents %s', async (...[, given, length, more]) => {
    const { scratchpads } = await list({ limit: 3, ...given })
    expect(scratchpads.map(({ content }) => content.length)).toEqual([length, length, length])
    expect(scratchpads[0]).toMatchObject(more)
  })

  it('answers an unknown workflow with an empty list', async () => {
    const answer = await openPads().call<PadList>('list-scratchpads', { workflow_id: 'none' })
    expect(answer).toMatchObject({
      scratchpads: [],
      total: 0,
      has_more: false,
      message: expect.stringContaining('none'),
    })
  })

  it('answers an empty workflow', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    expect(await house.call('list-scratchpads', { id })).toMatchObject({
      count: 0,
      message: expect.stringContaining('none'),
    })
  })

  it('stays short by default, and says so', async () => {
    const answer = await list({}, '"引号"\n'.repeat(1_000))
    expect(JSON.stringify(answer).length).toBeLessThan(20_000)
    expect([answer.count, answer.message]).toEqual([
      20,
      expect.stringMatching(/at most: 400 characters of a content\..* "get-scratchpad"/),
    ])
  })

  it('never says what is no number', async () => {
    for (const given of [{}, { limit: 1 }, { offset: 3 }, { limit: 1, offset: 99 }])
      expect((await list(given)).message).not.toMatch(/NaN|undefined|Infinity/)
  })
})

interface Made {
  readonly pads: number
  readonly content: string
  readonly title: string
}

function fit({ pads, content, title }: Made, wanted: Answer = {}): PadList {
  const items = Array.from({ length: pads }, (_, slot) => ({
    id: `0e984725-c51c-4bf4-9960-${String(slot).padStart(12, '0')}`,
    workflow: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    slot,
    title,
    content,
    bytes: Buffer.byteLength(content),
    createdAt: 0,
    updatedAt: 0,
    version: 1,
  }))
  const page = { items, total: pads, limit: pads, offset: 0, wanted }
  return fitAnswer(padLists(page), maxListChars(page))
}

it.each<[says: string, made: Made, wanted: Answer, expected: readonly [count: number, length: number], most: number]>([
  ['of fifty shows less of each', { pads: 50, content: '说'.repeat(900), title: 't' }, {}, [50, 400], 50_000],
  ['of long titles shows fewer', { pads: 50, content: '', title: 't'.repeat(2_000) }, {}, [21, 0], 50_000],
  ['of endless titles cuts them', { pads: 3, content: 'c', title: '题'.repeat(100_000) }, {}, [3, 1], 20_000],
  [
    'that was asked for is longer',
    { pads: 20, content: 'x'.repeat(5_000), title: 't' },
    { max_content_chars: 5_000 },
    [20, 5_000],
    120_000,
  ],
  [
    'ends somewhere',
    { pads: 50, content: '长'.repeat(100_000), title: 't' },
    { max_content_chars: 100_000 },
    [50, 3_200],
    200_000,
  ],
  ['of control characters', { pads: 20, content: '\u0001'.repeat(900), title: '👩‍👩‍👧'.repeat(300) }, {}, [5, 200], 20_000],
])('a list that would be too long: %s', (...[, made, wanted, expected, most]) => {
  const answer = fit(made, wanted)
  expect([answer.count, answer.scratchpads[0]?.content.length]).toEqual(expected)
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(most)
  expect(JSON.stringify(answer).isWellFormed()).toBe(true)
})
