import { describe, expect, it } from 'vitest'
import { collapse } from '../../../src/ranking/copies.ts'

const check = (texts: readonly string[], expected: readonly (readonly string[])[]) => {
  const numbers = new Map<string, number>()
  const numberOf = (word: string): number => numbers.get(word) ?? (numbers.set(word, numbers.size + 1), numbers.size)
  const wordsOf = (text: string): Uint32Array =>
    Uint32Array.from(text.toLowerCase().match(/[a-z0-9]+/g) ?? [], (word) => numberOf(word))
  expect(
    collapse(texts.map((text) => ({ item: text, words: wordsOf(text) }))).map(({ item, copies }) => [item, ...copies]),
  ).toEqual(expected)
}

const tides = 'The moon pulls the sea and the harbour of Saltmarsh runs dry twice a day for an hour at most'
const word = tides.replace('twice', 'once')
const longer = `${tides}, says the keeper of the harbour, who has seen many ships lie there on their side`
const page = `${longer}. ${Array.from({ length: 60 }, (_, at) => `Ship ${at} waits.`).join(' ')}`
const other = 'Ships wait for the tide before the harbour, and the keeper counts them every morning and evening'

describe('the same text', () => {
  it('is one', () => check([tides, tides], [[tides, tides]]))
  it('is one whatever its signs', () => check([tides, tides.toUpperCase()], [[tides, tides.toUpperCase()]]))
  it('is one with a word changed', () => check([tides, word], [[tides, word]]))
  it('is one with a sentence more, whichever is better', () => {
    check([tides, longer], [[tides, longer]])
    check([longer, tides], [[longer, tides]])
  })
  it('is not a page that holds it', () => check([page, tides], [[page], [tides]]))
  it('keeps the first and the order of the others', () =>
    check([other, tides, word, longer], [[other], [tides, word, longer]]))
})

describe('another text', () => {
  it('about the same stays', () => check([tides, other], [[tides], [other]]))
  it.each([
    ['yes, do it', 'yes, do that'],
    ['retry after 5 seconds', 'retry after 6 seconds'],
  ])('is told apart however short: %s', (one, two) => check([one, two], [[one], [two]]))
  it('short and the same is one', () => check(['Yes, do it!', 'yes do it'], [['Yes, do it!', 'yes do it']]))
  it('without a word is nobody’s copy', () => check(['...', 'x'], [['...'], ['x']]))
})
