import { describe, expect, it } from 'vitest'
import { openPads, type Answer, type PadsHouse } from '../pads-house.ts'

interface Found {
  readonly results: readonly {
    readonly scratchpad: { readonly title: string; readonly content: string; readonly id: string }
    readonly workflow: Answer
    readonly rank: number
    readonly score: number
    readonly snippet: string
    readonly citation: string
  }[]
  readonly count: number
  readonly has_more: boolean
  readonly message: string
}

const login =
  '# 登录\n\nThe token expires at midnight.\nRefresh the token before.\n\nNothing.\n\n## 组件\n\nToken store 組件設計\n'

/** Two projects; ids are `workflow-1` and so on. */
async function openHouse(): Promise<PadsHouse> {
  const house = openPads()
  const shop = await house.addWorkflow({ name: 'Shop', description: '商店', scope: 'shop' })
  const bank = await house.addWorkflow({ name: 'Bank', scope: 'bank', isActive: false })
  await house.addPad(shop.id, login, 'Login')
  await house.addPad(shop.id, 'The cart holds what was chosen; no token here.', 'Cart')
  await house.addPad(bank.id, '转账 needs a token and a second factor. '.repeat(40), 'Transfers')
  return house
}

const search = async (wanted: Answer): Promise<Found> => (await openHouse()).call<Found>('search-scratchpads', wanted)

describe('what is found', () => {
  it.each<[says: string, wanted: Answer, titles: readonly string[]]>([
    ['everywhere', { query: 'token' }, ['Cart', 'Login', 'Transfers']],
    ['in one workflow', { query: 'token', workflow_id: 'workflow-1' }, ['Cart', 'Login']],
    ['in one that is closed', { query: 'token', workflow_id: 'workflow-2' }, ['Transfers']],
    ['in one project', { query: 'token', project_scope: 'bank' }, ['Transfers']],
    ['in a project letter for letter', { query: 'token', project_scope: 'Bank' }, []],
    ['in all projects', { query: 'token', project_scope: '' }, ['Cart', 'Login', 'Transfers']],
    ['in a workflow of another project', { query: 'token', workflow_id: 'workflow-1', project_scope: 'bank' }, []],
    ['by Chinese', { query: '登录' }, ['Login']],
    ['by Traditional for Simplified', { query: '組件' }, ['Login']],
    ['by Simplified for Traditional', { query: '组件设计', useJieba: true }, ['Login']],
    ['by a phrase', { query: '"second factor"' }, ['Transfers']],
    ['without a word', { query: 'token -cart' }, ['Login', 'Transfers']],
    ['by a title', { query: 'transfers' }, ['Transfers']],
    ['with a slip', { query: 'midnihgt' }, ['Login']],
    ['by other names', { q: 'midnight', scope: 'shop' }, ['Login']],
    ['nothing', { query: 'zebra' }, []],
    ['no word', { query: '???' }, []],
  ])('%s', async (_says, wanted, titles) => {
    const { results, count } = await search(wanted)
    expect(results.map(({ scratchpad }) => scratchpad.title).toSorted()).toEqual(titles)
    expect([count, results.map(({ rank }) => rank)]).toEqual([titles.length, titles.map((_, at) => at + 1)])
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).toSorted((a, b) => b - a))
  })

  it('comes with its workflow, its lines and why', async () => {
    const { results } = await search({ query: 'midnight zebra' })
    expect(results).toMatchObject([
      {
        scratchpad: { title: 'Login', content: login },
        workflow: { id: 'workflow-1', name: 'Shop', description: '商店' },
        snippet: expect.stringContaining('3: The token expires at midnight.'),
        citation: expect.stringMatching(/^wuku:\/\/pads\/workflows\/pad-\d+#L\d+-L\d+$/),
        why: { matched: ['midnight'], missing: ['zebra'] },
      },
    ])
  })
})

