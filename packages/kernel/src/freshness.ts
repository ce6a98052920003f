import type { DocumentId, Freshness, Source, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { Feed } from '@wuku/core/ports/feed'
import type { FeedPorts } from './base/ports.ts'
import { GONE } from './index/diff.ts'

/**
 * Asks the feed about just the documents that are shown: one look at each, no bytes read. A document of none of the
 * sources is `unknown`.
 */
export async function freshnessWithin(
  sources: readonly Source[],
  documents: readonly StoredDocument[],
  { open }: FeedPorts,
): Promise<ReadonlyMap<DocumentId, Freshness>> {
  const feeds = new Map<SourceId, Feed>()
  for (const source of sources)
    if (documents.some((document) => document.source === source.id)) feeds.set(source.id, await open.feed(source))
  const judged = await Promise.all(
    documents.map(async (document) => [document.id, await judge(document, feeds.get(document.source))] as const),
  )
  return new Map(judged)
}

async function judge({ item, stamp: known }: StoredDocument, feed: Feed | undefined): Promise<Freshness> {
  if (!feed) return 'unknown'
  const stamp = await feed.stamp(item, known === GONE ? undefined : known)
  if (stamp === undefined) return known === GONE || (await feed.isThere()) ? 'missing' : 'unknown'
  return stamp === known ? 'fresh' : 'stale'
}
