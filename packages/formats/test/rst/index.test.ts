import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Page } from '../../src/format.ts'
import { read as readRestructuredText } from '../../src/rst/index.ts'
import { repeated, timed, whySlow } from '../../../../test/unit/growth/how-slow.ts'
import { runs } from '../../../../test/scale.ts'

function read(text: string): Page {
  const answer = readRestructuredText({ path: 'guide/page.rst', text })
  return 'page' in answer ? answer.page : { title: '', text: '' }
}

const lines = (...text: readonly string[]): string => text.join('\n')
const check = (text: string, expected: string): void => expect(read(text).text).toBe(`${expected}\n`)

it.each<[says: string, text: string, expected: string]>([
  [
    'titles by the order of their adornments',
    lines('A', '===', '', 'B', '---', '', 'C', '==='),
    lines('# A', '', '## B', '', '# C'),
  ],
  ['an overline makes another style', lines('===', 'A', '===', '', 'B', '==='), lines('# A', '', '## B')],
  [
    'a Chinese title under a line of any width',
    lines('安装指南', '====', '', '使用方法', '--------'),
    lines('# 安装指南', '', '## 使用方法'),
  ],
  ['no title over a line that is too short', lines('A longer line', '==='), lines('A longer line', '===')],
  ['Windows line ends', 'A\r\n===\r\n\r\ntext\r\n', lines('# A', '', 'text')],
  ['a line between paragraphs', lines('a', '', '----------', '', 'b'), lines('a', '', 'b')],
  [
    'code behind two colons',
    lines('Run::', '', '   npm  install', '', '   done', '', 'after'),
    lines('Run:', '', '```', 'npm  install', '', 'done', '```', '', 'after'),
  ],
  ['code behind colons alone', lines('Run ::', '', '  x'), lines('Run', '', '```', 'x', '```')],
  ['code that quotes', lines('He said::', '', '> a', '> b'), lines('He said:', '', '```', '> a', '> b', '```')],
  [
    'the language that the file says',
    lines('.. highlight:: c', '', '::', '', '  int x;'),
    lines('```c', 'int x;', '```'),
  ],
  ['a session of Python', lines('>>> 1', '1', '', 'x'), lines('```python', '>>> 1', '1', '```', '', 'x')],
  [
    'a code block with options',
    lines('.. code-block:: TypeScript', '   :linenos:', '', '   let a', '     b'),
    lines('```typescript', 'let a', '  b', '```'),
  ],
  [
    'code that holds a fence',
    lines('.. code-block:: md', '', '   ```js', '   ```'),
    lines('````md', '```js', '```', '````'),
  ],
  ['markup inside code', lines('.. parsed-literal::', '', '   pip **x** :ref:`y`'), lines('```', 'pip x y', '```')],
  ['lists in lists', lines('* a', '  b', '', '  - c', '* d'), lines('- a', '  b', '', '  - c', '', '- d')],
  ['numbers', lines('3. a', '#. b'), lines('3. a', '4. b')],
  ['a name is no number', lines('A. Einstein was', 'here'), lines('A. Einstein was', 'here')],
  [
    'definitions',
    lines('term : kind', '   What it is.', '', 'other', '   Else.'),
    lines('- **term** (kind): What it is.', '- **other**: Else.'),
  ],
  [
    'fields of a function',
    lines(':param int a: First', ':param b: Second', ':type b: str', ':returns: all'),
    lines('- `a` (int): First', '- `b` (str): Second', '- **Returns:** all'),
  ],
  ['a field that is called as what every object has', ':constructor: c', '- **constructor:** c'],
  [
    'options',
    lines('-f FILE, --file=FILE  Where', '-v          More', '            words'),
    lines('- `-f FILE, --file=FILE`: Where', '- `-v`: More', '  words'),
  ],
  ['lines', lines('| a', '| b'), lines('a  ', 'b')],
  ['a quotation', lines('a', '', '   b'), lines('a', '', '> b')],
  [
    'an admonition',
    lines('.. note:: Look', '   here.', '', '   And there.'),
    lines('> **Note**', '>', '> Look', '> here.', '>', '> And there.'),
  ],
  [
    'versions',
    lines('.. versionchanged:: 3.6', '   Takes *x*.', '', '.. deprecated:: 3.9'),
    lines('*Changed in version 3.6:* Takes *x*.', '', '*Deprecated since version 3.9.*'),
  ],
  [
    'what is for the builder',
    lines(
      'a',
      '',
      '.. toctree::',
      '   :maxdepth: 2',
      '',
      '   b',
      '',
      '.. index:: c',
      '.. image:: d.png',
      '',
      '.. comment',
      '   more',
      '',
      'e',
    ),
    lines('a', '', 'e'),
  ],
  ['the caption of a figure', lines('.. figure:: a.png', '   :alt: b', '', '   The caption.'), 'The caption.'],
  ['a directive of an extension', lines('.. tab-item:: Linux', '', '   Text.'), lines('**Linux**', '', 'Text.')],
  ['a footnote', lines('a [1]_', '', '.. [1] Words.'), lines('a [1]', '', '[1] Words.')],
  ['nothing but what is dropped', lines('.. autoclass:: A', '   :members:', '', 'x'), 'x'],
])('blocks of reStructuredText: %s', (_says, text, expected) => check(text, expected))

