import type { ChunkId } from '../../../core/words.ts'
import type { UnembeddedChunk, UnembeddedRequest } from '../../../ports/vectors.ts'
import type { Range } from '../blocks.ts'
import { bodyOf } from '../bodies.ts'
import { toFacts, type ChunkRow } from '../chunks.ts'
import type { Connection } from '../driver.ts'
import type { Lookups } from '../lookups.ts'
import { firstKey, requireSet } from './sets.ts'

type Scope = Pick<UnembeddedRequest, 'set' | 'sources'>

export function unembeddedChunks(db: Connection, request: UnembeddedRequest, lookups: Lookups): UnembeddedChunk[] {
  const { ranges, idsOf } = lookups.reach(db, { sources: request.sources })
  const { after, limit } = request
  if (!idsOf) return lacking(db, request, afterwards(ranges, after), limit).map((row) => toUnembedded(db, row, row.id))
  return lacking(db, request, ranges)
    .map((row) => ({ row, id: Math.min(...idsOf(row.id)) }))
    .filter(({ id }) => id > after)
    .toSorted((a, b) => a.id - b.id)
    .slice(0, limit)
    .map(({ row, id }) => toUnembedded(db, row, id))
}

export function unembeddedSize(db: Connection, scope: Scope, lookups: Lookups): { chunks: number; chars: number } {
  const key = keyOf(db, scope)
  const total = { chunks: 0, chars: 0 }
  for (const { first, last } of lookups.reach(db, { sources: scope.sources }).ranges) {
    const row = db.row<{ chunks: number; chars: number }>(
      `SELECT count(*) AS chunks, total(stop - start) AS chars ${withoutVector}`,
      [key, first, last],
    )
    total.chunks += row?.chunks ?? 0
    total.chars += row?.chars ?? 0
  }
  return total
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

function toUnembedded(db: Connection, row: ChunkRow, id: number): UnembeddedChunk {
  const title = db.row<{ title: string }>('SELECT title FROM documents WHERE id = ?', [row.document])?.title ?? ''
  const { start, end, headings } = toFacts(row)
  return { chunk: id as ChunkId, title, headings, text: (bodyOf(db, row.document) ?? '').slice(start, end) }
}
