import { describe, expect, it } from 'vitest'
import { spawnSync } from 'node:child_process'
import { openIndexedShop, type Answer, sharedShop } from './code-house.ts'

const placesOf = ({ ranges }: Answer) =>
  (ranges as readonly Answer[]).map(
    ({ path, startLine, endLine, symbol, freshness }) => `${path}:${startLine}-${endLine} ${symbol} ${freshness}`,
  )

describe('repo_open_ranges', () => {
  it('opens many at once, those that overlap as one', async () => {
    const { at } = await sharedShop()
    const answer = await at.call('repo_open_ranges', {
      ranges: [
        'src/money.ts:1-3',
        'src/money.ts:4',
        { path: 'src/cart/cart.ts', symbol: 'Cart.total' },
        'wuku://code/shop/src/payment/retry.ts#L12-L13',
        { path: 'src/payment/retry.ts', start_line: 20 },
      ],
    })
    expect(placesOf(answer)).toEqual([
      'src/money.ts:1-4 Money fresh',
      'src/cart/cart.ts:34-36 Cart.total fresh',
      'src/payment/retry.ts:12-13 retryWhenBusy fresh',
      'src/payment/retry.ts:20-25 retryWhenBusy fresh',
    ])
    expect(answer['ranges'][1].text).toMatch(/^34: {3}total\(currency[^]+\n36: {3}\}$/)
  })

  it('adds lines around, as far as there are any', async () => {
    const { at } = await sharedShop()
    const answer = await at.call('repo_open_ranges', { ranges: ['src/index.ts:2'], context_lines: 50 })
    expect(placesOf(answer)).toEqual(['src/index.ts:1-3 null fresh'])
  })

  it('reads a file anew that changed, and finds its functions where they are now', async () => {
    const { at, write } = await openIndexedShop()
    write(
      'src/cart/discounts.ts',
      '// new\n// lines\nexport function applyDiscounts(total: Money, discounts: readonly Discount[]): Money {\n  return 折扣\n}\n',
    )
    const answer = await at.call('repo_open_ranges', {
      ranges: ['src/cart/discounts.ts:1', { path: 'src/cart/discounts.ts', symbol: 'applyDiscounts' }],
    })
    expect(placesOf(answer)).toEqual([
      'src/cart/discounts.ts:1-1 null re-read',
      'src/cart/discounts.ts:3-5 applyDiscounts re-read',
    ])
    expect(answer['ranges'][1].text).toContain('4:   return 折扣')
  })

  it('never shows a secret that was written since', async () => {
    const { at, write } = await openIndexedShop()
    const secret = `AKIA${'EXAMPLEFAKE12345'}`
    write('src/money.ts', `const key = '${secret}'\n`)
    const answer = await at.call('repo_open_ranges', { ranges: ['src/money.ts'] })
    expect(JSON.stringify(answer)).not.toContain(secret)
  })

  it('shares one budget, short ranges whole', async () => {
    const { at } = await sharedShop()
    const answer = await at.call('repo_open_ranges', {
      ranges: ['src/cart/cart.ts', 'src/index.ts', 'src/money.ts'],
      budget: 600,
    })
    const [cart, index, money] = answer['ranges']
    expect(answer['responseStats'].estimatedOutputTokens).toBeLessThan(620)
    expect([index.omittedLines, cart.omittedLines > 0, money.omittedLines > 0]).toEqual([0, true, true])
    expect(cart.endLine + cart.omittedLines).toBe(cart.totalLines)
  })

  it('tells of each range that cannot be opened, and opens the others', async () => {
    const { at } = await sharedShop()
    const answer = await at.call('repo_open_ranges', {
      ranges: [
        'src/index.ts:1',
        'src/crat.ts',
        'src/index.ts:900',
        { path: 'src/cart/cart.ts', symbol: 'addItme' },
        '../../etc/passwd',
      ],
    })
    expect(placesOf(answer)).toEqual(['src/index.ts:1-1 null fresh'])
    expect(answer['problems']).toMatchObject([
      { range: 'src/crat.ts', remedy: expect.stringContaining('cart.ts') },
      { said: expect.stringContaining('3 lines') },
      { remedy: expect.stringContaining('addItem') },
      { range: '../../etc/passwd', said: expect.stringContaining('not an indexed file') },
    ])
  })

  it('is an error when none can be opened', async () => {
    const { at } = await sharedShop()
    expect(await at.refused('repo_open_ranges', { ranges: ['nowhere.ts'] })).toMatch(/not an indexed file/)
  })
})

