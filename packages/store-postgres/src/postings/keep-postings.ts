import type { SourceId } from '@wuku/core/core-types'
import type { EngineTerm, SearchEngine } from '@wuku/core/search-engine'
import { createPageWriter, encodeFirsts, type PageWriter, type TermPages } from '@wuku/index-core/postings/term-pages'
import { newStateName } from '../connection/postgres-dialect.ts'
import type { Session } from '../connection/session.ts'
import { readEverything as read, type Database } from '../database.ts'
import { decodeRuns, numbersOf } from '../segment/chunk-lists.ts'
import { keepWritersOut } from './merge-source.ts'
import { rowWriter, writePages } from './segment-writer.ts'

interface DroppedSegment {
  readonly id: number
  readonly source: SourceId
  readonly chunks: number
  readonly ids: Uint8Array
}

/** Takes postings that the engine alone has back into the store, batch by batch; from now on none are dropped. */
export async function keepPostings(database: Database, engine: SearchEngine, generation: number): Promise<void> {
  await database.write([], (db) => db.run('UPDATE engine_state SET drops_postings = false'))
  const sql = 'SELECT batch, shard, chunks FROM engine_batches WHERE is_dropped ORDER BY batch'
  for (const { batch = 0, shard = 0, chunks = 0 } of await read(database, (db) =>
    db.rows<Record<string, number>>(sql),
  )) {
    const segments = await read(database, (db) => droppedIn(db, batch))
    const terms = await engine.tables.read(generation, shard, batch)
    if (chunks > 0 && terms.length === 0) throw new Error(`The search engine has lost its batch ${batch}.`)
    const pages = pagesOf(segments, terms)
    for (const source of new Set(segments.map((segment) => segment.source)))
      await database.write([], async (db) => {
        await keepWritersOut(db, source)
        for (const segment of await droppedIn(db, batch))
          if (segment.source === source) await replace(db, segment, pages.get(segment.id))
      })
    await database.write([], (db) => db.run('UPDATE engine_batches SET is_dropped = false WHERE batch = $1', [batch]))
  }
}

const droppedIn = (db: Session, batch: number): Promise<DroppedSegment[]> =>
  db.rows<DroppedSegment>('SELECT id, source, chunks, ids FROM segments WHERE batch = $1 AND pages = 0', [batch])

/** Pages by the id of their segment. Chunks that left are in none: the engine may have forgotten them. */
function pagesOf(segments: readonly DroppedSegment[], terms: readonly EngineTerm[]): ReadonlyMap<number, TermPages> {
  const places = new Map<number, { readonly id: number; readonly ordinal: number }>()
  const writers = new Map<number, PageWriter>()
  for (const { id, chunks, ids } of segments) {
    writers.set(id, createPageWriter())
    for (const [ordinal, chunk] of numbersOf(decodeRuns(ids, 1), chunks).entries()) places.set(chunk, { id, ordinal })
  }
  for (const { term, chunks, strengths } of terms.toSorted((a, b) => (a.term < b.term ? -1 : 1))) {
    const found = chunks.map((chunk, at) => ({ id: 0, ordinal: 0, ...places.get(chunk), strength: strengths[at] ?? 0 }))
    found.sort((a, b) => a.ordinal - b.ordinal)
    for (const [id, rows] of Map.groupBy(found, (each) => each.id)) {
      const ordinals = Uint16Array.from(rows, ({ ordinal }) => ordinal)
      const postings = { count: rows.length, chunks: ordinals, strengths: Uint8Array.from(rows, (row) => row.strength) }
      const pages = writers.get(id)
      if (pages) rowWriter(pages, rows.length)(term, postings)
    }
  }
  return new Map([...writers].map(([id, pages]) => [id, pages.end()]))
}

/** The new segment has a new id, since caches keep what they know of one. The old one leaves its batch first, or it would count as removed. */
async function replace(db: Session, { id, source }: DroppedSegment, made: TermPages | undefined): Promise<void> {
  if (!made || made.pages.length === 0) return
  const segment = newStateName()
  await db.run(
    `INSERT INTO segments (id, source, level, chunks, pages, first_chunk, last_chunk, ids, documents, firsts, batch, fed_source, gone_sent)
     OVERRIDING SYSTEM VALUE SELECT $2, source, level, chunks, $3, first_chunk, last_chunk, ids, documents, $4, batch, fed_source, gone_sent
     FROM segments WHERE id = $1`,
    [id, segment, made.pages.length, encodeFirsts(made.firsts)],
  )
  await writePages(db, { segment, source, from: 0 }, made.pages)
  await db.run('UPDATE segment_gone SET segment = $2 WHERE segment = $1', [id, segment])
  await db.run('UPDATE segments SET batch = NULL WHERE id = $1', [id])
  await db.run('DELETE FROM segments WHERE id = $1', [id])
}
