import { createLruMap } from '@wuku/core/lru-map'
import type { SourceId } from '@wuku/core/core-types'
import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'
import type { Range } from '@wuku/core/ranges'
import { advance, counter, revisionsOf } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'

/** Chunks that are few: a document or two. */
const FEW = 64
/** Chunks in a block from which on a few more begin another. */
const CROWDED = 512

/**
 * Ids for new chunks of a source: the first of `count` consecutive ones. Rows of common words are long in a crowded
 * block, and every new chunk rewrites them: an append to a pad among 10 MB of others wrote 207 pages, and writes 28 to
 * 78 since a few chunks go where rows are short. Many at once fill their blocks.
 */
export function allocateChunkIds(db: Connection, source: SourceId, count: number): number {
  if (count <= FEW) leaveCrowdedBlock(db)
  const first = advance(db, 'next_chunk', count)
  if (count > 0) extendRun(db, source, { first, last: first + count - 1 })
  return first
}

function leaveCrowdedBlock(db: Connection): void {
  const next = counter(db, 'next_chunk')
  const start = next - (next % BLOCK_SIZE)
  const isCrowded = db.row('SELECT 1 FROM chunks WHERE id >= ? LIMIT 1 OFFSET ?', [start, CROWDED]) !== undefined
  if (isCrowded) advance(db, 'next_chunk', start + BLOCK_SIZE - next)
}

/** New chunks stand at the end; a source that was the last to write goes on with its run. */
function extendRun(db: Connection, source: SourceId, { first, last }: Range): void {
  const latest = db.row<{ first: number; source: SourceId }>(
    'SELECT first, source FROM source_runs ORDER BY first DESC LIMIT 1',
  )
  if (latest?.source === source) db.run('UPDATE source_runs SET last = ? WHERE first = ?', [last, latest.first])
  else db.run('INSERT INTO source_runs (first, last, source) VALUES (?, ?, ?)', [first, last, source])
}

/** Ranges of chunk ids that no other source has; ids of removed chunks may lie in them. */
export interface Run extends Range {
  readonly source: SourceId
}

export const runsOf = (db: Connection, sources: readonly SourceId[]): readonly Run[] =>
  db.rows<Run>('SELECT source, first, last FROM source_runs WHERE source IN (SELECT value FROM json_each(?))', [
    JSON.stringify(sources),
  ])

/** Sources that are kept, and their runs. */
const MAX_RUNS = 100_000

/** Reads those of a source again only after it changed: every question asks for those of each storehouse. */
export function createFindRuns() {
  const known = createLruMap<SourceId, { readonly key: string; readonly runs: readonly Run[] }>(
    MAX_RUNS,
    ({ runs }) => 1 + runs.length,
  )
  return (db: Connection, sources: readonly SourceId[]): readonly Run[] => {
    const [{ of, expect }, tidied] = [revisionsOf(db), counter(db, 'tidied')]
    expect(sources)
    const keyOf = (source: SourceId): string => `${of(source)} ${tidied}`
    const found = new Map(sources.map((source) => [source, known.get(source)]))
    const missing = sources.filter((source) => found.get(source)?.key !== keyOf(source))
    const read = Map.groupBy(missing.length === 0 ? [] : runsOf(db, missing), ({ source }) => source)
    for (const source of missing) {
      const fresh = { key: keyOf(source), runs: read.get(source) ?? [] }
      found.set(source, fresh)
      known.set(source, fresh)
    }
    return [...found.values()].flatMap((each) => each?.runs ?? [])
  }
}

/** Drops runs whose ids nobody has any more and joins those that thereby became neighbours. */
export function tidyRuns(db: Connection): void {
  db.run(`DELETE FROM source_runs WHERE NOT EXISTS (SELECT 1 FROM chunks WHERE id BETWEEN first AND last)
    AND NOT EXISTS (SELECT 1 FROM documents WHERE kept_at IS NOT NULL AND first_chunk BETWEEN first AND last)`)
  const runs = db.rows<Run>('SELECT first, last, source FROM source_runs ORDER BY first')
  runs.reduce<Run | undefined>((before, run) => {
    if (before?.source !== run.source) return run
    db.run('DELETE FROM source_runs WHERE first = ?', [run.first])
    db.run('UPDATE source_runs SET last = ? WHERE first = ?', [run.last, before.first])
    return { ...before, last: run.last }
  }, undefined)
}
