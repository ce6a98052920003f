import type { DocumentId } from '../../core/words.ts'
import type { DocumentFilter } from '../../ports/store.ts'
import { BLOCK_SIZE, splitByBlock, type Range } from './blocks.ts'
import type { Connection } from './driver.ts'
import { rowsWithin } from './filters.ts'
import { decodePieces, emptyPostings, type Postings } from './pieces.ts'
import { placeColumns, rangesOf, type DocumentPlace } from './places.ts'

/** Each term is looked up once in every block that has chunks of the documents; a document is asked for its ranges once. */
export function documentsHolding(
  db: Connection,
  terms: readonly string[],
  within: DocumentFilter,
): ReadonlyMap<string, ReadonlySet<DocumentId>> {
  const owners = ownersWithin(db, within)
  const blocks = [...splitByBlock(owners).keys()].toSorted((a, b) => a - b)
  const postings = emptyPostings()
  const found = new Map<string, ReadonlySet<DocumentId>>()
  for (const term of new Set(terms)) {
    const holders = ownersOf(owners, chunksWith(db, term, { blocks, postings }))
    if (holders.size > 0) found.set(term, holders)
  }
  return found
}

interface Owner extends Range {
  readonly document: DocumentId
}

const ownersWithin = (db: Connection, within: DocumentFilter): readonly Owner[] =>
  rowsWithin<DocumentPlace>(db, placeColumns, within).flatMap((place) =>
    rangesOf(db, place).map((range) => ({ ...range, document: place.id })),
  )

interface Look {
  readonly blocks: readonly number[]
  readonly postings: Postings
}

/** Ids under which they are kept, ascending. */
function chunksWith(db: Connection, term: string, { blocks, postings }: Look): Uint32Array {
  const parts = blocks.map((block) => {
    const row = db.row<{ data: Uint8Array }>('SELECT data FROM postings WHERE block = ? AND term = ?', [block, term])
    if (!row) return none
    decodePieces(row.data, postings)
    return Uint32Array.from(postings.chunks.subarray(0, postings.count), (chunk) => block * BLOCK_SIZE + chunk).toSorted()
  })
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const none = new Uint32Array(0)

function ownersOf(owners: readonly Owner[], chunks: Uint32Array): ReadonlySet<DocumentId> {
  const found = new Set<DocumentId>()
  for (const { first, last, document } of owners)
    if ((chunks[placeOf(first, chunks)] ?? Infinity) <= last) found.add(document)
  return found
}

/** Of the first that is not below `least`. */
function placeOf(least: number, chunks: Uint32Array): number {
  let low = 0
  let high = chunks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((chunks[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
