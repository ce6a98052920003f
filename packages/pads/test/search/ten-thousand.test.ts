import { everything } from '@wuku/core/ports/access'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { searchWorkflows, type WorkflowsFound } from '../../src/search/workflow-search.ts'
import type { Store } from '@wuku/core/ports/store'
import { addWorkflows, type WorkflowText } from './stores.ts'
import { sharedFolder } from '../../../../test/scratch.ts'

const example: WorkflowText = {
  name: 'React專案',
  description: '前端開發',
  pads: [
    ['React基礎', '組件設計模式...'],
    ['狀態管理', 'React hooks...'],
  ],
}

/** The best one is the oldest, and every other one has hits too. */
const workflows = [example, ...Array.from({ length: 9_999 }, (_, at) => ({ name: `React 组${at % 7}` }))]

describe('among 10,000 workflows that all have hits', () => {
  const place = sharedFolder()
  let store: Store
  beforeAll(async () => {
    store = await openSqlite(join(place, 'store.db'))
    await store.write('all', (transaction) => addWorkflows(transaction, workflows, (at) => at))
  })
  afterAll(() => store.close())
  const search = (query: string, page = 1): Promise<WorkflowsFound> =>
    store.read(everything, ({ pads }) => searchWorkflows(pads, { query, page, limit: 5 }))

  it.each([
    ['React 組件', 10],
    ['React 组件', 10],
    ['React', 9],
  ])('%s finds the worked example first', async (query, score) => {
    const { found, total } = await search(query)
    expect(total).toBe(10_000)
    expect(found.map((each) => each.score)).toEqual([score, 5, 5, 5, 5])
    expect(found.map(({ workflow }) => workflow.id)).toEqual(['w-1', 'w-10000', 'w-9999', 'w-9998', 'w-9997'])
  })

  it.each([
    [2, ['w-9996', 'w-9995', 'w-9994', 'w-9993', 'w-9992']],
    [2_000, ['w-6', 'w-5', 'w-4', 'w-3', 'w-2']],
    [2_001, []],
  ])('page %i is whole', async (page, ids) =>
    expect((await search('React 組件', page)).found.map(({ workflow }) => workflow.id)).toEqual(ids),
  )
})
