import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchInLinearTime } from '@wuku/text/linear-expression'
import { literalPattern, matchPattern, type PatternSearch } from '../src/pattern.ts'
import { runs } from '../../../test/scale.ts'

const MIB = 1_048_576
/** Room for a busy machine: what is tested here is what matches, not how fast. */
const patient = { scope: 'lines', limit: 100, milliseconds: 20_000 } as const

const find = (pattern: string, text: string, more: Partial<PatternSearch> = {}) =>
  matchPattern(text, { pattern, ...patient, ...more })

const textsOf = (pattern: string, text: string, more: Partial<PatternSearch> = {}): readonly string[] =>
  find(pattern, text, more).matches.map(({ start, end }) => text.slice(start, end))

describe('what a pattern matches', () => {
  const whole = { scope: 'whole' } as const
  it.each<[says: string, pattern: string, text: string, found: readonly string[], more?: object]>([
    ['each place', 'an', 'banana', ['an', 'an']],
    ['nothing', 'x', 'banana', []],
    ['nothing in nothing', 'x', '', []],
    ['case counts', 'a.', 'Ab ab', ['ab']],
    ['or does not', 'a.', 'Ab ab', ['Ab', 'ab'], { ignoreCase: true }],
    ['Chinese', '待办[：:].', '待办：一\n待办:二', ['待办：一', '待办:二']],
    ['a script by name', String.raw`\p{Script=Han}+`, 'React組件 and 组件', ['組件', '组件']],
    ['an emoji as one', '^.$', '🌊\nab', ['🌊']],
    ['an emoji of several', '👨‍👩‍👧', 'x👨‍👩‍👧y', ['👨‍👩‍👧']],
    ['a class of emoji', '[🌊🌙]', '🌙', ['🌙']],
    ['borders of lines', '^b$', 'a\nb\r\nb\nbb', ['b', 'b']],
    ['no break, in lines', String.raw`a\s+b`, 'a\nb', []],
    ['the end before a carriage return', '.$', 'ab\r\ncd\r\n', ['b', 'd']],
    ['breaks, in the whole', String.raw`a\n^b`, 'a\nb', ['a\nb'], whole],
    ['borders of lines, in the whole', '^b$', 'a\r\nb\r\nb', ['b', 'b'], whole],
    ['back references', String.raw`(\w)\1`, 'aabbc', ['aa', 'bb']],
    ['groups with names', String.raw`(?<year>\d{4})-\k<year>`, '2024-2024', ['2024-2024']],
    ['what stands before', '(?<=x)y', 'xy zy', ['y']],
    ['an escape of older habits', String.raw`a\-b`, 'a-b', ['a-b']],
    ['a brace of older habits', '{a', '{a', ['{a']],
    ['one of hundreds', Array.from({ length: 700 }, (_, nth) => `w${nth};`).join('|'), 'w1; w699;', ['w1;', 'w699;']],
    ['what code would be', '`+process.exit()+`', 'x`process.exit(`', []],
    ['quotes and ends of scripts', `"';</script>`, `"';</script>`, [`"';</script>`]],
  ])('%s', (_says, ...[pattern, text, found, more]) => expect(textsOf(pattern, text, more)).toEqual(found))
})

describe('places without text', () => {
  it.each<[pattern: string, text: string, places: readonly number[]]>([
    ['', 'ab', []],
    ['^', 'a\nb', []],
    ['x*', 'axxb', [1]],
    ['x*', '🌊x🌊', [2]],
    [String.raw`\b`, 'one two', []],
    ['(?=o)', 'foo', []],
  ])('are left out and told: /%s/ in %j', (pattern, text, places) => {
    const { matches, matchedNothing } = find(pattern, text)
    expect([matches.map(({ start }) => start), matchedNothing]).toEqual([places, true])
  })
  it('cost little in a large text', () => expect(textsOf('x*', 'a'.repeat(MIB))).toEqual([]))
})

describe('many matches', () => {
  it.each<[limit: number, found: number, more: boolean]>([
    [1, 1, true],
    [2, 2, true],
    [3, 3, false],
    [4, 3, false],
  ])('at most %i', (limit, found, more) =>
    expect(find('a', 'banana', { limit })).toMatchObject({ matches: { length: found }, more }),
  )
  it('stop in the middle of a large text', () =>
    expect(find('a', 'a\n'.repeat(MIB / 2), { limit: 10_000 })).toMatchObject({
      matches: { length: 10_000 },
      more: true,
    }))
})

