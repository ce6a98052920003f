import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { guarded, harmless, harmlessWithin, paintFor } from '../src/terminal.ts'

it.each([
  ['a command to the terminal', 'a\u001B]0;x\u0007b', 'a␛]0;x␇b'],
  ['a turn of direction', 'exe\u202Edm', 'exe\uFFFDdm'],
  ['lines, tabs and emoji', '潮\t👩‍🚀\r\n', '潮\t👩‍🚀\n'],
  ['an order that nobody sees', 'hi\u{E0069}\u200B', 'hi'],
])('%s is shown', (_, text, shown) => expect(harmless(text)).toBe(shown))

it('is all the same wherever in an answer a text stands', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(harmlessWithin({ a: [{ b: text }, 1, null, true], c: text })).toEqual({
        a: [{ b: harmless(text) }, 1, null, true],
        c: harmless(text),
      })
    }),
  ))

const written = (isTerminal: boolean, text: string): string => {
  let all = ''
  guarded({ isTerminal, write: (part) => void (all += part) })(text)
  return all
}

it.each([
  ['a pipe', false, 'a\u001B[2J\u009Bb\u202E\u{E0041}\r\n\u001B[31mc', 'a[2Jb\r\n[31mc'],
  [
    'a terminal',
    true,
    '\rdone\u001B[K \u001B[31mred\u001B[39m\u001B[2J\u001B]0;x\u0007 a\rb',
    '\rdone\u001B[K \u001B[31mred\u001B[39m␛[2J␛]0;x␇ ab',
  ],
] as const)('%s gets nothing that commands it, whoever wrote it', (_, isTerminal, text, seen) =>
  expect(written(isTerminal, text)).toBe(seen),
)

it('links to files reach a terminal, and no others', () => {
  const [open, close] = ['\u001B]8;;file://sea/a%20b.md\u001B\\', '\u001B]8;;\u001B\\']
  expect(written(true, `${open}a${close}`)).toBe(`${open}a${close}`)
  expect(written(false, `${open}a${close}`)).not.toContain('\u001B')
  for (const evil of ['http://a', 'file://a\u0007', 'file://a;b'])
    expect(written(true, `\u001B]8;;${evil}\u001B\\a`)).not.toContain(`\u001B]8;;${evil}`)
})

it('our own colours reach a terminal unchanged', () => {
  const paint = paintFor({ hasColours: true, isTerminal: true, columns: 80, write() {} })
  const all = Object.values(paint)
    .map((style: (text: string) => string) => style('潮 a'))
    .join(' ')
  expect(written(true, all)).toBe(all)
})
