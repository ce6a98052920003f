import type { SourceId } from '../../../core/words.ts'
import type { ChunkView, TermView, TextProbe } from '../../../ports/index-view.ts'
import type { Look } from '../look.ts'
import { createFindAdmitted } from './admitted.ts'
import { documentsHolding } from './holding.ts'
import { searchLexically } from './lexical.ts'
import { createSegmentList, type SegmentList, whileReplaced } from './segment-list.ts'
import { statsOf, vocabularyOf } from './term-counts.ts'
import type { SegmentReader } from './term-rows.ts'

export function createLexical(look: Look): ChunkView['lexical'] {
  const [reader, list, admittedBy] = [readerOf(look), listOf(look), createFindAdmitted(look)]
  return (probes) =>
    whileReplaced(async () => {
      const asked = probes.filter(({ depth, terms }) => depth > 0 && terms.length > 0)
      if (asked.length === 0) return probes.map(() => [])
      const segments = await list.within(sourcesOf(asked))
      const narrowed = await Promise.all(
        asked.map(async (probe) => {
          const { within = {} } = probe
          return { probe, sources: within.sources && new Set(within.sources), admitted: await admittedBy(within) }
        }),
      )
      const answers = await searchLexically(reader, segments, narrowed)
      return probes.map((probe) => answers[asked.indexOf(probe)] ?? [])
    })
}

/** `undefined`: a probe is about all of them. */
function sourcesOf(probes: readonly TextProbe[]): readonly SourceId[] | undefined {
  const sources = new Set<SourceId>()
  for (const { within } of probes) {
    if (!within?.sources) return undefined
    for (const source of within.sources) sources.add(source)
  }
  return [...sources]
}

export function createTermView(look: Look): TermView {
  const [reader, list, admittedBy] = [readerOf(look), listOf(look), createFindAdmitted(look)]
  return {
    stats: (terms) => whileReplaced(async () => statsOf(reader, await list.within(), terms)),
    vocabulary: (prefixes, limit) =>
      whileReplaced(async () => vocabularyOf(reader, await list.within(), { prefixes, limit })),
    holding: (terms, within = {}) =>
      whileReplaced(async () =>
        documentsHolding(reader, {
          terms,
          segments: await list.within(within.sources),
          admitted: await admittedBy(within),
        }),
      ),
  }
}

const readerOf = ({ db, caches }: Look): SegmentReader => ({ db, cache: caches.segments })

/** One for all parts of a view. */
const lists = new WeakMap<Look, SegmentList>()

function listOf(look: Look): SegmentList {
  const list = lists.get(look) ?? createSegmentList(look)
  lists.set(look, list)
  return list
}
