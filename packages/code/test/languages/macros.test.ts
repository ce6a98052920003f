import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutMacros } from '../../src/languages/systems/c.ts'
import { repeated, timed, whySlow } from '../../../../test/unit/growth/how-slow.ts'

const check = (text: string, expected: string): void =>
  expect(withoutMacros(text).replaceAll(/ +/g, ' ').trim()).toBe(expected)

describe('what is taken for a macro', () => {
  it.each<[text: string, expected: string]>([
    ['NS_BEGIN\nclass A {};', 'class A {};'],
    ['NS_BEGIN\r\nclass A {};', 'class A {};'],
    ['int a;\nNS_END\n}', 'int a;\n \n}'],
    ['class MY_API A {};', 'class A {};'],
    ['class EXPORT A : B {};', 'class A : B {};'],
    ['struct ALIGNED(8) a {};', 'struct a {};'],
    ['MY_EXTERN int f(void);', 'int f(void);'],
    ['MY_ATTR("x", (1)) static int f(void);', 'static int f(void);'],
    ['void f() MY_LOCKS(mu);', 'void f() ;'],
    ['char* my_nonnull f();', 'char* f();'],
  ])('%j', (text, expected) => check(text, `${expected}`.trim()))

  it.each([
    'DWORD f(void);',
    'FILE *open(void);',
    'MY_TYPE value;',
    'enum { FIRST_ONE,\n  LAST_ONE\n};',
    'TEST_IMPL(ping) {',
    'PHP_FUNCTION(a)\n{',
    '#define MY_MACRO int x',
    'bool is_nullable = true;',
    'struct FILE_INFO info;',
    'static FILE_INFO const info;',
  ])('but not in %j', (text) => expect(withoutMacros(text)).toBe(text))

  it('replacing a macro keeps every position in the file', () =>
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('A_B', 'class ', '(', ')', '\n', '\r\n', ' ', ';', 'x', '中', '😀', '#', '*'),
        }),
        (text) => {
          const left = withoutMacros(text)
          const changed = [...left].filter((unit, at) => unit !== ' ' && unit !== [...text][at])
          expect({ length: left.length, changed, breaks: left.split('\n').length }).toEqual({
            length: text.length,
            changed: [],
            breaks: text.split('\n').length,
          })
        },
      ),
    ))

  it.each([
    ['', 'A_', ''],
    ['A_B(', '(', ''],
    ['class ', ' ', 'A_B'],
    ['', 'A_B ', ''],
    ['', 'A_B(x) ', ''],
    [') ', 'const ', 'A_B('],
    ['', '\n', 'A_B'],
    ['', '* a_nonnull', ''],
  ])('takes time in proportion to hostile text: %j %j %j', (before, piece, after) => {
    const time = timed((size) => withoutMacros(before + repeated(piece, size) + after))
    expect(whySlow(time, 200_000)).toBeUndefined()
  })
})
