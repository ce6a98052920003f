import type { DocumentId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { documentsThatHold, markTerms, type Way } from '@wuku/kernel/search/holders'
import type { ChatEntry } from '../catalogue.ts'
import { marksOf, marksOfScope } from './search-marks.ts'
import type { SearchInput } from './chat-search-shapes.ts'
import type { Chosen } from './choose.ts'
import type { SearchTarget } from './search-targets.ts'

/** Conversations that may hold all that is demanded, by the terms of their documents. */
export async function mayHoldAll(
  required: readonly SearchTarget[],
  { view, chosen }: { readonly view: StoreView; readonly chosen: Chosen },
): Promise<ReadonlySet<ChatEntry>> {
  const terms = required.flatMap((ways) => ways.flatMap((way) => way.terms))
  const matches = await view.terms.documentsWith(terms, { sources: chosen.sources })
  const entriesOf = (way: Way): readonly ChatEntry[] => {
    const [first, ...others] = way.terms.map((term) => matches.get(term) ?? nothing)
    if (!first) return chosen.entries
    return [...first].flatMap((document) => {
      const entry = chosen.entryOf(document)
      return entry && others.every((documents) => documents.has(document)) ? [entry] : []
    })
  }
  const sets = required.map((ways) => new Set(ways.flatMap(entriesOf)))
  return sets.reduce((one, other) => one.intersection(other), new Set(chosen.entries))
}

const nothing: ReadonlySet<DocumentId> = new Set()

/** Keeps conversations that hold everything demanded somewhere and nothing excluded anywhere, in their order. */
export async function keepAnswering(
  entries: readonly ChatEntry[],
  { required, excluded }: Readonly<Record<'required' | 'excluded', readonly SearchTarget[]>>,
  { view, request }: { readonly view: StoreView; readonly request: SearchInput },
): Promise<readonly ChatEntry[]> {
  let remaining = entries
  const demands = [
    ...required.map((ways) => ({ ways, isNot: false, marks: marksOf(request) })),
    ...excluded.map((ways) => ({ ways, isNot: true, marks: marksOfScope(request) })),
  ]
  for (const { ways, isNot, marks } of demands) {
    const documents = remaining.flatMap((entry) => entry.documents.map(({ id }) => id))
    const matches = await documentsThatHold(ways, documents, { view, marks: markTerms({ marks }) })
    remaining = remaining.filter((entry) => entry.documents.some(({ id }) => matches.has(id)) !== isNot)
  }
  return remaining
}
