import { expect, it } from 'vitest'
import { isFile, nameOf } from '../../src/files/history.ts'

it.each<[asked: string, named: string, project: string | undefined, isSame: boolean]>([
  ['cart.ts', '/home/ada/shop/src/cart.ts', undefined, true],
  ['src/cart.ts', '/home/ada/shop/src/cart.ts', undefined, true],
  ['rc/cart.ts', '/home/ada/shop/src/cart.ts', undefined, false],
  ['cart', '/home/ada/shop/src/cart.ts', undefined, false],
  ['src\\Cart.ts', 'C:\\Users\\Ada\\shop\\src\\cart.ts', undefined, true],
  ['/home/ada/shop/src/cart.ts', '/home/ada/shop/src/cart.ts', undefined, true],
  ['/shop/src/cart.ts', '/home/ada/shop/src/cart.ts', undefined, false],
  ['/home/ada/shop/src/cart.ts', 'src/cart.ts', '/home/ada/shop', true],
  ['/home/ada/shop/src/cart.ts', './src/../src/cart.ts', '/home/ada/shop/', true],
  ['/home/ada/shop/src/cart.ts', 'src/cart.ts', '/home/ada/garden', false],
  ['shop/src/cart.ts', 'src/cart.ts', '/home/ada/shop', true],
  ['/home/ada/shop/src/cart.ts', 'src/cart.ts', undefined, true],
  ['~/shop/src/cart.ts', '/home/ada/shop/src/cart.ts', undefined, true],
  ['笔记/潮汐.md', '/home/ada/笔记/潮汐.md', undefined, true],
  ['cafe\u0301.md', '/p/caf\u00e9.md', undefined, true],
  ['', '/p/cart.ts', undefined, false],
  ['/', '/p/cart.ts', undefined, false],
  ['..', '', undefined, false],
])('a path that a caller asks for: %j is %j in %s: %s', (asked, named, project, isSame) =>
  expect(isFile(asked)(named, project)).toBe(isSame),
)

it.each<[path: string, name: string]>([
  ['/a/b.ts', 'b.ts'],
  ['a\\B.ts', 'B.ts'],
  ['潮汐.md', '潮汐.md'],
  ['a/./', 'a'],
  ['/', ''],
  ['..', ''],
])('the name of a file of %s is %j', (path, name) => expect(nameOf(path)).toBe(name))
