import { describe, expect, it } from 'vitest'
import { openIndexedShop, type Answer, sharedShop } from './code-house.ts'

type Files = readonly {
  readonly path: string
  readonly link: string
  readonly lines: readonly { readonly line: number }[]
}[]

const linesOf = ({ files }: Answer) =>
  (files as Files).map(({ path, link, lines }) => `${link} ${path} ${lines.map(({ line }) => line).join(' ')}`)
const namesOf = ({ match, symbols }: Answer) => [
  match,
  ...(symbols as readonly { container: string | null; name: string; path: string; startLine: number }[]).map(
    ({ container, name, path, startLine }) => `${container ?? ''}.${name} ${path}:${startLine}`,
  ),
]

describe('find_symbol', () => {
  it('finds exact names, parts and misspellings', async () => {
    const { at } = await sharedShop()
    const rows = [
      [{ name: 'Cart.addItem' }, ['exact', 'Cart.addItem src/cart/cart.ts:15']],
      [{ name: 'cart::add_item' }, ['exact', 'Cart.addItem src/cart/cart.ts:15']],
      [{ name: 'revenue_by_day' }, ['exact', '.revenue_by_day reports/daily.py:8']],
      [{ name: 'retryWhenBsuy' }, ['fuzzy', '.retryWhenBusy src/payment/retry.ts:12']],
      [{ name: 'money add' }, ['part', '.addMoney src/money.ts:8']],
      [{ name: 'Order', match: 'exact', kind: 'type' }, ['exact', '.Order src/storage/orders.ts:4']],
      [{ name: 'orders', match: 'part', language: 'python' }, ['part', '.load_orders reports/orders.py:16']],
      [{ name: 'charge', under: 'src/payment' }, ['exact', 'PaymentGateway.charge src/payment/gateway.ts:5']],
    ] as const
    for (const [input, expected] of rows) {
      expect(namesOf(await at.call('find_symbol', input)), input.name).toEqual(expected)
    }
  })

  it('brings the body, and says that the file changed', async () => {
    const { at, write } = await openIndexedShop()
    const before = await at.call('find_symbol', { name: 'removeItem', include_body: true })
    expect(before['symbols'][0]).toMatchObject({
      container: 'Cart',
      exported: true,
      freshness: 'fresh',
      citation: 'wuku://code/shop/src/cart/cart.ts#L22-L25',
      body: expect.stringMatching(/^22: {3}removeItem\(sku[^]+\n25: {3}\}$/),
    })
    write('src/cart/cart.ts', 'export class Basket {}\n')
    expect((await at.call('find_symbol', { name: 'removeItem' }))['symbols'][0].freshness).toBe('stale')
  })

  it('stays within its budget and counts what it leaves out', async () => {
    const { at } = await sharedShop()
    const found = await at.call('find_symbol', { name: 'o', match: 'part', budget: 500, include_body: true })
    expect(found['responseStats'].estimatedOutputTokens).toBeLessThan(520)
    expect(found['symbols'].length + found['omitted']).toBe(found['total'])
    expect(found['omitted']).toBeGreaterThan(0)
  })

  it('refuses with a way out', async () => {
    const { at } = await sharedShop()
    const rows = [
      [{ name: 'zzzzzz' }, /No symbol here is called "zzzzzz"/],
      [{ name: 'retryWhenBsuy', match: 'exact' }, /Similar names: retryWhenBusy[^]*match "auto"/],
      [{ name: 'Cart', under: 'srcc' }, /No indexed file is in "srcc"[^]*src/],
    ] as const
    for (const [input, said] of rows) {
      expect(await at.refused('find_symbol', input)).toMatch(said)
    }
  })
})

