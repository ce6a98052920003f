import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { ChatEntry } from '../catalogue.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import type { Chosen } from './choose.ts'
import { documentsThatHold } from './matching-documents.ts'
import { marksOf, marksOfScope } from './search-marks.ts'
import type { SearchInput } from './chat-search-shapes.ts'
import type { SearchTarget, Way } from './search-targets.ts'

interface Place {
  readonly view: StoreView
  readonly chosen: Chosen
  readonly request: SearchInput
  readonly sources: readonly SourceId[]
}

/** Conversations that may hold all that is demanded, by the terms of their documents; `undefined`: nothing is. */
export async function mayHoldAll(
  { required }: ResolvedQuery,
  { view, chosen, sources }: Place,
): Promise<ReadonlySet<ChatEntry> | undefined> {
  if (required.length === 0) return undefined
  const terms = required.flatMap(({ ways }) => ways.flatMap((way) => way.terms))
  const matches = await view.terms.documentsWith(terms, { sources })
  const entriesOf = (way: Way): readonly ChatEntry[] => {
    const [first, ...others] = way.terms.map((term) => matches.get(term) ?? nothing)
    if (!first) return chosen.entries
    return [...first].flatMap((document) => {
      const entry = chosen.entryOf(document)
      return entry && others.every((documents) => documents.has(document)) ? [entry] : []
    })
  }
  const sets = required.map(({ ways }) => new Set(ways.flatMap(entriesOf)))
  return sets.reduce((one, other) => one.intersection(other))
}

const nothing: ReadonlySet<DocumentId> = new Set()

/** Keeps conversations that hold everything demanded and nothing excluded, in their order. */
export async function keepAnswering(
  entries: readonly ChatEntry[],
  { required, excluded }: ResolvedQuery,
  { view, request }: Place,
): Promise<readonly ChatEntry[]> {
  let remaining = entries
  const findDocuments = async (
    target: SearchTarget,
    marks: ReturnType<typeof marksOf>,
  ): Promise<ReadonlySet<DocumentId>> =>
    documentsThatHold(
      target,
      remaining.flatMap(({ documents }) => documents.map(({ id }) => id)),
      { view, marks },
    )
  for (const target of required) {
    const matches = await findDocuments(target, marksOf(request))
    remaining = remaining.filter(({ documents }) => documents.some(({ id }) => matches.has(id)))
  }
  for (const target of excluded) {
    const matches = await findDocuments(target, marksOfScope(request))
    remaining = remaining.filter(({ documents }) => !documents.some(({ id }) => matches.has(id)))
  }
  return remaining
}
