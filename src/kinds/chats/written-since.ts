import type { Candidate } from '../../core/words.ts'
import type { StoreView } from '../../ports/store.ts'
import { metaOf, recordOf } from './record.ts'

/** Messages by their own time: a conversation of years that went on yesterday says little that is new. */
export async function writtenSince(
  candidates: readonly Candidate[],
  since: number,
  view: StoreView,
): Promise<readonly Candidate[]> {
  const documents = await view.documentsById([...new Set(candidates.map(({ document }) => document))])
  const begunBefore = new Set(documents.filter((each) => (metaOf(each).startedAt ?? since) < since).map(({ id }) => id))
  if (begunBefore.size === 0) return candidates
  const outlines = await view.outlines([...begunBefore])
  const old = new Set<string>()
  for (const [document, outline] of outlines)
    for (const { id, at } of recordOf(outline).messages)
      if (at !== undefined && at < since) old.add(`${document} ${id}`)
  const places = await view.places(
    candidates.filter((each) => begunBefore.has(each.document)).map(({ chunk }) => chunk),
  )
  const left = new Set(
    places.filter(({ document, facts }) => old.has(`${document.id} ${facts.anchor}`)).map(({ chunk }) => chunk),
  )
  return candidates.filter(({ chunk }) => !left.has(chunk))
}
