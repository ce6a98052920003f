import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { termsOf } from '../../../src/text/terms.ts'
import { rememberTokens } from '../../../src/text/token-memory.ts'
import { rememberWords } from '../../../src/text/words.ts'
import { anyText } from './texts.ts'

const long = anyText.map((text) => `${text} `.repeat(40))

it('reads what anybody would, however much was read before', () =>
  fc.assert(
    fc.property(fc.array(fc.oneof(anyText, long), { maxLength: 8 }), (texts) => {
      const tokensOf = rememberTokens(rememberWords())
      for (const text of [...texts, ...texts, ...texts]) expect(tokensOf(text)).toEqual(termsOf(text))
    }),
  ))

it('reads a passage once for two who ask, and keeps no more than some', () => {
  const tokensOf = rememberTokens(rememberWords())
  const passage = 'ebb and flood '.repeat(100)
  const before = tokensOf(passage)
  expect(tokensOf(passage)).toBe(before)
  const again = tokensOf(passage)
  expect(again).not.toBe(before)
  for (let at = 0; at < 100; at++) tokensOf(`${at} ${passage}`)
  expect(tokensOf(passage)).not.toBe(again)
})
