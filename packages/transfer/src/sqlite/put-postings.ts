import type { DocumentId } from '@wuku/core/core-types'
import type { MovedPostings } from '../rows/moving.ts'
import {
  BLOCK_BITS,
  BLOCK_SIZE,
  decodePostings,
  emptyPostings,
  pushPosting,
} from '@wuku/index-core/postings/posting-codec'
import { isMarkTerm } from '@wuku/text/terms/mark-terms'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { packShort } from '@wuku/store-sql/packed-text'
import { marksOf } from '@wuku/store-sqlite/documents/outlines'
import { rowWriter } from '@wuku/store-sqlite/postings/postings'

/** Beside the postings it writes what removals need: how many each chunk has, and which marks each document. */
export function putPostings(db: Connection, { chunks, documents, terms }: MovedPostings): void {
  const write = rowWriter(db, Math.min(chunks.length, BLOCK_SIZE))
  const [from, into] = [emptyPostings(), emptyPostings()]
  const counts = new Uint32Array(chunks.length)
  const marks = new Map<DocumentId, Set<string>>()
  for (const { term, data } of terms) {
    decodePostings(data, from)
    const isMark = isMarkTerm(term)
    let block = 0
    into.count = 0
    const flush = (): void => {
      if (into.count > 0) write(block, term, into)
      into.count = 0
    }
    for (let at = 0; at < from.count; at++) {
      const place = from.chunks[at] ?? 0
      const chunk = chunks[place] ?? 0
      if (chunk >>> BLOCK_BITS !== block) flush()
      block = chunk >>> BLOCK_BITS
      pushPosting(into, chunk % BLOCK_SIZE, from.strengths[at] ?? 0)
      counts[place] = (counts[place] ?? 0) + 1
      if (isMark) addMark(marks, documents[place], term)
    }
    flush()
  }
  writeCounts(db, { chunks, documents }, counts)
  for (const [document, own] of marks) writeMarks(db, document, own)
}

function addMark(marks: Map<DocumentId, Set<string>>, document: DocumentId | undefined, term: string): void {
  if (document === undefined) return
  const own = marks.get(document)
  if (own) own.add(term)
  else marks.set(document, new Set([term]))
}

function writeCounts(
  db: Connection,
  { chunks, documents }: Pick<MovedPostings, 'chunks' | 'documents'>,
  counts: Uint32Array,
): void {
  const sums = new Map<DocumentId, number>()
  for (const [place, count] of counts.entries()) {
    db.run('UPDATE chunks SET postings = postings + ? WHERE id = ?', [count, chunks[place] ?? 0])
    const document = documents[place]
    if (document !== undefined) sums.set(document, (sums.get(document) ?? 0) + count)
  }
  for (const [document, sum] of sums)
    db.run('UPDATE documents SET postings = postings + ? WHERE id = ?', [sum, document])
}

function writeMarks(db: Connection, document: DocumentId, found: ReadonlySet<string>): void {
  const marks = packShort(JSON.stringify([...new Set([...marksOf(db, document), ...found])]))
  db.run(
    'INSERT INTO outlines (document, marks) VALUES (?, ?) ON CONFLICT (document) DO UPDATE SET marks = excluded.marks',
    [document, marks],
  )
}
