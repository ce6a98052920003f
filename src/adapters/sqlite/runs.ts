import type { SourceId } from '../../core/words.ts'
import type { DocumentFilter } from '../../ports/store.ts'
import { mergeRanges, type Range } from './blocks.ts'
import { counter } from './counters.ts'
import { folderOf, rangesOfDocuments } from './documents.ts'
import type { Connection } from './driver.ts'

/** New chunks stand at the end; a source that was the last to write goes on with its run. */
export function extendRun(db: Connection, source: SourceId, { first, last }: Range): void {
  const latest = db.row<{ first: number; source: SourceId }>(
    'SELECT first, source FROM source_runs ORDER BY first DESC LIMIT 1',
  )
  if (latest?.source === source) db.run('UPDATE source_runs SET last = ? WHERE first = ?', [last, latest.first])
  else db.run('INSERT INTO source_runs (first, last, source) VALUES (?, ?, ?)', [first, last, source])
}

/** Chunk ids that a filter admits: a few ranges, sorted; ids of removed chunks may lie in them. */
export function rangesWithin(db: Connection, filter: DocumentFilter = {}): Range[] {
  if (folderOf(filter) !== undefined) return mergeRanges(rangesOfDocuments(db, filter))
  if (!filter.sources) return everyChunk(db)
  return mergeRanges(
    filter.sources.flatMap((source) =>
      db.rows<Range>('SELECT first, last FROM source_runs WHERE source = ?', [source]),
    ),
  )
}

function everyChunk(db: Connection): Range[] {
  const next = counter(db, 'next_chunk')
  return next === 1 ? [] : [{ first: 1, last: next - 1 }]
}

/** Drops runs that lost all their chunks and joins those that thereby became neighbours. */
export function tidyRuns(db: Connection): void {
  db.run('DELETE FROM source_runs WHERE NOT EXISTS (SELECT 1 FROM chunks WHERE id BETWEEN first AND last)')
  const runs = db.rows<Range & { source: SourceId }>('SELECT first, last, source FROM source_runs ORDER BY first')
  runs.reduce<(Range & { source: SourceId }) | undefined>((before, run) => {
    if (before?.source !== run.source) return run
    db.run('DELETE FROM source_runs WHERE first = ?', [run.first])
    db.run('UPDATE source_runs SET last = ? WHERE first = ?', [run.last, before.first])
    return { ...before, last: run.last }
  }, undefined)
}
