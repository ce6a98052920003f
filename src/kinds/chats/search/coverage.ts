import type { DocumentId, SourceId } from '../../../core/words.ts'
import type { StoreView } from '../../../ports/store.ts'
import type { ChatEntry } from '../catalogue.ts'
import type { Aspect, AspectWord } from './aspects.ts'
import type { Way } from './sought.ts'

interface Place {
  readonly view: StoreView
  readonly sources: readonly SourceId[]
}

/**
 * Share of the weight of the words of an aspect that a conversation holds anywhere; the best of all aspects. What stands in
 * for a word counts less: it may not be what was meant.
 */
export async function readCoverage(
  aspects: readonly Aspect[],
  entries: readonly ChatEntry[],
  { view, sources }: Place,
): Promise<(entry: ChatEntry) => number> {
  const terms = aspects.flatMap(({ words }) => words.flatMap(({ sought }) => sought.ways.flatMap((way) => way.terms)))
  const documents = entries.flatMap((entry) => entry.documents.map(({ id }) => id))
  const holding = await view.holding(terms, { sources, documents })
  return (entry) => {
    const own = entry.documents.map(({ id }) => id)
    return Math.max(0, ...aspects.map((aspect) => shareOf(aspect, own, holding)))
  }
}

type Holding = ReadonlyMap<string, ReadonlySet<DocumentId>>

function shareOf({ words, ideal }: Aspect, documents: readonly DocumentId[], holding: Holding): number {
  const holds = ({ terms }: Way): boolean =>
    terms.length > 0 && terms.every((term) => documents.some((id) => holding.get(term)?.has(id)))
  if (ideal === 0) return 0
  return words.reduce((sum, word) => sum + heldShare(word, holds) * word.ideal, 0) / ideal
}

function heldShare({ sought, alternatives }: AspectWord, holds: (way: Way) => boolean): number {
  const others = new Set(alternatives.map(({ way }) => way))
  if (sought.ways.some((way) => !others.has(way) && holds(way))) return 1
  return Math.max(0, ...alternatives.filter(({ way }) => holds(way)).map(({ factor }) => (1 + factor) / 2))
}
