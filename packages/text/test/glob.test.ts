import * as fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, it } from 'vitest'
import { createGlob } from '../src/glob.ts'
import { repeated, timed, whySlow } from '../../../test/unit/growth/how-slow.ts'

const names = [
  'a.md',
  '.hidden.md',
  'sea/tides.md',
  'sea/Tides (old).md',
  'sea/deep/er/tides.md',
  'sea/2025-05-01.md',
  'sea/2025-06-01.md',
  '海/潮汐.md',
  'x[1].md',
]

const check = (pattern: string, expected: readonly string[]): void =>
  expect(names.filter(createGlob(pattern))).toEqual(expected)

describe('createGlob', () => {
  it.each([
    ['*', ['a.md', '.hidden.md', 'x[1].md']],
    ['*.md', ['a.md', '.hidden.md', 'x[1].md']],
    ['**', names],
    ['**/*.md', names],
    ['**/tides.md', ['sea/tides.md', 'sea/deep/er/tides.md']],
    ['sea/*', ['sea/tides.md', 'sea/Tides (old).md', 'sea/2025-05-01.md', 'sea/2025-06-01.md']],
    ['sea/**/tides.md', ['sea/tides.md', 'sea/deep/er/tides.md']],
    ['sea/**/**/er/*', ['sea/deep/er/tides.md']],
    ['sea/2025-0?-01.md', ['sea/2025-05-01.md', 'sea/2025-06-01.md']],
    ['sea/2025-0[!5]-*', ['sea/2025-06-01.md']],
    ['sea/2025-0[4-5]-*', ['sea/2025-05-01.md']],
    ['sea/{tides,Tides*}.md', ['sea/tides.md', 'sea/Tides (old).md']],
    ['{a,sea/{deep/*/t,t}ides}.md', ['a.md', 'sea/tides.md', 'sea/deep/er/tides.md']],
    ['sea/*(old)*', ['sea/Tides (old).md']],
    ['?/潮*', ['海/潮汐.md']],
    ['x\\[*', ['x[1].md']],
    ['x[*', ['x[1].md']],
    ['sea', []],
    ['*/', []],
    ['{a}.md', []],
  ] as const)('%s', (pattern, expected) => check(pattern, expected))

  it('agrees with the usual matcher where that is quick', () => {
    const signs = (...more: string[]) => fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', ...more), maxLength: 9 })
    const isPlain = (text: string): boolean => !/^\/|\/\/|\/$|^\.|\/\./.test(text) && text !== ''
    fc.assert(
      fc.property(signs('*', '?').filter(isPlain), signs().filter(isPlain), (pattern, name) => {
        // To it `*.*` wants something behind the dot.
        fc.pre(!/\*\*/.test(pattern) && !/\.(?:\/|$)/.test(name))
        expect([pattern, name, createGlob(pattern)(name)]).toEqual([
          pattern,
          name,
          picomatch(pattern, { dot: true })(name),
        ])
      }),
    )
  })

  it.each([
    ['(a+)+$*', ''],
    ['a*', 'b'],
    ['**/', 'b'],
    ['{', ''],
    ['[a-', ''],
  ])('takes time in proportion to a pattern of many %j', (piece, after) => {
    const time = timed((size) => {
      const matches = createGlob(repeated(piece, size) + after)
      expect(matches(`${'a'.repeat(250)}/${'a/'.repeat(60)}c`)).toBe(false)
    })
    expect(whySlow(time, 8_000)).toBeUndefined()
  })

  it('refuses braces that make too many patterns', () =>
    expect(() => createGlob('{a,b}'.repeat(500))).toThrow(/more than 100 patterns/))
})
