import { describe, expect, it } from 'vitest'
import { fileAt, importersOf, importsOf } from '../../src/graph/import-links.ts'
import { indexed, type Files } from './indexed.ts'

const shop: Files = {
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
  'packages/money/package.json': '{ "name": "@shop/money", "main": "dist/index.js" }',
  'packages/money/src/index.ts': "export * from './round.js'\nexport const zero = 0\n",
  'packages/money/src/round.ts': 'export const round = (amount: number) => Math.round(amount)\n',
  'src/cart.ts':
    "import { price } from './price.js'\nimport { zero } from '@shop/money'\nimport fs from 'node:fs'\nexport const cart = [price, zero, fs]\n",
  'src/price.ts': "import { round } from '@shop/money'\nexport const price = round(1)\n",
  'src/index.ts': "export { cart } from '@/cart'\n",
  'src/页面.ts': "import { cart } from './cart'\nexport const 页面 = cart\n",
  'src/zz/list.ts': "import { cart } from '../cart.ts'\nexport const list = cart\n",
  'test/cart.test.ts': "import { cart } from '../src/cart'\nit('sums', () => cart)\n",
  'src/other/cart.ts': 'export const cart = 1\n',
  'src/other/use.ts': "import { cart } from './cart'\nexport const use = cart\n",
}

const jvm: Files = {
  'src/main/kotlin/org/acme/Text.kt': 'package org.acme\nfun shout(text: String) = text.uppercase()\n',
  'src/main/kotlin/org/acme/Numbers.kt': 'package org.acme\nfun twice(number: Int) = 2 * number\n',
  'src/main/kotlin/org/acme/app/Main.kt':
    'package org.acme.app\nimport org.acme.shout\nfun main() = println(shout("a"))\n',
}

const go: Files = {
  'go.mod': 'module example.com/shop\n',
  'main.go': 'package main\nimport "example.com/shop/cart"\nfunc main() { cart.Sum() }\n',
  'cart/cart.go': 'package cart\nfunc Sum() int { return 1 }\n',
  'cart/item.go': 'package cart\ntype Item struct{}\n',
}

const python: Files = {
  'src/shop/__init__.py': '',
  'src/shop/cart.py': 'from . import money\nfrom .money import round\n',
  'src/shop/money.py': 'def round(x):\n    return x\n',
  'tests/test_cart.py': 'from shop import cart\nimport shop.money as m\n',
}

async function importersIn(files: Files, path: string, limit = 20): Promise<readonly string[] | undefined> {
  const { ask } = await indexed(files)
  return ask(async (place) => {
    const file = await fileAt(place, path)
    const found = file && (await importersOf(place, { file, limit }))
    return found?.map((each) => `${each.path}:${each.line} ${each.specifier}`)
  })
}

async function importsIn(files: Files, path: string): Promise<readonly string[] | undefined> {
  const { ask } = await indexed(files)
  return ask(async (place) => {
    const file = await fileAt(place, path)
    const found = file && (await importsOf(place, file))
    return found?.map(({ specifier, paths }) => `${specifier} -> ${paths.join(' ')}`)
  })
}

