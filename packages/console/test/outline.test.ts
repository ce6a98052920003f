import { describe, expect, it } from 'vitest'
import { hashOf, linesIn, linesTyped } from '../src/files/lines.ts'
import { declarationAt, declarationsIn } from '../src/rooms/code/outline.ts'

describe('lines of a file', () => {
  it.each([
    ['#L10', { from: 10, to: 10 }],
    ['#L10-L20', { from: 10, to: 20 }],
    ['#L20-L10', { from: 10, to: 20 }],
    ['#L10-20', { from: 10, to: 20 }],
    ['#L0', undefined],
    ['#setup', undefined],
    ['', undefined],
  ])('the address %s names them', (hash, lines) => expect(linesIn(hash)).toEqual(lines))

  it.each([
    ['12', '#L12'],
    ['12-20', '#L12-L20'],
    ['12:20', '#L12-L20'],
    [' L12 – L20 ', '#L12-L20'],
  ])('%s may be typed', (typed, hash) => {
    const lines = linesTyped(typed)
    expect(lines && hashOf(lines)).toBe(hash)
  })
})

describe('outline of a file', () => {
  const rows = declarationsIn(
    '1-9 class Pilot  // Who may enter.\n  3-5 mayEnter(hour: number): boolean\n11 const url = "http://x"',
  )

  it('reads each row', () =>
    expect(rows).toEqual([
      { from: 1, to: 9, text: 'class Pilot', about: 'Who may enter.', level: 0 },
      { from: 3, to: 5, text: 'mayEnter(hour: number): boolean', about: '', level: 1 },
      { from: 11, to: 11, text: 'const url = "http://x"', about: '', level: 0 },
    ]))
  it('knows what holds a line', () => expect(declarationAt(rows, 4)?.text).toBe('mayEnter(hour: number): boolean'))
  it('knows where nothing is declared', () => expect(declarationAt(rows, 10)).toBeUndefined())
})
