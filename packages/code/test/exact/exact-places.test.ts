import { afterAll, beforeAll, expect, it } from 'vitest'
import { exactPlaces } from '../../src/exact/exact-places.ts'
import { indexed, type Indexed } from '../graph/indexed.ts'

let shop: Indexed

beforeAll(async () => {
  shop = await indexed({
    'src/cart.ts': `export class Cart {
  add(name: string): void {
    throw new Error(name)
  }

  remove(): void {}
}

export function sumOfPrices(): number {
  return 1
}
`,
    'src/order.ts': `export class Order {
  add(): void {}
}
`,
    'test/cart.test.ts': `export function sumOfPrices() {}
`,
    'src/apply.ts': `export function applyDiscount(): number
export function applyDiscount(one: number): number
export function applyDiscount(one: number, two: number): number
export function applyDiscount(one = 0, two = 0): number {
  return one + two
}
`,
    'app/tariff.py': `class Tariff:
    def suspend(self):
        pass
`,
    'lib/upload.ex': `defmodule Shop.Upload do
  def init(arg), do: arg
end
`,
    'lib/upload/sweeper.ex': `defmodule Shop.Upload.Sweeper do
  def init(arg), do: arg
end
`,
    'lib/upload/watcher.ex': `defmodule Shop.Upload.Watcher do
  def init(arg), do: arg
end
`,
    'src/Ledger.java': `class Ledger {
  int total() { return 1; }
}
`,
    ...Object.fromEntries(
      Array.from({ length: 45 }, (_, at) => [
        `src/Account${at}.java`,
        `class Account${at} {\n  int total() { return ${at}; }\n}\n`,
      ]),
    ),
    'node_modules/left/index.js': `function left() {}
`,
    'net/telnet.c': `static int open_socket(void) { return 0; }
`,
    'net/idle.c': `int keep_alive(void) { return 1; }
`,
    'net/idle.h': `struct timer_list { int late_by; };
int keep_alive(void);
`,
    'net/keeper.hpp': `class KeepAliveTimer;
`,
    'net/mod.rs': `pub(crate) mod path_router;
`,
  })
})
afterAll(() => shop.store.close())

const placesIn = (question: string): Promise<readonly string[]> =>
  shop.ask(async (place) =>
    (await exactPlaces(question, place)).map(
      ({ document, line, readAs }) => `${place.context.pathOf(document)}:${line} ${readAs}`,
    ),
  )

it.each([
  [
    'a trace, own frames first',
    `Error: apple
    at left (/srv/shop/node_modules/left/index.js:1:3)
    at Cart.add (/srv/shop/src/cart.ts:3:11)
    at main (/srv/shop/src/order.ts:2:1)`,
    ['src/cart.ts:3 frame', 'src/order.ts:2 frame', 'node_modules/left/index.js:1 frame'],
  ],
  ['a path with a line', 'what happens in src/cart.ts:3?', ['src/cart.ts:3 path']],
  ['a method of a class', 'how does Cart.add treat an empty name', ['src/cart.ts:2 name']],
  ['the same name of another class', 'how does Order#add work', ['src/order.ts:2 name']],
  ['a method as Rust and C++ write it', 'who calls Tariff::suspend()', ['app/tariff.py:2 name']],
  ['a name in backticks', 'is `remove` ever called', ['src/cart.ts:6 name']],
  ['a name of several words, in sources before tests', 'where is sumOfPrices used', ['src/cart.ts:9 name']],
  ['a function of many overloads, as one place', 'how does applyDiscount add two', ['src/apply.ts:1 name']],
  ['a function of a module that others are named after', 'what does Shop.Upload.init do', ['lib/upload.ex:2 name']],
  ['a method of which there are many, by its class', 'what does Ledger.total add up', ['src/Ledger.java:2 name']],
  ['a name in the file that the topic names', 'telnet: call open_socket again', ['net/telnet.c:1 name']],
  ['no name that lies elsewhere than the topic', 'telnet: call keep_alive again', []],
  ['a name after a topic that is no file', 'Bug: keep_alive says nothing', ['net/idle.c:1 name']],
  ['a function with a body before its prototype', 'what does keep_alive do', ['net/idle.c:1 name']],
  ['no class that is only announced', 'when does KeepAliveTimer end', []],
  ['no module that lies elsewhere', 'how does path_router match', []],
  ['no field without what has it', 'what is late_by for', []],
  ['a field of what has it', 'what is timer_list.late_by for', ['net/idle.h:1 name']],
  ['words of prose', 'how is a cart added and removed', []],
  ['a name that nothing has', 'how does Basket.add work', []],
] as const)('a question names its places by %s', async (_, question, places) => {
  expect(await placesIn(question)).toEqual(places)
})
