import type { SourceId } from '@wuku/core/core-types'
import type { ChunkView, TermView, TextProbe } from '@wuku/core/ports/index-view'
import type { ReadContext } from '../read-context.ts'
import { createFindAdmitted, type FindAdmitted } from './admitted.ts'
import { documentsContaining } from './documents-containing.ts'
import { searchLexically } from './lexical.ts'
import { createSegmentList, type SegmentList, whileReplaced } from './segment-list.ts'
import { statsOf, vocabularyOf } from './term-counts.ts'
import type { SegmentReader } from './term-rows.ts'

export interface PostingView {
  readonly lexical: ChunkView['lexical']
  readonly terms: TermView
}

/** Everything that is answered by postings. Its parts share the list of segments. */
export function createPostingView(context: ReadContext): PostingView {
  const parts: Parts = {
    reader: { db: context.db, cache: context.caches.segments },
    list: createSegmentList(context),
    admittedBy: createFindAdmitted(context),
  }
  return { lexical: createLexical(parts), terms: createTermView(parts) }
}

interface Parts {
  readonly reader: SegmentReader
  readonly list: SegmentList
  readonly admittedBy: FindAdmitted
}

const createLexical =
  ({ reader, list, admittedBy }: Parts): ChunkView['lexical'] =>
  (probes) =>
    whileReplaced(async () => {
      const activeProbes = probes.filter(({ depth, terms }) => depth > 0 && terms.length > 0)
      if (activeProbes.length === 0) return probes.map(() => [])
      const segments = await list.within(sourcesOf(activeProbes))
      const narrowed = await Promise.all(
        activeProbes.map(async (probe) => {
          const { within = {} } = probe
          return { probe, sources: within.sources && new Set(within.sources), admitted: await admittedBy(within) }
        }),
      )
      const answers = await searchLexically(reader, segments, narrowed)
      return probes.map((probe) => answers[activeProbes.indexOf(probe)] ?? [])
    })

/** `undefined`: a probe is about all of them. */
function sourcesOf(probes: readonly TextProbe[]): readonly SourceId[] | undefined {
  const sources = new Set<SourceId>()
  for (const { within } of probes) {
    if (!within?.sources) return undefined
    for (const source of within.sources) sources.add(source)
  }
  return [...sources]
}

function createTermView({ reader, list, admittedBy }: Parts): TermView {
  return {
    stats: (terms, sources) => whileReplaced(async () => statsOf(reader, await list.within(sources), terms)),
    vocabulary: (prefixes, limit, sources) =>
      whileReplaced(async () => vocabularyOf(reader, await list.within(sources), { prefixes, limit })),
    documentsWith: (terms, within = {}) =>
      whileReplaced(async () =>
        documentsContaining(reader, {
          terms,
          segments: await list.within(within.sources),
          admitted: await admittedBy(within),
        }),
      ),
  }
}
