import { expect, it } from 'vitest'
import { read as readHtml } from '../../src/html/index.ts'

const pageOf = (text: string) => {
  const answer = readHtml({ path: 'guide.docx', text: `<main>${text}</main>` })
  return 'page' in answer ? answer.page : undefined
}

const markdownOf = (text: string): string => pageOf(text)?.text ?? ''

const check = (text: string, expected: string) => expect(markdownOf(text)).toBe(`${expected}\n`)

it.each<[string, string]>([
  ['<p>Ebb\r\n  and   flow&nbsp;&mdash; 潮汐 🌊</p>', 'Ebb and flow — 潮汐 🌊'],
  ['<p>👩‍👩‍👧 and 🇨🇳</p>', '👩‍👩‍👧 and 🇨🇳'],
  ['<p>one<p>two', 'one\n\ntwo'],
  ['<p>one<br>two<br/><br>three</p>', 'one\ntwo\nthree'],
  ['See <a href="https://tides.example/x?y=1">the tables</a>.', 'See the tables.'],
  ['<img src="a.png" alt="a moon"> <img alt="../_images/fig1.png">', 'a moon'],
  ['a<b>bold</b>c, <strong> wide </strong>end', 'a**bold**c, **wide** end'],
  ['<b>all <i>of</i> <b>it</b></b>', '**all of it**'],
  ['<b><p>one</p></b> two', 'one\n\ntwo'],
  ['<code>a  b</code><code>c</code> and <code>`t`</code>', '`a bc` and `` `t` ``'],
  ['x<sup>2</sup> H<sub>2</sub>O 1<sup>st</sup> so<sup><a href="#f1">1</a></sup>', 'x² H₂O 1st so[1]'],
  ['<kbd>Ctrl</kbd>+<kbd>C</kbd>', 'Ctrl+C'],
  ['<span class="math">\\(a_1*b\\)</span>', '$a_1*b$'],
  ['<math><mi>x</mi><annotation>x^2</annotation></math>', '$x^2$'],
  ['a<script>var b = "<p>"</script><style>p{}</style><svg><title>t</title></svg><template>x</template>c', 'ac'],
  [
    'a<noscript>Turn it on</noscript><span hidden>h</span><i aria-hidden="true">i</i><b style="display: none">n</b>b',
    'ab',
  ],
  ['<div>one</div><div>two</div>', 'one\n\ntwo'],
])('words: %j', check)

it.each<[string, string]>([
  ['<p>snake_case_name and 2 * 3 * 4 and a_b</p>', 'snake_case_name and 2 * 3 * 4 and a_b'],
  ['<p>*args, **kwargs</p>', '\\*args, \\*\\*kwargs'],
  ['<p>one * star, 5*x</p>', 'one * star, 5\\*x'],
  ['<p>__init__ runs</p>', '\\_\\_init\\_\\_ runs'],
  ['<p>_private stays</p>', '_private stays'],
  ['<p>List&lt;String&gt; and a &lt; b &amp;&amp; c</p>', 'List\\<String> and a < b && c'],
  ['<p>&amp;lt; is written so</p>', '\\&lt; is written so'],
  ['<p>array[0] and [a](b)</p>', 'array\\[0] and \\[a](b)'],
  ['<p>array[0]</p>', 'array[0]'],
  [
    '<p># not a heading</p><p>1. not a list</p><p>- nor this</p><p>1990 was</p>',
    '\\# not a heading\n\n1\\. not a list\n\n\\- nor this\n\n1990 was',
  ],
  ['<p>above<br>---</p>', 'above\n\\---'],
  ['<p>a ` tick</p>', 'a ` tick'],
  ['<p>a `pair`</p>', 'a \\`pair\\`'],
  ['<p>C:\\temp and \\*</p>', 'C:\\temp and \\\\*'],
  ['<h2>1. First</h2>', '## 1. First'],
  ['<pre>__a__ *b* &lt;c&gt; # d</pre>', '```\n__a__ *b* <c> # d\n```'],
])('signs that Markdown would misread, and no others: %j', check)

