import type { DocumentId, SourceId } from '../../../core/words.ts'
import type { StoreView } from '../../../ports/store.ts'
import type { ChatEntry } from '../catalogue.ts'
import type { Asked } from './asked.ts'
import type { Chosen } from './choose.ts'
import { documentsThatHold } from './holders.ts'
import { marksOf, marksOfScope } from './marks.ts'
import type { SearchInput } from './shapes.ts'
import type { Sought, Way } from './sought.ts'

interface Place {
  readonly view: StoreView
  readonly chosen: Chosen
  readonly wanted: SearchInput
  readonly sources: readonly SourceId[]
}

/** Conversations that may hold all that is demanded, by the terms of their documents; `undefined`: nothing is. */
export async function mayHoldAll(
  { demanded }: Asked,
  { view, chosen, sources }: Place,
): Promise<ReadonlySet<ChatEntry> | undefined> {
  if (demanded.length === 0) return undefined
  const terms = demanded.flatMap(({ ways }) => ways.flatMap((way) => way.terms))
  const holding = await view.terms.holding(terms, { sources })
  const entriesOf = (way: Way): readonly ChatEntry[] => {
    const [first, ...others] = way.terms.map((term) => holding.get(term) ?? nothing)
    if (!first) return chosen.entries
    return [...first].flatMap((document) => {
      const entry = chosen.holding(document)
      return entry && others.every((documents) => documents.has(document)) ? [entry] : []
    })
  }
  const sets = demanded.map(({ ways }) => new Set(ways.flatMap(entriesOf)))
  return sets.reduce((one, other) => one.intersection(other))
}

const nothing: ReadonlySet<DocumentId> = new Set()

/** Keeps conversations that hold everything demanded and nothing excluded, in their order. */
export async function keepAnswering(
  entries: readonly ChatEntry[],
  { demanded, excluded }: Asked,
  { view, wanted }: Place,
): Promise<readonly ChatEntry[]> {
  let kept = entries
  const holders = async (sought: Sought, marks: ReturnType<typeof marksOf>): Promise<ReadonlySet<DocumentId>> =>
    documentsThatHold(
      sought,
      kept.flatMap(({ documents }) => documents.map(({ id }) => id)),
      { view, marks },
    )
  for (const sought of demanded) {
    const holding = await holders(sought, marksOf(wanted))
    kept = kept.filter(({ documents }) => documents.some(({ id }) => holding.has(id)))
  }
  for (const sought of excluded) {
    const holding = await holders(sought, marksOfScope(wanted))
    kept = kept.filter(({ documents }) => !documents.some(({ id }) => holding.has(id)))
  }
  return kept
}
