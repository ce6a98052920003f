import { expect, it } from 'vitest'
import { linkFrom } from '../../../kernel/src/rendering/write-html.ts'
import { markdownToHtml, type MarkdownRequest } from '../../src/html/markdown-to-html.ts'
import { marksOf } from '../../src/html/highlight-spans.ts'

const pace = { isLate: () => false, rest: () => Promise.resolve() }
const link = linkFrom({ kind: 'notes', source: 'handbook', path: 'guide/keys.md' })
const toHtml = (text: string, more: Partial<MarkdownRequest> = {}) => markdownToHtml({ text, link, pace, ...more })
const bare = (html: string): string => html.replaceAll(/ data-line="\d+"/g, '').trim()

it.each<[says: string, markdown: string, html: string]>([
  ['headings have ids', '# Tides & *moon*', '<h1 id="d-tides--moon">Tides &amp; <em>moon</em></h1>'],
  ['also in Chinese', '## 密钥 轮换', '<h2 id="d-密钥-轮换">密钥 轮换</h2>'],
  ['ids differ', '# A\n# A', '<h1 id="d-a">A</h1>\n<h1 id="d-a-1">A</h1>'],
  [
    'a table',
    '|a|\n|:-:|\n|1|',
    '<table>\n<thead>\n<tr>\n<th align="center">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="center">1</td>\n</tr>\n</tbody>\n</table>',
  ],
  ['a task that is done', '- [x] ebb', '<ul>\n<li class="task task-done">☑ ebb</li>\n</ul>'],
  ['a task that is not', '- [ ] ebb', '<ul>\n<li class="task task-open">☐ ebb</li>\n</ul>'],
  ['HTML that is allowed', 'a<br>b <kbd>Ctrl</kbd>', '<p>a<br>b <kbd>Ctrl</kbd></p>'],
  ['types of code are text', 'a List<String> and Map<K, V>', '<p>a List&lt;String&gt; and Map&lt;K, V&gt;</p>'],
  ['an element without its end is text', 'in <title> ebb', '<p>in &lt;title&gt; ebb</p>'],
  [
    'a picture is a link',
    '![ebb](https://a.example/x.png)',
    '<p><a class="image" href="https://a.example/x.png" rel="noopener noreferrer" target="_blank">ebb</a></p>',
  ],
  [
    'a picture beside the document has no address that a browser loads',
    '![ebb](../img/x.png)',
    '<p><img class="image" alt="ebb" data-picture="/api/v1/pictures?citation=wuku%3A%2F%2Fnotes%2Fhandbook%2Fimg%2Fx.png&amp;of=wuku%3A%2F%2Fnotes%2Fhandbook%2Fguide%2Fkeys.md"></p>',
  ],
  [
    'also as HTML, without what else it says',
    '<img src="x.svg" alt="&quot;><b" onload="a()" data-picture="/b">',
    '<img class="image" alt="&quot;&gt;&lt;b" data-picture="/api/v1/pictures?citation=wuku%3A%2F%2Fnotes%2Fhandbook%2Fguide%2Fx.svg&amp;of=wuku%3A%2F%2Fnotes%2Fhandbook%2Fguide%2Fkeys.md">',
  ],
  ['a picture above the source is its words', '![ebb](../../../x.png)', '<p><span class="image">ebb</span></p>'],
  ['no element has the address of a picture but by its source', '<b data-picture="/a">x</b>', '<p><b>x</b></p>'],
  [
    'a picture in a link is its words',
    '[![ebb](https://a.example/x.png)](https://b.example/)',
    '<p><a href="https://b.example/" rel="noopener noreferrer" target="_blank"><span class="image">ebb</span></a></p>',
  ],
  [
    'an address is a link',
    'see https://a.example/b',
    '<p>see <a href="https://a.example/b" rel="noopener noreferrer" target="_blank">https://a.example/b</a></p>',
  ],
  ['a script leads nowhere', '[x](javascript:alert(1))', '<p><a>x</a></p>'],
  [
    'a citation opens here',
    '[x](wuku://notes/a/b.md#L1-L2)',
    '<p><a href="/ask?open=wuku%3A%2F%2Fnotes%2Fa%2Fb.md%23L1-L2" data-citation="wuku://notes/a/b.md#L1-L2">x</a></p>',
  ],
  [
    'a neighbour opens here',
    '[x](../a%20b.md)',
    '<p><a href="/ask?open=wuku%3A%2F%2Fnotes%2Fhandbook%2Fa%2520b.md" data-citation="wuku://notes/handbook/a%20b.md">x</a></p>',
  ],
  ['above the root is nothing', '[x](../../a.md)', '<p><a>x</a></p>'],
  ['a place of the page', '[x](#Ebb)', '<p><a href="#d-Ebb">x</a></p>'],
  [
    'code of a language',
    '```js\nif (a) b\n```',
    '<pre><code><span class="tk-keyword">if </span><span class="tk-punctuation">(</span><span class="tk-variable">a</span><span class="tk-punctuation">) </span><span class="tk-variable">b</span></code></pre>',
  ],
  ['code of no language', '```\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
])('%s', async (_, markdown, html) => expect(bare(await toHtml(markdown))).toBe(html))

it('says the line of each block', async () =>
  expect(await toHtml('# A\n\nb\nc', { lineOf: (line) => line + 10 })).toBe(
    '<h1 id="d-a" data-line="11">A</h1>\n<p data-line="13">b\nc</p>\n',
  ))

it('shows the whole blocks of some lines', async () =>
  expect(bare(await toHtml('# A\n\n```\nb\nc\n```\n\nd', { lines: { from: 5, to: 5 } }))).toBe(
    '<pre><code>b\nc</code></pre>',
  ))

it.each([
  ['words in another form', ['tides'], 'The Tide', '<p>The <mark>Tide</mark></p>'],
  ['parts of names', ['user'], '`getUserById`', '<p><code><mark>getUserById</mark></code></p>'],
  ['Chinese in Traditional', ['登录'], '用戶登錄頁面', '<p>用戶<mark>登錄</mark>頁面</p>'],
  ['across entities', ['tide'], 'ti&#100;e', '<p><mark>tide</mark></p>'],
  ['no words between', ['where is the tide'], 'is the tide', '<p>is the <mark>tide</mark></p>'],
] as const)('marks %s', async (_, words, markdown, html) =>
  expect(bare(await toHtml(markdown, { marks: marksOf(words) }))).toBe(html),
)
