import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { read as readAsciiDoc } from '../../src/asciidoc/index.ts'
import type { Page } from '../../src/format.ts'
import { repeated, timed, whySlow } from '../../../../test/unit/growth/how-slow.ts'
import { runs } from '../../../../test/scale.ts'

function read(text: string): Page {
  const answer = readAsciiDoc({ path: 'guide/page.adoc', text })
  return 'page' in answer ? answer.page : { title: '', text: '' }
}

const lines = (...text: readonly string[]): string => text.join('\n')
const check = (text: string, expected: string): void => expect(read(text).text).toBe(`${expected}\n`)

it.each<[says: string, text: string, expected: string]>([
  [
    'a header and sections',
    lines(
      '= 指南',
      'Jane Doe <jane@example.org>',
      'v1.0, 2030-01-01',
      ':toc:',
      '',
      'Intro.',
      '',
      '== One',
      '',
      '=== Two',
    ),
    lines('# 指南', '', 'Intro.', '', '## One', '', '### Two'),
  ],
  [
    'titles in two lines',
    lines('git-x(1)', '========', '', 'NAME', '----', 'git-x - Does'),
    lines('# git-x(1)', '', '## NAME', '', 'git-x - Does'),
  ],
  ['Windows line ends', '== A\r\n\r\ntext\r\n', lines('## A', '', 'text')],
  [
    'source with callouts',
    lines('.Title', '[source,java]', '----', 'int x; // <1>', '----', '<1> The x'),
    lines('**Title**', '', '```java', 'int x; <1>', '```', '', '1. The x'),
  ],
  [
    'source of a paragraph',
    lines('[source,sh]', 'npm install', '', 'after'),
    lines('```sh', 'npm install', '```', '', 'after'),
  ],
  [
    'literals',
    lines('....', 'a *b*', '....', '', ' indented', '  more'),
    lines('```', 'a *b*', '```', '', '```', 'indented', ' more', '```'),
  ],
  ['fences', lines('```js', 'let `a`', '```'), lines('```js', 'let `a`', '```')],
  [
    'admonitions',
    lines('TIP: Try', 'it.', '', '[WARNING]', '====', 'Hot', '===='),
    lines('> **Tip**', '>', '> Try', '> it.', '', '> **Warning**', '>', '> Hot'),
  ],
  ['lists in lists', lines('* a', '** b', '* c', '. d'), lines('- a', '', '  - b', '', '- c', '', '  1. d')],
  [
    'what is joined to an item',
    lines('. a', '+', '----', 'x', '----', '. b'),
    lines('1. a', '', '   ```', '   x', '   ```', '', '2. b'),
  ],
  [
    'terms',
    lines('-a::', '--all::', '\tTakes all.', '+', 'And more.', '', 'b:: c'),
    lines('- `-a`, `--all`: Takes all.', '', '  And more.', '', '- **b**: c'),
  ],
  ['a quotation', lines('[quote, Someone, Book]', 'Words.'), lines('> Words.', '>', '> — Someone, Book')],
  [
    'attributes',
    lines(':name: Wuku', ':long: {name} \\', 'runs', '', '{name}, {long}, {none}, `{name}`'),
    'Wuku, Wuku runs, {none}, `Wuku`',
  ],
  ['an attribute that is called as what every object has', 'a {plus} {constructor}', 'a + {constructor}'],
  [
    'attributes in code only where it says so',
    lines(':a: b', '', '----', '{a}', '----', '', '[subs="attributes+"]', '----', '{a}', '----'),
    lines('```', '{a}', '```', '', '```', 'b', '```'),
  ],
  [
    'conditions',
    lines(
      ':a:',
      'ifdef::a[]',
      'x',
      'ifndef::b[y]',
      'endif::[]',
      'ifdef::b[]',
      'no',
      'endif::[]',
      'ifeval::["{a}" == "q"]',
      'no',
      'endif::[]',
    ),
    lines('x', 'y'),
  ],
  [
    'what is for the builder',
    lines(
      'a',
      '',
      '// comment',
      '////',
      'more',
      '////',
      'include::x.adoc[]',
      '',
      'image::a.png[]',
      '',
      "'''",
      '',
      'toc::[]',
      '',
      'b',
    ),
    lines('a', '', 'b'),
  ],
  ['a sidebar and an open block', lines('****', 'a', '****', '', '--', 'b', '--'), lines('a', '', 'b')],
  [
    'a table with spans',
    lines('[cols="1,2a",options="header"]', '|===', '|A |B', '', '2+|wide', '.2+|tall |x', '|* y', '|==='),
    lines('| A | B |', '| --- | --- |', '| wide |  |', '| tall | x |', '| tall | - y |'),
  ],
  [
    'a head by the blank line below',
    lines('|===', '|A |B', '', '|1', '|2 \\| 3', '|==='),
    lines('| A | B |', '| --- | --- |', '| 1 | 2 \\| 3 |'),
  ],
  ['a table of commas', lines(',===', 'a,"b, c"', ',==='), lines('|  |  |', '| --- | --- |', '| a | b, c |')],
])('blocks of AsciiDoc: %s', (_says, text, expected) => check(text, expected))

