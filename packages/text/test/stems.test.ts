import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { porter2 } from '../src/terms/porter2.ts'
import { stem } from '../src/terms/stems.ts'
import { runs } from '../../../test/scale.ts'

const pairs = readFileSync(new URL('porter2-pairs.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' ') as [string, string])

describe('the stem of an English word', () => {
  it('is the one that the authors of the stemmer publish', () =>
    expect(pairs.map(([word]) => [word, stem(word)])).toEqual(pairs))

  it.each([
    ['try', 'tried', 'tries', 'trying'],
    ['fly', 'flies', 'flying'],
    ['die', 'died', 'dies', 'dying'],
    ['reply', 'replies', 'replied'],
    ['use', 'used', 'uses', 'using'],
    ['sdk', 'sdks'],
    ['llm', 'llms'],
  ])('is the same for %s and its other forms', (...forms) => expect(new Set(forms.map(stem)).size).toBe(1))

  it.each([
    ['news', 'new'],
    ['university', 'universe'],
    ['general', 'generous'],
    ['evening', 'even'],
  ])('keeps %s and %s apart', (one, other) => expect(stem(one)).not.toBe(stem(other)))
})

const letters = fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), { minLength: 3, maxLength: 9 })
const endings =
  'ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti ' +
  'logi ogist fulli lessli icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ou ism ate iti ' +
  'ous ive ize ion sses ies s eed ed ing at bl iz ed y e ll or ng nt sm on st'

it('words whose last letters are never cut are told apart before they are stemmed', () =>
  fc.assert(
    fc.property(
      letters,
      fc.constantFrom('', ...endings.split(' ')),
      fc.constantFrom('', 's', 'ed', 'ing', 'ly'),
      (begin, end, last) => {
        const word = begin.join('') + end + last
        expect(stem(word)).toBe(porter2(word))
      },
    ),
    { numRuns: runs(5_000) },
  ))
