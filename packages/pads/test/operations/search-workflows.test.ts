import { describe, expect, it } from 'vitest'
import { openPads, type Answer, type PadsHouse } from '../pads-house.ts'

interface Found {
  readonly results: readonly {
    readonly workflow: { readonly id: string; readonly name: string; readonly description: string | null }
    readonly score: number
    readonly matching_scratchpads: number
    readonly rank: number
    readonly keywords: readonly string[]
    readonly hits: Answer
    readonly why: string
  }[]
  readonly pagination: Answer
  readonly keywords: Answer
  readonly search_method: string
  readonly message: string
}

/** The worked example and two others. */
async function openHouse(): Promise<PadsHouse> {
  const house = openPads()
  const react = await house.addWorkflow({ name: 'React專案', description: '前端開發', scope: 'shop' })
  await house.addPad(react.id, '組件設計模式...', 'React基礎')
  await house.addPad(react.id, 'React hooks...', '狀態管理')
  await house.addPad(react.id, 'Nothing of it', 'Else')
  await house.addWorkflow({ name: 'Vue 项目', description: '组件开发', scope: 'bank', isActive: false })
  await house.addWorkflow({ name: 'Harbour', description: '潮汐 tide '.repeat(60), scope: 'harbour' })
  return house
}

const search = async (wanted: Answer): Promise<Found> => (await openHouse()).call<Found>('search-workflows', wanted)

describe('the worked example', () => {
  it.each(['React 組件', 'React 组件', '组件 react', 'ＲＥＡＣＴ，組件'])('%s scores 10', async (query) => {
    const { results, search_method: method } = await search({ query, project_scope: 'shop' })
    expect(results).toMatchObject([
      { score: 10, matching_scratchpads: 2, rank: 1, hits: { name: 1, description: 0, titles: 1, contents: 2 } },
    ])
    expect(method).toBe('segments')
  })

  it('says why', async () => {
    const { results, keywords } = await search({ query: 'React組件開發' })
    expect(keywords).toEqual({ latin: ['React'], cjk: ['組件開發'], segments: ['組件', '開發'] })
    expect(results.map(({ workflow, score, keywords: hit, why }) => [workflow.name, score, hit, why])).toEqual([
      [
        'React專案',
        13,
        ['React', '組件', '開發'],
        'React: in the name, in a title, in the text; 開發: in the description; 組件: in the text',
      ],
      ['Vue 项目', 3, ['組件開發'], '組件開發: in the description'],
    ])
  })
})

describe('what is found', () => {
  it.each<[says: string, wanted: Answer, ids: readonly string[]]>([
    ['any of the keywords', { query: 'vue react' }, ['React專案', 'Vue 项目']],
    ['in closed ones too', { query: 'vue' }, ['Vue 项目']],
    ['in one project', { query: '组件', project_scope: 'bank' }, ['Vue 项目']],
    ['in a project letter for letter', { query: '组件', project_scope: 'Bank' }, []],
    ['in all, when the project is empty', { query: '组件', project_scope: '' }, ['React專案', 'Vue 项目']],
    ['nothing by the project', { query: 'bank' }, []],
    ['by other names', { q: '組件', scope: 'bank', per_page: 1 }, ['Vue 项目']],
    ['with what has no effect', { query: '组件', useJieba: false }, ['React專案', 'Vue 项目']],
    ['a page later', { query: '组件', page: 2, limit: 1 }, ['React專案']],
  ])('%s', async (_says, wanted, ids) => {
    const { results } = await search(wanted)
    expect(results.map(({ workflow }) => workflow.name).toSorted()).toEqual(ids)
  })

  it.each([
    [
      { query: '组件', limit: 1 },
      { page: 1, per_page: 1, total_results: 2, has_more: true },
    ],
    [
      { query: '组件', limit: 1, page: 2 },
      { page: 2, per_page: 1, total_results: 2, has_more: false },
    ],
    [
      { query: '组件', page: 9 },
      { page: 9, per_page: 5, total_results: 2, has_more: false },
    ],
    [{ query: '???' }, { page: 1, per_page: 5, total_results: 0, has_more: false }],
  ])('counts the pages of %j', async (wanted, pagination) =>
    expect((await search(wanted)).pagination).toEqual(pagination),
  )
})

it.each([
  [{ query: 'react' }, 'segments', 'Found 1 workflow.'],
  [{ query: 'react 组件' }, 'segments', 'Found 2 workflows.'],
  [{ query: '组件' }, 'run', 'Found 2 workflows with exactly these characters.'],
  [{ query: '组件', limit: 1 }, 'run', 'Page 2 shows the next.'],
  [{ query: '组件', page: 3 }, 'run', 'Page 3 is past the last, 1.'],
  [{ query: 'ue' }, 'substring', 'with parts of them'],
  [{ query: 'ue 鲸' }, 'substring', 'with parts of them'],
  [{ query: 'zebra' }, 'none', 'No workflow contains any of these words. Try'],
  [{ query: 'zebra', project_scope: 'shop' }, 'none', 'without project_scope all are'],
  [{ query: '  ' }, 'none', 'No keyword'],
  [{ query: '👩‍👩‍👧 !' }, 'none', 'No keyword'],
  [{ query: '' }, 'none', 'No keyword'],
  [{ query: 'tide' }, 'segments', 'cut to 300 characters'],
])('the message for %j is of %s', async (wanted, method, said) => {
  const { search_method: done, message } = await search(wanted)
  expect([done, message]).toEqual([method, expect.stringContaining(said)])
})

it('cuts what is long', async () => {
  const { results } = await search({ query: '潮汐' })
  expect(results.map(({ workflow }) => [workflow.description?.length, workflow.description?.endsWith('…')])).toEqual([
    [300, true],
  ])
})

it('stays small with the longest query and many results', async () => {
  const house = openPads()
  for (let at = 0; at < 6; at++) {
    const { id } = await house.addWorkflow({
      name: 'n'.repeat(2_000),
      description: '组件'.repeat(5_000),
      scope: 's'.repeat(2_000),
    })
    await house.addPad(id, '组件 word1 word2 word3 开发 '.repeat(500), 't'.repeat(2_000))
  }
  const answer = await house.call('search-workflows', { query: `${'word1 组件开发 '.repeat(76)}${'n'.repeat(80)}` })
  expect(JSON.stringify(answer).length).toBeLessThan(12_000)
})

it.each([
  ['a longer query', { query: 'a'.repeat(4_001) }],
  ['a page before the first', { query: 'a', page: 0 }],
  ['more than 20 a page', { query: 'a', limit: 21 }],
  ['no query', {}],
])('refuses %s', async (_says, wanted) =>
  expect((await openPads().refusal('search-workflows', wanted)).code).toBe('bad-input'),
)

it('quotes no secret of a name, a description or a title', async () => {
  const token = `ghp_${'Fake0'.repeat(8)}`
  const house = openPads()
  const { id } = await house.addWorkflow({ name: `Tides ${token}`, description: `ebb ${token}` })
  await house.addPad(id, `Tides ${token}`, `Title ${token}`)
  const found = await house.call<{ readonly results: readonly unknown[] }>('search-workflows', { query: 'tides' })
  expect(found.results).toHaveLength(1)
  expect(JSON.stringify(found)).not.toContain(token)
})
