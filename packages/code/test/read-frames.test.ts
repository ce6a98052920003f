import { expect, it } from 'vitest'
import { readFrames, type FrameFormat } from '../src/read-frames.ts'

interface Row {
  readonly of: string
  readonly format: FrameFormat
  readonly text: string
  /** `path:line name`, innermost first. */
  readonly frames: readonly string[]
}

const shown = (text: string): readonly string[] =>
  readFrames(text).frames.map(({ path, line, name }) => `${path}:${line}${name ? ` ${name}` : ''}`)

it.each<Row>([
  {
    of: 'Python',
    format: 'python',
    text: `Traceback (most recent call last):
  File "/srv/app/main.py", line 12, in <module>
    run()
  File "/srv/app/shop/cart.py", line 48, in run
    total = sum(prices)
TypeError: unsupported operand`,
    frames: ['/srv/app/shop/cart.py:48 run', '/srv/app/main.py:12 <module>'],
  },
  {
    of: 'IPython',
    format: 'ipython',
    text: `ValueError                                Traceback (most recent call last)
Cell In[3], line 1
----> 1 load('x')

File ~/work/shop/load.py:33, in load(path)
     31 def load(path):
---> 33     raise ValueError(path)

File ~/work/shop/read.py:7, in read(path, *args)`,
    frames: ['~/work/shop/read.py:7 read', '~/work/shop/load.py:33 load'],
  },
  {
    of: 'pytest',
    format: 'pytest',
    text: `    def test_total():
>       assert total([]) == 1

tests/test_cart.py:9: 
_ _ _ _ _ _
tests/test_cart.py:9: in test_total
    total([])
shop/cart.py:48: TypeError`,
    frames: ['shop/cart.py:48 TypeError', 'tests/test_cart.py:9 test_total', 'tests/test_cart.py:9'],
  },
  {
    of: 'Node',
    format: 'node',
    text: `TypeError: Cannot read properties of undefined (reading 'id')
    at Cart.add (/srv/shop/src/cart.ts:48:17)
    at async Promise.all (index 0)
    at async handler (file:///srv/shop/src/http/handler.js:12:3)
    at new Session (webpack-internal:///./src/session.ts:3:4)
    at Object.<anonymous> (C:\\work\\shop\\src\\main.ts:1:1)
    at /srv/shop/src/last.ts:7:2
    at node:internal/process/task_queues:95:5`,
    frames: [
      '/srv/shop/src/cart.ts:48 Cart.add',
      '/srv/shop/src/http/handler.js:12 handler',
      'src/session.ts:3 Session',
      'C:/work/shop/src/main.ts:1',
      '/srv/shop/src/last.ts:7',
    ],
  },
  {
    of: 'a browser of Chromium',
    format: 'browser',
    text: `Uncaught TypeError: x is not a function
    at render (https://shop.example/static/js/cart.js?v=3:48:17)
    at https://shop.example/static/js/main.js:1:2345`,
    frames: ['static/js/cart.js:48 render', 'static/js/main.js:1'],
  },
  {
    of: 'Firefox and Safari',
    format: 'browser',
    text: `render@https://shop.example/static/js/cart.js:48:17
async*start@https://shop.example/static/js/main.js:9:5`,
    frames: ['static/js/cart.js:48', 'static/js/main.js:9'],
  },
  {
    of: 'a panic of Go',
    format: 'go',
    text: `panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
example.com/shop/cart.(*Cart).Add(0xc000012345, {0x4b2, 0x1})
	/home/ann/shop/cart/cart.go:48 +0x1d
main.main()
	/home/ann/shop/main.go:12 +0x85`,
    frames: ['/home/ann/shop/cart/cart.go:48 example.com/shop/cart.(*Cart).Add', '/home/ann/shop/main.go:12 main.main'],
  },
  {
    of: 'Java with a cause',
    format: 'jvm',
    text: `Exception in thread "main" java.lang.IllegalStateException: no cart
	at com.acme.shop.Main.run(Main.java:30)
	at java.base/java.lang.Thread.run(Thread.java:829)
Caused by: java.lang.NullPointerException
	at app//com.acme.shop.cart.Cart$Line.total(Cart.java:48)
	at com.acme.shop.cart.Cart.lambda$sum$0(Cart.java:51)
	... 3 more`,
    frames: [
      'com/acme/shop/cart/Cart.java:48 com.acme.shop.cart.Cart$Line.total',
      'com/acme/shop/cart/Cart.java:51 com.acme.shop.cart.Cart.lambda$sum$0',
      'com/acme/shop/Main.java:30 com.acme.shop.Main.run',
      'java/lang/Thread.java:829 java.lang.Thread.run',
    ],
  },
  {
    of: 'Kotlin',
    format: 'jvm',
    text: `	at com.acme.shop.CartKt.main(Cart.kt:3)
	at com.acme.shop.Cart$sum$1.invoke(Cart.kt:10)`,
    frames: [
      'com/acme/shop/Cart.kt:3 com.acme.shop.CartKt.main',
      'com/acme/shop/Cart.kt:10 com.acme.shop.Cart$sum$1.invoke',
    ],
  },
  {
    of: 'C# in English and Chinese',
    format: 'csharp',
    text: `System.NullReferenceException: Object reference not set
   at Acme.Shop.Cart.Add(String name, Int32 count) in C:\\work\\My Shop\\Cart.cs:line 48
   在 Acme.Shop.Program.Main(String[] args) 位置 /src/Program.cs:行号 12`,
    frames: ['C:/work/My Shop/Cart.cs:48 Acme.Shop.Cart.Add', '/src/Program.cs:12 Acme.Shop.Program.Main'],
  },
  {
    of: 'Ruby before and after 3.4',
    format: 'ruby',
    text: `app/models/cart.rb:48:in 'Cart#add': undefined method 'id' for nil (NoMethodError)
	from app/controllers/carts_controller.rb:12:in \`create'`,
    frames: ['app/models/cart.rb:48 Cart#add', 'app/controllers/carts_controller.rb:12 create'],
  },
  {
    of: 'PHP',
    format: 'php',
    text: `PHP Fatal error:  Uncaught TypeError: Cart::add() in /var/www/src/Cart.php:48
Stack trace:
#0 /var/www/src/Shop.php(31): Acme\\Cart->add()
#1 /var/www/index.php(3): run()
#2 {main}
  thrown in /var/www/src/Cart.php on line 48`,
    frames: [
      '/var/www/src/Cart.php:48',
      '/var/www/src/Shop.php:31 Acme\\Cart->add',
      '/var/www/index.php:3 run',
      '/var/www/src/Cart.php:48',
    ],
  },
  {
    of: 'Rust',
    format: 'rust',
    text: `thread 'main' panicked at src/cart.rs:48:9:
index out of bounds
stack backtrace:
   0: rust_begin_unwind
             at /rustc/07dca489ac2d/library/std/src/panicking.rs:645:5
   3: shop::cart::Cart::add
             at ./src/cart.rs:48:9
error[E0382]: borrow of moved value
  --> src/main.rs:12:5`,
    frames: [
      'src/cart.rs:48',
      '/rustc/07dca489ac2d/library/std/src/panicking.rs:645',
      'src/cart.rs:48 shop::cart::Cart::add',
      'src/main.rs:12',
    ],
  },
  {
    of: 'gdb',
    format: 'native',
    text: `#0  0x00007ffff7a42428 in cart_add (cart=0x0, n=3) at src/cart.c:48
#1  main (argc=1) at src/main.c:12`,
    frames: ['src/cart.c:48 cart_add', 'src/main.c:12 main'],
  },
  {
    of: 'a sanitizer',
    format: 'native',
    text: `==1==ERROR: AddressSanitizer: heap-buffer-overflow
    #0 0x4f5e2a in shop::Cart::add(int) /home/ann/shop/src/cart.cpp:48:9
    #1 0x4f6b00 in main /home/ann/shop/src/main.cpp:12:3`,
    frames: ['/home/ann/shop/src/cart.cpp:48 shop::Cart::add', '/home/ann/shop/src/main.cpp:12 main'],
  },
  {
    of: 'Elixir',
    format: 'elixir',
    text: `** (KeyError) key :id not found in: nil
    (shop 0.1.0) lib/shop/cart.ex:48: Shop.Cart.add/2
    (elixir 1.15.7) lib/enum.ex:984: Enum.map/2`,
    frames: ['lib/shop/cart.ex:48 Shop.Cart.add/2', 'lib/enum.ex:984 Enum.map/2'],
  },
  {
    of: 'Swift',
    format: 'swift',
    text: `Fatal error: Index out of range: file Shop/Cart.swift, line 48
3   Shop   0x0000000104 Cart.add(_:) + 24 (Cart.swift:48)`,
    frames: ['Shop/Cart.swift:48', 'Cart.swift:48 Cart.add'],
  },
  {
    of: 'a diff',
    format: 'diff',
    text: `diff --git a/src/cart.ts b/src/cart.ts
--- a/src/cart.ts
+++ b/src/cart.ts
@@ -45,6 +45,9 @@ export class Cart {
+  add() {}
@@ -90 +93 @@`,
    frames: ['src/cart.ts:45 export class Cart {', 'src/cart.ts:93'],
  },
  {
    of: 'compilers and people',
    format: 'path',
    text: `src/cart.ts(48,17): error TS2304: Cannot find name 'x'.
see packages/shop/cart.go:12-20, lib/a.rb#L7-L9 and src/b.py line 3; 参见 src/c.py 第 5 行`,
    frames: ['src/cart.ts:48', 'packages/shop/cart.go:12'],
  },
  { of: 'a sentence', format: 'path', text: 'why does the cart of version 1.2:30 fail at 10:45?', frames: [] },
])('the frames of $of are read, innermost first', ({ text, frames, format }) => {
  expect(shown(text)).toEqual(frames)
  if (frames.length > 0) expect(readFrames(text).format).toBe(format)
})

it.each([
  ['a million characters without a space', 'a/'.repeat(500_000)],
  ['100,000 frames', '    at x (/a/b.ts:1:1)\n'.repeat(100_000)],
  ['100,000 half frames', '  File "\n#0 0x in (((((\n at (((( in :::\n'.repeat(100_000)],
  ['brackets that never close', `    at ${'('.repeat(1_900)}`],
])('the reader of frames bears %s', (_, text) => expect(readFrames(text).frames.length).toBeLessThanOrEqual(2_000))
