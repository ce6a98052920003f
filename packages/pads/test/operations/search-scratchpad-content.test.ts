import { describe, expect, it } from 'vitest'
import { openPads, type Answer } from '../pads-house.ts'

interface Found {
  readonly scratchpad: Answer
  readonly matches: readonly {
    readonly line_number: number
    readonly char_position: number
    readonly match_text: string
    readonly snippet: string
  }[]
  readonly total_matches: number
  readonly message: string
}

const text = '# 潮汐\r\n\r\nThe ebb begins.\r\nTODO: the flood\r\n待办：月亮\r\nthe end 🌊\r\n'

async function search(content: string, wanted: Answer): Promise<Found> {
  const house = openPads()
  const { id } = await house.addPad((await house.addWorkflow()).id, content)
  return house.call<Found>('search-scratchpad-content', { id, ...wanted })
}

describe('what is found', () => {
  it.each<[says: string, wanted: Answer, matches: readonly (readonly [number, number, string])[]]>([
    [
      'exact text',
      { query: 'the' },
      [
        [4, 6, 'the'],
        [6, 0, 'the'],
      ],
    ],
    [
      'in any case',
      { query: 'the', case_sensitive: false },
      [
        [3, 0, 'The'],
        [4, 6, 'the'],
        [6, 0, 'the'],
      ],
    ],
    ['Chinese', { query: '月亮' }, [[5, 3, '月亮']]],
    ['an emoji', { query: '🌊' }, [[6, 8, '🌊']]],
    [
      'a pattern',
      { queryRegex: '^(?:TODO|待办)[:：]' },
      [
        [4, 0, 'TODO:'],
        [5, 0, '待办：'],
      ],
    ],
    [
      'ends of lines',
      { queryRegex: '.$' },
      [
        [1, 3, '汐'],
        [3, 14, '.'],
        [4, 14, 'd'],
        [5, 4, '亮'],
        [6, 8, '🌊'],
      ],
    ],
    ['over lines', { query: 'begins.\nTODO' }, [[3, 8, 'begins.\r\nTODO']]],
    ['nothing', { query: 'neap' }, []],
    [
      'a page',
      { query: 'e', limit: 2, offset: 1 },
      [
        [3, 4, 'e'],
        [3, 9, 'e'],
      ],
    ],
    ['past the end', { query: 'e', offset: 100 }, []],
  ])('%s', async (_says, wanted, matches) =>
    expect(
      (await search(text, wanted)).matches.map((each) => [each.line_number, each.char_position, each.match_text]),
    ).toEqual(matches),
  )

  it('by names that callers guess', async () =>
    expect(await search(text, { pattern: 'eb+', context: 0, lineNumbers: 'true' })).toMatchObject({
      total_matches: 1,
      search_method: 'regex',
      matches: [{ match_text: 'ebb', snippet: '> 3: The ebb begins.' }],
    }))

  it('comes with the facts of the scratchpad and not its text', async () => {
    const { scratchpad } = await search(text, { query: 'ebb' })
    expect(scratchpad).toMatchObject({ title: 'Tides', version: 1, size_bytes: Buffer.byteLength(text) })
    expect(scratchpad).not.toHaveProperty('content')
  })
})

it.each<[says: string, wanted: Answer, snippets: readonly string[]]>([
  ['before and after', { query: 'TODO', context_lines: 1 }, ['  The ebb begins.\n► TODO: the flood\n  待办：月亮']],
  [
    'around a pattern',
    { queryRegex: 'T[O]DO', context_lines: 1 },
    ['  The ebb begins.\n► TODO: the flood\n  待办：月亮'],
  ],
  ['beats one side', { query: 'TODO', context_lines: 0, context_lines_after: 3 }, ['► TODO: the flood']],
  [
    'two lines on the other side',
    { query: 'TODO', context_lines_after: 0 },
    ['  \n  The ebb begins.\n► TODO: the flood'],
  ],
  [
    'that touches is printed once',
    { query: 'the', context_lines: 1, show_line_numbers: true },
    ['... 3: The ebb begins.\n> 4: TODO: the flood\n... 5: 待办：月亮\n> 6: the end 🌊', ''],
  ],
  [
    'or for each',
    { query: 'the', context_lines: 1, merge_context: false, max_content_chars: 40 },
    ['  The ebb begins.\n► TODO: the flood', '  待办：月亮\n► the end 🌊'],
  ],
  ['of the first', { query: 'the', context_lines: 0, max_context_matches: 1 }, ['► TODO: the flood', '']],
  ['not wanted', { query: 'the', context_lines: 0, include_content: false }, ['', '']],
  ['none, and few characters', { query: 'flood', max_content_chars: 12 }, ['…flood\r\n待办：…']],
])('context: %s', async (_says, wanted, snippets) =>
  expect((await search(text, wanted)).matches.map(({ snippet }) => snippet)).toEqual(snippets),
)

