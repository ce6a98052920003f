import { afterAll, beforeAll, expect, it } from 'vitest'
import { readQuoted } from '../../src/exact/quoted-messages.ts'
import { indexed, type Indexed } from '../graph/indexed.ts'

let shop: Indexed

beforeAll(async () => {
  shop = await indexed({
    'src/read.ts': `export function readOrder(id: number, name: string): void {
  if (name === '') throw new Error(\`Cannot read property "\${name}" of order \${id}\`)
  throw new Error('The order ' + id + ' was never paid by ' + name + ' or anybody else')
}
`,
    'src/print.c': `void print(int n) {
  if (n < 0) die("Cannot read property \\"%s\\" of cart %d");
  log_info("DB loaded from append only file: "
           "%.3f seconds");
}
`,
    'app/tariff.py': `def suspend(tariff):
    """Suspends the tariff of a customer until it is paid again."""
    raise ValueError("tariff %(name)s of customer {} cannot be suspended twice" % tariff)
`,
    'app/chinese.py': `def load(order):
    raise ValueError(f"无法读取订单 {order} 的付款记录")
`,
    ...Object.fromEntries(
      [1, 2, 3].map((at) => [
        `src/common${at}.js`,
        "function f() { throw new Error('This value is not allowed here') }\n",
      ]),
    ),
    'test/read.test.ts': "it('fails', () => expect(readOrder).toThrow('was never paid by nobody or anybody else'))\n",
    'docs/errors.md': 'An error "The disk of the shop is full" is logged.\n',
  })
})
afterAll(() => shop.store.close())

const placesIn = (question: string): Promise<readonly string[]> =>
  shop.ask(async ({ view }) => {
    const found = await readQuoted(question, { view, sources: [shop.source.id], cache: shop.cache })
    const passages = await view.chunks.passages(found.map(({ chunk }) => chunk))
    expect(found.every(({ readAs }) => readAs === 'message')).toBe(true)
    return passages.map(({ document: { path } }) => path)
  })

it.each([
  ['a template', 'Error: Cannot read property "x" of order 17', ['src/read.ts']],
  ['a format of C', 'it says Cannot read property "x" of cart 17, why', ['src/print.c']],
  ['values between strings', 'The order 4711 was never paid by Ann Other or anybody else', ['src/read.ts']],
  ['strings that follow one another', '* DB loaded from append only file: 0.012 seconds', ['src/print.c']],
  ['a format of Python', 'ValueError: tariff gold plus of customer 9 cannot be suspended twice', ['app/tariff.py']],
  ['Chinese words', '报错：无法读取订单 88 的付款记录，怎么办', ['app/chinese.py']],
  ['three words of a message', 'Error: was never paid', []],
  [
    'a line of a log',
    `2026-11-28 INFO start\n\n  ERROR tariff x of customer y cannot be suspended twice\nbye`,
    ['app/tariff.py'],
  ],
  ['a message of three places', 'Error: This value is not allowed here', []],
  ['words of a documentation', 'the tariff of a customer until it is paid again', []],
  ['prose of a page', 'The disk of the shop is full', []],
  ['the same words in another order', 'property of order 17: "x" cannot be read', []],
  ['a question of the same words', 'how is an order read that was never paid', []],
] as const)('a question quotes %s', async (_, question, paths) => expect(await placesIn(question)).toEqual(paths))

it.each([
  ['one word a hundred thousand times', 'order '.repeat(20_000)],
  ['lines of a log', 'ERROR tariff of customer was not paid by order property\n'.repeat(2_000)],
  ['a line without an end', 'cannot'.repeat(20_000)],
  ['quotes that never close', `${'"'.repeat(5_000)} tariff ${"'".repeat(3_000)} customer of order \${`.repeat(3)],
  ['placeholders alone', '%s %d {} ${x} '.repeat(1_000)],
  ['zeros', '\0 '.repeat(4_000)],
])('the reader of messages bears %s', async (_, question) =>
  expect((await placesIn(question)).length).toBeLessThanOrEqual(4),
)