describe('inline markup of reStructuredText', () => {
  it.each<[text: string, expected: string]>([
    ['``a  *b*`` *c* **d**', '`a *b*` *c* **d**'],
    [':func:`~a.b.c` :meth:`x.y` :class:`!Z` :py:attr:`q`', '`c()` `x.y()` `Z` `q`'],
    [':func:`words <a.b>` :ref:`there <label>` :doc:`/guide` :term:`word`', '`words` there /guide word'],
    [':constructor:`a`', 'a'],
    [':pep:`8` :rfc:`2822` :kbd:`Ctrl+C` :file:`/{a}/b`', 'PEP 8 RFC 2822 `Ctrl+C` `/a/b`'],
    ['`words <https://a.b>`_ name_ `two words`_ <not_', 'words name two words \\<not'],
    ['`name` `a.b`:mod:', '`name` `a.b`'],
    ['a\\ b \\*c __init__ x_y_z', 'ab \\*c \\_\\_init\\_\\_ x_y_z'],
    ['使用``代码``和*强调*的文字', '使用`代码`和*强调*的文字'],
    ['👩‍👩‍👧 **🇨🇭**', '👩‍👩‍👧 **🇨🇭**'],
    ['``open', '\\`\\`open'],
  ])('%s', (text, expected) => check(text, expected))

  it('knows the titles of labels and what stands for more', () =>
    check(
      lines('.. _here:', '', 'Title', '=====', '', ':ref:`here` |x|', '', '.. |x| replace:: *y*'),
      lines('# Title', '', 'Title *y*'),
    ))
})

describe('tables of reStructuredText', () => {
  const table = (...rows: readonly string[]): string =>
    lines(rows[0] ?? '', `|${' --- |'.repeat(rows[0]?.split(' | ').length ?? 1)}`, ...rows.slice(1))
  it.each<[says: string, text: string, expected: string]>([
    [
      'simple, with joined heads',
      lines(
        '===  ===  =====',
        ' In       Out',
        '--------  -----',
        'A    B    x',
        '===  ===  =====',
        '1    2    3',
        '===  ===  =====',
      ),
      table('| In A | B | Out x |', '| 1 | 2 | 3 |'),
    ],
    ['simple, over several lines', lines('==  ====', 'a   b', '    c', '==  ===='), table('|  |  |', '| a | b c |')],
    [
      'a grid with spans',
      lines(
        '+---+---+---+',
        '| a | b | c |',
        '+===+===+===+',
        '| d | e f g |',
        '+---+---+---+',
        '| h | i | j |',
        '|   +---+---+',
        '|   | k | l |',
        '+---+---+---+',
      ),
      table('| a | b | c |', '| d | e f g |  |', '| h | i | j |', '| h | k | l |'),
    ],
    [
      'a grid in Chinese',
      lines('+------+------+', '| 名称 | 说明 |', '+======+======+', '| 甲   | 第一 |', '+------+------+'),
      table('| 名称 | 说明 |', '| 甲 | 第一 |'),
    ],
    [
      'a list',
      lines(
        '.. list-table::',
        '   :header-rows: 1',
        '',
        '   * - A',
        '     - B',
        '   * - ``x|y``',
        '     - z',
        '',
        '       q',
      ),
      table('| A | B |', '| `x\\|y` | z<br>q |'),
    ],
    [
      'commas',
      lines('.. csv-table::', '   :header: "a", "b, c"', '', '   1, "2 ""q"""'),
      table('| a | b, c |', '| 1 | 2 "q" |'),
    ],
  ])('%s', (_says, text, expected) => check(text, expected))
})

