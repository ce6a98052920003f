import { readPlace, type HitTable } from '@wuku/core/ports/pads'
import type { Measure } from './measure.ts'
import { weights } from './scoring.ts'

/** A workflow on the way to its score. */
export interface Contender {
  /** Its number. */
  readonly workflow: number
  /** Its rows of the table: from `start` to before `end`. */
  readonly start: number
  readonly end: number
  /** Score of the places that are settled. */
  readonly knownScore: number
  /** The other places, those that can add most first; none: the score is settled. */
  readonly open: readonly OpenPlace[]
  /** The highest that its score can be. */
  readonly maxScore: number
  /** Its score is above 0, whatever the open places hold. */
  readonly isHit: boolean
}

/** A place whose counts are not enough to know its hits, so that its text must be read. */
export interface OpenPlace {
  readonly row: number
  /** The most that it can add to the score. */
  readonly maxScore: number
}

/** Every workflow that may have hits. */
export function contendersIn(table: HitTable, measure: Measure): readonly Contender[] {
  const contenders: Contender[] = []
  for (let row = 0; row < table.places.length;) {
    const contender = contend(row, table, measure)
    if (contender.maxScore > 0) contenders.push(contender)
    row = contender.end
  }
  return contenders
}

function contend(start: number, { places }: HitTable, measure: Measure): Contender {
  const { workflow } = readPlace(places[start] ?? 0)
  const open: OpenPlace[] = []
  let knownScore = 0
  let isHit = false
  let row = start
  for (; row < places.length; row++) {
    const place = readPlace(places[row] ?? 0)
    if (place.workflow !== workflow) break
    const measured = measure.at(row)
    const maxScore = measured.maxHits * weights[place.field]
    if (measured.isExact) knownScore += maxScore
    else open.push({ row, maxScore })
    isHit ||= measured.isHit
  }
  open.sort((a, b) => b.maxScore - a.maxScore)
  return { workflow, start, end: row, knownScore, open, isHit, maxScore: knownScore + contendersTotal(open) }
}

/** The first open place turned out to add `score`. */
export function resolveFirst(contender: Contender, score: number): Contender {
  const [, ...open] = contender.open
  const knownScore = contender.knownScore + score
  return {
    ...contender,
    knownScore,
    open,
    isHit: contender.isHit || score > 0,
    maxScore: knownScore + contendersTotal(open),
  }
}

const contendersTotal = (open: readonly OpenPlace[]): number => open.reduce((sum, { maxScore }) => sum + maxScore, 0)
