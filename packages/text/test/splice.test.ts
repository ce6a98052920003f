import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSplice } from '../src/edits/edit.ts'

const check = (before: string, after: string, expected: readonly [at: number, removed: string, added: string]) => {
  const { at, removed, added } = findSplice(before, after)
  expect([at, removed, added]).toEqual(expected)
}

describe('findSplice', () => {
  it.each<[says: string, ...Parameters<typeof check>]>([
    ['nothing in equal texts', 'tide', 'tide', [4, '', '']],
    ['what was appended', 'ebb', 'ebb and flow', [3, '', ' and flow']],
    ['what was put before', 'flow', 'ebb, flow', [0, '', 'ebb, ']],
    ['what was taken out of the middle', 'one two three', 'one three', [5, 'wo t', '']],
    ['a repeated letter once', 'aa', 'aaa', [2, '', 'a']],
    ['no half of a surrogate pair at the beginning', '😀', '😁', [0, '😀', '😁']],
    ['no half of a surrogate pair at the end', '\u{1f600}', '\u{1fa00}', [0, '\u{1f600}', '\u{1fa00}']],
    ['what stands behind megabytes', 'x'.repeat(10_000), `${'x'.repeat(10_000)}y`, [10_000, '', 'y']],
  ])('finds %s', (_says, before, after, expected) => check(before, after, expected))

  const text = string({ unit: constantFrom('a', 'b', '\n', '潮', '😀', '😁', '👨‍👩‍👧') })
  it('leads from any text to any other, and never tears a character', () =>
    assert(
      property(text, text, (before, after) => {
        const splice = findSplice(before, after)
        expect(before.slice(0, splice.at) + splice.added + before.slice(splice.at + splice.removed.length)).toBe(after)
        expect(splice.removed.isWellFormed() && splice.added.isWellFormed()).toBe(true)
      }),
    ))
})
