import { describe, expect, it } from 'vitest'
import { haskell } from '../../src/languages/scripting/haskell.ts'
import { outlineOf, type OutlineRow, reads, structureOf } from './outline-of.ts'

describe('what Haskell declares', () => {
  it.each<OutlineRow>([
    [
      'a function with its signature and all its clauses',
      'foo :: Int -> Int\nfoo 0 = 1\n-- Else.\nfoo n = n * 2\n  where k = 1\n',
      ['function foo (exported) 1-5'],
    ],
    [
      'values, without a signature too',
      'pat :: Int\npat = 3\nother = 4\n',
      ['function pat (exported) 1-2', 'function other (exported) 3'],
    ],
    [
      'several under one signature once each',
      'a, b :: Int\na = 1\nb = 2\n',
      ['function a (exported) 2', 'function b (exported) 3'],
    ],
    [
      'operators',
      "(<+>) :: Int -> Int -> Int\na <+> b = a\nx `op` y = 1\nfoldl' f = f\n",
      ['function <+> (exported) 1-2', 'function op (exported) 3', "function foldl' (exported) 4"],
    ],
    [
      'data with constructors and fields',
      'data Bar = A | B { x, z :: Int, y :: !Int } | Int :+ Int\n  deriving (Show)\n',
      [
        'type Bar (exported) 1-2',
        'type Bar > constructor A (exported) 1',
        'type Bar > constructor B (exported) 1',
        'type Bar > constructor B > field x (exported) 1',
        'type Bar > constructor B > field z (exported) 1',
        'type Bar > constructor B > field y (exported) 1',
        'type Bar > constructor :+ (exported) 1',
      ],
    ],
    [
      'new types',
      'newtype Baz = Q { unQ :: Int }\n',
      [
        'type Baz (exported) 1',
        'type Baz > constructor Q (exported) 1',
        'type Baz > constructor Q > field unQ (exported) 1',
      ],
    ],
    [
      'generalised data',
      'data G a where\n  C1, C2 :: Int -> G Int\n',
      ['type G (exported) 1-2', 'type G > constructor C1 (exported) 2', 'type G > constructor C2 (exported) 2'],
    ],
    [
      'other names for types, and families',
      'type T = Int\ntype family F a where\n  F Int = Bool\ndata family H a\n',
      ['type T (exported) 1', 'type F (exported) 2-3', 'type H (exported) 4'],
    ],
    [
      'classes',
      'class Eq a => Foo a where\n  bar, baz :: a -> a\n  qux :: a\n  qux = undefined\n',
      [
        'class Foo (exported) 1-4',
        'class Foo > method bar (exported) 2',
        'class Foo > method baz (exported) 2',
        'class Foo > method qux (exported) 3-4',
      ],
    ],
    [
      'instances',
      'instance Show a => Foo [a] where\n  bar 0 = 1\n  bar x = x\n',
      ['impl Foo [a] (exported) 1-3', 'impl Foo [a] > method bar (exported) 2-3'],
    ],
    [
      'only what is listed as exported',
      'module M (foo, Bar(..), (<+>), type T, module X) where\nfoo = 1\nown = 2\ndata Bar = A\ndata Own = B\na <+> b = a\ntype T = Int\n',
      [
        'function foo (exported) 2',
        'function own 3',
        'type Bar (exported) 4',
        'type Bar > constructor A (exported) 4',
        'type Own 5',
        'type Own > constructor B 5',
        'function <+> (exported) 6',
        'type T (exported) 7',
      ],
      [],
      'M',
    ],
    [
      'patterns and foreign functions',
      'pattern P :: a\npattern P x = Just x\nforeign import ccall "sin" c_sin :: Double -> Double\n',
      ['constructor P (exported) 1-2', 'function c_sin (exported) 3'],
    ],
    [
      'names in any script',
      'data Цвет = Синий -- 👍🏽 中文\nсумма x = "中文"\n',
      ['type Цвет (exported) 1', 'type Цвет > constructor Синий (exported) 1', 'function сумма (exported) 2'],
    ],
    ['nothing of nothing', '', []],
  ])('%s', reads(haskell))

  it('with what is said about it, after the imports too', async () => {
    const { symbols } = await structureOf(
      haskell,
      'module M where\nimport A\n\n-- | Doubles\n-- it.\nfoo :: Int -> Int\nfoo n = n * 2\n\n-- | 另一个。\nbar = foo\n',
    )
    expect(symbols.map(({ doc, signature }) => [signature, doc])).toEqual([
      ['foo :: Int -> Int', 'Doubles it.'],
      ['bar', '另一个。'],
    ])
  })
})

it('reads imports, and the module', async () => {
  const source =
    '{-# LANGUAGE CPP #-}\n-- | Doc.\nmodule Data.Foo (foo) where\nimport qualified Data.Map as M\nimport Data.List (sort, (\\\\), Map(..))\nimport Prelude hiding (lookup)\nimport "pkg" Data.Q\nfoo = 1\n'
  expect(await outlineOf(haskell, source)).toEqual({
    symbols: ['function foo (exported) 8'],
    imports: ['Data.Map', 'Data.List: sort, \\\\, Map', 'Prelude', 'Data.Q'],
    module: 'Data.Foo',
  })
})
