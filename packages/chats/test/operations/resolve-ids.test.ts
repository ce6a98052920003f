import { describe, expect, it } from 'vitest'
import { resolveIds } from '../../src/operations/resolve-ids.ts'
import { openChats, type Answer } from '../chats-house.ts'
import { conversation, said } from '../drafts.ts'

async function house() {
  const opened = openChats()
  await opened.add({
    'a.jsonl': conversation('abcdef-1', [said('m1-ebb', 'ebb', { at: 2_000 }), said('m2', 'flood')]),
    'a.jsonl@2': conversation('abcdef-1', [said('m3', 'moon')]),
    'b.jsonl': conversation('abcdef-2', [said('m1-flood', '潮', { at: 1_000 })]),
    'c.jsonl': conversation('会话', [said('u9', '港口')]),
  })
  return opened
}

describe('ids that are completed', () => {
  interface Completed {
    readonly resolved: object | null
    readonly chats: readonly string[]
    readonly messages: readonly string[]
  }
  it.each<[says: string, given: Answer, expected: Completed]>([
    [
      'a whole conversation id',
      { chatIdPrefix: 'abcdef-2' },
      { resolved: { chatId: 'abcdef-2' }, chats: ['abcdef-2'], messages: [] },
    ],
    ['a short one, whole', { id: '会话' }, { resolved: { chatId: '会话' }, chats: ['会话'], messages: [] }],
    [
      'a beginning that fits two',
      { chat_id: 'abcdef' },
      { resolved: null, chats: ['abcdef-1', 'abcdef-2'], messages: [] },
    ],
    ['one that fits none', { chatIdPrefix: 'nobody' }, { resolved: null, chats: [], messages: [] }],
    [
      'a message anywhere',
      { messageIdPrefix: 'M1-e' },
      { resolved: { chatId: 'abcdef-1', messageId: 'm1-ebb' }, chats: [], messages: ['m1-ebb'] },
    ],
    ['messages of several', { messageIdPrefix: 'm1' }, { resolved: null, chats: [], messages: ['m1-ebb', 'm1-flood'] }],
    [
      'a message of one',
      { chatIdPrefix: 'abcdef-2', messageIdPrefix: 'm' },
      { resolved: { chatId: 'abcdef-2', messageId: 'm1-flood' }, chats: ['abcdef-2'], messages: ['m1-flood'] },
    ],
    [
      'a message of two',
      { chatIdPrefix: 'abcdef', messageIdPrefix: 'm2' },
      { resolved: { chatId: 'abcdef-1', messageId: 'm2' }, chats: ['abcdef-1', 'abcdef-2'], messages: ['m2'] },
    ],
  ])('%s', async (_says, given, expected) => {
    const answer = await (
      await house()
    ).call<{ resolved: unknown; chats: Answer[]; messages: Answer[] }>(resolveIds, given)
    expect({
      resolved: answer.resolved,
      chats: answer.chats.map((each) => each['chatId']).toSorted(),
      messages: answer.messages.map((each) => each['messageId']),
    }).toEqual(expected)
  })

  it('are cited by the part in which they stand', async () => {
    const { messages } = await (await house()).call<{ messages: Answer[] }>(resolveIds, { messageIdPrefix: 'm3' })
    expect(messages).toMatchObject([{ index: 3, citation: 'wuku://chats/agents/abcdef-1%402#m3' }])
  })

  it('say what is too short to be a beginning', async () => {
    const { notes } = await (await house()).call<{ notes: string[] }>(resolveIds, { chatIdPrefix: 'abc' })
    expect(notes).toEqual(['No id is "abc", and a prefix needs at least 6 characters.'])
  })

  it('resolve_ids refuses an empty request', async () =>
    expect((await (await house()).refusal(resolveIds, {})).code).toBe('bad-input'))

  it('say when not everything was looked through', async () => {
    const opened = openChats()
    const many = Array.from({ length: 201 }, (_, at) =>
      conversation(`chat-${at}`, [said(`m${at}-`, 'x', { at: at * 1_000 })]),
    )
    await opened.add(Object.fromEntries(many.map((each) => [each.id, each])))
    const { messages, notes } = await opened.call<{ messages: Answer[]; notes: string[] }>(resolveIds, {
      messageIdPrefix: 'm0-',
    })
    expect(messages).toEqual([])
    expect(notes).toEqual([expect.stringContaining('200 of 201')])
  })
})
