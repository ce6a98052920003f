import type { Nearest, VectorProbe } from '../../../ports/vectors.ts'
import { createBest } from '../best.ts'
import { countIn } from '../blocks.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { candidatesOf } from '../lexical.ts'
import type { Lookups } from '../lookups.ts'
import type { Reach } from '../reach.ts'
import { backgroundByBits, backgroundOfAll } from './background.ts'
import { learntOf } from './coder.ts'
import { judgeRanges, judgeRows, type Judged } from './exact.ts'
import { unitOf } from './quantise.ts'
import { createEstimate, type Estimate, type Question } from './scan/estimate.ts'
import { sift } from './scan/sift.ts'
import type { Run, Table } from './scan/table.ts'
import { requireSet, type SetRow } from './sets.ts'

/** Chunks up to which each is judged by its whole vector; past them the bits decide which few are. */
const FEW = 1_000
/** By how many bits differ, about; of these the estimate chooses, which knows the lengths and the question whole. */
const SIFTED = 1_500
/** Judged exactly, at least, and for each that is asked for. */
const JUDGED = 240
const JUDGED_FOR_EACH = 8
/** Among so many the nearest lie closer together: more must be sifted, and judged. */
const MANY = 300_000
const OF_MANY = { sifted: 3_000, judged: 300 }

export async function findNearest(db: Connection, probe: VectorProbe, lookups: Lookups): Promise<Nearest> {
  const set = requireSet(db, probe.set)
  if (probe.vector.length !== set.dimensions)
    throw new Error(`A vector of ${probe.vector.length} dimensions, asked of a set of ${set.dimensions}.`)
  const query = unitOf(probe.vector)
  const reach = lookups.reach(db, probe.within ?? {})
  if (Math.min(set.chunks, countIn(reach.ranges)) <= FEW) return judgeAll(db, { lookups, set, probe, query, reach })
  lookups.vectors.widen(db, set)
  const kept = await lookups.vectors.load(db, set)
  kept.follow(db)
  const runs = kept.table.runsWithin(reach.ranges)
  const among = runs.reduce((sum, { count }) => sum + count, 0)
  if (among <= FEW) return judgeAll(db, { lookups, set, probe, query, reach })
  return judgeNear(db, { lookups, set, probe, query, reach }, { table: kept.table, runs })
}

interface Asked {
  readonly lookups: Lookups
  readonly set: SetRow
  readonly probe: VectorProbe
  /** Of length 1. */
  readonly query: Float32Array
  readonly reach: Reach
}

function judgeAll(db: Connection, asked: Asked): Nearest {
  const judged = judgeRanges(db, asked.set, asked.reach.ranges, asked.query)
  return { candidates: candidatesFrom(db, asked, judged), background: backgroundOfAll(judged) }
}

interface Scope {
  readonly table: Table
  readonly runs: readonly Run[]
}

function judgeNear(db: Connection, asked: Asked, { table, runs }: Scope): Nearest {
  const { set, probe, query } = asked
  const learnt = learntOf(set)
  const { centre } = learnt
  const question: Question = { ...learnt, query, rest: query.map((part, at) => part - (centre[at] ?? 0)) }
  const among = runs.reduce((sum, { count }) => sum + count, 0)
  const { sifted, judged: least } = among > MANY ? OF_MANY : { sifted: SIFTED, judged: JUDGED }
  const judging = Math.max(least, JUDGED_FOR_EACH * probe.depth)
  const { rows, histogram } = sift(table, { runs, rest: question.rest, want: Math.max(sifted, 2 * judging) })
  const chosen = bestByEstimate(rows, createEstimate(table, question), judging)
  const judged = judgeRows(
    db,
    set,
    chosen.map((row) => ({ chunk: table.chunk(row), said: table.said(row) })),
    query,
  )
  return {
    candidates: candidatesFrom(db, asked, judged),
    background: backgroundByBits({ table, runs, histogram, question }),
  }
}

/** Some more where several tie with the last. */
function bestByEstimate(rows: readonly number[], estimate: Estimate, count: number): readonly number[] {
  if (rows.length <= count) return rows
  const estimates = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) estimates[at] = estimate(rows[at] ?? 0)
  const least = estimates.toSorted()[estimates.length - count] ?? 0
  return rows.filter((_, at) => (estimates[at] ?? 0) >= least)
}

function candidatesFrom(
  db: Connection,
  { lookups, probe, reach }: Asked,
  judged: readonly Judged[],
): Nearest['candidates'] {
  const best = createBest(probe.depth)
  for (const { kept, score } of judged)
    if (reach.idsOf) for (const id of reach.idsOf(kept)) best.offer(id, score)
    else best.offer(kept, score)
  return candidatesOf(db, { ranked: best.ranked(), reach }, lookups)
}
