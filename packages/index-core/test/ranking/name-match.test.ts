import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNameMatcher, matchName, type NamedWord } from '../../src/ranking/name-match.ts'

const word = (...forms: readonly string[]): NamedWord => ({ forms, weight: 1 })

describe('what a file is called beside what is asked', () => {
  it.each<[says: string, parts: readonly string[], words: readonly NamedWord[], of: [number, number]]>([
    ['the same', ['session'], [word('session')], [1, 1]],
    ['nothing in common', ['session'], [word('tide')], [0, 0]],
    ['half of the name, all of the query', ['session', 'store'], [word('session')], [0.5, 1]],
    ['all of the name by one compound', ['session', 'store'], [word('sessionstore', 'session', 'store')], [1, 1]],
    ['all of the name, half of the query', ['session'], [word('session'), word('expiry')], [1, 0.5]],
    ['a beginning', ['auth'], [word('authorise')], [2 / 3, 2 / 3]],
    ['Chinese', ['潮汐'], [word('潮汐')], [1, 1]],
    ['emoji', ['👩‍🚀'], [word('👩‍🚀')], [1, 1]],
    ['no name', [], [word('session')], [0, 0]],
    ['no words', ['session'], [], [0, 0]],
  ])('%s', (_, parts, words, [ofName, ofQuery]) => {
    const match = matchName(parts, words)
    expect(match.ofName).toBeCloseTo(ofName, 10)
    expect(match.ofQuery).toBeCloseTo(ofQuery, 10)
  })

  const part = fc.constantFrom('rout', 'router', 'routing', 'auth', 'authentication', 'get', 'user', '潮汐', 'a')
  const named = fc.record({
    forms: fc.array(part, { minLength: 1, maxLength: 3 }),
    weight: fc.integer({ min: 1, max: 9 }),
  })
  it('does not depend on the names that were compared before', () =>
    fc.assert(
      fc.property(fc.array(named, { maxLength: 4 }), fc.array(fc.array(part, { maxLength: 4 })), (words, names) => {
        const match = createNameMatcher(words)
        for (const parts of names) expect(match(parts)).toEqual(matchName(parts, words))
      }),
    ))
  it('joins what each word and each part meet by itself', () =>
    fc.assert(
      fc.property(
        fc.array(named, { minLength: 1, maxLength: 4 }),
        fc.array(part, { minLength: 1, maxLength: 4 }),
        (words, parts) => {
          const alone = (text: string, each: NamedWord): number => matchName([text], [each]).ofQuery
          const whole = parts.join('')
          const said = words.map(
            (each) => each.weight * Math.max(...[whole, ...parts].map((text) => alone(text, each))),
          )
          const weight = words.reduce((sum, each) => sum + each.weight, 0)
          expect(matchName(parts, words).ofQuery).toBeCloseTo(said.reduce((sum, each) => sum + each, 0) / weight, 10)
        },
      ),
    ))
})
