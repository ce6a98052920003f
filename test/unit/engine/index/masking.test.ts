import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../../src/core/words.ts'
import { maskChunks, maskStrings } from '../../../../src/engine/index/masking.ts'
import { maskSecrets } from '../../../../src/text/secrets.ts'

/** No secrets of anybody, and beginnings and ends of what might be one. */
const pieces = [
  'ghp_x7Qk2Lm9Rt4Vw8Yz3Bn6Hd5Jc1Fs0Pg2Ae7b',
  'password = "Zx81kk29sLqpOwmx77aQ"',
  'password =',
  '"Zx81kk29sLqpOwmx77aQ"',
  '-----BEGIN PRIVATE KEY-----',
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\nAgEAAoIBAQ',
  '-----END PRIVATE KEY-----',
  'Private-Lines: 1',
  'AAAAIBx7Qk2Lm9Rt4Vw8Yz3Bn6Hd5Jc1Fs0Pg2',
  'https://user:',
  'Wq8zLm2x@example.org',
  '密码：',
  'ebb',
  '潮汐',
  '👩‍👩‍👧',
  '',
]
const anyText = fc.array(fc.constantFrom(...pieces, '\n', ' '), { maxLength: 4 }).map((parts) => parts.join(''))

/** The slow truth: string by string. */
function maskedAlone(value: Json): Json {
  if (typeof value === 'string') return maskSecrets(value).text
  if (Array.isArray(value)) return value.map(maskedAlone)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskedAlone(each)]))
}

it('masks each string as if it stood alone', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 4 }), (texts) => {
      const value = { texts, more: [{ text: texts[0] ?? null, lines: 3, isEmpty: false }] }
      expect(maskStrings(value)).toEqual(maskedAlone(value))
    }),
    { numRuns: 500 },
  )
})

it('masks headings, and drops the marks that are not what they were', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 4 }), fc.array(anyText, { maxLength: 4 }), (headings, values) => {
      const marks = values.map((value) => ({ family: 'def', value, weight: 1 }))
      const chunk = { start: 0, end: 0, line: 1, endLine: 1, headings }
      expect(maskChunks([chunk, { ...chunk, marks }])).toEqual([
        { ...chunk, headings: headings.map(maskedAlone) },
        {
          ...chunk,
          headings: headings.map(maskedAlone),
          marks: marks.filter(({ value }) => maskedAlone(value) === value),
        },
      ])
    }),
    { numRuns: 500 },
  )
})
