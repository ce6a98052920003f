import type { ChunkId } from '@wuku/core/core-types'
import type { Hit, HitFacts } from '@wuku/kernel/query/types'

/** Hits of what was read from a service: who wrote the passage, when, and where it stands there. */
export const describeConnectedHits = async (hits: readonly Hit[]): Promise<ReadonlyMap<ChunkId, HitFacts>> =>
  new Map(hits.flatMap((hit) => (hit.source.options.connected ? [[hit.chunk, factsOf(hit)] as const] : [])))

function factsOf({ document: { meta, title, modifiedAt }, headings, passage, source }: Hit): HitFacts {
  const { url = '', author: by = '', state = '', createdAt = modifiedAt } = meta
  const ofComment =
    passage.anchor === undefined ? undefined : /^(.*?), (\d{4}-\d\d-\d\d \d\d:\d\d)/.exec(headings.at(-1) ?? '')
  const author = ofComment?.[1] ?? String(by)
  const at = ofComment ? `${ofComment[2]?.replace(' ', 'T')}:00.000Z` : new Date(Number(createdAt)).toISOString()
  const about = [source.name, author, at.slice(0, 10), String(state), String(url)].filter((part) => part !== '')
  return { about: about.join(' · '), title, url: String(url), author, writtenAt: at }
}
