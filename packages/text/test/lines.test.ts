import { describe, expect, it } from 'vitest'
import { createLineIndex, numberLines, sliceLines } from '../src/markdown/line-index.ts'

describe('createLineIndex', () => {
  it.each([
    ['', 0, []],
    ['a', 1, [0]],
    ['a\n', 1, [0]],
    ['\n', 1, [0]],
    ['a\nb', 2, [0, 2]],
    ['a\r\n\r\nb\n', 3, [0, 3, 5]],
  ])('of %j has %i lines', (text, count, starts) => {
    const index = createLineIndex(text)
    expect(index.count).toBe(count)
    expect(starts.map((_, line) => index.startOf(line + 1))).toEqual(starts)
    expect(index.startOf(count + 1)).toBe(text.length)
    for (let offset = 0; offset < text.length; offset++)
      expect(index.lineAt(offset)).toBe(text.slice(0, offset).split('\n').length)
  })

  it('answers with the last line past the end', () => expect(createLineIndex('a\nb\n').lineAt(99)).toBe(2))
  it('answers with line 1 when there is no line', () => expect(createLineIndex('').lineAt(0)).toBe(1))
})

it.each([
  ['', 1, ''],
  ['ebb\nflow', 9, '9: ebb\n10: flow'],
  ['ebb\r\n\r\nflow\r\n', 1, '1: ebb\n2: \n3: flow'],
])('numberLines of %j', (text, first, numbered) => expect(numberLines(text, first)).toBe(numbered))

describe('sliceLines', () => {
  const text = 'one\r\ntwo\n\nfour'
  it.each([
    [1, 1, 'one\r\n'],
    [2, 2, 'two\n\n'],
    [4, 5, 'four'],
    [5, 1, ''],
    [0, 1, 'one\r\n'],
    [2, 0, ''],
    [3, Infinity, '\nfour'],
  ])('from line %i, %i lines', (from, count, slice) => expect(sliceLines(text, from, count)).toBe(slice))
})
