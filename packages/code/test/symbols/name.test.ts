import { expect, it } from 'vitest'
import { answersTo, readName } from '../../src/symbols/name.ts'

it.each([
  ['retry', { fullName: 'retry', last: 'retry', around: [] }],
  ['Cart.addItem()', { fullName: 'Cart.addItem', last: 'addItem', around: ['Cart'] }],
  ['shop::Cart::add_item', { fullName: 'shop::Cart::add_item', last: 'add_item', around: ['shop', 'Cart'] }],
  ['Cart#add', { fullName: 'Cart#add', last: 'add', around: ['Cart'] }],
  ['$cart->add', { fullName: '$cart->add', last: 'add', around: ['$cart'] }],
  ['`购物车.添加`', { fullName: '购物车.添加', last: '添加', around: ['购物车'] }],
  ['operator<<', { fullName: 'operator<<', last: 'operator<<', around: [] }],
  ['...', { fullName: '...', last: '...', around: [] }],
  ['', { fullName: '', last: '', around: [] }],
])('reads %j', (text, expected) => expect(readName(text)).toEqual(expected))

const file = 'src/cart/store.ts'

it.each([
  ['addItem', ['Cart', 'addItem'], 'exact'],
  ['additem', ['Cart', 'addItem'], 'folded'],
  ['add_item', ['Cart', 'addItem'], 'folded'],
  ['Cart.addItem', ['Cart', 'addItem'], 'exact'],
  ['cart.addItem', ['Cart', 'addItem'], 'exact'],
  ['Basket.addItem', ['Cart', 'addItem'], 'no'],
  ['Cart.addItem', ['Cart', 'Inner', 'addItem'], 'exact'],
  ['store.open', ['open'], 'exact'],
  ['src.store.open', ['open'], 'exact'],
  ['store.src.open', ['open'], 'no'],
  ['Shop.Cart', ['Shop.Cart'], 'exact'],
  ['Cart', ['Shop.Cart'], 'exact'],
  ['Cart.add', ['Shop.Cart', 'add'], 'exact'],
  ['购物车.添加', ['购物车', '添加'], 'exact'],
  ['购物车.删除', ['购物车', '添加'], 'no'],
] as const)('%s against %j: %s', (asked, namePath, expected) =>
  expect(answersTo(readName(asked), namePath, file)).toBe(expected),
)
