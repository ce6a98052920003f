import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Page } from '../../src/format.ts'
import { read as readOrg } from '../../src/org/index.ts'
import { runs } from '../../../../test/scale.ts'

function read(text: string): Page {
  const answer = readOrg({ path: 'sea/tides.org', text })
  return 'page' in answer ? answer.page : { title: '', text: '' }
}

const lines = (...text: readonly string[]): string => text.join('\n')
const check = (text: string, expected: string): void => expect(read(text).text.trimEnd()).toBe(expected)

it.each<[says: string, text: string, expected: string]>([
  ['a title above headlines', lines('#+TITLE: 潮汐', '* Ebb', '** Low'), lines('# 潮汐', '', '## Ebb', '', '### Low')],
  ['headlines without a title', lines('* Ebb', 'text'), lines('# Ebb', '', 'text')],
  ['a state, a priority, a count, tags', '* TODO [#A] Ebb [1/2] :sea:moon:', lines('# TODO Ebb', '', '#sea #moon')],
  [
    'properties',
    lines('* Ebb', ':PROPERTIES:', ':ID: 7', ':AUTHOR: Ada', ':END:'),
    lines('# Ebb', '', '- AUTHOR: Ada'),
  ],
  ['a log book', lines(':LOGBOOK:', 'CLOCK: [2030-01-01]', '- said so', ':END:'), '- said so'],
  [
    'code',
    lines('#+begin_src python :results output', '  x = 1', '  ,* y', '#+end_src'),
    lines('```python', 'x = 1', '* y', '```'),
  ],
  [
    'an example and results',
    lines('#+BEGIN_EXAMPLE', '<b>', '#+END_EXAMPLE', '#+RESULTS:', ': 42'),
    lines('```', '<b>', '```', '', '```', '42', '```'),
  ],
  ['a quote', lines('#+begin_quote', 'calm', '#+end_quote'), '> calm'],
  [
    'what is not to be shown',
    lines(
      '# remark',
      '#+begin_comment',
      'hidden',
      '#+end_comment',
      '#+begin_export html',
      '<i>',
      '#+end_export',
      'text',
    ),
    'text',
  ],
  ['a block without an end', lines('#+begin_src c', 'x'), 'x'],
  ['a drawer without an end', lines(':NOTES:', 'x', '* Ebb'), lines('x', '', '# Ebb')],
  [
    'a table',
    lines('| a | b |', '|---+---|', '| 1 | *2* |', '#+TBLFM: $2=1'),
    lines('| a | b |', '| --- | --- |', '| 1 | **2** |'),
  ],
  [
    'lists in lists',
    lines('- one', '  - two', '- term :: what', '- [X] done'),
    lines('- one', '', '  - two', '', '- **term**: what', '', '- [X] done'),
  ],
  ['numbers', lines('1) one', '2) two'), lines('1) one', '2) two')],
  [
    'code in an item',
    lines('- one', '  #+begin_src c', '  x', '  #+end_src'),
    lines('- one', '', '  ```c', '  x', '  ```'),
  ],
  ['text that is indented', lines('* Ebb', '      not code'), lines('# Ebb', '', 'not code')],
  ['a note at the foot', lines('calm[fn:1]', '', '[fn:1] very'), lines('calm[^1]', '', '[^1]: very')],
])('blocks of Org: %s', (_, text, expected) => check(text, expected))

it.each<[says: string, text: string, expected: string]>([
  ['marks', '*b* /i/ =c= ~d~ _u_ +s+', '**b** *i* `c` `d` u ~~s~~'],
  ['marks among Chinese', '大潮*两次*，见=月=。', '大潮**两次**，见`月`。'],
  ['marks that are none', 'a/b/c 2*3*4 x_1_', String.raw`a/b/c 2\*3\*4 x_1\_`],
  ['a link into the web', '[[https://a.example/x][tides]]', '[tides](https://a.example/x)'],
  ['a link to a file', '[[file:ebb.org::*Low]] [[id:7][ebb]]', 'ebb.org: Low ebb'],
  ['targets', '<<here>> <<<moon>>>', 'here moon'],
])('words of Org: %s', (_, text, expected) => check(text, expected))

describe('what a file of Org says of itself', () => {
  it('is its title, tags and anchors', () => {
    const page = read(
      lines(
        '#+FILETAGS: :sea:',
        '#+DESCRIPTION: Ebb and flow',
        '* Ebb :moon:',
        ':PROPERTIES:',
        ':CUSTOM_ID: low',
        ':END:',
      ),
    )
    expect(page.title).toBe('Ebb')
    expect(page.meta).toEqual({ description: 'Ebb and flow', tags: ['sea', 'moon'] })
    expect(page.anchors?.map(({ name, at }) => [name, page.text.slice(at, at + 5)])).toEqual([['low', '# Ebb']])
  })
  it('is nothing where nothing is written', () =>
    expect(readOrg({ path: 'a.org', text: '#+OPTIONS: toc:nil\n' })).toEqual({
      skipped: { path: 'a.org', why: 'it holds no text' },
    }))
})

describe('hostile Org', () => {
  const pieces = [
    '* a\n',
    '- ',
    '  - x\n',
    '#+begin_src\n',
    '#+end_src\n',
    ':a:\n',
    ':END:\n',
    '| a\n',
    '*b',
    '[[',
    ']]',
    '[fn:',
    '=',
    '\n',
    '潮',
    '\\\\',
  ]
  it('no hostile Org text makes the reader throw', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
        expect(() => read(parts.join(''))).not.toThrow()
      }),
      { numRuns: runs(300) },
    ))
  it.each(['#+begin_src\n', ':a:\n', '* ', '[[', '*b', '=a', '- a\n', '| a ', ' '])(
    'full of %j is read in time',
    (piece) => {
      read(piece.repeat(Math.ceil(200_000 / piece.length)))
    },
  )
  it('has lists as deep as it likes', () =>
    expect(() => read(Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}- a`).join('\n'))).not.toThrow())
})
