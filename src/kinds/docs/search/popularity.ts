import { dayOf } from '../../../engine/day.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { RankedSnippet } from './rank-snippets.ts'

/** Days that count. */
const DAYS = 30
const DAY_MS = 86_400_000
const GIVEN = 'given.document.'

/** Which documents were given to whoever asked; counted only where somebody wants it to decide ties. */
export function countGiven(snippets: readonly RankedSnippet[], engine: Engine): void {
  if (!engine.libraries.settings.popularity) return
  const day = dayOf(engine.now())
  const documents = new Set(snippets.map(({ document }) => document))
  engine.record({
    counts: [...documents].map((document) => ({ day, metric: GIVEN + document, library: 0, count: 1, sum: 0 })),
  })
}

/** Among snippets of the same relevance what was given more often comes first; nothing else moves. */
export async function orderByPopularity(
  snippets: readonly RankedSnippet[],
  engine: Engine,
): Promise<readonly RankedSnippet[]> {
  if (!engine.libraries.settings.popularity) return snippets
  const now = engine.now()
  const counts = await engine.read((view) =>
    view.records.counts({ from: dayOf(now - DAYS * DAY_MS), to: dayOf(now), metric: GIVEN }),
  )
  const given = new Map<string, number>()
  for (const { metric, count } of counts) given.set(metric, (given.get(metric) ?? 0) + count)
  const popularity = ({ document }: RankedSnippet): number => given.get(GIVEN + document) ?? 0
  return runsOf(snippets).flatMap((run) => run.toSorted((a, b) => popularity(b) - popularity(a)))
}

/** Neighbours that are as relevant as each other. */
function runsOf(snippets: readonly RankedSnippet[]): readonly (readonly RankedSnippet[])[] {
  const runs: RankedSnippet[][] = []
  for (const snippet of snippets) {
    const last = runs.at(-1)
    if (last?.[0]?.relevance === snippet.relevance) last.push(snippet)
    else runs.push([snippet])
  }
  return runs
}
