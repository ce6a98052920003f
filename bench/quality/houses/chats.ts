import { join } from 'node:path'
import { askFriends, readFriends, type ChatsTool, type Wanted } from '../../chats/friends.ts'
import type { Depth } from '../../house/doors.ts'
import { fillHouse } from '../../house/kept.ts'
import type { Contestant } from '../contestant.ts'
import { shownIn } from '../product.ts'
import { PRODUCT } from '../set-results.ts'
import type { Question } from '../sets.ts'
import { openScratchHouse } from './open.ts'

/** The conversations of `turns` as an agent's own program keeps them, and the tool that is asked. */
export const chatsProduct = (turns: string, wanted: Wanted, tool: ChatsTool): Contestant => ({
  name: wanted === 'sessions' && tool === 'recall' ? `${PRODUCT}, ${tool}` : PRODUCT,
  async takeIn() {
    const { product, scratch, close } = await openScratchHouse()
    const friends = readFriends(turns)
    const sources = friends.sources(join(scratch, 'sessions'))
    const { added } = await fillHouse({ name: 'sessions', sources }, product)
    if (added < friends.count) console.error(`${friends.count - added} conversations were not indexed.`)
    const ask = async (question: Question, depth: Depth) =>
      shownIn(await askFriends(product, question, { tool, depth }), friends.idOf(wanted))
    return {
      ask: (question) => ask(question, 'default'),
      askDeep: (question) => ask(question, 'deep'),
      close,
    }
  },
})
