import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openCodeHouse } from './code-house.ts'

const GONE = 'src/cart/discounts.ts'
const RENAMED = 'src/payment/retry.ts'

/** Each answers out of the two files as long as they are there; `most`: a narrow answer that the next hit fills. */
const asked: readonly (readonly [tool: string, input: object])[] = [
  ['repo_semantic_search', { query: 'apply discounts to a total' }],
  ['repo_semantic_search', { query: 'apply discounts to a total', max_results: 1, mode: 'keyword' }],
  ['repo_context_pack', { query: 'apply discounts to the cart', include_related_snippets: true, related_depth: 2 }],
  ['repo_context_pack', { query: 'retry a payment when the gateway is busy', response_mode: 'paths_only' }],
  ['find_symbol', { name: 'o', match: 'part' }],
  ['find_references', { name: 'Money' }],
  ['find_references', { name: 'applyDiscounts' }],
  ['repo_map', {}],
  ['repo_map', { focus: ['src/cart/cart.ts'] }],
  ['repo_map', { query: 'discounts' }],
  ['repo_grep_suggest', { query: 'apply discounts to a total' }],
  ['repo_related_files', { path: 'src/cart/cart.ts', response_mode: 'full' }],
  ['repo_open_ranges', { ranges: [GONE, 'src/money.ts:1'] }],
  ['file_outline', { path: [GONE, 'src/money.ts'] }],
]

/** A repository that no server watches: nothing but the look at the files tells that they are gone. */
async function openUnwatchedShop() {
  const house = openCodeHouse()
  expect(house.run('add', '.', '--kind', 'code').status).toBe(0)
  return { ...house, at: await house.agent() }
}

it('shows no file that was deleted since, fills its place, and tells how many were left out', async () => {
  const { at, root, remove } = await openUnwatchedShop()
  remove(GONE)
  renameSync(join(root, RENAMED), join(root, 'src/payment/again.ts'))
  for (const [tool, input] of asked) {
    const { notes = [], problems = [], query: _, ...answer } = await at.call(tool, input)
    const said = JSON.stringify({ ...answer, problems: [] })
    expect([tool, input, said.includes(GONE), said.includes(RENAMED)]).toEqual([tool, input, false, false])
    const told = [...notes, ...problems.map(({ said: why }: { said: string }) => why)]
    expect([tool, input, told]).toEqual([tool, input, [expect.stringMatching(/deleted since/)]])
  }
  const { results } = await at.call('repo_semantic_search', { query: 'apply discounts to a total', max_results: 1 })
  expect(results).toHaveLength(1)
})

it('says of what was asked for by name that it is gone', async () => {
  const { at, remove } = await openUnwatchedShop()
  remove(GONE)
  for (const [tool, input] of [
    ['find_symbol', { name: 'applyDiscounts', match: 'exact' }],
    ['repo_related_files', { path: GONE }],
    ['file_outline', { path: GONE }],
    ['repo_open_ranges', { ranges: [GONE] }],
  ] as const)
    expect(await at.refused(tool, input)).toMatch(/discounts\.ts was deleted since.*repo_reindex/s)
})
