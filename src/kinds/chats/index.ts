import { subagentsOf } from './attendants.ts'
import { chatHomes } from './homes.ts'
import { chatsFacts } from './facts.ts'
import { without } from './reading/restore.ts'
import { writtenWithin } from './written-within.ts'
import { partOf } from './part-of.ts'
import type { Storehouse } from '../../engine/operation.ts'

/** Conversations with agents, with the tools of chatwise-mcp under their own names. */
export const chats: Storehouse = {
  kind: 'chats',
  says: 'past conversations with agents',
  feed: 'conversations',
  facts: chatsFacts,
  reader: async () => (await import('./reader.ts')).chatsReader,
  ranking: {
    k1: 0.9,
    support: [0, 0],
    closeness: 0.15,
    hybrid: { lexical: 1, semantic: 1 },
    turns: { near: [0.25, 0.2], whole: 0.5 },
  },
  operations: async () => (await import('./operations/index.ts')).chatOperations,
  homes: chatHomes,
  forgetting: {
    attendants: subagentsOf,
    without,
  },
  hits: { writtenWithin, tell: async (hits, view) => (await import('./tell-hits.ts')).tellChats(hits, view) },
  partOf,
}
