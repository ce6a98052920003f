import { describe, expect, it } from 'vitest'
import type { SearchOutput } from '../../src/search/chat-search-shapes.ts'
import { openChats, type ChatsHouse, type Told } from '../search/chats-house.ts'

const told: readonly Told[] = [
  { id: 'harbour-one', title: '港口', said: ['user: the harbour', 'assistant: 潮汐'] },
  { id: 'harbour-two', said: ['user: the harbour wall'] },
  { id: 'island/three', said: ['user: the island'] },
]

const idsIn = async (house: ChatsHouse): Promise<readonly string[]> =>
  (await house.call<SearchOutput>('search_conversations', { intent_query: '*' })).topChatIds.toSorted()

interface Answer {
  readonly notes: readonly string[]
}

describe('delete_conversation', () => {
  it('only says what would go, unless it is told otherwise', async () => {
    const house = await openChats(told)
    const { notes, ...answer } = await house.call<Answer>('delete_conversation', {
      chatIds: ['harbour-o', 'nobody-here'],
    })
    expect(answer).toEqual({
      status: 'ok',
      dryRun: true,
      chatIds: ['harbour-one'],
      perChat: [
        { chatId: 'harbour-one', exists: true, title: '港口', toDelete: { chat: 1, messages: 2 } },
        { chatId: 'nobody-here', exists: false, toDelete: { chat: 0, messages: 0 } },
      ],
      totals: { chat: 1, messages: 2 },
    })
    expect(notes.join(' ')).toMatch(/Nothing was deleted.*not touched/)
    expect(await idsIn(house)).toHaveLength(3)
  })
  it.each([
    [{ chatId: 'harbour-one' }, ['harbour-two', 'island/three']],
    [{ chatId: 'island/three' }, ['harbour-one', 'harbour-two']],
    [{ chatId: 'harbour-one', chatIds: ['harbour-two', 'harbour-one'] }, ['island/three']],
  ])('takes out %j, also for later runs', async (given, left) => {
    const house = await openChats(told)
    const answer = await house.call('delete_conversation', { ...given, dry_run: false })
    expect(answer).toMatchObject({ dryRun: false, deleted: { chat: 3 - left.length } })
    expect(await idsIn(house)).toEqual(left)
    await house.engine.index.update({ sources: [], force: true })
    expect(await idsIn(house)).toEqual(left)
  })
  it.each([
    [{}, 'bad-input'],
    [{ chatId: 'nobody-here' }, 'not-found'],
    [{ chatId: 'harbour-' }, 'ambiguous'],
    [{ chatId: 'wuku://chats/archive/harbour-one#m1', dry_run: false }, 'bad-input'],
    [{ chatIds: ['island/three', 'harbour-'], dry_run: false }, 'ambiguous'],
  ])('refuses %j', async (given, code) => {
    const house = await openChats(told)
    expect((await house.refusal('delete_conversation', given)).code).toBe(code)
    expect(await idsIn(house)).toHaveLength(3)
  })
})
