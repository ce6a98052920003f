import { expect, it } from 'vitest'
import { javascript, tsx, typescript } from '../../src/languages/ecma/typescript.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  ['nothing', '', []],
  ['only a comment', '// 只有注释\n', []],
  ['functions', 'function a() {}\nexport async function* b() {}', ['function a 1', 'function b (exported) 2']],
  [
    'what is exported by default',
    'export default async function work() {}\nexport default class extends Base {}\nexport default () => {}',
    ['function work (exported) 1', 'class default (exported) 2', 'function default (exported) 3'],
  ],
  [
    'what is exported by a list',
    'function a() {}\nconst b = 1, c = 2\nclass D { m() {} }\nexport { a, b as x }\nexport default D',
    [
      'function a (exported) 1',
      'constant b (exported) 2',
      'constant c 2',
      'class D (exported) 3',
      'class D > method m (exported) 3',
    ],
  ],
  [
    'members of a class',
    `@Injectable()
export class 用户<T> extends Base {
  /** Its name. */
  @Input()
  private name = 'x'
  static #count = 0
  constructor(private readonly x: Foo) {}
  get value(): string { return '' }
  protected hidden(): void {}
  handler = async () => {};
  [Symbol.iterator]() {}
}`,
    [
      'class 用户 (exported) 1-12',
      'class 用户 > field name 4-5',
      'class 用户 > field #count 6',
      'class 用户 > constructor constructor (exported) 7',
      'class 用户 > method value (exported) 8',
      'class 用户 > method hidden 9',
      'class 用户 > method handler (exported) 10',
      'class 用户 > method [Symbol.iterator] (exported) 11',
    ],
  ],
  [
    'abstract classes, interfaces, types and enums',
    `abstract class A { abstract m(): void }
export interface B { a: string; b(): void }
export type C = { d: string } & E
type F = { g(): void }
export enum H { I, J = 2 }`,
    [
      'class A 1',
      'class A > method m 1',
      'interface B (exported) 2',
      'interface B > field a (exported) 2',
      'interface B > method b (exported) 2',
      'type C (exported) 3',
      'type F 4',
      'type F > method g 4',
      'enum H (exported) 5',
      'enum H > constant I (exported) 5',
      'enum H > constant J (exported) 5',
    ],
  ],
  [
    'namespaces and what is declared for others',
    `namespace A.B { const hidden = 1 }
export namespace C { const hidden = 1; export const seen = 1 }
declare module 'foo' { function bar(): void }
declare global { interface Window { x: string } }
export declare const z: string`,
    [
      'module A.B 1',
      'module A.B > constant hidden 1',
      'module C (exported) 2',
      'module C > constant hidden 2',
      'module C > constant seen (exported) 2',
      'module foo (exported) 3',
      'module foo > function bar (exported) 3',
      'interface Window (exported) 4',
      'interface Window > field x (exported) 4',
      'constant z (exported) 5',
    ],
  ],
  [
    'objects with members that do something',
    `export const api = { get() {}, put: async () => {}, limit: 3, deep: { 'a-b': function () {} } } as const
export const store = defineStore('main', { actions: { load() {} } })
export const { one, two: dos } = slice.actions
const { three } = other`,
    [
      'constant api (exported) 1',
      'constant api > method get (exported) 1',
      'constant api > method put (exported) 1',
      'constant api > method a-b (exported) 1',
      'constant store (exported) 2',
      'constant store > method load (exported) 2',
      'constant one (exported) 3',
      'constant dos (exported) 3',
    ],
  ],
  ['no locals', 'function a() {\n  const b = 1\n  function c() {}\n}', ['function a 1-4']],
  [
    'tests',
    `describe('数学', () => {
  const local = 1
  it.each([1])('adds %s', () => {})
  test.skip(\`a\`, async () => {})
  beforeEach(() => {})
})`,
    ['test 数学 1-6', 'test 数学 > test adds %s 3', 'test 数学 > test a 4'],
  ],
  [
    'imports',
    `import a, { b as c, type D } from './a.ts'
import * as e from "e"
import './side.css'
import data from './d.json' with { type: 'json' }
import type { T } from '@scope/t'
export * from './f'
export { default as g, h } from './g'
import fs = require('node:fs')
const lazy = () => import('./lazy.ts')
async function load() {
  const { x, y: z } = await import(/* chunk */ './deep.ts')
}
// import('./not')`,
    ['function lazy 9', 'function load 10-12'],
    [
      './a.ts: default, b, D',
      'e: *',
      './side.css',
      './d.json: default',
      '@scope/t: T',
      './f: *',
      './g: default, h',
      'node:fs',
      './lazy.ts',
      './deep.ts: x, y',
    ],
  ],
  ['half a file', 'export class A {\n  m() {}\n  n(', ['method m 2']],
  ['line ends of Windows', 'function a() {\r\n}\r\n\r\nfunction b() {}\r\n', ['function a 1-2', 'function b 4']],
])('TypeScript sees %s', reads(typescript))

