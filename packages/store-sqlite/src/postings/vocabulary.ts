import type { TermCount } from '@wuku/core/ports/index-view'
import type { TermPlaces } from '@wuku/index-core/postings/block-bounds'
import { BLOCK_BITS } from '@wuku/index-core/postings/posting-codec'
import { counter, revisionsOf } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { commonestTerms } from '@wuku/store-sql/commonest-terms'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'

/** Terms that nobody holds are absent. */
export type FindTerms = (db: Connection, terms: readonly string[]) => ReadonlyMap<string, CountedPlaces>

export interface CountedPlaces extends TermPlaces {
  /** How many chunks of each block hold it. */
  readonly counts: readonly number[]
}

/**
 * Remembers until any source changes: a search asks for its terms to plan, to find, and to look closely, and each look is one
 * at every block. Sources share blocks and their rows, so a change of one may change the row of any term; what stands in
 * the rows is not kept here, and to find them again takes one statement a search.
 */
export function createFindTerms(): FindTerms {
  let known: Known = { revision: -1, places: new Map(), count: 0 }
  return (db, terms) => {
    const revision = revisionsOf(db).state
    const requested = [...new Set(terms)]
    if (revision !== known.revision || known.count > MAX_CACHED) known = { revision, places: new Map(), count: 0 }
    const missing = requested.filter((term) => !known.places.has(term))
    if (missing.length > 0) learn(known, missing, placesOfTerms(db, missing))
    return new Map(
      requested.flatMap((term) => {
        const places = known.places.get(term)
        return places ? [[term, places] as const] : []
      }),
    )
  }
}

interface Known {
  readonly revision: number
  /** `undefined`: nobody holds it. */
  readonly places: Map<string, CountedPlaces | undefined>
  /** Number of terms and of their blocks. */
  count: number
}

/** Some megabytes. */
const MAX_CACHED = 200_000

function learn(known: Known, terms: readonly string[], found: ReadonlyMap<string, CountedPlaces>): void {
  for (const term of terms) {
    const places = found.get(term)
    known.places.set(term, places)
    known.count += 1 + (places?.blocks.length ?? 0)
  }
}

/** All terms in all blocks at once: a statement for each would take three times as long. */
function placesOfTerms(db: Connection, terms: readonly string[]): ReadonlyMap<string, CountedPlaces> {
  const rows = db.rows<{ term: string; counts: string; blocks: string; peaks: string }>(
    `${allBlocks}, wanted (term) AS MATERIALIZED (SELECT value FROM json_each(?))
     SELECT postings.term AS term, json_group_array(holders) AS counts,
       json_group_array(postings.block) AS blocks, json_group_array(peak) AS peaks
     FROM wanted CROSS JOIN blocks CROSS JOIN postings ON postings.block = blocks.block AND postings.term = wanted.term
     GROUP BY postings.term`,
    [lastBlock(db), JSON.stringify(terms)],
  )
  return new Map(
    rows.map(({ term, counts: countsOfBlocks, blocks, peaks }) => {
      const counts = parseStored<number[]>(countsOfBlocks)
      const holders = counts.reduce((sum, count) => sum + count, 0)
      return [term, { holders, counts, blocks: parseStored<number[]>(blocks), peaks: parseStored<number[]>(peaks) }]
    }),
  )
}

/** For each prefix the terms that begin with it, commonest first. */
export const termsFrom = (db: Connection, prefixes: readonly string[], limit: number): TermCount[][] =>
  sumsOfTerms(db, prefixes).map((sums) => commonestTerms(sums, limit))

/** For each prefix, in no order, in all blocks or in some. */
export function sumsOfTerms(db: Connection, prefixes: readonly string[], within?: readonly number[]) {
  if (prefixes.length === 0) return []
  const blocks = within ? 'WITH blocks (block) AS MATERIALIZED (SELECT value FROM json_each(?))' : allBlocks
  const rows = db.rows<{ prefix: number; terms: string; holders: string }>(
    `${blocks}, prefixes (prefix, first) AS MATERIALIZED (SELECT key, value FROM json_each(?)),
     found AS (
       SELECT prefix, term, sum(holders) AS holders
       FROM prefixes CROSS JOIN blocks
       CROSS JOIN postings ON postings.block = blocks.block AND term >= first AND term < first || '${LAST_CHARACTER}'
       GROUP BY prefix, term)
     SELECT prefix, json_group_array(term) AS terms, json_group_array(holders) AS holders FROM found GROUP BY prefix`,
    [within ? JSON.stringify(within) : lastBlock(db), JSON.stringify(prefixes)],
  )
  const found = new Map(rows.map((row) => [row.prefix, row]))
  return prefixes.map((_, at) => {
    const holders = parseStored<number[]>(found.get(at)?.holders ?? '[]')
    return parseStored<string[]>(found.get(at)?.terms ?? '[]').map((term, nth) => [term, holders[nth] ?? 0] as const)
  })
}

/** Behind every other in a text. */
export const LAST_CHARACTER = '\u{10ffff}'

/** The block leads the key of postings, so each must be named to be looked into. */
const allBlocks = `WITH RECURSIVE blocks (block) AS (VALUES (0) UNION ALL SELECT block + 1 FROM blocks WHERE block < ?)`

const lastBlock = (db: Connection): number => (counter(db, 'next_chunk') - 1) >>> BLOCK_BITS