it.each<[string, string]>([
  ['<ul><li>a<ul><li>b<li>c</ul><li>d</ul>', '- a\n  - b\n  - c\n- d'],
  ['<ol start="3"><li><p>a</p><p>b</p></li><li>c</li></ol>', '3. a\n\n   b\n4. c'],
  ['<p>x</p><ul><li><pre>a\n\nb</pre></li></ul><p>y</p>', 'x\n\n- ```\n  a\n\n  b\n  ```\n\ny'],
  ['<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n- - b'],
  ['<ul><li></li><li>a</li></ul>', '- a'],
  ['<ul><li><a href="#a">A</a><li><a href="#b">B</a><li><a href="#c">C</a></ul>text', 'text'],
  ['<dl><dt>ebb<dt>neap<dd>falls<dt><code>-f</code><dd>forces</dl>', '- **ebb**, **neap**\n  falls\n- `-f`\n  forces'],
  ['<dl><dt>Throws<dd>one<dd>two</dl>', '- **Throws**\n  - one\n  - two'],
  ['<blockquote><p>a</p><p>b</p></blockquote>c', '> a\n>\n> b\n\nc'],
])('lists: %j', check)

it.each<[string, string]>([
  ['<table><tr><th>a<th>b<tr><td>1<td>x|y</table>', '| a | b |\n| --- | --- |\n| 1 | x\\|y |'],
  ['<table><tr><td>名<td>值<tr><td colspan=2>两</table>', '| 名 | 值 |\n| --- | --- |\n| 两 | 两 |'],
  ['<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>', '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |'],
  ['<table><tr><th>a<th>b<tr><td>1</table>', '| a | b |\n| --- | --- |\n| 1 |  |'],
  [
    '<table><tr><th>a<th>b<tr><td>1<td><table><tr><td>in<td>ner</table></table>',
    '| a | b |\n| --- | --- |\n| 1 | in ner |',
  ],
  ['<table><tr><th>a<th>b<tr><td>1<td><ul><li>x<li>y</ul></table>', '| a | b |\n| --- | --- |\n| 1 | x y |'],
  ['<table role="presentation"><tr><td>left<td>right</table>', 'left\n\nright'],
  ['<table><tr><td><h2>In a box</h2><td>b</table>', '## In a box\n\nb'],
  ['<table><caption>Tides</caption><tr><th>a<th>b</table>', 'Tides\n\n| a | b |\n| --- | --- |'],
])('tables: %j', check)

it.each<[string, string]>([
  [
    '<div class="admonition note"><p class="admonition-title">Note</p><p>Mind it.</p></div>after',
    '> **Note**\n> Mind it.\n\nafter',
  ],
  ['<div class="alert alert-warning" role="alert">Deep water</div>', '> **Warning**\n> Deep water'],
  ['<div class="custom-block tip"><p class="custom-block-title">提示</p><p>看</p></div>', '> **提示**\n> 看'],
  [
    '<div class="admonitionblock tip"><table><tr><td class="icon"><div class="title">Tip</div></td><td class="content">Go</td></tr></table></div>',
    '> **Tip**\n> Go',
  ],
  ['<details><summary>More</summary><p>text</p></details>', '**More**\n\ntext'],
  ['<details><summary><h3 id="m">More</h3></summary><p>text</p></details>', '### More\n\ntext'],
  [
    '<ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul><div role="tabpanel"><pre>npm i</pre></div><div role="tabpanel" hidden><pre>yarn</pre></div>',
    '**npm**\n\n```\nnpm i\n```\n\n**yarn**\n\n```\nyarn\n```',
  ],
  [
    '<div class="tabbed-set"><input type="radio"><div class="tabbed-labels"><label>A</label><label>B</label></div><div class="tabbed-content"><div class="tabbed-block">one</div><div class="tabbed-block">two</div></div></div>',
    '**A**\n\none\n\n**B**\n\ntwo',
  ],
  [
    '<p>a</p><aside class="sidebar">menu</aside><aside class="footnote"><p>foot</p></aside><nav>n</nav><button>copy</button>',
    'a\n\nfoot',
  ],
])('boxes: %j', check)

it('gives the names of headings with their places', () => {
  const page = pageOf(
    '<h1 id="top">A<a class="headerlink" href="#top">¶</a></h1><section id="s"><h2>B</h2></section><a name="old"></a><h2>C</h2><h3>D <a href="#d">#</a></h3><h3><a id="e"></a>E</h3><p id="p">x</p><h2>F</h2>',
  )
  expect(page?.text).toBe('# A\n\n## B\n\n## C\n\n### D\n\n### E\n\nx\n\n## F\n')
  expect(page?.anchors?.map(({ at, name }) => [page.text.slice(at).split('\n', 1)[0], name])).toEqual([
    ['# A', 'top'],
    ['## B', 's'],
    ['## C', 'old'],
    ['### D', 'd'],
    ['### E', 'e'],
  ])
})

it('makes nothing of nothing', () => expect(markdownOf(' <p>\n</p>')).toBe(''))