it.each<OutlineRow>([
  [
    'components',
    `export function Page({ a }: Props) { return <div>{a}</div> }
export const Item: FC = () => <li>👩‍👩‍👧</li>`,
    ['function Page (exported) 1', 'function Item (exported) 2'],
  ],
])('TSX sees %s', reads(tsx))

it.each<OutlineRow>([
  [
    'CommonJS',
    `#!/usr/bin/env node
'use strict'
const { a, b: c } = require('x/y'), q = require('./q').thing
exports = module.exports = createApplication
function createApplication() { require('./deep') }
exports.json = parser.json
exports.serve = function () {}
module.exports.VERSION = '1.0'
exports.empty = void 0`,
    [
      'function createApplication (exported) 5',
      'constant json (exported) 6',
      'function serve (exported) 7',
      'constant VERSION (exported) 8',
    ],
    ['x/y: a, b', './q: thing', './deep'],
  ],
  [
    'an object that is the module',
    `function a() {}
module.exports = { a, m() {}, k: () => {}, data: [1] }`,
    ['function a (exported) 1', 'method m (exported) 2', 'method k (exported) 2'],
  ],
  [
    'a class that is the module',
    'module.exports = class Foo { m() {} }',
    ['class Foo (exported) 1', 'class Foo > method m (exported) 1'],
  ],
  [
    'prototypes and functions that belong to something',
    `Foo.prototype.bar = function () {}
Foo.prototype = { baz: function () {}, n: 1 }
app.use = function use() {}
window.init = function () {}
Foo.count = 3`,
    [
      'method Foo.bar (exported) 1',
      'method Foo.baz (exported) 2',
      'method app.use (exported) 3',
      'function init (exported) 4',
    ],
  ],
  [
    'members that a call defines',
    `defineGetter(req, 'host', function host() {})
Object.defineProperty(app, 'ebb', { get() {} })
Object.defineProperty(exports, 'flow', { enumerable: true })
Object.defineProperty(exports, '__esModule', { value: true })
Gate.prototype.__defineGetter__('level', function () {})
Object.assign(Gate.prototype, { open() {}, shut: function () {} })
Object.assign(settings, { moon: 1 })
util.inherits(Tide, Error, { toJSON() {} })`,
    [
      'method req.host (exported) 1',
      'field app.ebb (exported) 2',
      'field flow (exported) 3',
      'method Gate.level (exported) 5',
      'method Gate.open (exported) 6',
      'method Gate.shut (exported) 6',
      'method Tide.toJSON (exported) 8',
    ],
  ],
  [
    'class fields, getters and what is private',
    'class A { #p = 1; static s = 2; h = () => {}; get v() { return 1 } set v(x) {} static async *gen() {} #q() {} }',
    [
      'class A 1',
      'class A > field #p 1',
      'class A > field s 1',
      'class A > method h 1',
      'class A > method v 1',
      'class A > method v 1',
      'class A > method gen 1',
      'class A > method #q 1',
    ],
  ],
  [
    'what a file wraps itself in',
    `;(function (root, factory) { factory(root) })(this, (function () {
  function inner() {}
  return { out() {} }
}))
define(['a'], function (a) { function amd() {} })
if (x) { function sometimes() {} }`,
    ['function inner 2', 'method out (exported) 3', 'function amd 5', 'function sometimes 6'],
  ],
  [
    'options of a component and a value that hangs on a condition',
    `export default defineComponent({ name: 'x', methods: { click() {} } })
export const read = isBrowser ? () => 1 : () => 2
export default isThere && function ebb() {}
const later = old || function () {}
const [isSea, isMoon] = names.map(check), { sand } = beach`,
    [
      'object default (exported) 1',
      'object default > method click (exported) 1',
      'function read (exported) 2',
      'function ebb (exported) 3',
      'function later 4',
      'constant isSea 5',
      'constant isMoon 5',
    ],
  ],
  [
    'tests of other runners',
    "QUnit.module('m', (hooks) => { QUnit.test('t', () => {}) })",
    ['test m 1', 'test m > test t 1'],
  ],
])('JavaScript sees %s', reads(javascript))

it('gives an export the comment and the decorators that stand before it', async () => {
  const source =
    '// stray\n\n/**\n * Adds. 加法\n *\n * Slowly.\n */\n// eslint-disable-next-line x\n@dec()\nexport class A {}'
  const { symbols } = await structureOf(typescript, source)
  expect(symbols[0]).toMatchObject({
    line: 9,
    doc: 'Adds. 加法',
    docStart: 10,
    start: source.indexOf('@dec'),
    signature: 'class A',
  })
})

it('writes signatures in one line, without the body', async () => {
  const { symbols } = await structureOf(typescript, 'export const f = async (\n  a: string,\n): Promise<void> => {\n}')
  expect(symbols[0]?.signature).toBe('const f = async ( a: string, ): Promise<void>')
})
