import { everything } from '@wuku/core/ports/access'
import { expect, it } from 'vitest'
import { useTargetOf } from '../../src/uses/find-uses.ts'
import { definitionsMeant } from '../../src/uses/references.ts'
import { traceDependents } from '../../src/uses/trace-dependents.ts'
import { readName } from '../../src/symbols/name.ts'
import { indexed, type Files } from '../graph/indexed.ts'

async function dependentsOf(files: Files, name: string, steps: number): Promise<readonly string[]> {
  const shop = await indexed(files)
  const within = { sources: [shop.source.id] }
  const { dependents } = await shop.store.read(everything, async (view) => {
    const context = await shop.contexts.of(view, shop.source.id)
    const { chosen } = await definitionsMeant(readName(name), { name, within }, { view, context })
    const targets = chosen.map((each) => useTargetOf(each, context))
    return traceDependents(targets, { steps, sources: [shop.source.id] }, { view, contexts: shop.contexts })
  })
  return dependents.map(
    ({ steps: step, path, line, name: by, certainty, isTest }) =>
      `${step} ${path}:${line} ${by} ${certainty}${isTest ? ' test' : ''}`,
  )
}

const files: Files = {
  'src/money.ts': 'export function add(a: number, b: number) {\n  return a + b\n}\n',
  'src/cart.ts':
    "import { add } from './money.ts'\nexport class Cart {\n  total() {\n    return add(1, 2)\n  }\n}\nexport const load = (): Cart => new Cart()\n",
  'src/pay.ts':
    "import { load } from './cart.ts'\nexport function pay() {\n  const cart = load()\n  return cart.total()\n}\n",
  'src/loop.ts':
    "import { pay } from './pay.ts'\nexport function ping() {\n  pong()\n  pay()\n}\nfunction pong() {\n  ping()\n}\n",
  'src/set.ts': 'export function other(set: Set<number>) {\n  set.add(1)\n}\n',
  'test/cart.test.ts': "import { Cart } from '../src/cart.ts'\nit('adds', () => {\n  new Cart().total()\n})\n",
}

it.each([
  ['add', 1, ['1 src/cart.ts:4 Cart.total certain', '1 src/set.ts:2 other name']],
  [
    'add',
    2,
    [
      '1 src/cart.ts:4 Cart.total certain',
      '1 src/set.ts:2 other name',
      '2 src/pay.ts:4 pay likely',
      '2 test/cart.test.ts:3 adds certain test',
    ],
  ],
  [
    'Cart.total',
    6,
    [
      '1 src/pay.ts:4 pay likely',
      '1 test/cart.test.ts:3 adds certain test',
      '2 src/loop.ts:4 ping likely',
      '3 src/loop.ts:7 pong likely',
    ],
  ],
])('what depends on %s over %i steps', async (name, steps, expected) =>
  expect(await dependentsOf(files, name, steps)).toEqual(expected),
)
