import type { ChunkId, DocumentId } from '../../../../core/words.ts'
import type { DocumentFilter } from '../../../../ports/index-view.ts'
import type { StoreView } from '../../../../ports/store.ts'
import { compilePhrase } from '../../../../text/phrase.ts'
import type { CodeContext } from '../../graph/context.ts'
import { matcherOf, type GrepPattern } from './pattern.ts'

export interface LineCount {
  /** Lines by document, as they were indexed. */
  readonly lines: ReadonlyMap<DocumentId, number>
  /** Too many passages hold its words to look at all: there are more. */
  readonly isLowerBound: boolean
}

export interface CountPlace {
  readonly view: StoreView
  readonly context: CodeContext
  readonly within: DocumentFilter
  /** Texts that were looked at before. */
  readonly texts: Map<ChunkId, string>
}

/** Passages that are looked at for one spelling. */
const MOST_CHUNKS = 600

/** How many lines hold a pattern: the index names the passages, their texts decide. */
export async function countLines(pattern: GrepPattern, place: CountPlace): Promise<LineCount> {
  const { view, context, within, texts } = place
  const probes = pattern.texts.flatMap((text) => {
    const required = compilePhrase(text).terms
    const terms = required.map((term) => ({ term, weight: 1 }))
    return required.length === 0 ? [] : [{ terms, required, excluded: [], within, k1: 1.2, depth: MOST_CHUNKS }]
  })
  const found = await view.chunks.lexical(probes)
  const isLowerBound = found.some(({ length }) => length === MOST_CHUNKS)
  // Commits are documents too, and no files.
  const files = found.flat().filter(({ document }) => context.pathOf(document) !== undefined)
  const documents = new Map(files.map(({ chunk, document }) => [chunk, document]))
  const unread = [...documents.keys()].filter((chunk) => !texts.has(chunk))
  for (const [chunk, text] of await view.chunks.texts(unread)) texts.set(chunk, text)
  const lines = new Map<DocumentId, number>()
  for (const [chunk, document] of documents) {
    const count = linesHolding(pattern, texts.get(chunk) ?? '').length
    if (count > 0) lines.set(document, (lines.get(document) ?? 0) + count)
  }
  return { lines, isLowerBound }
}

/** From 1. */
export function linesHolding(pattern: GrepPattern, text: string): readonly number[] {
  const matcher = matcherOf(pattern)
  return text.split('\n').flatMap((line, at) => (matcher.test(line) ? [at + 1] : []))
}