describe('who imports a file', () => {
  it.each([
    [
      'near sources first, tests last, another file of that name not at all',
      shop,
      'src/cart.ts',
      [
        'src/index.ts:1 @/cart',
        'src/zz/list.ts:1 ../cart.ts',
        'src/页面.ts:1 ./cart',
        'test/cart.test.ts:1 ../src/cart',
      ],
    ],
    [
      'by the name of its package',
      shop,
      'packages/money/src/index.ts',
      ['src/cart.ts:2 @shop/money', 'src/price.ts:1 @shop/money'],
    ],
    ['from beside', shop, 'packages/money/src/round.ts', ['packages/money/src/index.ts:1 ./round.js']],
    ['nobody', shop, 'src/页面.ts', []],
    ['no file', shop, '../../etc/passwd', undefined],
    [
      'a function of a Kotlin file',
      jvm,
      'src/main/kotlin/org/acme/Text.kt',
      ['src/main/kotlin/org/acme/app/Main.kt:2 org.acme.shout'],
    ],
    ['not its neighbour', jvm, 'src/main/kotlin/org/acme/Numbers.kt', []],
    ['a Go package', go, 'cart/item.go', ['main.go:2 example.com/shop/cart']],
  ] as const)('%s', async (_, files, path, expected) => expect(await importersIn(files, path)).toEqual(expected))

  it('at most as many as are asked for', async () =>
    expect(await importersIn(shop, 'src/cart.ts', 2)).toEqual(['src/index.ts:1 @/cart', 'src/zz/list.ts:1 ../cart.ts']))

  it('all of them where a count is asked for, and tests behind any number of sources', async () => {
    const use = "import { cart } from '../src/cart.ts'\ncart()\n"
    const users = Array.from({ length: 320 }, (_, at) => [`app/use${at}.ts`, use] as const)
    const { ask } = await indexed({ ...Object.fromEntries(users), 'src/cart.ts': '', 'test/any.test.ts': use })
    const found = await ask(async (place) => {
      const file = await fileAt(place, 'src/cart.ts')
      if (!file) return []
      const isWanted = (path: string): boolean => path.startsWith('test/')
      return [await importersOf(place, { file }), await importersOf(place, { file, limit: 1, isWanted })]
    })
    expect(found.map((each) => [each.length, each.at(-1)?.path])).toEqual([
      [321, 'test/any.test.ts'],
      [1, 'test/any.test.ts'],
    ])
  })
})

it.each([
  [
    'TypeScript',
    shop,
    'src/cart.ts',
    ['./price.js -> src/price.ts', '@shop/money -> packages/money/src/index.ts', 'node:fs -> '],
  ],
  ['Kotlin', jvm, 'src/main/kotlin/org/acme/app/Main.kt', ['org.acme.shout -> src/main/kotlin/org/acme/Text.kt']],
  ['Go', go, 'main.go', ['example.com/shop/cart -> cart/cart.go cart/item.go']],
  ['no file', go, 'gone.go', undefined],
] as const)('what a file imports: %s', async (_, files, path, expected) =>
  expect(await importsIn(files, path)).toEqual(expected),
)

it('Python is found from both ends', async () => {
  expect(await importsIn(python, 'tests/test_cart.py')).toEqual([
    'shop -> src/shop/cart.py',
    'shop.money -> src/shop/money.py',
  ])
  expect(await importersIn(python, 'src/shop/money.py')).toEqual([
    'src/shop/cart.py:1 .',
    'tests/test_cart.py:2 shop.money',
  ])
})

describe('a change', () => {
  it('of a file shows in the next answer', async () => {
    const source = await indexed({ 'a.ts': "import './b'\n", 'b.ts': '', 'c.ts': '' })
    const importsOfA = (): Promise<readonly string[]> =>
      source.ask(async (place) => {
        const file = await fileAt(place, 'a.ts')
        return file ? (await importsOf(place, file)).flatMap(({ paths }) => paths) : []
      })
    expect(await importsOfA()).toEqual(['b.ts'])
    await source.put({ 'a.ts': "import './c'\n" })
    expect(await importsOfA()).toEqual(['c.ts'])
    await source.remove('c.ts')
    expect(await importsOfA()).toEqual([])
    await source.put({ 'a.ts': "import '#c'\n", 'x/d.ts': '', 'package.json': '{ "imports": { "#c": "./x/d.ts" } }' })
    expect(await importsOfA()).toEqual(['x/d.ts'])
    await source.put({ 'package.json': '{ "imports": { "#c": "./b.ts" } }' })
    expect(await importsOfA()).toEqual(['b.ts'])
  })

  it('of nothing makes nothing anew', async () => {
    const { ask } = await indexed(shop)
    const first = await ask(async ({ context }) => context)
    expect(await ask(async ({ context }) => context)).toBe(first)
  })

  it('that leaves paths and configuration keeps what was made of them', async () => {
    const { ask, put } = await indexed(shop)
    const first = await ask(async ({ context }) => context)
    await put({ 'src/price.ts': 'export const price = 2\n' })
    const second = await ask(async ({ context }) => context)
    expect(second).not.toBe(first)
    expect(second.resolver).toBe(first.resolver)
  })
})
