import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines } from '../src/edits/line-diff.ts'
import { printDiff, type PrintLimits } from '../src/edits/unified.ts'
import { runs } from '../../../test/scale.ts'

const unlimited: PrintLimits = { context: 2, lines: Infinity, chars: Infinity }

const print = (before: string, after: string, limits: Partial<PrintLimits> = {}) =>
  printDiff(diffLines(before, after), { ...unlimited, ...limits })

describe('a unified diff', () => {
  const check = (before: string, after: string, expected: readonly string[], limits?: Partial<PrintLimits>) =>
    expect(print(before, after, limits).text.split('\n')).toEqual(expected)

  it('of equal texts is empty', () => expect(print('潮\n汐\n', '潮\n汐\n')).toMatchObject({ text: '', added: 0 }))
  it('of empty texts is empty', () => expect(print('', '')).toMatchObject({ text: '', removed: 0 }))
  it('a unified diff can begin with an empty text', () => check('', 'a\nb', ['@@ -0,0 +1,2 @@', '+a', '+b']))
  it('a unified diff can end with an empty text', () => check('a\nb', '', ['@@ -1,2 +0,0 @@', '-a', '-b']))
  it('shows what was appended, and the end of what was there', () =>
    check('一\n二\n三', '一\n二\n三\n四', ['@@ -2,2 +2,3 @@', ' 二', ' 三', '+四']))
  it('shows a break at the end as an empty line', () => check('a', 'a\n', ['@@ -1,1 +1,2 @@', ' a', '+']))
  it('shows what was appended after such a break', () => check('a\n', 'a\nb\n', ['@@ -1,2 +1,3 @@', ' a', '+b', ' ']))
  it('says what is gone before what is new', () =>
    check('a\nb\nc\nd', 'a\nB\nC\nd', ['@@ -1,4 +1,4 @@', ' a', '-b', '-c', '+B', '+C', ' d']))
  it('tells line breaks of Windows from others', () =>
    check('a\r\nb\r\nc', 'a\r\nb\nc', ['@@ -1,3 +1,3 @@', ' a\r', '-b\r', '+b', ' c']))
  it('joins changes whose contexts touch', () =>
    check('a\nb\nc\nd', 'A\nb\nc\nD', ['@@ -1,4 +1,4 @@', '-a', '+A', ' b', ' c', '-d', '+D'], { context: 1 }))
  it('parts changes that are far from one another', () =>
    check('a\nb\nc\nd', 'A\nb\nc\nD', ['@@ -1,1 +1,1 @@', '-a', '+A', '@@ -4,1 +4,1 @@', '-d', '+D'], { context: 0 }))
  it('keeps emoji of several parts whole', () => check('👩‍👩‍👧', '👩‍👩‍👧🇨🇳', ['@@ -1,1 +1,1 @@', '-👩‍👩‍👧', '+👩‍👩‍👧🇨🇳']))
})

describe('a diff that is too long', () => {
  it('ends after so many lines, and its head counts what is shown', () =>
    expect(print('', 'a\nb\nc', { lines: 2 })).toEqual({
      text: '@@ -0,0 +1,2 @@\n+a\n+b',
      added: 3,
      removed: 0,
      truncated: true,
    }))
  it('ends after so many characters', () =>
    expect(print('', '长长长\n长长\n长', { chars: 8 })).toMatchObject({
      text: '@@ -0,0 +1,2 @@\n+长长长\n+长长',
      truncated: true,
    }))
  it('cuts a line that is too long', () => {
    const { text, truncated } = print('', '🧑‍🚀'.repeat(1_000))
    expect([truncated, text.length < 1_100, text.isWellFormed(), text.endsWith('🧑‍🚀…')]).toEqual([
      true,
      true,
      true,
      true,
    ])
  })
  it('is not cut when it fits exactly', () =>
    expect(print('a', 'b', { lines: 2, chars: 5 })).toMatchObject({
      truncated: false,
      text: '@@ -1,1 +1,1 @@\n-a\n+b',
    }))
})

const anyLine = fc.constantFrom('a', 'b', 'c', '潮汐', '', '🇨🇳', 'a\r')
const anyText = fc.array(anyLine, { maxLength: 12 }).map((lines) => lines.join('\n'))

describe('any two texts', () => {
  it('lead from one to the other by the printed diff', () =>
    fc.assert(
      fc.property(anyText, anyText, fc.nat({ max: 4 }), (before, after, context) => {
        expect(applyDiff(before, print(before, after, { context }).text)).toBe(after)
      }),
      { numRuns: runs(2_000) },
    ))

  it('have as many lines in common as they can', () =>
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const diff = diffLines(before, after)
        const common = mostInCommon(diff.before, diff.after)
        const { added, removed } = print(before, after)
        expect([removed, added]).toEqual([diff.before.length - common, diff.after.length - common])
      }),
      { numRuns: runs(2_000) },
    ))

  it('still lead to one another when the comparison gives up early', () =>
    fc.assert(
      fc.property(anyText, anyText, fc.nat({ max: 30 }), (before, after, effort) => {
        const diff = diffLines(before, after, effort)
        expect(applyDiff(before, printDiff(diff, unlimited).text)).toBe(after)
      }),
      { numRuns: runs(1_000) },
    ))
})

describe('texts of a megabyte', () => {
  const numbered = Array.from({ length: 40_000 }, (_, nth) => `line ${nth} holds 潮汐 text`)
  it.each<[says: string, after: readonly string[], changed: readonly [removed: number, added: number]]>([
    ['one line more', [...numbered, 'end'], [0, 1]],
    ['every tenth line changed', numbered.map((each, nth) => (nth % 10 ? each : `x ${nth}`)), [4_000, 4_000]],
    ['nothing in common', numbered.map((each) => `x${each}`), [40_000, 40_000]],
    ['the other way round, beyond the effort', numbered.toReversed(), [40_000, 40_000]],
  ])('%s', (_says, after, changed) => {
    const { removed, added, text } = print(numbered.join('\n'), after.join('\n'), { lines: 200, chars: 20_000 })
    expect([[removed, added], text.length < 25_000]).toEqual([changed, true])
  })
})

function applyDiff(before: string, diff: string): string {
  const old = before === '' ? [] : before.split('\n')
  const made: string[] = []
  let at = 0
  for (const printed of diff === '' ? [] : diff.split('\n')) {
    const head = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/.exec(printed)
    const [sign, line] = [printed[0], printed.slice(1)]
    if (head) {
      const start = Number(head[1]) - (head[2] === '0' ? 0 : 1)
      made.push(...old.slice(at, start))
      at = start
    } else {
      if (sign !== '+') expect(old[at++]).toBe(line)
      if (sign !== '-') made.push(line)
    }
  }
  return [...made, ...old.slice(at)].join('\n')
}

function mostInCommon(a: readonly string[], b: readonly string[]): number {
  let above = Array.from({ length: b.length + 1 }, () => 0)
  for (const line of a) {
    const row = [0]
    for (const [at, other] of b.entries())
      row.push(line === other ? (above[at] ?? 0) + 1 : Math.max(row[at] ?? 0, above[at + 1] ?? 0))
    above = row
  }
  return above.at(-1) ?? 0
}