describe('objects that are described', () => {
  const parts = (text: string): readonly string[] =>
    (read(text).parts ?? []).map((part) => `${part.title} #${part.anchor}`)
  it.each<[says: string, text: string, expected: readonly string[]]>([
    [
      'a function of a module',
      lines('.. module:: os.path', '', '.. function:: join(path, *paths)', '', '   Joins.'),
      ['os.path.join(path, *paths) #os.path.join'],
    ],
    [
      'members of a class',
      lines(
        '.. currentmodule:: m',
        '',
        '.. class:: A(x)',
        '',
        '   .. method:: b()',
        '      :async:',
        '',
        '   .. attribute:: c',
        '      :type: int',
      ),
      ['class m.A(x) #m.A', 'async m.A.b() #m.A.b', 'm.A.c: int #m.A.c'],
    ],
    ['a method with its class', lines('.. py:method:: A.b(c) -> d'), ['A.b(c) -> d #A.b']],
    [
      'C',
      lines('.. c:function:: int f(char *a)', '', '.. c:type:: void (*cb)(int a)'),
      ['int f(char *a) #c.f', 'void (*cb)(int a) #c.cb'],
    ],
    ['JavaScript', lines('.. js:function:: $.get(url)'), ['$.get(url) #$.get']],
    ['an option of a program', lines('.. program:: git', '.. option:: --all, -a'), ['--all, -a #cmdoption-git-all']],
    ['an address', lines('.. http:get:: /users/(id)'), ['GET /users/(id) #get--users-(id)']],
    ['what has no anchor', lines('.. describe:: word'), ['word #']],
  ])('%s', (_says, text, expected) => expect(parts(text)).toEqual(expected))

  it('holds its signatures and its text, up to what is described inside', () => {
    const page = read(
      lines(
        'T',
        '=',
        '',
        'T',
        '==',
        '',
        '.. class:: A',
        '             A(x)',
        '',
        '   Text.',
        '',
        '   .. method:: b()',
        '',
        '      Inner.',
        '',
        'After.',
      ),
    )
    const texts = (page.parts ?? []).map((part) => page.text.slice(part.start, part.end))
    expect(texts).toEqual([
      lines('```python', 'class A', 'class A(x)', '```', '', 'Text.', ''),
      lines('```python', 'A.b()', '```', '', 'Inner.', ''),
    ])
  })

  it('names headings after their labels', () => {
    const page = read(lines('.. _my-Label:', '', 'Title', '=====', '', 'Other', '-----'))
    expect(page.anchors).toEqual([{ at: 0, name: 'my-label' }])
    expect(page.title).toBe('Title')
  })
})

describe('whatever a file holds', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '   ',
    '\n',
    '\n\n',
    '`',
    '``',
    '*',
    '**',
    '|',
    ':',
    '::',
    '.. ',
    '_',
    '=',
    '====',
    '+--+',
    '- ',
    '1. ',
    ':a: ',
    'note::',
    'constructor::',
    '.. default-domain:: constructor\n',
    'class:: A(',
    '>>> ',
    '\\',
    '中文',
    '👩‍👧',
    '\t',
    '<x>',
    '[1]',
    '.. list-table::',
    '   * - a',
  )
  it('is read without an exception, into parts that are whole lines in order', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 120 }),
        (pieces) => {
          const { text, parts = [], anchors = [] } = read(pieces.join(''))
          let last = 0
          for (const { start, end } of parts) {
            expect(start >= last && end > start && end <= text.length).toBe(true)
            expect([start, end].every((at) => at === 0 || text[at - 1] === '\n')).toBe(true)
            last = end
          }
          expect(anchors.every(({ at }) => text[at] === '#')).toBe(true)
          expect(text).not.toContain('\r')
        },
      ),
      { numRuns: runs(400) },
    ))

  it('says that an empty file holds no text', () =>
    expect(readRestructuredText({ path: 'a.rst', text: ' \n' })).toEqual({
      skipped: { path: 'a.rst', why: 'it holds no text' },
    }))

  it.each([
    '`a ',
    '**a ',
    ':a:`b ',
    '- a\n',
    '== ==\na  b\n\n',
    'a\n----\n',
    '.. note:: a\n',
    '+--+--+\n|a |b |\n',
    '|a ',
    'a.',
  ])('%j again and again takes time in proportion', (unit) => {
    const time = timed((size) => void read(repeated(unit, size)))
    expect(whySlow(time, 60_000)).toBeUndefined()
  })
})
