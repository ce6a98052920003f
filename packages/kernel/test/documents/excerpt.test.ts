import { describe, expect, it } from 'vitest'
import { excerptOf, withLineNumbers } from '../../src/documents/excerpt.ts'

const five = 'one\ntwo\nthree\nfour\nfive\n'
const take = (text: string, totalLines: number, wanted: { from?: number; count?: number; budget?: number }) =>
  excerptOf(text, { name: 'notes/a.md', totalLines, from: 1, budget: 1_000, ...wanted })

const takes = (wanted: { from?: number; count?: number }, text: string, [fromLine, toLine]: [number, number]) =>
  expect(take(five, 5, wanted)).toEqual({ text, fromLine, toLine, totalLines: 5, cut: null })

describe('lines of a document', () => {
  it('are all of them, as they are', () => takes({}, five, [1, 5]))
  it('are so many from a line on', () => takes({ from: 2, count: 2 }, 'two\nthree', [2, 3]))
  it('go to the end', () => takes({ from: 4 }, 'four\nfive\n', [4, 5]))
  it('end with the text', () => takes({ from: 4, count: 20 }, 'four\nfive\n', [4, 5]))
  it('are one empty line in an empty text', () =>
    expect(take('', 0, {})).toMatchObject({ text: '', fromLine: 1, toLine: 1, cut: null }))
  it('do not lie past the end', () =>
    expect(() => take(five, 5, { from: 999 })).toThrow('notes/a.md has 5 lines; line 999 is past its end.'))
  it('keep Windows line ends inside', () => expect(take('a\r\nb\r\nc', 3, { count: 2 }).text).toBe('a\r\nb'))
})

describe('the budget', () => {
  const long = Array.from({ length: 100 }, (_, index) => `line number ${index + 1} of a long text`).join('\n')

  it('cuts after whole lines and says where to go on', () => {
    const { text, toLine, cut } = take(long, 100, { budget: 100 })
    expect(text.endsWith(`line number ${toLine} of a long text`)).toBe(true)
    expect(cut).toBe(
      `Cut after line ${toLine} to stay within 100 tokens: read on from line ${toLine + 1}, or raise budget.`,
    )
  })
  it('cuts within a line that is too long by itself', () => {
    const { toLine, cut } = take('words and '.repeat(1_000), 1, { budget: 100 })
    expect(toLine).toBe(1)
    expect(cut).toContain('raise budget')
  })
})

it('line numbers begin where the excerpt does', () =>
  expect(withLineNumbers({ text: 'a\nb\n', fromLine: 9 })).toBe('9: a\n10: b'))
