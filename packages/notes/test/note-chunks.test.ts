import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkNote } from '../src/record.ts'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { repeated, timed, whySlow } from '../../../test/unit/growth/how-slow.ts'
import { runs } from '../../../test/scale.ts'

const chunksOf = (text: string, path = 'a.md') => chunkNote({ path, title: '', text, meta: {} })

const prose = (tokens: number): string => 'The tide comes in and the tide goes out.\n'.repeat(Math.round(tokens / 10))

/** Each chunk as its headings and its first line. */
const check = (text: string, expected: readonly (readonly [headings: string, firstLine: string])[], path?: string) =>
  expect(
    chunksOf(text, path).map(({ headings, start }) => [headings.join(' > '), text.slice(start).split('\n')[0]]),
  ).toEqual(expected)

describe('chunkNote', () => {
  it.each([
    ['behind front matter and heading', '---\ntags: [sea]\n---\n# Sea\n\nebb', 'a.md', 'ebb'],
    ['behind what is a heading there', '# Sea\n\nebb', 'a.md', 'ebb'],
    ['at the first word of plain text', '\n  ebb\n', 'a.txt', 'ebb\n'],
  ])('says where the words begin: %s', (_, text, path, lead) =>
    expect(chunksOf(text, path).map((chunk) => text.slice(chunk.lead, chunk.end))).toEqual([lead]),
  )

  it.each([
    ['an empty file has none', '', []],
    ['a file of blanks has none', ' \n\n', []],
    ['a small note is one, under its heading', '# Sea\n\n## Tide\n\nebb\n\n## Moon\n\nfull\n', [['Sea', '# Sea']]],
    [
      'a section each, when they are large',
      `# Sea\n\n## Tide\n\n${prose(200)}\n## Moon\n\n${prose(200)}`,
      [
        ['Sea > Tide', '# Sea'],
        ['Sea > Moon', '## Moon'],
      ],
    ],
    [
      'small neighbours are joined under their parent',
      `# Sea\n\n${prose(200)}\n## Tide\n\nebb\n\n## Moon\n\nfull\n\n## Sun\n\n${prose(240)}`,
      [
        ['Sea', '# Sea'],
        ['Sea > Sun', '## Sun'],
      ],
    ],
    [
      'but not with the sections of another parent',
      `# Sea\n\n${prose(380)}\n### Ebb\n\n${prose(100)}\n# Sky\n\n### Stars\n\n${prose(100)}`,
      [
        ['Sea', '# Sea'],
        ['Sea > Ebb', '### Ebb'],
        ['Sky > Stars', '# Sky'],
      ],
    ],
    [
      'long sections are split, each part under the heading',
      `# Sea\n\n${`${prose(100)}\n`.repeat(12)}`,
      [
        ['Sea', '# Sea'],
        ['Sea', 'The tide comes in and the tide goes out.'],
        ['Sea', 'The tide comes in and the tide goes out.'],
      ],
    ],
    [
      'underlined headings',
      `Sea\n===\n\n${prose(240)}\nTide\n----\n\n${prose(240)}`,
      [
        ['Sea', 'Sea'],
        ['Sea > Tide', 'Tide'],
      ],
    ],
    [
      'front matter goes with the first',
      `---\ntags: [a]\n# comment\n---\n# Sea\n\n${prose(240)}\n# Sky\n\n${prose(240)}`,
      [
        ['Sea', '---'],
        ['Sky', '# Sky'],
      ],
    ],
    [
      'no heading within a fence or comment',
      `# Sea\n\n\`\`\`\n# no\n\`\`\`\n\n<!--\n# no\n-->\n\n${prose(200)}\n# Sky\n\n${prose(200)}`,
      [
        ['Sea', '# Sea'],
        ['Sky', '# Sky'],
      ],
    ],
  ] as const)('%s', (_, text, expected) => check(text, expected))

  it('knows no headings in plain text', () => check('# Sea\nebb\n', [['', '# Sea']], 'log.txt'))

  it('names the line of a piece within a long line', () => {
    const chunks = chunksOf(`# Sea\n\n${'潮水每天涨落两次。'.repeat(200)}\n`)
    expect(chunks.length).toBeGreaterThan(3)
    expect(chunks.at(-2)).toMatchObject({ line: 3, endLine: 3, headings: ['Sea'] })
  })

  const line = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '# One',
        '## Two',
        '### Three {#x}',
        '#### ',
        'Under',
        '===',
        '---',
        '',
        '',
        '```',
        '~~~',
      ),
    },
    fc.constantFrom(
      '- item',
      '| a | b |',
      '<!--',
      '-->',
      '<pre>',
      '</pre>',
      '+++',
      '    code',
      '> # quoted',
      '---\ntitle: x\n---',
    ),
    fc.constantFrom(prose(60).trimEnd(), '潮水每天涨落两次。'.repeat(30), 'word '.repeat(600)),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )
  const notes = fc
    .array(line, { maxLength: 40 })
    .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)))

  it('gives pieces of the text in order, whole, with true lines', () =>
    fc.assert(
      fc.property(notes, fc.constantFrom('a.md', 'a.txt'), (text, path) => {
        const chunks = chunksOf(text, path)
        if (text.trim() === '') expect(chunks).toEqual([])
        else expect(chunks.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
        for (const { start, end, line: first, endLine } of chunks) {
          expect(end).toBeGreaterThan(start)
          expect(first).toBe(text.slice(0, start).split('\n').length)
          expect(endLine).toBe(text.slice(0, end - 1).split('\n').length)
          expect(estimateTokens(text.slice(start, end))).toBeLessThanOrEqual(710)
        }
        const pieces = chunks.filter(({ start }) => start > 0 && text[start - 1] !== '\n')
        for (const { start } of pieces) expect(lineLength(text, start)).toBeGreaterThan(400)
      }),
      { numRuns: runs(500) },
    ))

  it.each([
    ['headings', '', '# a\n', ''],
    ['open comments', '', '<!-- \n', ''],
    ['brackets in a heading', '# ', '[', '\n'],
    ['low lines in a heading', '# a', '_', 'b\n'],
    ['blanks in a heading', '# a', ' ', 'b\n'],
    ['underlines', '', 'a\n-\n', ''],
    ['front matter without end', '---\n', 'a: b\n', ''],
  ])('takes time in proportion to a note full of %s', (_, before, piece, after) => {
    const time = timed((size) => chunksOf(before + repeated(piece, size) + after))
    expect(whySlow(time, 100_000)).toBeUndefined()
  })
})

/** A line may be cut only when it is too long for one chunk. */
function lineLength(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return (end === -1 ? text.length : end) - (text.lastIndexOf('\n', at - 1) + 1)
}
