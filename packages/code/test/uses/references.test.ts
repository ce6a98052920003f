import { expect, it } from 'vitest'
import { findReferences } from '../../src/uses/references.ts'
import { indexed, type Files } from '../graph/indexed.ts'

/** Lines as `path:line rule`, those in comments and texts aside. */
async function usesOf(files: Files, name: string, path?: string): Promise<readonly string[]> {
  const shop = await indexed(files)
  const within = { sources: [shop.source.id] }
  const query = { name, within, ...(path !== undefined && { path }) }
  const found = await shop.ask((place) => findReferences(query, place))
  return found.files
    .flatMap(({ path: file, references }) =>
      references
        .filter(({ where }) => where === 'code' || where === 'import')
        .map(({ line, rule }) => `${file}:${line} ${rule}`),
    )
    .toSorted()
}

interface Row {
  readonly title: string
  readonly files: Files
  readonly name: string
  readonly path?: string
  readonly uses: readonly string[]
}

it.each<Row>([
  {
    title: 'TypeScript follows aliases, barrels and whole modules',
    files: {
      'src/rate.ts': 'export function rate(x: number) { return x }\nrate(1)\n',
      'src/index.ts': "export { rate } from './rate.ts'\n",
      'src/a.ts': "import { rate as price } from './rate.ts'\nprice(2)\n",
      'src/b.ts': "import { rate } from './index.ts'\nrate(3)\n",
      'src/c.ts': "import * as rates from './rate.ts'\nrates.rate(4)\n",
      'src/d.ts': 'function rate() {}\nrate()\n',
      'src/e.ts': 'export const f = (rate: () => void) => rate()\n',
    },
    name: 'rate',
    path: 'src/rate.ts',
    uses: [
      'src/a.ts:1 import',
      'src/a.ts:2 import',
      'src/b.ts:1 import',
      'src/b.ts:2 import',
      'src/c.ts:2 import',
      'src/e.ts:1 name',
      'src/index.ts:1 import',
      'src/rate.ts:2 scope',
    ],
  },
  {
    title: 'TypeScript knows types from annotations, constructors, fields, bases and results',
    files: {
      'cart.ts':
        'export class Cart {\n  total() { return 1 }\n  sum() {\n    return this.total()\n  }\n}\nexport const load = (): Cart => new Cart()\n',
      'tax.ts': 'export class Tax {\n  total() { return 2 }\n}\n',
      'use.ts': [
        "import { Cart, load } from './cart.ts'",
        "import { Tax } from './tax.ts'",
        'class Gift extends Cart { wrap() { return this.total() } }',
        'class Shop {',
        '  constructor(private readonly cart: Cart, private readonly tax: Tax) {}',
        '  pay() {',
        '    return this.cart.total() +',
        '      this.tax.total()',
        '  }',
        '}',
        'function f(cart: Cart, tax: Tax) {',
        '  const made = new Cart()',
        '  const loaded = load()',
        '  return cart.total() +',
        '    made.total() +',
        '    loaded.total() +',
        '    tax.total() +',
        '    other.total()',
        '}',
      ].join('\n'),
    },
    name: 'Cart.total',
    uses: [
      'cart.ts:4 self',
      'use.ts:14 annotation',
      'use.ts:15 constructor',
      'use.ts:16 returned',
      'use.ts:18 name',
      'use.ts:3 base',
      'use.ts:7 annotation',
    ],
  },
  {
    title: 'Python follows aliases and packages, and keeps namesakes apart',
    files: {
      'shop/__init__.py': 'from .cart import Cart\n',
      'shop/cart.py':
        'class Cart:\n    def close(self):\n        """close it"""\n        pass\n\n    def end(self):\n        self.close()\n',
      'shop/door.py': 'class Door:\n    def close(self):\n        pass\n',
      'use.py': [
        'from shop import Cart as Basket',
        'from shop.door import Door',
        '',
        'def go(b: Basket, d: Door):',
        '    b.close()',
        '    d.close()',
        '    x = Basket()',
        '    x.close()',
        '    with Basket() as y:',
        '        y.close()',
      ].join('\n'),
    },
    name: 'Cart.close',
    uses: ['shop/cart.py:7 self', 'use.py:10 constructor', 'use.py:5 annotation', 'use.py:8 constructor'],
  },
  {
    title: 'Rust follows `use .. as`, paths and constructors',
    files: {
      'src/lib.rs': 'mod pool;\nmod web;\n',
      'src/pool.rs':
        'pub struct Pool;\nimpl Pool {\n    pub fn new() -> Pool { Pool }\n    pub fn drain(&self) {}\n    pub fn stop(&self) { self.drain() }\n}\n',
      'src/web.rs':
        'use crate::pool::Pool as Workers;\nfn f(w: &Workers) {\n    w.drain();\n    let p = Workers::new();\n    p.drain();\n}\n',
    },
    name: 'Pool.drain',
    uses: ['src/pool.rs:5 self', 'src/web.rs:3 annotation', 'src/web.rs:5 constructor'],
  },
  {
    title: 'Java finds calls in its package that need no import',
    files: {
      'a/Tariff.java': 'package a;\npublic class Tariff {\n  public void suspend() {}\n}\n',
      'b/Tariff.java': 'package b;\npublic class Tariff {\n  public void suspend() {}\n}\n',
      'a/Use.java':
        'package a;\nclass Use {\n  private final Tariff tariff = new Tariff();\n  void go(Tariff t) {\n    t.suspend();\n    tariff.suspend();\n  }\n}\n',
      'b/Use.java': 'package b;\nclass Use {\n  void go(Tariff t) {\n    t.suspend();\n  }\n}\n',
    },
    name: 'Tariff.suspend',
    path: 'a/Tariff.java',
    uses: ['a/Use.java:5 annotation', 'a/Use.java:6 constructor'],
  },
  {
    title: 'C# finds calls in its namespace that need no import',
    files: {
      'A/Quota.cs': 'namespace Shop.A;\npublic class Quota {\n  public void Grant() {}\n}\n',
      'B/Quota.cs': 'namespace Shop.B;\npublic class Quota {\n  public void Grant() {}\n}\n',
      'A/Use.cs': 'namespace Shop.A;\nclass Use {\n  void Go() {\n    var q = new Quota();\n    q.Grant();\n  }\n}\n',
      'C/Use.cs': 'using Shop.A;\nnamespace Shop.C;\nclass Use {\n  void Go(Quota q) {\n    q.Grant();\n  }\n}\n',
    },
    name: 'Quota.Grant',
    path: 'A/Quota.cs',
    uses: ['A/Use.cs:5 constructor', 'C/Use.cs:5 annotation'],
  },
  {
    title: 'Go knows its package and its receivers',
    files: {
      'go.mod': 'module shop\n',
      'pool/pool.go':
        'package pool\n\ntype Pool struct{}\n\nfunc (p *Pool) Drain() {}\n\nfunc (p *Pool) Stop() {\n\tp.Drain()\n}\n\nfunc Open() *Pool { return &Pool{} }\n',
      'pool/more.go': 'package pool\n\nfunc again() {\n\tx := Open()\n\tx.Drain()\n}\n',
      'web/web.go': 'package web\n\nimport "shop/pool"\n\nfunc f(p *pool.Pool) {\n\tp.Drain()\n\tpool.Open()\n}\n',
    },
    name: 'Pool.Drain',
    uses: ['pool/more.go:5 returned', 'pool/pool.go:8 annotation', 'web/web.go:6 annotation'],
  },
  {
    title: 'Go knows fields, what a loop goes through, and which of two functions of a name is called',
    files: {
      'go.mod': 'module shop\n',
      'pool/pool.go':
        'package pool\n\ntype Pool struct{}\n\nfunc (p *Pool) Drain() {}\n\nfunc New() *Pool { return &Pool{} }\n\nfunc all(them []*Pool) {\n\tfor _, each := range them {\n\t\teach.Drain()\n\t}\n}\n',
      'lake/lake.go':
        'package lake\n\ntype Lake struct{}\n\nfunc (l *Lake) Drain() {}\n\nfunc New() *Lake { return &Lake{} }\n',
      'web/web.go':
        'package web\n\nimport (\n\t"shop/lake"\n\t"shop/pool"\n)\n\ntype Site struct {\n\tpool *pool.Pool\n\tlake *lake.Lake\n}\n\nfunc (s *Site) Stop() {\n\ts.pool.Drain()\n\ts.lake.Drain()\n\tp := pool.New()\n\tp.Drain()\n\tl := lake.New()\n\tl.Drain()\n}\n',
    },
    name: 'Pool.Drain',
    uses: ['pool/pool.go:11 annotation', 'web/web.go:14 annotation', 'web/web.go:17 returned'],
  },
  {
    title: 'a type that is returned or taken hides no type',
    files: {
      'go.mod': 'module shop\n',
      'pool/pool.go': 'package pool\n\ntype Pool struct{}\n\nfunc New() *Pool {\n\treturn &Pool{}\n}\n',
      'pool/more.go': 'package pool\n\nfunc count(all []*Pool) int {\n\treturn len(all)\n}\n',
    },
    name: 'Pool',
    uses: ['pool/more.go:3 package', 'pool/pool.go:5 scope', 'pool/pool.go:6 scope'],
  },
  {
    title: 'a declaration below its annotations is no use, and Java imports types and single members',
    files: {
      'a/Rate.java':
        'package a;\npublic class Rate {\n  @Deprecated\n  @SuppressWarnings("x")\n  public static int down(int x) {\n    return x;\n  }\n}\n',
      'b/Use.java': 'package b;\nimport static a.Rate.down;\nclass Use {\n  int go() {\n    return down(3);\n  }\n}\n',
    },
    name: 'Rate.down',
    uses: ['b/Use.java:2 import', 'b/Use.java:5 import'],
  },
  {
    title: 'C# calls what is overridden by its base',
    files: {
      'Limits.cs':
        'namespace Shop;\npublic class Quota {\n  public virtual void Grant() {}\n}\npublic class Burst : Quota {\n  public override void Grant() {\n    base.Grant();\n  }\n}\n',
      'Other.cs': 'namespace Shop;\npublic class Other {\n  public void Grant() {}\n}\n',
    },
    name: 'Quota.Grant',
    uses: ['Limits.cs:6 override', 'Limits.cs:7 override'],
  },
  {
    title: 'Ruby calls its own members without a receiver',
    files: {
      'lib/cart.rb': 'class Cart\n  def settle\n  end\n\n  def pay\n    settle\n  end\nend\n',
      'lib/use.rb': "require_relative 'cart'\nc = Cart.new\nc.settle\n",
    },
    name: 'Cart.settle',
    uses: ['lib/cart.rb:6 self', 'lib/use.rb:3 constructor'],
  },
])('uses of a definition: $title', async ({ files, name, path, uses }) =>
  expect(await usesOf(files, name, path)).toEqual(uses),
)

it('a name that hundreds define is found everywhere, and says nothing of which is meant', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [
      `src/n${at}.ts`,
      `export function same() {}\nexport const k${at} = () => same()\n`,
    ]),
  )
  const found = await usesOf(files, 'same')
  expect(found).toHaveLength(300)
  expect(new Set(found.map((each) => each.split(' ')[1]))).toEqual(new Set(['name']))
})

it('says that there may be more where a name has more definitions than are read', async () => {
  const files = Object.fromEntries(Array.from({ length: 310 }, (_, at) => [`m${at}.py`, 'def handle():\n    pass\n']))
  const shop = await indexed(files)
  const query = { name: 'handle', within: { sources: [shop.source.id] } }
  expect((await shop.ask((place) => findReferences(query, place))).isBounded).toBe(true)
})
