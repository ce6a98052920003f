import * as fc from 'fast-check'
import { stemmer } from 'stemmer'
import { expect, it } from 'vitest'
import { stem } from '../src/terms/stems.ts'
import { runs } from '../../../test/scale.ts'

const letters = fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), { minLength: 3, maxLength: 9 })
const endings =
  'ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti ' +
  'logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize ion ' +
  'sses ies s eed ed ing at bl iz ed y e ll or ng nt sm on'

it('is that of the stemmer, whatever the word ends with', () =>
  fc.assert(
    fc.property(
      letters,
      fc.constantFrom('', ...endings.split(' ')),
      fc.constantFrom('', 's', 'ed', 'ing', 'ly'),
      (begin, end, last) => {
        const word = begin.join('') + end + last
        expect(stem(word)).toBe(stemmer(word))
      },
    ),
    { numRuns: runs(5_000) },
  ))
