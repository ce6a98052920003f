import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuseLegs, type Leg, type Legs } from '../../src/ranking/hybrid.ts'

const both = { lexical: 1, semantic: 1 }
const orderOf = (legs: Legs<number>, weights = both): readonly number[] => fuseLegs(legs, weights).map(({ key }) => key)

/** Cosines of a thousand texts that have nothing to do with the question, as even as such a tail can be. */
const noise = (from: number): readonly Leg<number>[] =>
  Array.from({ length: 300 }, (_, at) => ({ key: from + at, score: 0.2 * Math.sqrt(2 * Math.log(1_000 / (at + 1))) }))
const background = { among: 1_000, mean: 0, deviation: 0.2 }
const legs = (lexical: readonly (readonly [number, number])[], near: readonly (readonly [number, number])[]) => ({
  lexical: lexical.map(([key, score]) => ({ key, score })),
  semantic: [...near.map(([key, score]) => ({ key, score })), ...noise(1_000)].toSorted((a, b) => b.score - a.score),
  background,
})

// prettier-ignore
it.each<[says: string, ReturnType<typeof legs>, first: readonly number[]]>([
    ['words, where vectors are noise', legs([[1, 0.6], [2, 0.5], [3, 0.4]], []), [1, 2, 3]],
    ['words, where a vector is as near as chance brings it', legs([[1, 0.6], [2, 0.5]], [[9, 0.76]]), [1, 2]],
    ['what stands out by far, where words are undecided', legs([[1, 0.3], [2, 0.29], [3, 0.28]], [[9, 2.5]]), [9, 1]],
    ['what words and vectors agree on', legs([[1, 0.5], [2, 0.48], [3, 0.46]], [[2, 1.1]]), [2, 1]],
    ['vectors, where words found nothing', legs([], [[8, 0.9], [9, 0.8]]), [8, 9]],
    ['a name that words are sure of, where vectors are undecided', legs([[1, 0.9], [2, 0.2]], [[9, 0.8]]), [1]],
  ])('the first of both: %s', (_says, given, first) => expect(orderOf(given).slice(0, first.length)).toEqual(first))

describe('one leg alone', () => {
  const lexical = [7, 3, 5].map((key, at) => ({ key, score: 0.8 - 0.2 * at }))
  const semantic = [9, 7, 2].map((key, at) => ({ key, score: 0.8 - 0.1 * at }))
  it.each<[says: string, Legs<number>, weights: typeof both, order: readonly number[]]>([
    ['no vectors', { lexical, semantic: [], background }, both, [7, 3, 5]],
    ['no words', { lexical: [], semantic, background }, both, [9, 7, 2]],
    ['vectors that count nothing', { lexical, semantic, background }, { lexical: 1, semantic: 0 }, [7, 3, 5]],
    ['words that count nothing', { lexical, semantic, background }, { lexical: 0, semantic: 1 }, [9, 7, 2]],
    ['neither', { lexical: [], semantic: [], background }, both, []],
  ])('%s', (_says, given, weights, order) => expect(orderOf(given, weights)).toEqual(order))

  it('of words keeps their scores', () =>
    expect(fuseLegs({ lexical, semantic: [], background }, both)).toEqual(
      lexical.map(({ key, score }) => ({ key, score, lexical: score, semantic: 0 })),
    ))
})

it('tells what each leg said, and a hit of words alone keeps about its score beside noise', () => {
  const fused = fuseLegs(legs([[1, 0.45], [2, 0.3]], []), both) // prettier-ignore
  const [first, second] = fused
  expect(first).toMatchObject({ key: 1, lexical: 0.45 })
  expect(first?.score).toBeCloseTo(0.45, 0)
  expect(second?.score).toBeCloseTo(0.3, 1)
  expect(first?.semantic).toBeLessThan(0)
  expect(fused.find(({ key }) => key === 1_000)).toMatchObject({ lexical: 0 })
})

it('holds where all vectors are alike, where one stands alone, and where nothing looked', () => {
  const same = Array.from({ length: 50 }, (_, key) => ({ key, score: 1 }))
  expect(orderOf({ lexical: [], semantic: same, background: { among: 50, mean: 1, deviation: 0 } })).toEqual(
    same.map(({ key }) => key),
  )
  const exact = [{ key: 99, score: 1 }, ...same.map(({ key }) => ({ key, score: 0 }))]
  const told = fuseLegs(
    { lexical: [{ key: 3, score: 0.9 }], semantic: exact, background: { among: 5_000, mean: 0, deviation: 0.01 } },
    both,
  )
  expect(told[0]?.key).toBe(99)
  expect(told.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
  const few = { lexical: [], semantic: same.slice(0, 1), background: { among: 0, mean: 0, deviation: 0 } }
  expect(fuseLegs(few, both)).toHaveLength(1)
})

describe('whatever is given', () => {
  const keys = fc.integer({ min: 0, max: 60 })
  const leg = (max: number) =>
    fc
      .uniqueArray(fc.record({ key: keys, score: fc.double({ min: 0.001, max, noNaN: true }) }), {
        selector: ({ key }) => key,
        maxLength: 40,
      })
      .map((found) => found.toSorted((a, b) => b.score - a.score))
  const given = fc.record({
    lexical: leg(1),
    semantic: leg(0.95),
    background: fc.record({
      among: fc.integer({ min: 60, max: 100_000 }),
      mean: fc.double({ min: -0.2, max: 0.5, noNaN: true }),
      deviation: fc.double({ min: 0, max: 0.3, noNaN: true }),
    }),
  })

  it('orders each key once, by scores from 0 to 1', () =>
    fc.assert(
      fc.property(given, (each) => {
        const fused = fuseLegs(each, both)
        const found = new Set([...each.lexical, ...each.semantic].map(({ key }) => key))
        expect(fused.map(({ key }) => key).toSorted()).toEqual([...found].toSorted())
        const scores = fused.map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
      }),
    ))

  it('puts nothing behind what both legs put lower', () =>
    fc.assert(
      fc.property(given, (each) => {
        const place = new Map(orderOf(each).map((key, at) => [key, at]))
        const scoreIn = (list: readonly Leg<number>[], key: number) => list.find((one) => one.key === key)?.score ?? -1
        const all = [...place.keys()].map(
          (key) => [scoreIn(each.lexical, key), scoreIn(each.semantic, key), key] as const,
        )
        for (const [words, cosine, key] of all)
          for (const [lessWords, lessCosine, other] of all)
            if (words > lessWords && lessCosine >= 0 && cosine > lessCosine)
              expect(place.get(key)).toBeLessThan(place.get(other) ?? -1)
      }),
    ))

  // Eight have a slope that the nearest is no part of. Another that came to be the nearest would change it.
  it('lowers the nearest of all never by bringing it nearer', () =>
    fc.assert(
      fc.property(given, (each) => {
        const [first, ...rest] = each.semantic
        if (!first || rest.length < 7) return
        const raised = [{ key: first.key, score: 1.5 }, ...rest]
        expect(orderOf({ ...each, semantic: raised }).indexOf(first.key)).toBeLessThanOrEqual(
          orderOf(each).indexOf(first.key),
        )
      }),
    ))

  it('gives the same order whatever the keys are called', () =>
    fc.assert(
      fc.property(given, (each) => {
        const renamed = (list: readonly Leg<number>[]) => list.map(({ key, score }) => ({ key: `x${60 - key}`, score }))
        const other = { ...each, lexical: renamed(each.lexical), semantic: renamed(each.semantic) }
        expect(fuseLegs(other, both).map(({ key }) => key)).toEqual(orderOf(each).map((key) => `x${60 - key}`))
      }),
    ))
})
