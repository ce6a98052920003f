import type {
  VectorView,
  UnembeddedChunk,
  UnembeddedRequest,
  UnembeddedSize,
  Nearest,
  VectorProbe,
} from '@wuku/core/ports/vectors'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Lookups } from './lookups.ts'
import { listSets, firstKey, requireSet, type SetRow, vectorsOf } from './vector-sets.ts'
import type { ChunkId, DocumentId } from '@wuku/core/core-types'
import { type Range, countIn } from '@wuku/core/ranges'
import { bodyOf } from './documents/bodies.ts'
import { toFacts, type ChunkRow } from './documents/sqlite-chunks.ts'
import { createTopK } from '@wuku/index-core/postings/top-k'
import { backgroundOfAll } from '@wuku/index-core/vectors/background'
import { countOf, FEW, nearestRows, type RowScope } from '@wuku/index-core/vectors/nearest-by-signs'
import { unitOf, cosineTo, unpack } from '@wuku/index-core/vectors/quantise'
import { candidatesOf } from './lexical.ts'
import type { ChunkScope } from './documents/chunk-scope.ts'

export const createVectorView = (db: Connection, lookups: Lookups): VectorView => ({
  embeddingSets: async () => listSets(db),
  unembedded: async (request) => unembeddedChunks(db, request, lookups),
  unembeddedSize: async (scope) => unembeddedSize(db, scope, lookups),
  nearest: (probe) => findNearest(db, probe, lookups),
})

type Scope = Pick<UnembeddedRequest, 'set' | 'sources'>

function unembeddedChunks(db: Connection, request: UnembeddedRequest, lookups: Lookups): UnembeddedChunk[] {
  const { ranges, idsOf } = lookups.chunkScope(db, { sources: request.sources })
  const { after, limit } = request
  const read = readerOf(db)
  if (!idsOf) return lacking(db, request, deferred(ranges, after), limit).map((row) => read(row, row.id))
  return lacking(db, request, ranges)
    .map((row) => ({ row, id: Math.min(...idsOf(row.id)) }))
    .filter(({ id }) => id > after)
    .toSorted((a, b) => a.id - b.id)
    .slice(0, limit)
    .map(({ row, id }) => read(row, id))
}

function unembeddedSize(db: Connection, scope: Scope, lookups: Lookups): UnembeddedSize {
  const key = keyOf(db, scope)
  // Chunks of a document that was amended may lie in several ranges.
  const documents = new Set<number>()
  const total = { chunks: 0, chars: 0 }
  for (const { first, last } of lookups.chunkScope(db, { sources: scope.sources }).ranges)
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

/** Masks of blocks answer this without reading any vector. */
const withoutVector = `FROM chunks LEFT JOIN vector_blocks ON vector_blocks.id = ? + (chunks.id >> 5)
  WHERE chunks.id >= ? AND chunks.id <= ? AND coalesce((mask >> (chunks.id & 31)) & 1, 0) = 0`

/** No block has a key below those of the first set. */
const keyOf = (db: Connection, { set }: Scope) => (set === undefined ? -firstKey(1) : firstKey(requireSet(db, set).id))

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

const deferred = (ranges: readonly Range[], after: number): readonly Range[] =>
  ranges.filter(({ last }) => last > after).map(({ first, last }) => ({ first: Math.max(first, after + 1), last }))

/** Chunks of a document mostly follow one another: its text is unpacked once for them. */
function readerOf(db: Connection): (row: ChunkRow, id: number) => UnembeddedChunk {
  let last = { document: 0, title: '', text: '' }
  return (row, id) => {
    if (row.document !== last.document) last = { document: row.document, ...titleAndText(db, row.document) }
    const { start, end, headings } = toFacts(row)
    return { chunk: id as ChunkId, title: last.title, headings, text: last.text.slice(start, end) }
  }
}

const titleAndText = (db: Connection, document: DocumentId) => ({
  title: db.row<{ title: string }>('SELECT title FROM documents WHERE id = ?', [document])?.title ?? '',
  text: bodyOf(db, document) ?? '',
})

async function findNearest(db: Connection, probe: VectorProbe, lookups: Lookups): Promise<Nearest> {
  const set = requireSet(db, probe.set)
  if (probe.vector.length !== set.dimensions)
    throw new Error(`A vector of ${probe.vector.length} dimensions, asked of a set of ${set.dimensions}.`)
  const query = unitOf(probe.vector)
  const chunkScope = lookups.chunkScope(db, probe.within ?? {})
  if (Math.min(set.chunks, countIn(chunkScope.ranges)) <= FEW)
    return judgeAll(db, { lookups, set, probe, query, chunkScope })
  lookups.vectors.widen(db, set)
  const stored = await lookups.vectors.load(db, set)
  stored.follow(db)
  const runs = stored.table.runsWithin(chunkScope.ranges)
  if (countOf(runs) <= FEW) return judgeAll(db, { lookups, set, probe, query, chunkScope })
  return judgeNear(db, { lookups, set, probe, query, chunkScope }, { table: stored.table, runs })
}

interface NearestRequest {
  readonly lookups: Lookups
  readonly set: SetRow
  readonly probe: VectorProbe
  /** Normalised to length 1. */
  readonly query: Float32Array
  readonly chunkScope: ChunkScope
}

function judgeAll(db: Connection, request: NearestRequest): Nearest {
  const judged = judgeRanges(db, request.set, request.chunkScope.ranges, request.query)
  return { candidates: candidatesFrom(db, request, judged), background: backgroundOfAll(judged) }
}

function judgeNear(db: Connection, request: NearestRequest, scope: RowScope): Nearest {
  const { set, probe, query } = request
  const { rows, background } = nearestRows(scope, set, { query, depth: probe.depth })
  const { table } = scope
  const near = rows.map((row) => ({ chunk: table.chunk(row), content: table.content(row) }))
  return { candidates: candidatesFrom(db, request, judgeRows(db, set, near, query)), background }
}

function candidatesFrom(db: Connection, { lookups, probe, chunkScope }: NearestRequest, judged: readonly Judged[]) {
  const best = createTopK(probe.depth)
  for (const { kept: stored, score } of judged)
    if (chunkScope.idsOf) for (const id of chunkScope.idsOf(stored)) best.offer(id, score)
    else best.offer(stored, score)
  return candidatesOf(db, { ranked: best.ranked(), chunkScope }, lookups)
}

interface Judged {
  readonly kept: number
  readonly score: number
}

/** All kept chunks of some ranges that have a vector. `query` has the length 1. */
const judgeRanges = (db: Connection, set: SetRow, ranges: readonly Range[], query: Float32Array): Judged[] =>
  ranges.flatMap(({ first, last }) =>
    db
      .rows<{ readonly id: number; readonly data: Uint8Array }>(
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
