import type { HitTable } from '@wuku/core/ports/pads'
import type { Floor, ProbePlan } from './probe-plan.ts'

/** Hits of a place, as far as its counts show them. */
export interface Measured {
  /** Upper bound for all words together. */
  readonly maxHits: number
  /** That many there are. */
  readonly isExact: boolean
  /** There is one at least. */
  readonly isHit: boolean
}

export interface Measure {
  at(row: number): Measured
  /** Hits of each word, where they are exact. */
  hitsAt(row: number): readonly number[]
}

export function createMeasure(plan: ProbePlan, table: HitTable): Measure {
  const columns = plan.words.map((_, word) => table.counts[word] ?? new Uint32Array())
  const hitsAt = (row: number): readonly number[] => hitsOf(plan, ceilings(plan, columns, row))
  return { hitsAt, at: (row) => measureSingle(plan, columns, row) ?? measureCombined(plan, { table, columns, row }) }
}

/** Most places hold one word, and there are many: nothing is made for them. `undefined`: there is more to it. */
function measureSingle({ floors }: ProbePlan, columns: readonly Uint32Array[], row: number): Measured | undefined {
  let only = -1
  for (let word = 0; word < columns.length; word++) {
    if (columns[word]?.[row] === 0) continue
    if (only >= 0 || floors[word]) return undefined
    only = word
  }
  const maxHits = columns[only]?.[row] ?? 0
  return { maxHits, isExact: true, isHit: maxHits > 0 }
}

interface Row {
  readonly table: HitTable
  readonly columns: readonly Uint32Array[]
  readonly row: number
}

function measureCombined(plan: ProbePlan, { table, columns, row }: Row): Measured {
  const counts = ceilings(plan, columns, row)
  const floors = counts.map((count, word) => leastOf(count, plan.floors[word], table, row))
  const isHit = floors.some((floor) => floor > 0)
  const isExact = counts.every((count, word) => count === floors[word]) && !isTorn(plan, counts, table, row)
  return { isHit, isExact, maxHits: sum(isExact ? hitsOf(plan, counts) : leafCounts(plan, counts)) }
}

/** A word stands no more often than its own words do in all. */
function ceilings({ order, parts }: ProbePlan, columns: readonly Uint32Array[], row: number): readonly number[] {
  const counts = columns.map((column) => column[row] ?? 0)
  for (const word of order.toReversed())
    for (const part of parts[word] ?? [])
      counts[word] = Math.min(counts[word] ?? 0, Math.floor((counts[part.word] ?? 0) / part.times))
  return counts
}

function leastOf(count: number, floor: Floor | undefined, table: HitTable, row: number): number {
  if (!floor || count === 0) return count
  const total = (columns: readonly number[]): number => sum(columns.map((column) => table.counts[column]?.[row] ?? 0))
  return Math.max(0, total(floor.pairs) - total(floor.middles))
}

const isTorn = ({ seams }: ProbePlan, counts: readonly number[], table: HitTable, row: number): boolean =>
  seams.some(
    ({ words: [a, b], proofs }) =>
      (counts[a] ?? 0) > 0 && (counts[b] ?? 0) > 0 && (proofs?.some((column) => table.counts[column]?.[row]) ?? true),
  )

/** Words either lie apart or one within the other: what stands in a longer word that is a hit is none of its own. */
function hitsOf({ order, parts }: ProbePlan, counts: readonly number[]): readonly number[] {
  const hits = [...counts]
  for (const outer of order)
    for (const { word, times } of parts[outer] ?? []) hits[word] = (hits[word] ?? 0) - times * (hits[outer] ?? 0)
  return hits
}

/** Each hit of a word that holds others takes a place of theirs: all hits together are no more than those of the others. */
const leafCounts = ({ parts }: ProbePlan, counts: readonly number[]): readonly number[] =>
  counts.filter((_, word) => parts[word]?.length === 0)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
