import { readPlace, type HitTable } from '../../../ports/pads.ts'
import { countHits } from '../../../text/count-hits.ts'
import { findable } from '../../../text/findable.ts'
import { settleFirst, type Contender } from './contenders.ts'
import type { Measure } from './measure.ts'
import type { Settle } from './ranking.ts'
import type { StepWord } from './steps.ts'
import type { PlaceHits } from './tally.ts'
import { weights } from './weights.ts'

/** The hits of places: from the counts where they tell them, otherwise from the text, which is read once. */
export interface Places {
  readonly settle: Settle
  /** Of a contender that is settled whole. */
  hitsOf(contender: Contender): readonly PlaceHits[]
}

export function createPlaces({
  table,
  measure,
  words,
  textAt,
}: {
  readonly table: HitTable
  readonly measure: Measure
  readonly words: readonly StepWord[]
  readonly textAt: (place: number) => Promise<string>
}): Places {
  const read = new Map<number, readonly number[]>()
  const placeAt = (row: number): number => table.places[row] ?? 0
  return {
    async settle(contender) {
      const [open] = contender.open
      if (!open) return contender
      const hits = countHits(findable(await textAt(placeAt(open.row))), words)
      read.set(open.row, hits)
      const score = weights[readPlace(placeAt(open.row)).field] * hits.reduce((sum, count) => sum + count, 0)
      return settleFirst(contender, score)
    },
    hitsOf: ({ start, end }) =>
      Array.from({ length: end - start }, (_, offset) => {
        const row = start + offset
        return { place: placeAt(row), hits: read.get(row) ?? measure.hitsAt(row) }
      }),
  }
}
