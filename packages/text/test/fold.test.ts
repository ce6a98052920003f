import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FOLDS_HARD, foldDistance, simplify } from '../src/terms/characters.ts'
import { fold, foldWithOffsets, foldCluster } from '../src/terms/fold.ts'
import { anyText, endless } from './texts.ts'

describe('fold', () => {
  it.each([
    ['Hello World', 'hello world'],
    ['ＡＢＣ１２３', 'abc123'],
    ['ｶﾞｷﾞ', 'ガギ'],
    ['か\u3099', 'が'],
    ['資料庫連線', '资料库连线'],
    ['看著', '看着'],
    ['Café ÀÉÎ', 'cafe aei'],
    ['cafe\u0301', 'cafe'],
    ['Straße Łódź', 'strasse lodz'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Ёлка', 'елка'],
    ['ﬁne', 'fine'],
    ['가', '가'],
    ['कि', 'कि'],
    ['so\u00adft\u200d', 'soft'],
    ['葛\u{e0100}飾', '葛饰'],
    ['𝐀𝐁', 'ab'],
    ['\ud800x\udc00\0', '\ud800x\udc00\0'],
  ])('%j becomes %j', (text, expected) => {
    expect(fold(text)).toBe(expected)
    expect(foldWithOffsets(text).text).toBe(expected)
  })

  it('finds for every code unit in its table what the definition says', () => {
    const wrong = Array.from({ length: 0x10000 }, (_, unit) => unit).filter((unit) => {
      const distance = foldDistance[unit] ?? 0
      const said = String.fromCharCode(unit + distance)
      return distance !== FOLDS_HARD && said !== foldCluster(String.fromCharCode(unit), simplify)
    })
    expect(wrong).toEqual([])
  })

  it('changes nothing the second time', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    ))

  it('maps every folded range to the range of the original that folds to it', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldWithOffsets(text)
        expect(folded.text).toBe(fold(text))
        expect(folded.offsets.length).toBe(folded.text.length + 1)
        expect(folded.offsets.at(-1)).toBe(text.length)
        expect(folded.offsets.every((offset, at) => at === 0 || offset >= (folded.offsets[at - 1] ?? 0))).toBe(true)
        const starts = [...new Set(folded.offsets)]
        const pieces = starts.map((start, at) => fold(text.slice(start, starts[at + 1] ?? text.length)))
        expect(fold(text.slice(0, starts[0])) + pieces.join('')).toBe(folded.text)
      }),
    ))

  it.each(endless(2 ** 16))('comes to an end on an endless %.3s', (text) =>
    expect(foldWithOffsets(text).offsets.at(-1)).toBe(text.length),
  )
})
