import type { Candidate } from '../../core/words.ts'
import type { TimeSpan } from '../../engine/search/types.ts'
import type { StoreView } from '../../ports/store.ts'
import { metaOf, recordOf } from './record.ts'

/** Messages by their own time: a conversation of years that went on yesterday says little that is new. */
export async function writtenWithin(
  candidates: readonly Candidate[],
  { since = -Infinity, before = Infinity }: TimeSpan,
  view: StoreView,
): Promise<readonly Candidate[]> {
  const documents = await view.documents.byId([...new Set(candidates.map(({ document }) => document))])
  const isAcross = new Set(
    documents
      .map((document) => ({ id: document.id, ...metaOf(document) }))
      .filter(({ startedAt = since, endedAt = since }) => startedAt < since || endedAt >= before)
      .map(({ id }) => id),
  )
  if (isAcross.size === 0) return candidates
  const outlines = await view.documents.outlines([...isAcross])
  const others = new Set<string>()
  for (const [document, outline] of outlines)
    for (const { id, at } of recordOf(outline).messages)
      if (at !== undefined && (at < since || at >= before)) others.add(`${document} ${id}`)
  const places = await view.chunks.places(
    candidates.filter((each) => isAcross.has(each.document)).map(({ chunk }) => chunk),
  )
  const left = new Set(
    places.filter(({ document, facts }) => others.has(`${document.id} ${facts.anchor}`)).map(({ chunk }) => chunk),
  )
  return candidates.filter(({ chunk }) => !left.has(chunk))
}
