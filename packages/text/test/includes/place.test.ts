import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIncludes } from '../../src/includes/find-includes.ts'
import { placeIncludes } from '../../src/includes/place.ts'

const code = `import os
# --8<-- [start:setup]
def setup():
    # region inner
    return 1
    # endregion
# --8<-- [end:setup]
class Tide:
    @cached
    def ebb(
        self,
    ):
        return '潮'

    def flow(self): ...
`

/** Every include of a text is of the same file. */
const placed = (text: string, file: string, path = 'x.md'): string =>
  placeIncludes(
    text,
    findIncludes(text, path).map((include) => ({ include, text: file })),
  )

describe('placeIncludes', () => {
  it.each([
    ['a whole file in a fence', 'a\n\n{* a.ts *}\n\nb', 'let a\nlet b\n', 'a\n\n```ts\nlet a\nlet b\n```\n\nb'],
    ['lines', '{* a.ts ln[2:3] *}', '1\n2\n3\n4\n', '```ts\n2\n3\n```'],
    ['nothing of lines beyond the end', '{* a.ts ln[9:12] *}', '1\n', '{* a.ts ln[9:12] *}'],
    ['a named part without its marks', '--8<-- "a.py:setup"', code, 'def setup():\n    return 1'],
    ['a region of an editor, less its indent', '<<< @/a.py#inner', code, '```python\nreturn 1\n```'],
    ['a page without its front matter', '<!--@include: a.md-->', '---\ntitle: a\n---\n\n# A\r\n', '\n# A'],
    ['indented as the include is', '- a\n  --8<-- "a.md"', 'one\n\ntwo\n', '- a\n  one\n\n  two'],
    ['with longer marks around marks', '{* a.md.txt *}', '```\na\n```\n', '````\n```\na\n```\n````'],
    ['nothing of a part that is not there', '--8<-- "a.py:other"', code, '--8<-- "a.py:other"'],
  ])('%s', (_, text, file, expected) => expect(placed(text, file)).toBe(expected))

  it('writes a directive in reStructuredText', () =>
    expect(placed('.. literalinclude:: a.py\n   :pyobject: Tide.ebb\n', code, 'x.rst')).toBe(
      ".. code-block:: python\n\n   @cached\n   def ebb(\n       self,\n   ):\n       return '潮'\n\n\n",
    ))

  it('takes several tags of AsciiDoc', () =>
    expect(
      placed('include::a.adoc[tags=a;b]', '// tag::a[]\n1\n// end::a[]\n2\n// tag::b[]\n3\n// end::b[]\n', 'x.adoc'),
    ).toBe('1\n3'))

  it('leaves a text without includes alone, and never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => placeIncludes(text, []) === text))
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('--8<-- "a.py:x"', '<<< a.py#x', '{* a.py ln[2:] *}', '{! a.md !}'),
        (file, text) => {
          expect(typeof placed(text, file)).toBe('string')
        },
      ),
    )
  })
  it.each([
    ['an indent that is long', `${' '.repeat(900)}--8<-- "a.md"`, 'x\n'.repeat(100_000), 'x.md'],
    ['the same lines again and again', `--8<-- "a.md:${'1:,'.repeat(90)}1:"`, 'x\n'.repeat(100_000), 'x.md'],
    [
      'the same part again and again',
      `include::a.adoc[tags=${'a;'.repeat(90)}a]`,
      `// tag::a[]\n${'x\n'.repeat(100_000)}`,
      'x.adoc',
    ],
  ])('makes no bomb of %s', (_, text, file, path) =>
    expect(placed(text, file, path).length).toBeLessThan(50 * file.length),
  )
})
