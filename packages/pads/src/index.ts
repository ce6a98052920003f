import { policy } from '@wuku/core/policy'
import type { StoredDocument } from '@wuku/core/core-types'
import type { LatestRequest, LatestPart } from '@wuku/kernel/base/kind'
import { padsFacts } from './pad-facts.ts'
import { importArchive } from './import-archive.ts'
import { partOf } from './part-of.ts'
import type { Storehouse } from '@wuku/kernel/base/operation'

/** Workflows and scratchpads: an agent's working memory, with the tools of scratchpad-mcp under their own names. */
export const pads: Storehouse = {
  kind: 'pads',
  summary: 'working scratchpads',
  feed: 'scratchpads',
  facts: padsFacts,
  reader: async () => (await import('./pad-reader.ts')).padsReader,
  ranking: policy.ofPads,
  operations: async () => (await import('./operations/index.ts')).padOperations,
  hits: { latest: latestEntries },
  keeping: { ingest: importArchive },
  sharing: {
    type: 'workflow',
    async find(what, { pads: known }) {
      const identified = await known.workflow(what)
      if (identified) return [identified]
      return (await known.workflows({ limit: Number.MAX_SAFE_INTEGER, offset: 0 })).items.filter(
        ({ name }) => name === what,
      )
    },
  },
  claims: { folders: async (documents, view) => (await import('./part-of.ts')).foldersOf(documents, view) },
  partOf,
}

/** The ends of the pads that were written to last: most are appended to. */
async function latestEntries(
  newest: readonly StoredDocument[],
  { view, time: { since = -Infinity, before = Infinity }, limit }: LatestRequest,
): Promise<readonly LatestPart[]> {
  const written = newest
    .map((document) => ({ document, at: document.modifiedAt }))
    .filter(({ at }) => at >= since && at < before)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limit)
  const chunks = await view.chunks.of(written.map(({ document }) => document.id))
  return written.flatMap(({ document, at }) => {
    const facts = chunks.get(document.id)?.at(-1)
    return facts ? [{ document, facts, at }] : []
  })
}
