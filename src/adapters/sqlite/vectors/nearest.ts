import { countIn, type Range } from '../../../core/ranges.ts'
import type { Nearest, VectorProbe } from '../../../ports/vectors.ts'
import { createTopK } from '../../../postings/top-k.ts'
import { backgroundOfAll } from '../../../vectors/background.ts'
import { countOf, FEW, nearestRows, type RowScope } from '../../../vectors/nearest-by-signs.ts'
import { unitOf, cosineTo, unpack } from '../../../vectors/quantise.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { candidatesOf } from '../lexical.ts'
import type { Lookups } from '../lookups.ts'
import type { Reach } from '../reach.ts'
import { requireSet, type SetRow, firstKey } from './sets.ts'
import { vectorsOf } from './rows.ts'

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
  if (countOf(runs) <= FEW) return judgeAll(db, { lookups, set, probe, query, reach })
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

function judgeNear(db: Connection, asked: Asked, scope: RowScope): Nearest {
  const { set, probe, query } = asked
  const { rows, background } = nearestRows(scope, set, { query, depth: probe.depth })
  const { table } = scope
  const near = rows.map((row) => ({ chunk: table.chunk(row), content: table.content(row) }))
  return { candidates: candidatesFrom(db, asked, judgeRows(db, set, near, query)), background }
}

function candidatesFrom(
  db: Connection,
  { lookups, probe, reach }: Asked,
  judged: readonly Judged[],
): Nearest['candidates'] {
  const best = createTopK(probe.depth)
  for (const { kept, score } of judged)
    if (reach.idsOf) for (const id of reach.idsOf(kept)) best.offer(id, score)
    else best.offer(kept, score)
  return candidatesOf(db, { ranked: best.ranked(), reach }, lookups)
}

/** A kept chunk, and its cosine. */
interface Judged {
  readonly kept: number
  readonly score: number
}

interface JudgedRow {
  readonly id: number
  readonly data: Uint8Array
}

/** All kept chunks of some ranges that have a vector. `query` has the length 1. */
const judgeRanges = (db: Connection, set: SetRow, ranges: readonly Range[], query: Float32Array): Judged[] =>
  ranges.flatMap(({ first, last }) =>
    db
      .rows<JudgedRow>(
        `SELECT chunks.id, data FROM chunks CROSS JOIN vectors ON vectors.id = ? + said
         WHERE chunks.id >= ? AND chunks.id <= ?`,
        [firstKey(set.id), first, last],
      )
      .map(({ id, data }) => ({ kept: id, score: cosineTo(query, unpack(data, set.dimensions)) })),
  )

/** Chunks that say the same are judged once. */
function judgeRows(
  db: Connection,
  set: SetRow,
  rows: readonly { readonly chunk: number; readonly content: number }[],
  query: Float32Array,
): Judged[] {
  const contents = [...new Set(rows.map(({ content }) => content))].toSorted((a, b) => a - b)
  const scores = new Map<number, number>()
  for (const [content, vector] of vectorsOf(db, set, contents)) scores.set(content, cosineTo(query, vector))
  return rows.map(({ chunk, content }) => ({ kept: chunk, score: scores.get(content) ?? 0 }))
}
