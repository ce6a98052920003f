import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIncludes } from '../../src/includes/find-includes.ts'
import type { IncludeSelection } from '../../src/includes/include-types.ts'
import { repeated, timed, whySlow } from '../../../../test/unit/growth/how-slow.ts'

const END = Number.MAX_SAFE_INTEGER

/** The one include of a text: what stands for it, its surest candidate and what of it is wanted. */
const check = (
  text: string,
  path: string,
  expected: readonly [written: string, surest: string, take: IncludeSelection],
) =>
  expect(
    findIncludes(text, path).map(({ start, end, candidates, selection: take }) => [
      text.slice(start, end),
      candidates[0],
      take,
    ]),
  ).toEqual([expected])

describe('findIncludes', () => {
  it.each([
    ['a snippet of MkDocs', '--8<-- "a.py"', 'x.md', ['--8<-- "a.py"', 'a.py', { as: 'text' }]],
    [
      'lines of it, in an indented fence',
      '!!! tip\n\n    ```py\n    --8<-- "src/a.py:2:4,7:"\n    ```\n',
      'docs/x.md',
      [
        '    --8<-- "src/a.py:2:4,7:"',
        'docs/src/a.py',
        {
          as: 'text',
          indent: '    ',
          lines: [
            [2, 4],
            [7, END],
          ],
        },
      ],
    ],
    [
      'a named part of it',
      '--8<-- "a.py:setup"',
      'x.md',
      ['--8<-- "a.py:setup"', 'a.py', { as: 'text', region: 'setup' }],
    ],
    [
      'a block of them',
      '--8<--\na.md\n; b.md\n--8<--\n',
      'x.md',
      ['--8<--\na.md\n; b.md\n--8<--', 'a.md', { as: 'text' }],
    ],
    [
      'code of FastAPI, by lines',
      '{* ../../docs_src/a.py hl[2] ln[1:5,8] *}',
      'docs/en/docs/x.md',
      [
        '{* ../../docs_src/a.py hl[2] ln[1:5,8] *}',
        'docs/docs_src/a.py',
        {
          as: 'code',
          language: 'python',
          lines: [
            [1, 5],
            [8, 8],
          ],
        },
      ],
    ],
    ['its older words in a fence', '```py\n{!> ../a.py!}\n```', 'docs/x.md', ['{!> ../a.py!}', 'a.py', { as: 'text' }]],
    [
      'code of VitePress, where lines are only marked',
      '<<< @/snippets/a.ts#one{1,3-4 ts:line-numbers} [Title]',
      'guide/x.md',
      [
        '<<< @/snippets/a.ts#one{1,3-4 ts:line-numbers} [Title]',
        'snippets/a.ts',
        { as: 'code', language: 'ts', region: 'one' },
      ],
    ],
    [
      'a part of a page of VitePress',
      '<!--@include: ./部分.md{2,3}-->',
      '指南/x.md',
      ['<!--@include: ./部分.md{2,3}-->', '指南/部分.md', { as: 'text', lines: [[2, 3]] }],
    ],
    [
      'code of Sphinx with its options',
      'a\n\n.. literalinclude:: /a.py\r\n   :language: python3\r\n   :lines: 1,3-\r\n\r\nb',
      'doc/x.rst',
      [
        '.. literalinclude:: /a.py\r\n   :language: python3\r\n   :lines: 1,3-',
        'a.py',
        {
          as: 'code',
          language: 'python3',
          lines: [
            [1, 1],
            [3, END],
          ],
        },
      ],
    ],
    [
      'a part of it between words, or by its name',
      '.. literalinclude:: a.py\n   :start-after: # begin\n   :end-before: # end\n   :pyobject: A.run',
      'x.rst',
      [
        '.. literalinclude:: a.py\n   :start-after: # begin\n   :end-before: # end\n   :pyobject: A.run',
        'a.py',
        { as: 'code', language: 'python', after: '# begin', before: '# end', symbol: 'A.run' },
      ],
    ],
    ['a page of docutils', '.. include:: ../a.rst', 'doc/x.rst', ['.. include:: ../a.rst', 'a.rst', { as: 'text' }]],
    [
      'code of MyST',
      '```{literalinclude} a.js\n:lines: 2-3\n```\n',
      'x.md',
      ['```{literalinclude} a.js\n:lines: 2-3\n```', 'a.js', { as: 'code', language: 'js', lines: [[2, 3]] }],
    ],
    [
      'code that a page of Docusaurus imports',
      'import A from \'!!raw-loader!./a.js\';\n\n<CodeBlock language="jsx" title="a">{A}</CodeBlock>\n',
      'docs/x.mdx',
      ['<CodeBlock language="jsx" title="a">{A}</CodeBlock>', 'docs/a.js', { as: 'code', language: 'jsx' }],
    ],
    [
      'a page that it imports',
      'import Part from \'@site/docs/_part.mdx\'\n\n<Part name="x" />\n',
      'docs/x.mdx',
      ['<Part name="x" />', 'docs/_part.mdx', { as: 'text' }],
    ],
    [
      'a tag and lines of Asciidoctor',
      'include::a.adoc[lines="1..3;5..-1",tag=one]',
      'x.adoc',
      [
        'include::a.adoc[lines="1..3;5..-1",tag=one]',
        'a.adoc',
        {
          as: 'text',
          lines: [
            [1, 3],
            [5, END],
          ],
          region: 'one',
        },
      ],
    ],
  ] as const)('%s', (_, text, path, expected) => check(text, path, expected))

  it.each([
    ['of another format', 'include::a.adoc[]', 'x.md'],
    ['that is shown as it is', ';--8<-- "a.py"', 'x.md'],
    ['in code that shows how it is written', '```md\n<<< @/a.ts\n{* a.py *}\n<!--@include: a.md-->\n```', 'x.md'],
    ['from elsewhere', '--8<-- "https://example.com/a.md"\n{* file:///etc/hostname *}', 'x.md'],
    ['of itself', '--8<-- "x.md"', 'x.md'],
    ['without a name', '--8<-- ""\n<<< \n{*  *}', 'x.md'],
    ['in an empty text', '', 'x.md'],
  ])('finds none %s', (_, text, path) => expect(findIncludes(text, path)).toEqual([]))

  it('tries the folder of the file, those above it and the root, and never leaves it', () => {
    expect(findIncludes('{* ../../src/a.py *}', 'a/b/c/x.md')[0]?.candidates).toEqual(['a/src/a.py', 'src/a.py'])
    expect(findIncludes('--8<-- "../../../../etc/hostname"', 'a/x.md')[0]?.candidates).toEqual(['etc/hostname'])
    expect(findIncludes('<<< @/a.ts', 'docs/guide/x.md')[0]?.candidates).toEqual([
      'docs/a.ts',
      'a.ts',
      'docs/guide/a.ts',
    ])
  })

  it('gives ascending places and clean paths for any text', () => {
    const pieces = [
      '--8<-- "',
      '"',
      '\n',
      '<<< @/',
      '{* ',
      ' *}',
      '{!',
      '!}',
      '..',
      '/',
      'a.py',
      ':1:2',
      '#r',
      '```',
      '潮',
      'include::',
      '[tag=a]',
      '.. literalinclude:: ',
      '   :lines: 1-',
      '<!--@include: ',
      '-->',
      "import A from './a.md'\n",
      '<A />',
      '--8<--\n',
      '\r\n',
      '\0',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 60 }),
        fc.constantFrom('d/x.md', 'x.rst', 'd/e/x.adoc'),
        (parts, path) => {
          const text = parts.join('')
          let last = 0
          for (const { start, end, candidates } of findIncludes(text, path)) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            expect(end).toBeLessThanOrEqual(text.length)
            for (const each of candidates) expect(`/${each}/`).not.toMatch(/\/\.\.?\/|\/\/|\0/)
            last = end
          }
        },
      ),
    )
  })

  it.each([
    ['marks of blocks', '--8<--\n', 'x.md'],
    ['directives', '.. include:: a\n   :lines: 1\n', 'x.rst'],
    ['open components', "import A from './a.md'\n<A ", 'x.mdx'],
    ['open braces', '{* a ', 'x.md'],
    ['spaces in open braces', ' ', 'x.md', '{! '],
    ['spaces in open braces with a star', '\t', 'x.md', '{* '],
    ['spaces before a component', ' ', 'x.mdx', "import A from './a.md'\n"],
    ['spaces in lines as long as an include may be', `{! ${' '.repeat(990)}\n`, 'x.md'],
  ])('takes time in proportion to a text full of %s', (_, piece, path, before = '') => {
    const time = timed((size) => findIncludes(before + repeated(piece, size), path))
    expect(whySlow(time, 200_000)).toBeUndefined()
  })
})
