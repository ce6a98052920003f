import { expect, it } from 'vitest'
import { resolveFrames } from '../../src/exact/exact-places.ts'
import { createPathIndex } from '../../src/resolve/path-index.ts'

const paths = createPathIndex([
  'main.go',
  'src/cart.ts',
  'src/http/cart.ts',
  'app/models.py',
  'packages/core/src/com/acme/Cart.java',
  'node_modules/left/index.js',
  'vendor/pad/pad.go',
  'Shop/Cart.swift',
  'src/b/util.ts',
  'src/c/util.ts',
])

const check = (named: readonly string[], files: readonly string[]): void =>
  expect(
    resolveFrames(
      named.map((path) => ({ path, line: 1 })),
      paths,
    ).map(({ file }) => file),
  ).toEqual(files)

it.each([
  ['the path of another machine', ['/home/ann/work/shop/src/http/cart.ts'], ['src/http/cart.ts']],
  ['the longest equal end', ['/srv/src/cart.ts'], ['src/cart.ts']],
  ['a file at the top of the repository', ['/home/ann/shop/main.go'], ['main.go']],
  ['the package of a class', ['com/acme/Cart.java'], ['packages/core/src/com/acme/Cart.java']],
  ['a name alone that one file has', ['Cart.swift'], ['Shop/Cart.swift']],
  ['a name alone that two files have', ['util.ts'], []],
  ['an end that two files have', ['/x/util.ts'], []],
  ['a file of the same name in another folder', ['/x/lib/models.py'], []],
  ['a package of the same name', ['/usr/lib/python3.12/site-packages/app/models.py'], []],
  ['the standard library', ['java/lang/Thread.java', '/rustc/07dca489ac2d/src/cart.ts'], []],
  ['a path with ..', ['../../etc/passwd', '/etc/passwd'], []],
  [
    'own frames before those of packages',
    ['node_modules/left/index.js', '/work/vendor/pad/pad.go', '/work/src/cart.ts'],
    ['src/cart.ts', 'node_modules/left/index.js', 'vendor/pad/pad.go'],
  ],
  ['the same place once', ['src/cart.ts', '/a/src/cart.ts'], ['src/cart.ts']],
] as const)('frames resolve by %s', (_, named, files) => check(named, files))
