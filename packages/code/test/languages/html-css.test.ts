import { it } from 'vitest'
import { html } from '../../src/languages/html-css.ts'
import { type OutlineRow, reads } from './outline-of.ts'

it.each<OutlineRow>([
  ['nothing', '', []],
  ['only a comment', '<!-- 注释 -->', []],
  [
    'elements with an id',
    '<body>\n<div id="app" class="k">\n<h1>你好</h1>\n<p id=q></p><img id="三"/>\n</div></body>',
    ['rule #app (exported) 2', 'rule #q (exported) 4', 'rule #三 (exported) 4'],
  ],
  [
    'scripts and styles',
    '<head><link rel="stylesheet" href="a.css"><script src=\'b.js\'></script><script>var x</script></head>',
    [],
    ['a.css', 'b.js'],
  ],
  ['half a page', '<div id="a"><p id="b', ['rule #a (exported) 1']],
])('sees %s', reads(html))
