import { it } from 'vitest'
import { css } from '../../src/languages/html-css.ts'
import { type OutlineRow, reads } from './outline-of.ts'

it.each<OutlineRow>([
  ['nothing', '', []],
  ['only a comment', '/* 注释 */', []],
  [
    'selectors',
    '.btn,\n#id > a:hover { color: red }\n.out { .nested {} }\n@media (x) { .in {} }\n@layer base { .low {} }\n',
    [
      'rule .btn, #id > a:hover (exported) 1-2',
      'rule .out (exported) 3',
      'rule .out > rule .nested (exported) 3',
      'rule .in (exported) 4',
      'rule .low (exported) 5',
    ],
  ],
  [
    'names that are used elsewhere',
    ':root {\n  --main: 1px;\n}\n@keyframes spin { from {} }\n',
    ['rule :root (exported) 1-3', 'rule :root > variable --main (exported) 2', 'constant spin (exported) 4'],
  ],
  ['imports', '@import "a.css";\n@import url(b.css) screen;\n@import url("c.css");', [], ['a.css', 'b.css', 'c.css']],
  ['half a file', '.a { color: red }\n.b { col', ['rule .a (exported) 1']],
])('sees %s', reads(css))
