import type { Connection } from '../sqlite-driver/connection.ts'

/**
 * `next_chunk`: the id that the next chunk gets. `chunks`: how many there are, so that no search counts them.
 * `removals` grows with everything taken out; `tidied` is what it was when the file was last rewritten. `touches` grows
 * with every write to a workflow or a pad and to its hits, `words_lost` with every word that no text of a pad holds any
 * more; `hit_news` counts lines of hits that are not in their rows yet, `hits_by` is the version of the analysis that
 * counted them. `revision` grows with every write to documents.
 * `sayings` is 1 when what chunks say is written down as they come; `vectors` grows with every write to blocks of vectors.
 */
export type Counter =
  | 'next_chunk'
  | 'chunks'
  | 'removals'
  | 'tidied'
  | 'touches'
  | 'words_lost'
  | 'hit_news'
  | 'hits_by'
  | 'revision'
  | 'sayings'
  | 'vectors'

export const counter = (db: Connection, name: Counter): number =>
  fixed.get(db)?.get(name) ?? db.row<{ value: number }>('SELECT value FROM counters WHERE name = ?', [name])?.value ?? 0

/** Of connections that read one moment: there no counter changes, and one search asks for them forty times. */
const fixed = new WeakMap<Connection, ReadonlyMap<string, number>>()

/** Reads them all, until `releaseCounters`. */
export function fixCounters(db: Connection): void {
  const rows = db.rows<{ name: string; value: number }>('SELECT name, value FROM counters')
  fixed.set(db, new Map(rows.map(({ name, value }) => [name, value])))
}

export const releaseCounters = (db: Connection): void => void fixed.delete(db)

/** Adds, and returns what it was before. */
export function advance(db: Connection, name: Counter, by: number): number {
  const before = counter(db, name)
  db.run('UPDATE counters SET value = ? WHERE name = ?', [before + by, name])
  return before
}
