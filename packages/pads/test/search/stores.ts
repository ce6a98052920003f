import * as fc from 'fast-check'
import { openTestStore } from '../../../../test/test-store.ts'
import type { Store, StoreTransaction } from '@wuku/core/ports/store'

export interface WorkflowText {
  readonly name: string
  readonly description?: string
  readonly scope?: string
  readonly pads?: readonly (readonly [title: string, content: string])[]
}

export async function storeWith(workflows: readonly WorkflowText[], atOf = (at: number) => at): Promise<Store> {
  const store = openTestStore({ now: () => 0 })
  await store.write('all', (transaction) => addWorkflows(transaction, workflows, atOf))
  return store
}

/** `w-1` and so on, each written at `atOf` its place. Of two of one time the later one is newer. */
export async function addWorkflows(
  transaction: StoreTransaction,
  workflows: readonly WorkflowText[],
  atOf: (at: number) => number,
): Promise<void> {
  for (const [at, workflow] of workflows.entries())
    await add(transaction, workflow, { id: `w-${at + 1}`, at: atOf(at) })
}

async function add(
  { pads }: StoreTransaction,
  { name, description = '', scope, pads: texts = [] }: WorkflowText,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<void> {
  const times = { createdAt: at, updatedAt: at }
  await pads.addWorkflow({ id, name, description, scope: scope ?? null, isActive: true, ...times })
  for (const [slot, [title, content]] of texts.entries()) {
    const draft = { id: `${id}-${slot}`, workflow: id, title, content, ...times }
    await pads.addPad({ ...draft, by: 'tester', how: 'create-scratchpad' })
  }
}

const latin = ['react', 'test', 'tests', 'reactest', 'testest', 'user', 'user_id', 'go', 'Go', 'golang', 'c++', 'anana']
const more = ['nana', 'C', 'atestest', 'statest']
const han = [
  '组',
  '件',
  '組件',
  '开发',
  '件開',
  '发布',
  '组件开发',
  '数据',
  '數據庫',
  '根据',
  '库',
  '计算机',
  '算机',
  '计算',
]
const repeated = ['哈', '哈哈', '哈哈哈', '计算计', '算计', '的', '發', '开发发布']

/** Words that hold, begin and end each other, so that hits overlap in every way. */
export const knots = [...latin, ...more, ...han, ...repeated]

const signs = [' ', ' ', ' ', '，', '_', '.', '-']
export const knottedText = (most: number) =>
  fc.array(fc.constantFrom(...knots, ...signs), { maxLength: most }).map((parts) => parts.join(''))
