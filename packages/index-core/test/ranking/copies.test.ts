import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collapse } from '../../src/ranking/copies.ts'
import { runs } from '../../../../test/scale.ts'

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
  it('texts that are equal count as one', () => check([tides, tides], [[tides, tides]]))
  it('is one whatever its signs', () => check([tides, tides.toUpperCase()], [[tides, tides.toUpperCase()]]))
  it('is one with a sentence less', () => check([longer, tides], [[longer, tides]]))
  it('is another with a sentence more', () => check([tides, longer], [[tides], [longer]]))
  it('is another with a word changed', () => check([tides, word], [[tides], [word]]))
  it('is not a page that holds it', () => check([page, tides], [[page], [tides]]))
  it('keeps the first and the order of the others', () =>
    check([other, longer, tides, word], [[other], [longer, tides], [word]]))
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

describe('what texts have in common', () => {
  const words = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 30 })
  /** Of one text: as it is, cut, with words changed, with words behind it. */
  const alike = words.chain((base) =>
    fc.array(
      fc
        .tuple(fc.nat(30), fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 12 })), { maxLength: 3 }), words)
        .map(([cut, changes, more]) => {
          const text = [...base]
          for (const [at, changed] of changes) if (at < text.length) text[at] = changed
          return cut < 8 ? text.slice(cut) : cut < 16 ? [...text, ...more] : text
        }),
      { minLength: 1, maxLength: 8 },
    ),
  )

  it('is what sets of their shingles have', () =>
    fc.assert(
      fc.property(alike, (texts) => {
        const items = texts.map((text, item) => ({ item, words: Uint32Array.from(text) }))
        expect(collapse(items).map(({ item, copies }) => [item, ...copies])).toEqual(slowly(texts))
      }),
      { numRuns: runs(2_000) },
    ))
})

function slowly(texts: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const kept: {
    readonly shingles: ReadonlySet<string>
    readonly words: ReadonlySet<number>
    readonly all: number[]
  }[] = []
  for (const [at, text] of texts.entries()) {
    const shingles = shinglesOf(text)
    const first = kept.find((each) => isHeld(each.shingles, shingles) && text.every((one) => each.words.has(one)))
    if (first) first.all.push(at)
    else kept.push({ shingles, words: new Set(text), all: [at] })
  }
  return kept.map(({ all }) => all)
}

const shinglesOf = (text: readonly number[]): ReadonlySet<string> =>
  text.length < 10 ? new Set([text.join(' ')]) : new Set(text.slice(2).map((_, at) => text.slice(at, at + 3).join(' ')))

const isHeld = (kept: ReadonlySet<string>, copy: ReadonlySet<string>): boolean =>
  copy.intersection(kept).size >= 0.9 * copy.size && kept.size <= 2 * copy.size
