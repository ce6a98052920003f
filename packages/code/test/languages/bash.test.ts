import { expect, it } from 'vitest'
import { bash } from '../../src/languages/scripting/bash.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  ['nothing', '', []],
  ['only a comment', '#!/bin/sh\n# 注释\n', []],
  [
    'functions',
    'foo() { local x=1; inner() { :; }; }\nfunction bar-baz {\n  :\n}\nfunction sub() (\n  :\n)\nif true; then\n  cond() { :; }\nfi\n',
    [
      'function foo (exported) 1',
      'function bar-baz (exported) 2-4',
      'function sub (exported) 5-7',
      'function cond (exported) 9',
    ],
  ],
  [
    'variables and aliases',
    "X=4\nexport NAME=1 OTHER\nreadonly CONST=2\ndeclare -rx D=3\nalias ll='ls -l'\na[0]=1\n",
    [
      'variable X (exported) 1',
      'variable NAME (exported) 2',
      'constant CONST (exported) 3',
      'constant D (exported) 4',
      'macro ll (exported) 5',
    ],
  ],
  [
    'what is sourced',
    `source ./lib.sh
. "$DIR/other.sh"
source "$(dirname "$0")/sub/here.sh"
. "\${BASH_SOURCE%/*}/x.sh"
[ -f a ] && source a
case $1 in
  b) . '/etc/b' ;;
esac
source "$FILE"
`,
    [],
    ['./lib.sh', './other.sh', './sub/here.sh', './x.sh', 'a', '/etc/b'],
  ],
  ['tests of Bats', '@test "加 works" {\n  run foo\n}\n', ['test 加 works 1']],
  ['half a file', 'foo() {\n  :\n}\nbar() {\n  if x', ['function foo (exported) 1-3']],
])('sees %s', reads(bash))

it('takes the comment above, but not the program of the script', async () => {
  const { symbols } = await structureOf(bash, '#!/usr/bin/env bash\n# Builds it.\n# 构建\nbuild() {\n  :\n}\n')
  expect(symbols[0]).toMatchObject({ doc: 'Builds it. 构建', signature: 'build()' })
})
