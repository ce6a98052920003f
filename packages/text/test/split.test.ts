import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitToFit } from '../src/markdown/split.ts'
import { tokenWeight } from '../src/terms/tokens.ts'
import { repeated, timed, whySlow } from '../../../test/unit/growth/how-slow.ts'

const size = { target: 12, max: 24 }
const pieces = (text: string, sized = size): readonly string[] =>
  splitToFit(text, { start: 0, end: text.length }, sized).map(({ start, end }) => text.slice(start, end))

const sentence = 'The tide comes in and goes out again. '

describe('splitToFit', () => {
  it.each([
    ['nothing of nothing', '', []],
    ['what fits whole', 'ebb\nflow\n', ['ebb\nflow\n']],
    ['before paragraphs', `${sentence}\n\n${sentence}\n`, [`${sentence}\n\n`, `${sentence}\n`]],
    [
      'before items rather than within them',
      `- one two three four five\n  six seven\n- eight nine ten eleven\n  twelve thirteen fourteen\n`,
      ['- one two three four five\n  six seven\n', '- eight nine ten eleven\n  twelve thirteen fourteen\n'],
    ],
    [
      'a long Chinese line between sentences',
      '海水每天两次涨落不停。'.repeat(3),
      ['海水每天两次涨落不停。', '海水每天两次涨落不停。', '海水每天两次涨落不停。'],
    ],
  ])('cuts %s', (_, text, expected) => expect(pieces(text)).toEqual(expected))

  it.each([
    ['a fence', '```\nebb\n\nflow\n\nebb\n```\n'],
    ['a fence in an item', '1. ```js\n   ebb()\n\n   flow()\n   ```\n'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |\n'],
  ])('leaves %s whole that fits', (_, whole) => {
    const cut = pieces(`one two three four five six seven\n${whole}eight nine ten eleven twelve thirteen\n`)
    expect(cut.length).toBeGreaterThan(1)
    expect(cut.some((piece) => piece.includes(whole))).toBe(true)
  })

  it('cuts a long line between sentences', () => {
    const cut = pieces(sentence.repeat(6).trim())
    expect(cut.length).toBeGreaterThan(2)
    for (const piece of cut) expect(piece.endsWith('.')).toBe(true)
  })

  it('cuts a long sentence between words', () => {
    const cut = pieces('wavelength '.repeat(60))
    expect(cut.length).toBeGreaterThan(2)
    for (const piece of cut) expect(piece).toMatch(/^(?:wavelength )+$/)
  })

  it('splitting a text divides no character', () => {
    for (const piece of pieces('👩‍👩‍👧'.repeat(40))) expect(piece.length % '👩‍👩‍👧'.length).toBe(0)
  })

  it('cuts a fence that is too long at its lines', () => {
    const text = `\`\`\`\n${'const tide = ebb(flow)\n'.repeat(20)}\`\`\`\n`
    const cut = pieces(text)
    expect(cut.length).toBeGreaterThan(5)
    for (const piece of cut) expect(piece.endsWith('\n')).toBe(true)
  })

  const line = fc.oneof(
    fc.constantFrom('', '```', '~~~js', '| a | b |', '- item', '1. item', '# Heading', '  ', '> quote', '```', '---'),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: fc.constantFrom('海', '水', '。', 'a', ' ', '. '), maxLength: 200 }),
  )
  const texts = fc
    .array(line, { maxLength: 40 })
    .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)))

  it('covers any range in order, and no piece is too heavy', () =>
    fc.assert(
      fc.property(texts, (text) => {
        const spans = splitToFit(text, { start: 0, end: text.length }, size)
        expect(spans.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
        for (const { start, end } of spans) {
          expect(end).toBeGreaterThan(start)
          // What follows a cut within a line is weighed as a line's start, which may be half a token less.
          const weight = tokenWeight(text, start, end)
          expect(weight).toBeLessThanOrEqual(size.max + 3)
        }
      }),
    ))

  it.each([
    ['a line of letters', 'a'],
    ['blank lines', '\n'],
    ['fences', '```\n'],
    ['a letter with many accents', '\u0301'],
  ])('takes time in proportion to %s', (_, piece) => {
    const time = timed((characters) => {
      const text = `e${repeated(piece, characters)}`
      splitToFit(text, { start: 0, end: text.length }, { target: 250, max: 450 })
    })
    expect(whySlow(time, 1_000_000)).toBeUndefined()
  })
})
