import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMarkdown, read as readMarkdownFile } from '../src/markdown/index.ts'
import { repeated, timed, whySlow } from '../../../test/unit/growth/how-slow.ts'
import { runs } from '../../../test/scale.ts'

const check = (text: string, expected: string, path = 'guide/a.md') =>
  expect(readMarkdown({ path, text }).text).toBe(expected)

describe('readMarkdown', () => {
  it.each([
    ['nothing', '', ''],
    ['Windows line ends', '# A\r\n\r\nb\r\n', '# A\n\nb\n'],
    ['front matter goes', '---\ntitle: A\n---\n\nb', 'b\n'],
    ['two rules and a sentence are no front matter', '---\nb c\n---\n', '## b c\n'],
    ['underlined headings', 'Tide\n====\n\nEbb\n---\n', '# Tide\n\n## Ebb\n'],
    ['rules go', 'a\n\n---\n\n***\n\nb', 'a\n\nb\n'],
    ['names of headings', '# A {#one}\n\n## B { #two .x }', '# A\n\n## B\n'],
    [
      'badges and lone pictures',
      '# A\n[![ci](a.svg)](b) ![x](y)\n\n![](z.png)\n\na ![sea](s.png) b',
      '# A\n\na sea b\n',
    ],
    ['comments, also over lines and with code', 'a <!-- b\n\n```js\nc\n``` --> d\n\n<!-- e', 'a  d\n\n e\n'],
    ['but none in code', '`<!-- a -->`\n\n```html\n<!-- b -->\n```', '`<!-- a -->`\n\n```html\n<!-- b -->\n```\n'],
    [
      'scripts and styles',
      '<script setup>\nimport a from "b"\n\nconst x = 1\n</script>\n\n# A\n\n<style>\np {}\n</style>',
      '# A\n',
    ],
    [
      'fences with titles',
      '```js {1,3} title="a.js"\na\n\n\n\n<b>\n```',
      '```js {1,3} title="a.js"\na\n\n\n\n<b>\n```\n',
    ],
    [
      'fences with classes',
      '```{.python .numbered}\na\n```\n\n```{r}\nb\n```\n\n```{code-block} ruby\nc\n```',
      '```python\na\n```\n\n```r\nb\n```\n\n```ruby\nc\n```\n',
    ],
    [
      'marks for a compiler go, and what they hide stays',
      '```ts twoslash\n// @noErrors\nimport a from "b"\n  // ---cut-before---\na() // ---cut---\n```',
      '```ts twoslash\nimport a from "b"\na() // ---cut---\n```\n',
    ],
    [
      'of a change what is there afterwards',
      '```js\nold() // [!code --]\nnow() // [!code ++]\n<!-- x --> <!-- [!code focus:2] -->\n```',
      '```js\nnow()\n<!-- x -->\n```\n',
    ],
    ['stars behind headings', '## computed() \\*\\* {#computed}\n\n### a **b** \\*', '## computed()\n\n### a **b**\n'],
    ['an open fence is closed', 'a\n\n~~~sh\nb', 'a\n\n~~~sh\nb\n~~~\n'],
    ['a fence in a quote', '> a\n> ```js\n> b\n> ```\n> c', '> a\n```js\nb\n```\n> c\n'],
    [
      'coloured output',
      '```console\n$ <font color="#4E9A06">run</font> &amp; <u style="x"><b>stop</b></u> <file>\n```',
      '```console\n$ run & stop <file>\n```\n',
    ],
    ['indented code', 'a:\n\n    if a < b:\n\n        <i>\n\nb', 'a:\n\n```\nif a < b:\n\n    <i>\n```\n\nb\n'],
    ['indented text of a list', '- a\n\n    b\n\n      - c', '- a\n\n    b\n\n      - c\n'],
    [
      'boxes of colons',
      ':::tip 提示\n潮水\n:::\n\n::: details More\na\n:::\n\n:::note[One]\nb\n:::',
      '> **Tip: 提示**\n\n> 潮水\n\n**More**\n\na\n\n> **Note: One**\n\n> b\n',
    ],
    [
      'boxes within boxes',
      ':::: warning\na\n::: code-group\n```sh [npm]\nb\n```\n:::\nc\n::::\nd',
      '> **Warning**\n\n> a\n\n```sh [npm]\nb\n```\n\n> c\n\nd\n',
    ],
    [
      'boxes of slashes',
      '/// note | One\n\na\n\n///\n\n//// tab | Two\n\nb\n\n////',
      '> **Note: One**\n\n> a\n\n**Two**\n\nb\n',
    ],
    [
      'boxes by indent',
      '!!! note "One"\n    a\n\n    ```py\n    if b:\n        c\n    ```\nd',
      '> **Note: One**\n\n> a\n\n```py\nif b:\n    c\n```\nd\n',
    ],
    [
      'tabs by indent',
      '=== "npm"\n\n    ```sh\n    npm i\n    ```\n\n=== "包"\n\n    a\n',
      '**npm**\n\n```sh\nnpm i\n```\n\n**包**\n\na\n',
    ],
    ['alerts', '> [!NOTE]\n> a', '> **Note**\n> a\n'],
    ['references of objects', '# A\n\n::: pkg.mod.Class\n    options:\n        members: no\n\nb', '# A\n\nb\n'],
    [
      'tags',
      'Press <kbd>Ctrl</kbd>+<b>C</b><br>a <span class="x">b</span> <img src="c"> <https://d.example>',
      'Press Ctrl+**C**\na b  https://d.example\n',
    ],
    ['details', '<details>\n<summary>More</summary>\n\na\n\n</details>', '**More**\n\na\n'],
    ['tags that are none', 'a < b, Vec<T> and Map<string, number>', 'a < b, Vec<T> and Map<string, number>\n'],
    ['entities', 'a&nbsp;&lt;b&gt; &amp; &#28526; &#x6c34; &unknown; `&lt;`', 'a <b> & 潮 水 &unknown; `&lt;`\n'],
    ['entities that would be markup stay', '&lt;!-- a\n&#35; b', '&lt;!-- a\n&#35; b\n'],
    [
      'tables of HTML',
      '<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td colspan="2"><code>a</code> | b<br>c</td></tr>\n</table>',
      '| A | B |\n| --- | --- |\n| `a` \\| b c | `a` \\| b c |\n',
    ],
    ['preformatted text', '<pre><code class="language-js">a &lt; <b>b</b>\n</code></pre>', '```js\na < b\n```\n'],
    ['tables without bars at the sides', 'a | b\n--|--\n1 | 2\n\nc', '| a | b |\n| --|-- |\n| 1 | 2 |\n\nc\n'],
    [
      'links',
      '[a](b.md) [c](https://d.example "e") [f][g] [h][] [潮](/x){target=_blank} [n][none] [o](#p) [q](mailto:a@b)\n\n[g]: https://i.example\n[h]: ./j',
      '[a](b.md) [c](https://d.example) [f](https://i.example) [h](./j) [潮](/x) [n][none] o q\n',
    ],
    ['very long addresses', `[try](https://play.example/#${'a'.repeat(300)})`, 'try\n'],
    [
      'shortcodes',
      '{{< note >}}\na {{< glossary_tooltip text="Pod" term_id="pod" >}}\n{{< /note >}}',
      '> **Note**\n\na Pod\n',
    ],
    ['what was to be included and is not there', 'a\n\n{* ../b.py hl[1] *}\n\n--8<-- "c.md"\n\n<<< @/d.ts', 'a\n'],
    ['emoji', '# 👩‍👩‍👧 🇨🇳\n\n<p>👩‍👩‍👧</p>', '# 👩‍👩‍👧 🇨🇳\n\n👩‍👩‍👧\n'],
  ])('%s', (_, text, expected) => check(text, expected))

  it.each([
    [
      'imports and exports',
      "import A from './a'\nimport {\n  B,\n} from 'b'\n\nexport const meta = {\n  a: 1,\n\n  b: 2,\n}\n\n# A\n\nexport is a word",
      '# A\n\nexport is a word\n',
    ],
    [
      'components',
      '<Tabs>\n  <TabItem value="a" label="npm" default>\n\n```sh\nnpm i\n```\n\n  </TabItem>\n</Tabs>\n\n<Card\n  title="One"\n  items={[{ a: 1 }]}\n/>',
      '**npm**\n\n```sh\nnpm i\n```\n\n**One**\n',
    ],
    [
      'admonitions',
      '<Note>a</Note>\n\n<Callout type="warning" title="B">c</Callout>',
      '> **Note**\n\na\n\n> **Warning: B**\n\nc\n',
    ],
    ['comments and texts in braces', '{/* a\n\nb */}\nc{" "}{\'d\'} <></>', 'c d\n'],
    [
      'fields',
      '<ParamField path="limit" type="number" required>\n  How many.\n</ParamField>',
      '**`limit`** (number, required)\n\n  How many.\n',
    ],
    ['generics in code', '`Array<T>` and <Foo.Bar>x</Foo.Bar>', '`Array<T>` and x\n'],
  ])('of MDX: %s', (_, text, expected) => check(text, expected, 'a.mdx'))

  it.each([
    [
      'front matter',
      '---\ntitle: "A: \\"b\\""\ndescription: >\n  c\n  d\n---\n# E',
      'x.md',
      ['A: "b"', { description: 'c d' }],
    ],
    ['front matter in TOML', "+++\ntitle = 'A'\n+++\n# E", 'x.md', ['A', undefined]],
    ['the first heading', 'a\n\n### B\n\n# `C` 潮', 'x.md', ['C 潮', undefined]],
    ['the name of the file', 'a', 'guide/quick-start.md', ['quick-start', undefined]],
    ['the folder of an index', 'a', 'guide/index.md', ['guide', undefined]],
  ])('takes the title from %s', (_, text, path, expected) => {
    const { title, meta } = readMarkdown({ path, text })
    expect([title, meta]).toEqual(expected)
  })

  it('keeps the names of headings where they stand', () => {
    const { text, anchors = [] } = readMarkdown({
      path: 'a.md',
      text: '\n\n# A {#one}\n\n:::tip\nx\n:::\n\nB {#two}\n---\n',
    })
    expect(anchors.map(({ at, name }) => [name, text.slice(at).split('\n')[0]])).toEqual([
      ['one', '# A'],
      ['two', '## B'],
    ])
  })

  const pieces = [
    '# a',
    '\n',
    '\n\n',
    '```',
    '~~~',
    '    ',
    '> ',
    ':::tip',
    ':::',
    '!!! note',
    '=== "a"',
    '/// x',
    '<!--',
    '-->',
    '<b',
    '<A x="',
    '>',
    '</A>',
    '{',
    '}',
    '[',
    ']',
    '](',
    ')',
    '![',
    '`',
    '``',
    '|',
    '---',
    '===',
    '&lt;',
    '&#',
    ';',
    '潮',
    '👩‍👩‍👧',
    '\\',
    '<table>',
    '</table>',
    '<pre>',
    '<script>',
    'import a',
    "from 'b'",
    '- ',
    '\t',
    '\r\n',
    '\0',
    '[a]: b',
  ]

  it('never throws, and what it made it leaves alone but for its signs', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 80 }), (parts) => {
        const answer = readMarkdownFile({ path: 'a.mdx', text: parts.join('') })
        const page = 'page' in answer ? answer.page : undefined
        expect(page?.text).not.toMatch(/\r|\n\n\n\n$/)
        for (const { at } of page?.anchors ?? []) expect(page?.text[at]).toBe('#')
      }),
      { numRuns: runs(500) },
    )
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => typeof readMarkdown({ path: 'a.md', text }).text === 'string',
      ),
    )
  })

  it.each([
    '<a "',
    '<a {',
    '[',
    '![',
    '[a](',
    '`',
    '``a',
    '<!--',
    '{/*',
    '<pre>',
    '<table>',
    '<script>',
    '&',
    '!!! note\n    ',
    ':::tip\n',
    '> ```\n',
    'a | b\n',
    '[![a](b)](',
    '{{<',
    '****',
    '    a\n\n',
  ])('takes time in proportion to a page full of %j', (piece) => {
    const time = timed((size) => readMarkdown({ path: 'a.mdx', text: repeated(piece, size) }))
    expect(whySlow(time, 100_000)).toBeUndefined()
  })
})
