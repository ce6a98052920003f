import { everything } from '@wuku/core/ports/access'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchWorkflows, type WorkflowSearchRequest } from '../../src/search/workflow-search.ts'
import { searchSlowly, shown } from './slow-search.ts'
import { knots, knottedText, storeWith, type WorkflowText } from './stores.ts'
import { runs } from '../../../../test/scale.ts'

const first = { page: 1, limit: 5 }

async function search(
  workflows: readonly WorkflowText[],
  wanted: Partial<WorkflowSearchRequest> & { readonly query: string },
) {
  const store = await storeWith(workflows)
  return store.read(everything, ({ pads }) => searchWorkflows(pads, { ...first, ...wanted }))
}

describe('the search', () => {
  const workflow = fc.record({
    name: knottedText(3),
    description: knottedText(4),
    scope: fc.constantFrom('shop', 'bank'),
    pads: fc.array(fc.tuple(knottedText(3), knottedText(30)), { maxLength: 3 }),
  })
  const wanted = fc.record({
    query: fc.array(fc.constantFrom(...knots, ' ', ' '), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
    scope: fc.constantFrom(undefined, undefined, 'shop'),
    page: fc.integer({ min: 1, max: 3 }),
    limit: fc.integer({ min: 1, max: 4 }),
  })
  it('finds what a count of all hits in all texts finds', async () =>
    fc.assert(
      fc.asyncProperty(fc.array(workflow, { minLength: 1, maxLength: 6 }), wanted, async (workflows, request) => {
        const store = await storeWith(workflows, (at) => at >> 1)
        await store.read(everything, async ({ pads }) =>
          expect(shown(await searchWorkflows(pads, request))).toEqual(await searchSlowly(pads, request)),
        )
      }),
      { numRuns: runs(200) },
    ))
})

it.each<[says: string, workflow: WorkflowText, query: string, score: number]>([
  ['of the name', { name: 'React' }, 'react', 5],
  ['of the description', { name: '', description: 'React, react' }, 'react', 6],
  [
    'of titles',
    {
      name: '',
      pads: [
        ['React', ''],
        ['React', ''],
      ],
    },
    'react',
    6,
  ],
  [
    'of contents',
    {
      name: '',
      pads: [
        ['', 'React react'],
        ['', 'react'],
      ],
    },
    'react',
    3,
  ],
  ['of several words', { name: 'React 組件' }, '组件 react', 10],
  ['of a run and its segments, a place once', { name: '组件开发，组件' }, '组件开发', 10],
  ['of segments alone', { name: '组件的开发' }, '组件开发', 10],
  ['of a word in a word, a place once', { name: 'user_id of user' }, 'user user_id', 10],
  ['of words that overlap, a place once', { name: 'reactest' }, 'react test', 5],
  ['of a word within words', { name: 'TypeScript' }, 'script', 5],
  ['of a short word, only whole', { name: 'go, golang' }, 'go', 5],
  ['of no scope', { name: '', scope: 'React' }, 'react', 0],
])('a score is that %s', async (_says, workflow, query, score) => {
  const { found, total } = await search([workflow], { query })
  expect([found.map((each) => each.score), total]).toEqual(score > 0 ? [[score], 1] : [[], 0])
})

describe('the step that answers', () => {
  const texts: readonly WorkflowText[] = [{ name: '組件的開發', pads: [['', 'golang 狀態管理']] }]
  it.each([
    ['segments', '组件开发'],
    ['segments', 'golang'],
    ['segments', 'golang 組件'],
    ['run', '組件'],
    ['run', '組件 狀態'],
    ['substring', '开发件'],
    ['substring', 'la'],
    ['none', '龘靐'],
    ['none', 'x'],
    ['none', '???'],
    ['none', ''],
  ])('is %s for %s', async (method, query) => expect((await search(texts, { query })).method).toBe(method))
})

describe('the order', () => {
  const called = (names: string): WorkflowText[] =>
    names.split(' ').map((name) => ({ name: name.replaceAll('-', ' ') }))
  it.each([
    ['the higher score first', called('a tide-tide b tide'), first, ['w-2', 'w-4']],
    ['of one score the newest first', called('tide tide tide-tide tide'), first, ['w-3', 'w-4', 'w-2', 'w-1']],
    ['a page later', called('tide tide tide-tide tide'), { page: 2, limit: 2 }, ['w-2', 'w-1']],
    ['past the last page', called('tide'), { page: 2, limit: 2 }, []],
  ])('has %s', async (_says, workflows, page, ids) => {
    const { found } = await search(workflows, { query: 'tide', ...page })
    expect(found.map(({ workflow }) => workflow.id)).toEqual(ids)
    expect(found.map(({ rank }) => rank)).toEqual(ids.map((_, at) => (page.page - 1) * page.limit + at + 1))
  })
})

it('looks at no more than 64 keywords, and says so', async () => {
  const words = Array.from({ length: 100 }, (_, at) => `w${at}w`)
  const { leftOut, found } = await search([{ name: 'w63w' }, { name: 'w64w' }], { query: words.join(' ') })
  expect([leftOut, found.map(({ workflow }) => workflow.id)]).toEqual([36, ['w-1']])
})