describe('what is shown of it', () => {
  it.each<[says: string, wanted: Answer, expected: Answer]>([
    ['text in short', {}, { content: expect.stringMatching(/^.{450,500}$/s), content_truncated: true }],
    ['a preview', { preview_mode: true }, { content: expect.stringMatching(/^.{200,250}$/s) }],
    ['as much as asked', { max_content_chars: 30 }, { content: expect.stringMatching(/^.{20,30}$/s) }],
    ['no text', { include_content: false }, { content: '' }],
  ])('%s', async (_says, wanted, expected) =>
    expect((await search({ query: '转账', ...wanted })).results[0]?.scratchpad).toMatchObject(expected),
  )

  it.each<[says: string, wanted: Answer, snippet: string]>([
    ['the best line', { query: 'midnight', context_lines: 0 }, '► The token expires at midnight.'],
    [
      'numbered',
      { query: 'midnight', context_lines: 1, show_line_numbers: true },
      '... 2: \n> 3: The token expires at midnight.\n... 4: Refresh the token before.',
    ],
    [
      'other lines with its words',
      { query: 'midnight token', context_lines: 0 },
      '► The token expires at midnight.\n► Refresh the token before.\n...\n► Token store 組件設計',
    ],
    [
      'some of them',
      { query: 'midnight token', context_lines: 0, max_context_matches: 1, merge_context: false },
      '► The token expires at midnight.',
    ],
    ['a word written otherwise', { query: 'expired midnight', context_lines: 0 }, '► The token expires at midnight.'],
    ['a part of a Chinese word', { query: '组件设计', context_lines: 0 }, '► ## 组件\n...\n► Token store 組件設計'],
  ])('lines around: %s', async (_says, wanted, snippet) =>
    expect((await search({ ...wanted, workflow_id: 'workflow-1' })).results[0]?.snippet).toBe(snippet),
  )
})

describe('what is left out is said', () => {
  it.each<[says: string, wanted: Answer, message: RegExp]>([
    ['more pads', { query: 'token', limit: 1 }, /^Found 1 scratchpad for "token" - there are more: raise limit/],
    ['a slip', { query: 'midnihgt' }, /searched for "midnight" instead/],
    ['no word', { query: '???' }, /query contains no word/],
    ['an empty place', { query: 'token', project_scope: 'none' }, /no scratchpads where you searched/],
  ])('%s', async (_says, wanted, message) => expect((await search(wanted)).message).toMatch(message))

  it('and twenty results of scratchpads stay small', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow({ description: '长'.repeat(5_000) })
    for (let nth = 0; nth < 21; nth++) await house.addPad(id, `${nth} 登录 token\n`.repeat(60), `Pad ${nth}`)
    const found = await house.call<Found>('search-scratchpads', { query: '登录' })
    expect([found.count, found.has_more, JSON.stringify(found).length < 22_000]).toEqual([10, true, true])
    const most = await house.call<Found>('search-scratchpads', { query: '登录', limit: 20 })
    expect(most.message).toMatch(/^Found 20 scratchpads for "登录" - there are more: narrow the query/)
  })
})

it.each<[says: string, wanted: Answer, code: string]>([
  ['no query', {}, 'bad-input'],
  ['an empty one', { query: '' }, 'bad-input'],
  ['too many', { query: 'a', limit: 21 }, 'bad-input'],
  ['an unknown workflow', { query: 'a', workflow_id: 'none' }, 'not-found'],
])('refused: %s', async (_says, wanted, code) =>
  expect(await (await openHouse()).refusal('search-scratchpads', wanted)).toMatchObject({ code }),
)

it('quotes no secret of a name, a description or a title', async () => {
  const token = `ghp_${'Fake0'.repeat(8)}`
  const house = openPads()
  const { id } = await house.addWorkflow({ name: `Tides ${token}`, description: `ebb ${token}` })
  await house.addPad(id, `Tides ${token}`, `Title ${token}`)
  const found = await house.call<{ readonly results: readonly unknown[] }>('search-scratchpads', { query: 'tides' })
  expect(found.results).toHaveLength(1)
  expect(JSON.stringify(found)).not.toContain(token)
})
