import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePhrase } from '../src/terms/phrase.ts'
import { createTermCounter } from '../src/terms/terms.ts'
import { hashOf, mayHoldPairs } from '../src/terms/word-pairs.ts'
import { anyText } from './texts.ts'
import { runs } from '../../../test/scale.ts'

const pairsIn = (...texts: readonly string[]): Uint8Array => {
  const counter = createTermCounter()
  for (const text of texts) counter.addBody(text)
  return counter.drainPairs()
}

const check = (text: string, phrase: string, may: boolean) =>
  expect(mayHoldPairs(pairsIn(text), compilePhrase(phrase).pairs)).toBe(may)

const words = 'the name of a data base node.js nodejs C++ c user_id userId 数据库 数 据 Café v2'.split(' ')
const written = fc.array(fc.constantFrom(...words, ' ', ', ', '\n'), { maxLength: 30 }).map((parts) => parts.join(' '))

describe('a text that holds a phrase', () => {
  it.each([
    ['written', written],
    ['any', anyText],
  ])('has its pairs: %s', (_, texts) =>
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, from, length) => {
        const phrase = text.slice(from % (text.length + 1)).slice(0, length % 60)
        const { holds, pairs } = compilePhrase(phrase)
        if (holds(text)) expect(mayHoldPairs(pairsIn(text), pairs)).toBe(true)
      }),
      { numRuns: runs(2_000) },
    ),
  )

  it('of other words has them too', () =>
    fc.assert(
      fc.property(written, written, (text, phrase) => {
        const { holds, pairs } = compilePhrase(phrase)
        if (holds(text)) expect(mayHoldPairs(pairsIn(text), pairs)).toBe(true)
      }),
      { numRuns: runs(2_000) },
    ))
})

describe('a text without', () => {
  it.each<[text: string, phrase: string, may: boolean]>([
    ['the name of the data', 'name of the data', true],
    ['the name of the data', 'data of the name', false],
    ['The names of data', 'name of data', true],
    ['node.js express', 'nodejs express', true],
    ['C++ templates and more of it', 'c templates', true],
    ['资料库 data', '资料 data', false],
    ['资料库 data', '料库 data', true],
    ['数据库', '数 据', true],
    ['2026.4.102026.4.10C#', '2026.4.102026.4.10C#', true],
    ['数据 base', '据 base', true],
    ['one', 'one two', false],
    ['', 'one two', false],
  ])('%j: %j may stand in it: %s', check)

  it('is told in nine cases of ten', () => {
    const letters = 'abcdefghijklmnopqrst'
    const all = [...letters].flatMap((one) => [...letters].map((other) => `x${one} y${other}`))
    const wrong = all
      .slice(200)
      .filter((phrase) => mayHoldPairs(pairsIn(...all.slice(0, 200)), compilePhrase(phrase).pairs))
    expect(wrong.length).toBeLessThan(0.35 * 200)
  })
})

it('takes no pair across two bodies', () =>
  expect(mayHoldPairs(pairsIn('ebb', 'tide'), compilePhrase('ebb tide').pairs)).toBe(false))

it('is hashed as ever: it is stored', () =>
  expect([hashOf(''), hashOf('tide'), hashOf('数')]).toMatchInlineSnapshot(`
    [
      -2128831035,
      1632496465,
      -174357265,
    ]
  `))
