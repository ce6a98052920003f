import type { ChunkVector, EmbeddingSetId } from '@wuku/core/ports/vectors'
import { asBytes, learnCentre, lessonOf, quantise, type Quantised, unpack } from '@wuku/index-core/vectors/quantise'
import { contentOf, createCoder } from '@wuku/index-core/vectors/sign-coder'
import { joinEntries, splitEntries } from '@wuku/index-core/vectors/vector-blocks'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { advance } from '@wuku/store-sql/sqlite/counters'
import { knownChunk } from '../documents/sqlite-passages.ts'
import { type Placed, putInBlocks, type BlockRow } from '../vector-block-rows.ts'
import { firstKey, keyIn, liveSets, requireSet, type SetRow, vectorOf, writeVector } from '../vector-sets.ts'

export interface ChunkContent {
  readonly chunk: number
  readonly contentId: number
}

export function putVectors(db: Connection, id: EmbeddingSetId, vectors: readonly ChunkVector[]): void {
  const set = requireSet(db, id)
  const placed = new Map<number, Placed>()
  for (const { chunk, vector } of vectors) {
    if (vector.length !== set.dimensions)
      throw new Error(`A vector of ${vector.length} dimensions in a set of ${set.dimensions}.`)
    const contentId = knownChunk(db, chunk)?.row.said ?? undefined
    if (contentId === undefined) continue
    const quantised = quantise(vector)
    writeVector(db, keyIn(id, contentId), quantised)
    for (const each of chunksWithContent(db, contentId)) placed.set(each, { chunk: each, contentId, vector: quantised })
  }
  putInBlocks(db, set, [...placed.values()])
  learnSet(db, id)
}

/** Chunks that say what has a vector have it too. */
export function carryVectors(db: Connection, contents: readonly ChunkContent[]): void {
  for (const set of liveSets(db)) {
    const placed = contents.flatMap(({ chunk, contentId }): Placed[] => {
      const vector = vectorOf(db, set, contentId)
      return vector ? [{ chunk, contentId, vector }] : []
    })
    if (placed.length > 0) putInBlocks(db, set, placed)
  }
}

const chunksWithContent = (db: Connection, contentId: number): number[] =>
  db.rows<{ id: number }>('SELECT id FROM chunks WHERE said = ?', [contentId]).map(({ id }) => id)

/** Learns the common centre of the vectors of a set, again whenever there are many more of them. */
function learnSet(db: Connection, id: EmbeddingSetId): void {
  const set = requireSet(db, id)
  const lesson = lessonOf(set.chunks)
  if (lesson <= set.learnt_from) return
  const learnt = asBytes(learnCentre(vectorsOfSet(db, set), set.dimensions))
  db.run('UPDATE embedding_sets SET learnt = ?, learnt_from = ? WHERE id = ?', [learnt, lesson, id])
  codeAnew(db, requireSet(db, id))
}

function* vectorsOfSet(db: Connection, { id, dimensions }: SetRow): Generator<Quantised> {
  const sql = 'SELECT id, data FROM vectors WHERE id > ? AND id < ? ORDER BY id LIMIT 512'
  for (const { data } of walk<{ readonly id: number; readonly data: Uint8Array }>(db, sql, id))
    yield unpack(data, dimensions)
}

function codeAnew(db: Connection, set: SetRow): void {
  const coder = createCoder(set)
  const version = advance(db, 'vectors', 1) + 1
  const sql = 'SELECT id, mask, data FROM vector_blocks WHERE id > ? AND id < ? ORDER BY id LIMIT 64'
  for (const { id, mask, data } of walk<BlockRow>(db, sql, set.id)) {
    const entries = splitEntries(mask, data, coder.entryBytes).map((entry) => {
      const content = entry && contentOf(entry)
      const vector = content === undefined ? undefined : vectorOf(db, set, content)
      return content === undefined || !vector ? undefined : coder.encode(content, vector)
    })
    db.run('UPDATE vector_blocks SET version = ?, data = ? WHERE id = ?', [version, joinEntries(entries).data, id])
  }
}

/** Rows of a set some at a time: all at once would not fit. */
function* walk<Row extends { readonly id: number }>(db: Connection, sql: string, set: EmbeddingSetId): Generator<Row> {
  for (let after = firstKey(set) - 1; ;) {
    const rows = db.rows<Row>(sql, [after, firstKey(set + 1)])
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