describe('what is left out is said', () => {
  const many = 'ebb\n'.repeat(12_000)
  it.each<[says: string, content: string, wanted: Answer, answer: Answer, message: RegExp]>([
    [
      'all is there',
      text,
      { query: 'ebb' },
      { total_matches: 1, total_is_exact: true, has_more: false },
      /^Found 1 matches for "ebb" in scratchpad "Tides"$/,
    ],
    [
      'a pattern',
      text,
      { queryRegex: 'eb+' },
      { total_matches: 1 },
      /^Found 1 matches for pattern \/eb\+\/ in scratchpad "Tides"$/,
    ],
    ['nothing', text, { query: 'EBB' }, { total_matches: 0 }, /case_sensitive false/],
    ['nothing of what has no case', text, { query: '落潮' }, { total_matches: 0 }, /^Found 0 matches.*"Tides"$/],
    ['empty places', text, { queryRegex: 'x*' }, { total_matches: 0, matches: [] }, /empty matches/],
    [
      'more matches',
      'ebb '.repeat(31),
      { query: 'ebb' },
      { total_matches: 31, has_more: true },
      /listed: 1 to 30 - offset 30 lists the next/,
    ],
    [
      'the last page',
      'ebb '.repeat(31),
      { query: 'ebb', offset: 30 },
      { total_matches: 31, has_more: false },
      /listed: 31 to 31$/,
    ],
    ['past the last', 'ebb', { query: 'ebb', offset: 3 }, { total_matches: 1, has_more: false }, /listed: none$/],
    [
      'too many',
      many,
      { query: 'ebb' },
      { total_matches: 10_000, total_is_exact: false, has_more: true },
      /^Found more than 10000 matches/,
    ],
    ['context of the first', many, { query: 'ebb', context_lines: 0 }, {}, /context for the first 5 matching lines/],
    ['long lines', `ebb${'x'.repeat(9_000)}`, { query: 'ebb', context_lines: 0 }, {}, /snippet_cut/],
  ])('%s', async (_says, ...[content, wanted, answer, message]) => {
    const found = await search(content, wanted)
    expect(found).toMatchObject(answer)
    expect(found.message).toMatch(message)
  })

  it('and an answer to what stands everywhere stays small', async () => {
    const house = openPads()
    const { id } = await house.addPad((await house.addWorkflow()).id, 'the ebb and flow\n'.repeat(50_000))
    for (const wanted of [
      { query: 'e' },
      { queryRegex: '.+' },
      { queryRegex: String.raw`.(?:[^]\n?){200}` },
      { query: 'e', context_lines: 2 },
    ])
      expect(JSON.stringify(await house.call('search-scratchpad-content', { id, ...wanted })).length).toBeLessThan(
        12_000,
      )
  })
})

it.each<[says: string, wanted: Answer, code: string, said: RegExp]>([
  ['no query', {}, 'bad-input', /Either query or queryRegex/],
  ['an empty one', { query: '' }, 'bad-input', /Either query or queryRegex/],
  ['two', { query: 'a', queryRegex: 'a' }, 'bad-input', /Cannot specify both/],
  ['no pattern', { queryRegex: '(' }, 'bad-input', /^Invalid regular expression: Unterminated group/],
  ['a pattern without end that refers back', { queryRegex: '(a+)+\\1$' }, 'bad-input', /longer than/],
  ['too much context', { query: 'a', context_lines: 51 }, 'bad-input', /at most 50/],
  ['too many contexts', { query: 'a', max_context_matches: 21 }, 'bad-input', /at most 20/],
  ['another scratchpad', { id: 'none', query: 'a' }, 'not-found', /Scratchpad not found: none/],
])('refused: %s', async (_says, wanted, code, said) => {
  const house = openPads()
  const { id } = await house.addPad((await house.addWorkflow()).id, `${'a'.repeat(30_000)}!`)
  const refusal = await house.refusal('search-scratchpad-content', { id, ...wanted })
  expect([refusal.code, refusal.message]).toEqual([code, expect.stringMatching(said)])
})
