import type { EngineBatch, EngineChunk } from '@wuku/core/search-engine'
import { BATCH_TERM, highOf, lowOf, termHash } from './names.ts'

/** Rows of a batch that the server takes as one block, in its binary form. */
export interface BatchPart {
  /** Its name among the rows. */
  readonly name: EngineChunk
  readonly postings: Uint8Array<ArrayBuffer>
  readonly terms: Uint8Array<ArrayBuffer>
}

const ROW_BYTES = 25
/** 50 MB. */
const MAX_ROWS = 2_000_000

/** The same parts for the same batch. */
export function encodeBatch({ batch, each }: EngineBatch): readonly BatchPart[] {
  const parts: BatchPart[] = []
  let rows = createRows()
  let words: Buffer[] = []
  const known = new Map<string, bigint>()
  const close = (): void => {
    const name = { batch, chunk: parts.length }
    rows.add({ hash: BigInt(BATCH_TERM), source: 0, high: highOf(name), low: lowOf(name), document: 0, strength: 0 })
    parts.push({ name, postings: rows.end(), terms: new Uint8Array(Buffer.concat(words)) })
    rows = createRows()
    words = []
  }
  each(({ term, source, chunk, document, strength }) => {
    let hash = known.get(term)
    if (hash === undefined) {
      hash = termHash(term)
      known.set(term, hash)
      words.push(wordRow(term, hash))
    }
    const name = { batch, chunk }
    rows.add({ hash, source, high: highOf(name), low: lowOf(name), document, strength })
    if (rows.count === MAX_ROWS) close()
  })
  close()
  return parts
}

interface Row {
  readonly hash: bigint
  readonly source: number
  readonly high: number
  readonly low: number
  readonly document: number
  readonly strength: number
}

function createRows() {
  let data = new DataView(new ArrayBuffer(ROW_BYTES * 4_096))
  let count = 0
  return {
    get count() {
      return count
    },
    add({ hash, source, high, low, document, strength }: Row): void {
      const at = count++ * ROW_BYTES
      if (at + ROW_BYTES > data.byteLength) data = new DataView(data.buffer.transfer(2 * data.byteLength))
      data.setBigUint64(at, hash, true)
      data.setUint32(at + 8, source, true)
      data.setUint32(at + 12, low, true)
      data.setUint32(at + 16, high, true)
      data.setUint32(at + 20, document, true)
      data.setUint8(at + 24, strength)
    },
    end: (): Uint8Array<ArrayBuffer> => new Uint8Array(data.buffer, 0, count * ROW_BYTES),
  }
}

/** Its length, seven bits a byte, its letters, its hash. */
function wordRow(term: string, hash: bigint): Buffer {
  const letters = Buffer.from(term)
  const length: number[] = []
  let rest = letters.length
  for (; rest > 127; rest = Math.floor(rest / 128)) length.push((rest % 128) + 128)
  const row = Buffer.alloc(length.length + 1 + letters.length + 8)
  row.set([...length, rest])
  row.set(letters, length.length + 1)
  row.writeBigUInt64LE(hash, row.length - 8)
  return row
}
