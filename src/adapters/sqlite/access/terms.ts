import type { TermCount } from '../../../ports/store.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { decodePieces, emptyPostings } from '../../../postings/posting-pieces.ts'
import { LAST_CHARACTER, sumsOfTerms, commonest } from '../vocabulary.ts'
import type { TermPlaces } from '../../../postings/block-bounds.ts'
import { hiddenIn, type HiddenChunks } from './hidden-chunks.ts'

/** How many chunks that are shown hold each term; those that none holds are absent. */
export function shownHolders(
  db: Connection,
  places: ReadonlyMap<string, TermPlaces>,
  hidden: HiddenChunks,
): ReadonlyMap<string, number> {
  const holders = new Map<string, number>()
  for (const [term, each] of places) {
    const count = each.holders - hidden.holders(db, term, each)
    if (count > 0) holders.set(term, count)
  }
  return holders
}

/** Terms that begin with `prefix`, commonest first: rows of blocks that hide nothing say it themselves, the others are read. */
export function shownTermsFrom(
  db: Connection,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
  hidden: HiddenChunks,
): TermCount[] {
  const [whole = []] = sumsOfTerms(db, [prefix], [...hidden.blocks.keys()])
  const counts = new Map(whole.map(({ term, holders }) => [term, holders]))
  const postings = emptyPostings()
  for (const [block, mask] of hidden.blocks)
    for (const { term, data } of db.rows<{ term: string; data: Uint8Array }>(
      'SELECT term, data FROM postings WHERE block = ? AND term >= ? AND term < ?',
      [block, prefix, prefix + LAST_CHARACTER],
    )) {
      decodePieces(data, postings)
      const shown = postings.count - hiddenIn(postings, mask)
      if (shown > 0) counts.set(term, (counts.get(term) ?? 0) + shown)
    }
  return commonest(
    [...counts].map(([term, holders]) => ({ term, holders })),
    limit,
  )
}