describe('find_references', () => {
  it('finds uses, those tied to the definition first', async () => {
    const { at } = await sharedShop()
    const rows = [
      [{ name: 'retryWhenBusy' }, ['imports src/payment/checkout.ts 5 20']],
      [{ name: 'load_orders' }, ['imports reports/daily.py 5 17']],
      [{ name: 'Cart.total' }, ['imports src/payment/checkout.ts 19', 'named src/cart/discounts.ts 10 13']],
      [{ name: 'GatewayBusy', under: 'src' }, ['imports src/payment/retry.ts 1 21']],
      [{ name: 'Cart', max_results: 4 }, ['imports src/index.ts 1']],
    ] as const
    for (const [input, expected] of rows) {
      expect(linesOf(await at.call('find_references', input))).toEqual(expect.arrayContaining([...expected]))
    }
  })

  it('tells namesakes apart by who imports what', async () => {
    const { at: agent, write } = await openIndexedShop()
    write('src/other/total.ts', 'export function checkout() {}\n')
    write('src/other/use.ts', "import { checkout } from './total.ts'\ncheckout()\n")
    await agent.call('repo_reindex', { dry_run: false })
    const found = await agent.call('find_references', { name: 'checkout', path: 'src/payment/checkout.ts' })
    expect(found['definitions'].map(({ path }: Answer) => path)).toEqual(['src/payment/checkout.ts'])
    expect(found['ofNamesakes']).toBe(1)
    expect(linesOf(found)).toEqual(['imports src/index.ts 2', 'imports test/checkout.test.ts 2 19'])
  })

  it('gives all lines and definitions page by page, and says how each is known', async () => {
    const { at } = await sharedShop()
    const whole = await at.call('find_references', { name: 'Cart', budget: 50_000, max_results: 1_000 })
    expect([whole['cursor'], whole['omittedLines']]).toEqual([null, 0])
    const pages: string[] = []
    let cursor: string | null = '0.0'
    while (cursor !== null) {
      const page: Answer = await at.call('find_references', { name: 'Cart', max_results: 3, cursor })
      for (const { path, lines } of page['files'] as Files) pages.push(...lines.map(({ line }) => `${path}:${line}`))
      cursor = page['cursor'] as string | null
    }
    const all = (whole['files'] as Files).flatMap(({ path, lines }) => lines.map(({ line }) => `${path}:${line}`))
    expect(pages.toSorted()).toEqual(all.toSorted())
    const known = (whole['files'] as readonly Answer[]).flatMap(({ lines }) => lines as readonly Answer[])
    expect(known.filter(({ by }) => String(by).startsWith('certain')).length).toBe(whole['certain'])
    expect(known.map(({ by }) => by)).toContain('certain: import')
  })

  it('says what a line is besides code', async () => {
    const { at: agent, write } = await openIndexedShop()
    write('src/notes.ts', "import { addMoney } from './money.ts'\n// addMoney is exact\nlog('addMoney')\naddMoney()\n")
    await agent.call('repo_reindex', { dry_run: false })
    const { files } = await agent.call('find_references', { name: 'addMoney' })
    const told = (files as readonly Answer[]).find(({ path }) => path === 'src/notes.ts')
    expect(told?.['lines'].map(({ where }: Answer) => where)).toEqual(['import', 'comment', 'string', undefined])
  })

  it('refuses with a way out', async () => {
    const { at: agent } = await sharedShop()
    const rows = [
      [{ name: 'nowhereAtAll' }, /No symbol is called "nowhereAtAll"/],
      [{ name: 'Cart', path: 'src/money.ts' }, /src\/money\.ts does not define "Cart"[^]*find_symbol/],
      [{ name: '===' }, /contains no word/],
    ] as const
    for (const [input, said] of rows) {
      expect(await agent.refused('find_references', input)).toMatch(said)
    }
  })
})

describe('file_outline', () => {
  it('shows the tree of a file, and whom it is linked to', async () => {
    const { at } = await sharedShop()
    const { files } = await at.call('file_outline', { path: ['src/money.ts', 'daily.py'], depth: 1 })
    expect(files).toMatchObject([
      {
        path: 'src/money.ts',
        imports: 0,
        endLine: 25,
        outline: expect.stringContaining(
          '8-11 function addMoney(one: Money, other: Money): Money  // Amounts of one currency, added up.',
        ),
      },
      { path: 'reports/daily.py', imports: 2, importedBy: 1, omittedLines: 0, freshness: 'fresh' },
    ])
    expect(files[0].importedBy).toBeGreaterThan(4)
  })
  it('gives up comments before signatures, and signatures before levels', async () => {
    const { at } = await sharedShop()
    const outlineWithin = async (budget: number) =>
      (await at.call('file_outline', { path: 'src/cart/cart.ts', budget }))['files'][0] as Answer
    expect((await outlineWithin(2_000))['outline']).toContain(
      '28-32 subtotal(currency: string): Money  // Before discounts.',
    )
    expect(await outlineWithin(280)).toMatchObject({
      outline: expect.stringContaining('28-32 method subtotal'),
      omittedLines: 0,
    })
    const narrow = await outlineWithin(240)
    expect([narrow['outline'].startsWith('5-8 interface CartLine'), narrow['omittedLines'] > 0]).toEqual([true, true])
  })
  it('names the nearest of a file that is not there', async () => {
    const { at } = await sharedShop()
    expect(await at.refused('file_outline', { path: 'src/cart/crat.ts' })).toMatch(/Did you mean src\/cart\/cart\.ts/)
  })
})