describe('inline markup of AsciiDoc', () => {
  it.each<[text: string, expected: string]>([
    ['`a` *b* _c_ `+d+` **e**f', '`a` **b** *c* `d` **e**f'],
    ['https://a.b[words] https://a.b link:c[d^] <<e,f>> xref:g/h.adoc#i[]', 'words https://a.b d f i'],
    [
      'kbd:[Ctrl+C] menu:File[Save > As] btn:[OK] footnote:[n] linkgit:git-x[1]',
      '`Ctrl+C` File > Save > As **OK**  (n) git-x(1)',
    ],
    ['a_b_c x*y*z #m# [.role]*n* H~2~O "`q`"', 'a_b_c x\\*y\\*z m **n** H2O "q"'],
    ['++<x>++ pass:[y] ((z)) (((i)))[[j]]', ' y z '],
    ['使用`代码`和*强调* 👩‍👩‍👧', '使用`代码`和**强调** 👩‍👩‍👧'],
    ['/pets/{id} `{id}`', '/pets/{id} `{id}`'],
  ])('%s', (text, expected) => expect(read(`x ${text} x`).text).toBe(`x ${expected} x\n`))

  it('names headings after their ids and references after their titles', () => {
    const page = read(lines('[[one]]', '== The *One*', '', '[#two]', '== Two', '', '<<one>> <<two>>'))
    expect(page.anchors).toEqual([
      { at: 0, name: 'one' },
      { at: page.text.indexOf('## Two'), name: 'two' },
    ])
    expect(page.text).toContain('The One Two')
    expect(page.title).toBe('The One')
  })
})

describe('whatever a file holds', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\n\n',
    '`',
    '*',
    '_',
    '#',
    '+',
    '\n+\n',
    '::',
    ':: ',
    '|',
    '\n|===\n',
    '\n----\n',
    '\n====\n',
    '\n[source,a]\n',
    '[[a]]',
    '<<a',
    '>>',
    'link:a[',
    ']',
    '{a}',
    '\n:a: {b}{a}\n',
    '\nifdef::a[]\n',
    '\nendif::[]\n',
    '. ',
    '* ',
    '** ',
    '== ',
    'NOTE: ',
    '中文',
    '👩‍👧',
    '\\',
    'http://',
    '2+|',
    '\n~~\n',
  )
  it('is read without an exception, into headings where it says', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 120 }),
        (pieces) => {
          const { text, anchors = [] } = read(pieces.join(''))
          expect(anchors.every(({ at }) => text[at] === '#')).toBe(true)
          expect(text).not.toContain('\r')
        },
      ),
      { numRuns: runs(400) },
    ))

  it('does not grow without end out of attributes made of attributes', () => {
    const names = Array.from({ length: 30 }, (_, at) => `:a${at + 1}: {a${at}}{a${at}}`)
    expect(read(lines(':a0: xxxxxxxxxx', ...names, '', '{a30} '.repeat(10_000))).text.length).toBeLessThan(1_000_000)
  })

  it('says that an empty file holds no text', () =>
    expect(readAsciiDoc({ path: 'a.adoc', text: '\n' })).toEqual({
      skipped: { path: 'a.adoc', why: 'it holds no text' },
    }))

  it.each(['`a ', '*a ', 'link:a[', '* a\n', '* a\n+\n', '|a ', '[a]\n', 'a::\n', '====\n', 'a\n----\n', '"`a', '{a}'])(
    '%j again and again takes time in proportion',
    (unit) => {
      const time = timed((size) => void read(repeated(unit, size)))
      expect(whySlow(time, 60_000)).toBeUndefined()
    },
  )
})
