import type { ChunkId, DocumentId } from '../../../core/words.ts'
import type { UnembeddedChunk, UnembeddedRequest, UnembeddedSize } from '../../../ports/vectors.ts'
import type { Range } from '../../../core/ranges.ts'
import { bodyOf } from '../bodies.ts'
import { toFacts, type ChunkRow } from '../chunks.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import type { Lookups } from '../lookups.ts'
import { firstKey, requireSet } from './sets.ts'

type Scope = Pick<UnembeddedRequest, 'set' | 'sources'>

export function unembeddedChunks(db: Connection, request: UnembeddedRequest, lookups: Lookups): UnembeddedChunk[] {
  const { ranges, idsOf } = lookups.reach(db, { sources: request.sources })
  const { after, limit } = request
  const read = readerOf(db)
  if (!idsOf) return lacking(db, request, afterwards(ranges, after), limit).map((row) => read(row, row.id))
  return lacking(db, request, ranges)
    .map((row) => ({ row, id: Math.min(...idsOf(row.id)) }))
    .filter(({ id }) => id > after)
    .toSorted((a, b) => a.id - b.id)
    .slice(0, limit)
    .map(({ row, id }) => read(row, id))
}

export function unembeddedSize(db: Connection, scope: Scope, lookups: Lookups): UnembeddedSize {
  const key = keyOf(db, scope)
  // Chunks of a document that was amended may lie in several ranges.
  const documents = new Set<number>()
  const total = { chunks: 0, chars: 0 }
  for (const { first, last } of lookups.reach(db, { sources: scope.sources }).ranges)
    for (const each of db.rows<{ document: number; chunks: number; chars: number }>(
      `SELECT document, count(*) AS chunks, total(stop - start) AS chars ${withoutVector} GROUP BY document`,
      [key, first, last],
    )) {
      documents.add(each.document)
      total.chunks += each.chunks
      total.chars += each.chars
    }
  return { documents: documents.size, ...total }
}

/** Masks of blocks tell it without a look at any vector. */
const withoutVector = `FROM chunks LEFT JOIN vector_blocks ON vector_blocks.id = ? + (chunks.id >> 5)
  WHERE chunks.id >= ? AND chunks.id <= ? AND coalesce((mask >> (chunks.id & 31)) & 1, 0) = 0`

/** No block has a key below those of the first set. */
const keyOf = (db: Connection, { set }: Scope): number =>
  set === undefined ? -firstKey(1) : firstKey(requireSet(db, set).id)

function lacking(db: Connection, scope: Scope, ranges: readonly Range[], limit = Infinity): ChunkRow[] {
  const key = keyOf(db, scope)
  const found: ChunkRow[] = []
  for (const { first, last } of ranges) {
    if (found.length >= limit) break
    found.push(
      ...db.rows<ChunkRow>(`SELECT chunks.* ${withoutVector} ORDER BY chunks.id LIMIT ?`, [
        key,
        first,
        last,
        Math.min(limit - found.length, Number.MAX_SAFE_INTEGER),
      ]),
    )
  }
  return found
}

const afterwards = (ranges: readonly Range[], after: number): readonly Range[] =>
  ranges.filter(({ last }) => last > after).map(({ first, last }) => ({ first: Math.max(first, after + 1), last }))

/** Chunks of a document mostly follow one another: its text is unpacked once for them. */
function readerOf(db: Connection): (row: ChunkRow, id: number) => UnembeddedChunk {
  let last = { document: 0, title: '', text: '' }
  return (row, id) => {
    if (row.document !== last.document) last = { document: row.document, ...said(db, row.document) }
    const { start, end, headings } = toFacts(row)
    return { chunk: id as ChunkId, title: last.title, headings, text: last.text.slice(start, end) }
  }
}

const said = (db: Connection, document: DocumentId) => ({
  title: db.row<{ title: string }>('SELECT title FROM documents WHERE id = ?', [document])?.title ?? '',
  text: bodyOf(db, document) ?? '',
})