it.each<[pattern: string, text: string]>([
  ['(a+)+$', `${'a'.repeat(40)}!`],
  ['(a+)+$', `${'a'.repeat(30_000)}!`],
  ['(a+)+$', `${'a'.repeat(MIB)}!`],
  ['(a|a)*$', `${'a'.repeat(30_000)}!`],
  [String.raw`(a*)*\1b`, 'a'.repeat(30_000)],
  ['(.*)*x', 'a'.repeat(30_000)],
  [String.raw`\s+$`, `${' '.repeat(MIB)}x`],
  ['(?:(?:a{1,1000}){1,1000}){1,1000}b', 'a'.repeat(100)],
  // No time limit holds while V8 compiles.
  [`${'a?'.repeat(900)}${'a'.repeat(900)}b`, 'a'.repeat(30_000)],
])('patterns that would run for ever are stopped: /%s/', (pattern, text) => {
  expect(() => find(pattern, text, { milliseconds: 50 })).toThrow(/longer than 50 ms/)
})

describe('patterns that are none', () => {
  it('are refused with what stands for a flag', () => {
    expect(() => find('(?i)ebb', 'Ebb')).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('"(?i:word)"') }),
    )
    expect(() => find('(?i:ebb)', 'Ebb')).not.toThrow()
  })

  it.each<[pattern: string, said: RegExp]>([
    ['(', /^Invalid regular expression: Unterminated group$/],
    ['[b-a]', /Range out of order/],
    ['a**', /Nothing to repeat/],
    [String.raw`\p{Han}`, /Invalid property name/],
    [String.raw`\u{110000}`, /Invalid Unicode escape/],
    [`${'('.repeat(100_000)}a${')'.repeat(100_000)}`, /^Invalid regular expression: .{1,100}$/],
  ])('are refused', (pattern, said) => expect(() => find(pattern, 'text')).toThrow(said))
})

describe('text letter for letter', () => {
  it.each<[text: string, inside: string, found: readonly string[]]>([
    ['a.b', 'a.b axb', ['a.b']],
    ['$1^(){}[]|*+?\\/', 'x$1^(){}[]|*+?\\/', ['$1^(){}[]|*+?\\/']],
    ['a\nb', 'a\r\nb a\nb', ['a\r\nb', 'a\nb']],
    ['a\r\nb', 'a\nb', ['a\nb']],
    ['aa', 'aaaaa', ['aa', 'aa']],
    ['组件', 'React组件', ['组件']],
    ['-', 'a-b', ['-']],
  ])('%j', (text, inside, found) => expect(textsOf(literalPattern(text), inside, { scope: 'whole' })).toEqual(found))

  it('is where a plain search finds it', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '.', '\\', '[', '$', '-', '中', '🌊', ' '), maxLength: 40 }),
        fc.string({ unit: fc.constantFrom('a', '.', '\\', '[', '$', '-', '中', '🌊'), minLength: 1, maxLength: 3 }),
        (text, sought) => {
          expect(find(literalPattern(sought), text, { scope: 'whole' }).matches.map(({ start }) => start)).toEqual(
            plainPlaces(text, sought),
          )
        },
      ),
      { numRuns: runs(150) },
    ))
})

function plainPlaces(text: string, sought: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) places.push(at)
  return places
}

it('lines are those of a split', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '中', '🌊'), maxLength: 30 }),
      fc.constantFrom('a+', '^.', '.$', '^a*$', '[^b]+'),
      (text, pattern) => {
        expect(textsOf(pattern, text)).toEqual(
          text.split(/\r?\n/).flatMap((line) => (line.match(new RegExp(pattern, 'gu')) ?? []).filter(Boolean)),
        )
      },
    ),
    { numRuns: runs(150) },
  ))

describe('patterns in linear time', () => {
  const whole = { scope: 'whole' } as const
  it.each<[pattern: string, text: string, more?: Partial<PatternSearch>]>([
    ['(a+)+$', `${'a'.repeat(18)}!\naaa`],
    ['an', 'banana'],
    ['a.', 'Ab ab', { ignoreCase: true }],
    [String.raw`\p{Script=Han}+`, 'React組件 and 组件'],
    ['^.$', '🌊\nab'],
    ['(?<year>[0-9]{4})-', '2024-2025-'],
    ['.$', 'ab\r\ncd\r\n'],
    [String.raw`a\n^b`, 'a\nb', whole],
    ['^b$', 'a\nb\nbb\nb', whole],
    ['x*', '🌊x🌊'],
    ['a', 'banana', { limit: 2 }],
  ])('match what JavaScript matches: /%s/ in %j', (pattern, text, more = {}) =>
    expect(matchInLinearTime(text, { pattern, ...patient, ...more })).toEqual(find(pattern, text, more)),
  )

  it.each<[says: string, pattern: string, text: string]>([
    ['a back reference', String.raw`(a*)*\1b`, 'aaa'],
    ['what stands before', '(?<=x)y', 'xy'],
    ['too many steps for the text', '(?:(?:x?){30}){30}', 'x'.repeat(MIB / 2)],
  ])('are none: %s', (_says, pattern, text) => expect(matchInLinearTime(text, { pattern, ...patient })).toBeUndefined())
})
