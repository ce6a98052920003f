import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAround, spotsIn } from '../../src/search/snippet-text.ts'

const wanted = new Map([
  ['tide', 1],
  ['潮', 0.3],
  ['潮汐', 1],
  ['汐', 0.3],
])
const cut = (text: string, window: number): string => cutAround(text, spotsIn(text, wanted), window)

describe('cutAround', () => {
  it.each([
    ['all of a short text', 'the tide', 20, 'the tide'],
    ['as much as asked on each side', 'aaaa bbbb tide cccc dddd', 5, '…bbbb tide cccc…'],
    ['around a Chinese word as a whole', '一二三四潮汐五六七八', 2, '…三四潮汐五六…'],
    ['where most is said', 'tide and then much else, 潮汐 tide', 8, '…h else, 潮汐 tide'],
    ['no family torn apart', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦tide👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, '…👩‍👩‍👧‍👦tide👩‍👩‍👧‍👦…'],
    ['no flag torn apart', '🇨🇳🇨🇭tide🇨🇭🇨🇳', 1, '…🇨🇭tide🇨🇭…'],
    ['lines as they are', 'one\r\ntide\r\ntwo', 6, 'one\r\ntide\r\ntwo'],
    ['the beginning where nothing answers', 'nothing here at all', 7, 'nothing…'],
    ['nothing of nothing', '', 7, ''],
  ])('%s', (_says, text, window, shown) => expect(cut(text, window)).toBe(shown))

  it('never tears a character, and never shows what is not there', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    const texts = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.constantFrom('tide', '潮汐', '👨‍👩‍👧')),
    )
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (parts, window) => {
        const text = parts.join('')
        const spots = spotsIn(text, wanted)
        const shown = cutAround(text, spots, window)
        const plain = shown.replace(/^…/, '').replace(/…$/, '')
        const borders = new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length))
        const places = [...borders].filter((at) => text.startsWith(plain, at) && borders.has(at + plain.length))
        // Blanks at the ends are cut off, and may stand within a cluster.
        if (plain !== '' && !/\s/.test(text)) expect(places).not.toEqual([])
        expect(text).toContain(plain)
        if (spots.length > 0) expect(spotsIn(plain, wanted)).not.toEqual([])
      }),
    )
  })
})
