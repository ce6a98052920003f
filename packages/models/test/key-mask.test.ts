import { assert, integer, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskKey } from '../src/model-failures.ts'

const KEY = 'not-a/real+key=0123456789?'
const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('a key', () => {
  it.each<[says: string, text: string, expected: string]>([
    ['as it is', `潮 ${KEY} 汐 ${KEY}`, '潮 [key] 汐 [key]'],
    ['as a part of an address', `?key=${encodeURIComponent(KEY)}&x=1`, '?key=[key]&x=1'],
    ['percent-encoded in small letters', encodeURIComponent(KEY).toLowerCase(), '[key]'],
    [
      'percent-encoded in every byte',
      [...Buffer.from('ab+')].map((byte) => `%${byte.toString(16)}`).join(''),
      '%61%62%2b',
    ],
    ['of others', 'not-a-real-key', 'not-a-real-key'],
    ['nowhere', '', ''],
  ])('%s', (_says, text, expected) => expect(maskKey(text, KEY)).toBe(expected))

  it('that is none hides nothing', () => expect(maskKey('潮汐', '')).toBe('潮汐'))

  const around = string({ unit: 'grapheme', maxLength: 12 })
  const keys = string({
    unit: integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)),
    minLength: 8,
    maxLength: 80,
  })
  it('is not there any more, whatever stands around it', () =>
    assert(
      property(around, keys, around, (before, key, after) => {
        const masked = maskKey(`${before}${key}${after} ${encodeURIComponent(key)}`, key)
        expect(masked.replaceAll('[key]', '')).not.toContain(key)
        expect(masked).toMatch(/\[key\].*\[key\]/s)
      }),
    ))

  it('cannot be read out of Base64 either, in both alphabets', () =>
    assert(
      property(around, keys, around, (before, key, after) => {
        for (const alphabet of ['base64', 'base64url'] as const)
          expect(maskKey(Buffer.from(before + key + after).toString(alphabet), key)).toContain('[key]')
      }),
    ))

  it('leaves other Base64 alone', () => expect(maskKey(base64('another text'), KEY)).toBe(base64('another text')))
})
