import type { Engine } from '../../../engine/engine.ts'
import type { KnownLibrary } from '../libraries/known.ts'
import { rankSnippets } from './rank-snippets.ts'
import { scopeOfVersions } from './scope.ts'

/** A library by the best that it says to a question. */
export interface SpeakingLibrary {
  readonly known: KnownLibrary
  readonly relevance: number
}

/** Libraries by what their documentation says to a question, in their default versions; those that say nothing are left out. */
export async function byContent(
  query: string,
  libraries: readonly KnownLibrary[],
  engine: Engine,
): Promise<readonly SpeakingLibrary[]> {
  const chosen = libraries.flatMap((known) => (known.byDefault ? [{ known, version: known.byDefault }] : []))
  const { answering } = await engine.read((view) => scopeOfVersions(chosen, [], view))
  const { snippets } = await rankSnippets(
    { topics: [query], sources: answering.map(({ source }) => source), mode: undefined },
    engine,
  )
  const knownBySource = new Map(answering.map(({ source, known }) => [source.id, known]))
  const best = new Map<KnownLibrary, number>()
  for (const { source, relevance } of snippets) {
    const known = knownBySource.get(source)
    if (known && !best.has(known)) best.set(known, relevance)
  }
  return [...best].map(([known, relevance]) => ({ known, relevance }))
}
