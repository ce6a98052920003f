import type { EmbeddingSetId } from '../../../ports/vectors.ts'
import { advance } from '../counters.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { createCoder } from './coder.ts'
import { joinEntries, splitEntries } from './entries.ts'
import { asBytes, restore, unpack } from './quantise.ts'
import { vectorOf } from './rows.ts'
import { firstKey, requireSet, type SetRow } from './sets.ts'

/**
 * Chunks from which on the centre is found out, and found out again: fewer than the first are judged one by one anyway, and
 * what many of one source have told is mended when others came. All bits are written again each time, in one write.
 */
const LESSONS = [1_024, 8_192, 65_536]

export function learnCentre(db: Connection, id: EmbeddingSetId): void {
  const set = requireSet(db, id)
  const lesson = LESSONS.findLast((chunks) => chunks <= set.chunks) ?? 0
  if (lesson <= set.learnt_from) return
  db.run('UPDATE embedding_sets SET learnt = ?, learnt_from = ? WHERE id = ?', [asBytes(learn(db, set)), lesson, id])
  codeAnew(db, requireSet(db, id))
}

interface VectorRow {
  readonly id: number
  readonly data: Uint8Array
}

/** Centre and spread, one after the other. */
function learn(db: Connection, { id, dimensions }: SetRow): Float32Array {
  const [sums, squares] = [new Float64Array(dimensions), new Float64Array(dimensions)]
  let count = 0
  const sql = 'SELECT id, data FROM vectors WHERE id > ? AND id < ? ORDER BY id LIMIT 512'
  for (const { data } of walk<VectorRow>(db, sql, id)) {
    const vector = restore(unpack(data, dimensions))
    for (let at = 0; at < dimensions; at++) {
      const part = vector[at] ?? 0
      sums[at] = (sums[at] ?? 0) + part
      squares[at] = (squares[at] ?? 0) + part * part
    }
    count++
  }
  const centre = sums.map((sum) => sum / count)
  const spread = squares.map((square, at) => Math.sqrt(Math.max(0, square / count - (centre[at] ?? 0) ** 2)))
  return Float32Array.from([...centre, ...spread])
}

interface BlockRow {
  readonly id: number
  readonly mask: number
  readonly data: Uint8Array
}

function codeAnew(db: Connection, set: SetRow): void {
  const coder = createCoder(set)
  const version = advance(db, 'vectors', 1) + 1
  const sql = 'SELECT id, mask, data FROM vector_blocks WHERE id > ? AND id < ? ORDER BY id LIMIT 64'
  for (const { id, mask, data } of walk<BlockRow>(db, sql, set.id)) {
    const entries = splitEntries(mask, data, coder.entryBytes).map((entry) => {
      const said = entry && new DataView(entry.buffer, entry.byteOffset).getUint32(0, true)
      const vector = said === undefined ? undefined : vectorOf(db, set, said)
      return said === undefined || !vector ? undefined : coder.encode(said, vector)
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
