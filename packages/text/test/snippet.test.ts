import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestSnippet } from '../src/show/snippet.ts'
import { termsOf } from '../src/terms/terms.ts'

const wanted = (query: string): ReadonlyMap<string, number> =>
  new Map(termsOf(query).flatMap(({ terms }) => terms.map((term) => [term, term.length])))

const guide = `# Harbour

Notes for the crew.

## Reading the gauge

The gauge stands at the pier.
Read the tide at low water, then again at high water.

Write it down.
Then rest.
`

const snippet = (text: string, query: string, room: { maxChars?: number; maxLines?: number } = {}) =>
  bestSnippet({ text, firstLine: 10, termWeights: wanted(query), maxChars: 400, maxLines: 4, ...room })

describe('bestSnippet', () => {
  it.each([
    [
      'leads in with the heading',
      'gauge pier',
      {
        line: 14,
        endLine: 17,
        bestLine: 16,
        text: '14: ## Reading the gauge\n15: \n16: The gauge stands at the pier.\n17: Read the tide at low water, then again at high water.',
      },
    ],
    [
      'leads in with the line above',
      'rest',
      { line: 19, endLine: 20, bestLine: 20, text: '19: Write it down.\n20: Then rest.' },
    ],
    [
      'begins at the top when nothing matches',
      'zebra',
      { line: 10, endLine: 12, bestLine: 10, text: '10: # Harbour\n11: \n12: Notes for the crew.' },
    ],
  ])('%s', (_, query, expected) => expect(snippet(guide, query)).toEqual(expected))

  it.each([
    ['English', 'Gauge', 'Tide', 'The gauge stands at the pier.', 'Read the tide at low water.', 'gauge reading tide'],
    ['Simplified Chinese', '水位计', '潮汐', '水位计在码头旁边。', '低水位时读数。', '水位计 潮汐'],
    ['Traditional Chinese', '水位計', '潮汐', '水位計在碼頭旁邊。', '低水位時讀數。', '水位計 潮汐'],
    ['mixed text', 'gauge 水位计', 'tide 潮汐', 'gauge 在码头。', '低水位时 read。', 'gauge 潮汐'],
  ])('shows what stands below the heading that matches, not the heading alone: %s', (_, ...row) => {
    const [a, b, above, below, query] = row
    const text = `## ${a}\n\n${above}\n\nfiller\n\n## ${b} reading\n\n${below}\n`
    const { text: shown } = snippet(text, query, { maxLines: 7 })
    expect(shown.split('\n').at(-1)).not.toMatch(/^\d+: ## /)
    expect(snippet(text, b, { maxLines: 7 }).text).toContain(below)
  })

  it('prefers different terms to one term often', () => {
    const text = `tide tide tide\ntide tide\n${'\nfiller'.repeat(9)}\ntide at the pier\n`
    expect(snippet(text, 'tide pier').bestLine).toBe(22)
  })

  it('cuts a Chinese paragraph around what was asked for', () => {
    const text = `概述\n${'这里说的是别的事情。'.repeat(60)}潮汐表要在港口查询。${'后面还有许多内容。'.repeat(60)}\n结束\n`
    const found = snippet(text, '港口 潮汐表', { maxChars: 120 })
    expect(found.bestLine).toBe(11)
    expect(found.text).toContain('潮汐表要在港口查询')
    expect(found.text).toMatch(/^11: ….*…$/m)
    expect(found.text.length).toBeLessThanOrEqual(120)
  })

  it('spares words and characters when it cuts', () => {
    const text = `${'wavelength '.repeat(30)}tide ${'👩‍👩‍👧'.repeat(40)}`
    const { text: shown } = snippet(text, 'tide', { maxChars: 100 })
    expect(shown).toMatch(/^10: …(wavelength )+tide (👩‍👩‍👧)+…$/u)
  })

  it('gives each telling line its share', () => {
    const text = Array.from(
      { length: 3 },
      (_, at) => `${'word '.repeat(100)}${['ebb', 'flow', 'tide'][at]} ${'word '.repeat(100)}`,
    )
    const { text: shown } = snippet(text.join('\n'), 'ebb flow tide', { maxChars: 200 })
    for (const word of ['ebb', 'flow', 'tide']) expect(shown).toContain(word)
  })

  it('of an empty text is empty', () =>
    expect(snippet('', 'tide')).toEqual({ line: 10, endLine: 10, bestLine: 10, text: '' }))

  it('shows true line numbers within its room', () => {
    const line = fc.oneof(
      fc.constantFrom('', '# ebb', 'ebb and flow', '潮汐与港口'),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    )
    const texts = fc
      .array(line, { maxLength: 20 })
      .map((lines) => lines.map((text) => text.replace(/[\r\n]/g, ' ')).join('\n'))
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 20, max: 300 }),
        fc.integer({ min: 1, max: 8 }),
        (text, maxChars, maxLines) => {
          const found = snippet(text, 'ebb flow 潮汐', { maxChars, maxLines })
          expect(found.text.length).toBeLessThanOrEqual(maxChars)
          expect(found.endLine - found.line + 1).toBeLessThanOrEqual(maxLines)
          if (found.text === '') return
          const lines = text.split('\n')
          found.text.split('\n').forEach((shown, at) => {
            const number = found.line + at
            expect(shown.startsWith(`${number}: `)).toBe(true)
            const body = shown.slice(`${number}: `.length).replace(/^…|…$/g, '')
            expect(lines[number - 10]).toContain(body)
          })
        },
      ),
    )
  })
})
