import type { DocumentId } from '../../core/words.ts'
import type { TermPlaces } from '../../postings/block-bounds.ts'
import { BLOCK_SIZE, decodePieces, emptyPostings, type Postings } from '../../postings/posting-pieces.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import type { Owner } from './owners.ts'
import { rowsOf } from './posting-rows.ts'

/** Block by block: who owns each chunk is written down once, and every term's row is held against it. */
export function documentsHolding(
  db: Connection,
  terms: ReadonlyMap<string, TermPlaces>,
  owners: readonly Owner[],
): ReadonlyMap<string, ReadonlySet<DocumentId>> {
  const termsIn = byBlock(terms)
  const look: Look = { owners, ownerAt: new Int32Array(BLOCK_SIZE), postings: emptyPostings() }
  const found = new Map([...terms.keys()].map((term) => [term, new Set<DocumentId>()]))
  let next = 0
  for (const block of [...termsIn.keys()].toSorted((a, b) => a - b)) {
    while ((owners[next]?.last ?? Infinity) < block * BLOCK_SIZE) next++
    if (!markOwners(look, block, next)) continue
    for (const [term, data] of rowsOf(db, { block, terms: termsIn.get(block) ?? [] }))
      addHolders(look, data, found.get(term))
  }
  return new Map([...found].filter(([, holders]) => holders.size > 0))
}

function byBlock(terms: ReadonlyMap<string, TermPlaces>): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>()
  for (const [term, { blocks }] of terms)
    for (const block of blocks) {
      const own = found.get(block)
      if (own) own.push(term)
      else found.set(block, [term])
    }
  return found
}

interface Look {
  readonly owners: readonly Owner[]
  /** Of the block at hand, by number within it: 0 for nobody, otherwise the place among the owners and 1. */
  readonly ownerAt: Int32Array
  readonly postings: Postings
}

/** `from`: the first owner that does not end before the block. `false`: nobody has anything of it. */
function markOwners({ owners, ownerAt }: Look, block: number, from: number): boolean {
  const start = block * BLOCK_SIZE
  if ((owners[from]?.first ?? Infinity) >= start + BLOCK_SIZE) return false
  ownerAt.fill(0)
  for (let at = from; ; at++) {
    const owner = owners[at]
    if (!owner || owner.first >= start + BLOCK_SIZE) return true
    ownerAt.fill(at + 1, Math.max(0, owner.first - start), owner.last - start + 1)
  }
}

function addHolders({ owners, ownerAt, postings }: Look, data: Uint8Array, holders: Set<DocumentId> | undefined): void {
  decodePieces(data, postings)
  let last = 0
  for (let at = 0; at < postings.count; at++) {
    const owner = ownerAt[postings.chunks[at] ?? 0] ?? 0
    // Chunks of one document follow one another.
    if (owner === last || owner === 0) continue
    last = owner
    for (const document of owners[owner - 1]?.documents ?? []) holders?.add(document)
  }
}
