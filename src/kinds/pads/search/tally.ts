import { readPlace } from '../../../ports/pads.ts'
import type { StepWord } from './steps.ts'
import type { FieldHits } from './weights.ts'

/** Hits of a workflow, told by word and by field. */
export interface Tally {
  /** The words that hit, in the order of the query. */
  readonly words: readonly WordHits[]
  readonly hits: FieldHits
  /** Its pads that hold at least one hit. */
  readonly matchingPads: number
}

export interface WordHits {
  readonly written: string
  readonly hits: FieldHits
}

/** A place, and the hits of each word in it. */
export interface PlaceHits {
  readonly place: number
  readonly hits: readonly number[]
}

export function tallyHits(words: readonly StepWord[], places: readonly PlaceHits[]): Tally {
  const told = words.map(({ written }, word) => ({ written, hits: sumByField(places, (hits) => hits[word] ?? 0) }))
  const holding = places.filter(({ hits }) => total(hits) > 0).map(({ place }) => readPlace(place).slot)
  return {
    words: told.filter(({ hits }) => total(Object.values(hits)) > 0),
    hits: sumByField(places, total),
    matchingPads: new Set(holding.filter((slot) => slot > 0)).size,
  }
}

function sumByField(places: readonly PlaceHits[], countOf: (hits: readonly number[]) => number): FieldHits {
  const sums = { name: 0, description: 0, title: 0, content: 0 }
  for (const { place, hits } of places) sums[readPlace(place).field] += countOf(hits)
  return sums
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
