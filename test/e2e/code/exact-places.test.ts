import { describe, expect, it } from 'vitest'
import { sharedShop, type Answer } from './code-house.ts'

interface Row {
  readonly names: string
  readonly question: string
  /** Files in the order in which they come first. */
  readonly files: readonly string[]
  readonly note?: string
}

const rows: readonly Row[] = [
  {
    names: 'frames of Node, written on another machine',
    question: `TypeError: Cannot read properties of undefined
    at charge (/home/ann/node_modules/gateway/index.js:3:1)
    at priceOf (/home/ann/work/src/cart/catalog.ts:8:10)
    at Cart.subtotal (/home/ann/work/src/cart/cart.ts:30:44)`,
    files: ['src/cart/catalog.ts', 'src/cart/cart.ts'],
    note: 'read as: frame',
  },
  {
    names: 'frames of Python, the innermost last',
    question: `Traceback (most recent call last):
  File "/srv/reports/daily.py", line 18, in print_daily_report
  File "/srv/reports/orders.py", line 19, in load_orders
KeyError: 'cents'`,
    files: ['reports/orders.py', 'reports/daily.py'],
    note: 'read as: frame',
  },
  {
    names: 'a path with a line',
    question: 'what is wrong with the quantity in src/money.ts:3',
    files: ['src/money.ts'],
    note: 'read as: path',
  },
  {
    names: 'a hunk of a diff',
    question: `--- a/src/cart/discounts.ts
+++ b/src/cart/discounts.ts
@@ -1,3 +1,4 @@
+// quantity`,
    files: ['src/cart/discounts.ts'],
    note: 'read as: diff',
  },
  {
    names: 'a message with the values in its placeholders',
    question: 'checkout fails with CurrencyMismatch: GBP cannot be added to EUR',
    files: ['src/money.ts'],
    note: 'read as: message',
  },
  {
    names: 'a method of a class, in Chinese',
    question: '请问 Cart.removeItem 的数量怎么处理',
    files: ['src/cart/cart.ts'],
  },
]

const toolsWithFiles = ['repo_semantic_search', 'repo_context_pack'] as const

describe('a question that names places', () => {
  it.each(rows)('has $names first by recall', async ({ question, files, note }) => {
    const { at } = await sharedShop()
    const { hits, notes = [] } = await at.call('recall', { query: question })
    expect(hits.slice(0, files.length).map(({ citation }: Answer) => citation)).toEqual(
      files.map((file) => expect.stringContaining(`/${file}#`)),
    )
    if (note) expect(notes).toContain(note)
  })

  it.each(rows.flatMap((row) => toolsWithFiles.map((tool) => ({ ...row, tool }))))(
    'has $names first by $tool',
    async ({ question, files, tool }) => {
      const { at } = await sharedShop()
      const { results, primaryResults = results } = await at.call(tool, { query: question })
      expect(primaryResults.slice(0, files.length).map(({ path }: Answer) => path)).toEqual(files)
    },
  )

  it.each([
    'the file /etc/passwd:1 of ../../../etc/passwd:1',
    `${'    at x (/nowhere/at/all.ts:1:1)\n'.repeat(200)}`,
    'File "", line 0, in ',
  ])('is answered by its words where no place is known: %s', async (question) => {
    const { at } = await sharedShop()
    const { notes = [] } = await at.call('recall', { query: question.slice(0, 4_000) })
    expect(notes.join()).not.toContain('read as')
  })
})
