import { describe, expect, it } from 'vitest'
import { leadOf } from '../../notes/src/record.ts'

describe('leadOf', () => {
  it.each([
    ['text without a heading', 'The ebb begins.', 'The ebb begins.'],
    ['blank lines', '\n \n\tThe ebb begins.', 'The ebb begins.'],
    ['a heading', '# Tides\n\nThe ebb begins.', 'The ebb begins.'],
    ['headings under each other', '# Tides\n## Ebb ##\n\n###\nIt begins.', 'It begins.'],
    ['Windows line ends', '# Tides\r\n\r\nThe ebb begins.', 'The ebb begins.'],
    ['Chinese', '## 潮汐\n退潮开始。', '退潮开始。'],
    ['a tag, which is no heading', '#tides of the year', '#tides of the year'],
    ['seven signs, which are no heading', '####### tides', '####### tides'],
    ['a heading further down', 'The ebb.\n# Flood', 'The ebb.\n# Flood'],
    ['a heading alone', '# Tides', ''],
    ['nothing', '', ''],
  ])('begins behind the headings: %s', (_, text, lead) => expect(text.slice(leadOf(text, 0, text.length))).toBe(lead))

  it('looks at its stretch alone', () => {
    const text = 'Before.\n# Tides\nThe ebb.\n# Flood\nIt rises.'
    const start = text.indexOf('# Tides')
    expect(text.slice(leadOf(text, start, text.length))).toMatch(/^The ebb\./)
    expect(leadOf(text, start, start + 4)).toBe(start + 4)
  })

  it.each([' ', '#', '\n', '# ', '#\n', '\n#x'])('comes to an end on an endless %j', (part) => {
    const text = part.repeat(2 ** 18)
    expect(leadOf(text, 0, text.length)).toBeLessThanOrEqual(text.length)
  })
})
