import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packShort, packText, unpackShort, unpackText } from '../src/packed-text.ts'
import { runs } from '../../../test/scale.ts'

const check = (text: string): void => {
  expect(unpackText(packText(text))).toBe(text)
  expect(unpackShort(packShort(text))).toBe(text)
}

describe('a text that is packed', () => {
  /** A frame tells its length in one, two or four bytes. */
  it.each([0, 1, 63, 64, 255, 256, 257, 511, 512, 16_383, 16_384, 16_385, 65_791, 65_792, 65_793, 3_000_000])(
    'comes back with %i letters',
    (length) => check('abcdefghij\n'.repeat(length / 11 + 1).slice(0, length)),
  )
  it.each(['潮汐表\r\n', '👩‍🚀🇩🇪', 'é\u0301', '\0', '\uFEFF'])('comes back with %j', (text) => {
    check(text)
    check(text.repeat(9_000))
  })
  it('comes back whatever it says', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(2_000), (text, times) => check(text.repeat(times % 200))),
      { numRuns: runs(50) },
    ))
  it('is not there when it was damaged', () => {
    const packed = packText('tide '.repeat(500))
    expect(() => unpackText(packed.subarray(0, 12))).toThrow()
    expect(() => unpackText(packed.map((byte, at) => (at < 6 && at > 3 ? 255 : byte)))).toThrow()
  })
})
