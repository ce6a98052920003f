import type { Background, Nearest, VectorProbe } from '../../../ports/vectors.ts'
import { createBest } from '../best.ts'
import type { Connection } from '../driver.ts'
import { candidatesOf } from '../lexical.ts'
import type { Lookups } from '../lookups.ts'
import { judgeRanges, type Judged } from './exact.ts'
import { unitOf } from './quantise.ts'
import { requireSet } from './sets.ts'

export function findNearest(db: Connection, probe: VectorProbe, lookups: Lookups): Nearest {
  const set = requireSet(db, probe.set)
  if (probe.vector.length !== set.dimensions)
    throw new Error(`A vector of ${probe.vector.length} dimensions, asked of a set of ${set.dimensions}.`)
  const query = unitOf(probe.vector)
  const reach = lookups.reach(db, probe.within ?? {})
  const judged = judgeRanges(db, set.id, reach.ranges, query)
  const best = createBest(probe.depth)
  for (const { kept, score } of judged)
    if (reach.idsOf) for (const id of reach.idsOf(kept)) best.offer(id, score)
    else best.offer(kept, score)
  return { candidates: candidatesOf(db, { ranked: best.ranked(), reach }, lookups), background: backgroundOf(judged) }
}

function backgroundOf(judged: readonly Judged[]): Background {
  const among = judged.length
  if (among === 0) return { among, mean: 0, deviation: 0 }
  const mean = judged.reduce((sum, { score }) => sum + score, 0) / among
  const variance = judged.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / among
  return { among, mean, deviation: Math.sqrt(variance) }
}
