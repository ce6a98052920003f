import { expect, it } from 'vitest'
import { python } from '../../src/languages/scripting/python.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  ['nothing', '', []],
  ['only a comment', '# 注释\n', []],
  [
    'functions and what decorates them',
    '@cache\n@retry(3)\nasync def 获取(x):\n    def inner(): pass\n    return x\n\ndef _hidden(): pass\nlam = lambda x: 1\n',
    ['function 获取 (exported) 1-5', 'function _hidden 7', 'function lam (exported) 8'],
  ],
  [
    'members of a class',
    `class A(B):
    x: int = 1
    y: str
    _z = 2
    def __init__(self, q):
        self.q = q

    @property
    def v(self):
        return 1

    class Meta:
        k = 1

    def _p(self): pass
class _Hidden:
    def m(self): pass
`,
    [
      'class A (exported) 1-15',
      'class A > field x (exported) 2',
      'class A > field y (exported) 3',
      'class A > field _z 4',
      'class A > constructor __init__ (exported) 5-6',
      'class A > method v (exported) 8-10',
      'class A > class Meta (exported) 12-13',
      'class A > class Meta > field k (exported) 13',
      'class A > method _p 15',
      'class _Hidden 16-17',
      'class _Hidden > method m 17',
    ],
  ],
  [
    'names at the top',
    "MAX_SIZE: int = 3\n__version__ = '1'\na, b = 1, 2\nx.y = 3\ntype Alias[T] = list[T]\nprint(a)\n",
    [
      'constant MAX_SIZE (exported) 1',
      'variable __version__ (exported) 2',
      'variable a (exported) 3',
      'variable b (exported) 3',
      'type Alias (exported) 5',
    ],
  ],
  [
    'imports',
    `from __future__ import annotations
import os, sys as s
import a.b as c
from . import a, b as bb
from ..x.y import z, w as v
from .q import *
from m import (
    one,  # first
    two,
)
`,
    [],
    ['os', 'sys', 'a.b', '.: a, b', '..x.y: z, w', '.q: *', 'm: one, two'],
  ],
  [
    'what depends on something',
    `try:
    import fast
except ImportError:
    fast = None
if TYPE_CHECKING:
    from t import T
    def only(): pass
else:
    import u
with x:
    def w(): pass
`,
    ['variable fast (exported) 4', 'function only (exported) 7', 'function w (exported) 11'],
    ['fast', 't: T', 'u'],
  ],
  [
    'half a file',
    'class A:\n    def m(self):\n        return 1\n    def n(self, ',
    ['class A (exported) 1-4', 'class A > method m (exported) 2-3'],
  ],
])('sees %s', reads(python))

type DocRow = [source: string, doc: string]

it.each<DocRow>([
  ['def f():\n    """Doc of f 👋🏽.\n\n    More."""', 'Doc of f 👋🏽.'],
  ["class A:\n    r'''\n    文档\n    第二行\n    '''", '文档 第二行'],
  ["# above\ndef f():\n    'short'\n", 'short'],
  ['# above\n@dec\ndef f():\n    return "no doc"', 'above'],
  ['x = 1  # about x\ndef f(): pass', ''],
  ['def f():\n    """Adds.\n    :param a: first\n    """', 'Adds.'],
])('finds the doc of %j', async (source, doc) => {
  const { symbols } = await structureOf(python, source)
  expect(symbols.at(-1)?.doc).toBe(doc)
})
