import { createHash } from 'node:crypto'
import type { DocumentRecord, PostingsRecord, TableRow, RecordTable, VectorRecord } from './records.ts'
import { decodePostings, emptyPostings } from '@wuku/index-core/postings/posting-codec'

/**
 * Count and checksum of things in any order: a sum of hashes, each of all that one of them says, its number included. So both
 * sides may read them as it suits them.
 */
export interface Sum {
  readonly count: number
  readonly checksum: string
}

export interface Summing {
  row(row: TableRow): void
  document(document: DocumentRecord): void
  postings(postings: PostingsRecord): void
  vector(vector: Pick<VectorRecord, 'said'>): void
  readonly sum: Sum
}

export function createSumming(): Summing {
  let count = 0
  let [high, low] = [0, 0]
  const add = (one: number, other: number): void => {
    high = (high + one) >>> 0
    low = (low + other) >>> 0
  }
  const addHash = (content: string, parts: readonly (Uint8Array | null)[] = []): void => {
    const hash = createHash('sha256').update(content)
    for (const part of parts) hash.update(part ? `\n${part.length}\n` : '\n').update(part ?? '')
    const digest = hash.digest()
    count++
    add(digest.readUInt32BE(0), digest.readUInt32BE(4))
  }
  const postings = emptyPostings()
  return {
    row: (row) => addHash(canonical(row)),
    document: ({ id, source, facts, text, outline, pairs, chunks }) =>
      addHash(JSON.stringify([id, source, canonical(facts), chunks.map(canonical)]), [text, outline, pairs]),
    postings: ({ chunks, documents, terms }) => {
      for (const { term, data } of terms) {
        const seed = hashOf(term)
        decodePostings(data, postings)
        count += postings.count
        for (let at = 0; at < postings.count; at++) {
          const place = postings.chunks[at] ?? 0
          const one = mix(seed ^ mix(chunks[place] ?? 0))
          add(one, mix(one ^ mix((documents[place] ?? 0) * 256 + (postings.strengths[at] ?? 0))))
        }
      }
    },
    vector: ({ said: content }) => addHash(content),
    get sum() {
      return { count, checksum: hex(high) + hex(low) }
    },
  }
}

/** By table. */
export async function sumsOfRows(
  tables: readonly RecordTable[],
  rowsOf: (table: RecordTable) => AsyncIterable<TableRow>,
): Promise<Readonly<Record<string, Sum>>> {
  const sums: Record<string, Sum> = {}
  for (const table of tables) {
    const summing = createSumming()
    for await (const row of rowsOf(table)) summing.row(row)
    sums[table.name] = summing.sum
  }
  return sums
}

const hex = (part: number): string => part.toString(16).padStart(8, '0')

/** Columns by name. */
const canonical = (row: object): string =>
  JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))

function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return mix(hash)
}

/** The end of MurmurHash3: every bit of the answer depends on every bit of the number. */
function mix(number: number): number {
  let bits = number | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
