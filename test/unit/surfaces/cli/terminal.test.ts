import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { harmless, harmlessWithin } from '../../../../src/surfaces/cli/terminal.ts'

it.each([
  ['a command to the terminal', 'a\u001B]0;x\u0007b', 'a␛]0;x␇b'],
  ['a turn of direction', 'exe\u202Edm', 'exe\uFFFDdm'],
  ['lines, tabs and emoji', '潮\t👩‍🚀\r\n', '潮\t👩‍🚀\n'],
])('%s is shown', (_, text, shown) => expect(harmless(text)).toBe(shown))

it('is all the same wherever in an answer a text stands', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(harmlessWithin({ a: [{ b: text }, 1, null, true], c: text })).toEqual({
        a: [{ b: harmless(text) }, 1, null, true],
        c: harmless(text),
      })
    }),
  )
})
