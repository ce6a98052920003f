import type { DocumentId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { chunksWithTerms } from '../chunks-with-terms.ts'
import type { SearchScope } from '../query/types.ts'

/** Documents by what they hold, whatever it is worth: demands that passages cannot meet one by one. */

/** A way in which a text may hold something. */
export interface Way {
  /** Index terms, all of them in one chunk; none: the text alone decides. */
  readonly terms: readonly string[]
  /** Absent where the terms decide. */
  readonly holds?: (text: string) => boolean
}

/** Terms that a chunk must have, and those that it must not. */
export interface Marks {
  readonly required: readonly string[]
  readonly excluded: readonly string[]
}

export function markTerms({ marks = [] }: Pick<SearchScope, 'marks'> = {}): Marks {
  const [required, excluded] = [false, true].map((isNot) =>
    marks.filter((mark) => (mark.isNot === true) === isNot).map(({ family, value }) => markTerm(family, value)),
  )
  return { required: required ?? [], excluded: excluded ?? [] }
}

interface Place {
  readonly view: StoreView
  /** Which chunks count. */
  readonly marks: Marks
}

/** Chunks of some dozens of documents, however long those are. */
export const MAX_CHUNKS = 100_000

/** Documents, among the given ones, in which a chunk holds something in one of some ways. */
export async function documentsThatHold(ways: readonly Way[], documents: readonly DocumentId[], place: Place) {
  const found = new Set<DocumentId>()
  for (const way of ways) {
    const left = documents.filter((document) => !found.has(document))
    if (left.length === 0) break
    for (const document of await documentsOfWay(way, left, place)) found.add(document)
  }
  return found
}

/** Texts fetched at once. */
const PAGE = 200

async function documentsOfWay({ terms, holds }: Way, documents: readonly DocumentId[], place: Place) {
  if (terms.length === 0) return holds ? documentsWithText(holds, documents, place.view) : []
  const { view, marks } = place
  const required = [...terms, ...marks.required]
  const lookup = { terms, required, excluded: marks.excluded, within: { documents }, limit: MAX_CHUNKS }
  const [candidates = []] = await chunksWithTerms(view, [lookup])
  if (!holds) return candidates.map(({ document }) => document)
  const found = new Set<DocumentId>()
  for (let at = 0; at < candidates.length; at += PAGE) {
    const page = candidates.slice(at, at + PAGE).filter(({ document }) => !found.has(document))
    const texts = await view.chunks.texts(page.map(({ chunk }) => chunk))
    for (const { chunk, document } of page) if (holds(texts.get(chunk) ?? '')) found.add(document)
  }
  return found
}

/** Documents are a megabyte at most. */
const PAGE_DOCUMENTS = 8

/** Symbols that are no words, such as an emoji, are in no index. */
async function documentsWithText(holds: (text: string) => boolean, documents: readonly DocumentId[], view: StoreView) {
  const found: DocumentId[] = []
  for (let at = 0; at < documents.length; at += PAGE_DOCUMENTS) {
    const page = documents.slice(at, at + PAGE_DOCUMENTS)
    const texts = await view.documents.bodies(page)
    found.push(...page.filter((document) => holds(texts.get(document) ?? '')))
  }
  return found
}