describe('repo_grep_suggest', () => {
  it('counts what a grep of the repository counts', async () => {
    const { at, root, write } = await openIndexedShop()
    write('src/payment/retry.ts', 'export const GatewayBusy = 1 // GatewayBusy\nGatewayBusy\n')
    const { patterns } = await at.call('repo_grep_suggest', { query: 'retry when the gateway is busy', tool: 'grep' })
    expect(patterns.map(({ pattern }: Answer) => pattern)).toEqual(
      expect.arrayContaining(['GatewayBusy', 'retryWhenBusy', 'busy']),
    )
    for (const { command, lines, files } of patterns) {
      const { stdout } = spawnSync('sh', ['-c', `LC_ALL=C.UTF-8 ${command}`], { cwd: root, encoding: 'utf8' })
      const found = stdout.split('\n').filter((line) => line !== '')
      expect([command, lines, files]).toEqual([
        command,
        found.length,
        new Set(found.map((line) => line.split(':')[0])).size,
      ])
    }
  })
  it('finds a name in all its spellings, and Chinese messages', async () => {
    const { at, write } = await openIndexedShop()
    write('src/spelling.py', 'def retry_when_busy():\n    raise Exception("支付网关忙，请稍后重试")\n')
    await at.call('repo_reindex', { dry_run: false })
    const named = await at.call('repo_grep_suggest', { symbol: 'RetryWhenBusy' })
    expect(named['patterns'][0]).toMatchObject({
      kind: 'identifier',
      command: 'rg -nFw -e retryWhenBusy -e retry_when_busy',
    })
    const said = await at.call('repo_grep_suggest', { query: '网关忙 重试' })
    expect(said['patterns'].map(({ pattern }: Answer) => pattern)).toContain('支付网关忙，请稍后重试')
  })
  it('refuses what says nothing', async () => {
    const { at } = await sharedShop()
    const rows = [
      [{}, /Neither query nor symbol/],
      [{ query: 'xyzzyplugh' }, /No indexed line/],
    ] as const
    for (const [input, said] of rows) {
      expect(await at.refused('repo_grep_suggest', input)).toMatch(said)
    }
  })
})

describe('repo_map', () => {
  it('shows central files first, within its budget, and the same each time', async () => {
    const { at } = await sharedShop()
    const [map, again] = [await at.call('repo_map', { budget: 500 }), await at.call('repo_map', { budget: 500 })]
    expect(again).toEqual(map)
    expect(map['responseStats'].estimatedOutputTokens).toBeLessThan(520)
    expect(map['files'][0]).toMatchObject({ path: 'src/money.ts', freshness: 'fresh' })
    expect(map['files'][0].symbols).toContain('2 interface Money')
    expect(map['files'].length + map['omittedFiles']).toBe(map['totalFiles'])
    expect(map['folders']).toContainEqual({ path: 'src', files: 9, languages: { typescript: 9 } })
  })
  it('is drawn around what it is asked about', async () => {
    const { at } = await sharedShop()
    const { files } = await at.call('repo_map', { focus: ['src/storage'], budget: 2_000 })
    expect(files.slice(0, 2)).toMatchObject([{ path: 'src/storage/orders.ts', distance: 0 }, { distance: 1 }])
    const found = await at.call('repo_map', { query: 'nightly revenue report', budget: 2_000 })
    expect(found['files'][0]).toMatchObject({ path: 'reports/daily.py', distance: 0 })
  })
  it('of one folder shows that folder', async () => {
    const { at } = await sharedShop()
    const { files, totalFiles } = await at.call('repo_map', { under: 'reports' })
    expect([totalFiles, files.every(({ path }: Answer) => path.startsWith('reports/'))]).toEqual([3, true])
  })
  it('refuses a focus that is not there', async () => {
    const { at } = await sharedShop()
    expect(await at.refused('repo_map', { focus: ['src/crat/cart.ts'] })).toMatch(/Did you mean/)
  })
})
