import type { DocumentId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { Marks } from './search-marks.ts'
import type { SearchTarget, Way } from './search-targets.ts'

export interface Place {
  readonly view: StoreView
  /** Which chunks count. */
  readonly marks: Marks
}

/** Documents, among the given ones, in which a chunk holds a way of writing what is sought. */
export async function documentsThatHold(
  { ways }: SearchTarget,
  documents: readonly DocumentId[],
  place: Place,
): Promise<ReadonlySet<DocumentId>> {
  const found = new Set<DocumentId>()
  for (const way of ways) {
    const left = documents.filter((document) => !found.has(document))
    if (left.length === 0) break
    for (const document of await documentsOfWay(way, left, place)) found.add(document)
  }
  return found
}

/** Chunks of the documents that are looked at; enough for every one of some dozens of conversations. */
const MAX_CHUNKS = 50_000
/** Texts fetched at once. */
const PAGE = 200

async function documentsOfWay(way: Way, documents: readonly DocumentId[], place: Place): Promise<Iterable<DocumentId>> {
  const { view, marks } = place
  const { terms, holds } = way
  if (terms.length === 0) return holds ? documentsWithText(holds, documents, view) : []
  const [candidates = []] = await view.chunks.lexical([
    {
      terms: terms.map((term) => ({ term, weight: 1 })),
      required: [...terms, ...marks.required],
      excluded: marks.excluded,
      within: { documents },
      k1: 1,
      depth: MAX_CHUNKS,
    },
  ])
  if (!holds) return candidates.map(({ document }) => document)
  const found = new Set<DocumentId>()
  for (let at = 0; at < candidates.length; at += PAGE) {
    const page = candidates.slice(at, at + PAGE).filter(({ document }) => !found.has(document))
    const texts = await view.chunks.texts(page.map(({ chunk }) => chunk))
    for (const { chunk, document } of page) if (holds(texts.get(chunk) ?? '')) found.add(document)
  }
  return found
}

/** Parts of a conversation are a megabyte at most. */
const PAGE_DOCUMENTS = 8

/** Symbols that are no words, such as an emoji, are in no index. */
async function documentsWithText(
  holds: (text: string) => boolean,
  documents: readonly DocumentId[],
  view: StoreView,
): Promise<Iterable<DocumentId>> {
  const found: DocumentId[] = []
  for (let at = 0; at < documents.length; at += PAGE_DOCUMENTS) {
    const page = documents.slice(at, at + PAGE_DOCUMENTS)
    const texts = await view.documents.bodies(page)
    found.push(...page.filter((document) => holds(texts.get(document) ?? '')))
  }
  return found
}
