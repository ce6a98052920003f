import { padsFacts } from './facts.ts'
import { takeIn } from './take-in.ts'
import { partOf } from './part-of.ts'
import type { Storehouse } from '../../engine/operation.ts'

/** Workflows and scratchpads: an agent's working memory, with the tools of scratchpad-mcp under their own names. */
export const pads: Storehouse = {
  kind: 'pads',
  says: 'working scratchpads',
  feed: 'scratchpads',
  facts: padsFacts,
  reader: async () => (await import('./reader.ts')).padsReader,
  ranking: { k1: 1.2, support: [0.2, 0.1], closeness: 0.15, hybrid: { lexical: 1, semantic: 1 } },
  operations: async () => (await import('./operations/index.ts')).padOperations,
  hits: { latest: async (newest, asked) => (await import('./latest.ts')).latestEntries(newest, asked) },
  keeping: { takeIn },
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
  partOf,
}
