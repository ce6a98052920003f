import { describe, expect, it } from 'vitest'
import { addressOf, citedParts } from '../src/ui/citations.ts'

describe('citations in a text', () => {
  it.each<[text: string, citations: readonly string[]]>([
    ['nothing of the kind', []],
    ['', []],
    ['see wuku://notes/handbook/tides.md#L1-L3.', ['wuku://notes/handbook/tides.md#L1-L3']],
    ['(wuku://code/harbour/src/tide.ts), then', ['wuku://code/harbour/src/tide.ts']],
    ['{"at":"wuku://docs/Tidewater@2.0.0/guide/gates.md"}', ['wuku://docs/Tidewater@2.0.0/guide/gates.md']],
    ['见 wuku://notes/笔记/潮汐.md，以及', ['wuku://notes/笔记/潮汐.md']],
    ['wuku://a/b/c wuku://d/e/f', ['wuku://a/b/c', 'wuku://d/e/f']],
    ['`wuku://pads/workflows/01M8` and wuku://docs', ['wuku://pads/workflows/01M8']],
  ])('%j: %j', (text, citations) => {
    const parts = citedParts(text)
    expect(parts.filter(({ isCitation }) => isCitation).map((part) => part.text)).toEqual(citations)
    expect(parts.map((part) => part.text).join('')).toBe(text)
  })
  it('lead to their rooms', () =>
    expect(addressOf('wuku://notes/handbook/tides.md#L1')).toBe('/notes/handbook/tides.md#L1'))
})
