import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuseLegs, type Leg, type Legs } from '../../../src/ranking/hybrid.ts'

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

describe('the first of both', () => {
  const rows: readonly [says: string, ReturnType<typeof legs>, first: readonly number[]][] = [
    ['words, where vectors are noise', legs([[1, 0.6], [2, 0.5], [3, 0.4]], []), [1, 2, 3]],
    ['words, where a vector is as near as chance brings it', legs([[1, 0.6], [2, 0.5]], [[9, 0.76]]), [1, 2]],
    ['what stands out by far, where words are undecided', legs([[1, 0.3], [2, 0.29], [3, 0.28]], [[9, 2.5]]), [9, 1]],
    ['what words and vectors agree on', legs([[1, 0.5], [2, 0.48], [3, 0.46]], [[2, 1.1]]), [2, 1]],
    ['vectors, where words found nothing', legs([], [[8, 0.9], [9, 0.8]]), [8, 9]],
    ['a name that words are sure of, where vectors are undecided', legs([[1, 0.9], [2, 0.2]], [[9, 0.8]]), [1]],
  ] // prettier-ignore
  it.each(rows)('%s', (_says, given, first) => expect(orderOf(given).slice(0, first.length)).toEqual(first))
})
