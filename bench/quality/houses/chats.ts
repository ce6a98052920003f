import { join } from 'node:path'
import type { Engine } from '../../../src/engine/engine.ts'
import { askOperation } from '../../ask-operation.ts'
import { readSessions, sessionsIn, turnsOf, type Found } from '../../chats/sessions.ts'
import { writeSessions } from '../../chats/write.ts'
import type { MadeChat } from '../../chats/history.ts'
import type { Contestant, Ready } from '../contestant.ts'
import { PRODUCT } from '../set-results.ts'
import { openScratchHouse } from './open.ts'

/** Unit of an answer: a turn of a conversation, or a whole one. */
export type Wanted = 'turns' | 'sessions'

/** The conversations of `turns` as an agent's own program keeps them, asked as its storehouse is asked. */
export const chatsProduct = (turns: string, wanted: Wanted): Contestant => ({
  name: PRODUCT,
  async takeIn() {
    const { engine, scratch, close } = await openScratchHouse()
    const chats = readSessions(turns)
    writeSessions(chats, join(scratch, 'sessions'))
    await engine.sources.add({ root: join(scratch, 'sessions'), kind: 'chats', name: 'sessions', options: {} })
    const { added, problems } = await engine.index.update({ sources: ['sessions'] })
    if (added < chats.length)
      console.error(`${chats.length - added} conversations were not indexed.`, problems.slice(0, 3))
    return { ask: wanted === 'turns' ? turnsOf(engine, chats) : sessionsOf(engine, chats), close }
  },
})

const sessionsOf =
  (engine: Engine, chats: readonly MadeChat[]): Ready['ask'] =>
  async ({ text: intent_query, scope }) => {
    const input = { intent_query, project: scope, limit_chats: 100, limit_snippets_per_chat: 1, snippet_window: 1 }
    return sessionsIn(await askOperation<Found>(engine, 'search_conversations', input), chats)
  }
