import { describe, expect, it } from 'vitest'
import { owner } from '@wuku/kernel/base/caller'
import { recall } from '@wuku/kernel/operations/recall/recall'
import type { Output } from '@wuku/kernel/operations/recall/shape'
import type { SearchOutput } from '../../src/search/chat-search-shapes.ts'
import { openChats, type Told } from './chats-house.ts'

const told: readonly Told[] = [
  {
    id: 'piano-talk',
    said: [
      'user: Good evening! I wonder what to do with my week.',
      'assistant: Tell me about it.',
      'user: I take piano lessons with Mrs. Varga every Tuesday evening after work.',
      'assistant: Piano lessons on Tuesday evening: the piano lessons with Mrs. Varga are your fixed evening, so keep Tuesday evening for piano lessons.',
    ],
  },
  {
    id: 'dog-talk',
    said: [
      'user: 我上个月从收容所领养了一只小狗，名字叫豆豆。',
      'assistant: 领养的小狗叫豆豆，真好！刚领养的小狗需要打疫苗，小狗豆豆多大了？',
    ],
  },
  {
    id: 'cat-talk',
    said: [
      'user: 我去年從收容所領養了一隻貓咪，名字叫芝麻。',
      'assistant: 領養的貓咪叫芝麻，真好！剛領養的貓咪需要打疫苗，貓咪芝麻多大了？',
    ],
  },
]

async function ask(query: string, of: readonly Told[]): Promise<Output> {
  const { engine } = await openChats(of)
  const context = { engine, caller: owner('tester'), signal: new AbortController().signal, progress: () => {} }
  return (await recall.run(recall.input.parse({ query }), context)) as Output
}

describe('what somebody said of themselves is cited where they said it, before its reply', () => {
  it.each([
    ['On which evening do I have piano lessons?', 'piano-talk-message-3'],
    ['Who gives me my piano lessons?', 'piano-talk-message-3'],
    ['我领养的小狗叫什么名字？', 'dog-talk-message-1'],
    ['我領養的貓咪叫什麼名字？', 'cat-talk-message-1'],
    ['what is the name of 我领养的小狗', 'dog-talk-message-1'],
  ])('%s', async (query, message) => {
    const { hits } = await ask(query, told)
    expect(hits[0]?.citation).toMatch(new RegExp(`#${message}$`))
    expect(hits[0]?.turns?.length).toBeGreaterThan(0)
  })
  it('and not of others', async () => {
    const { hits } = await ask('piano lessons on Tuesday evening', told)
    expect(hits[0]?.citation).toMatch(/#piano-talk-message-4$/)
  })
})

/** What was said later says it in fewer of the words of the question. */
const moved: readonly Told[] = [
  { id: 'first-flat', age: 200, said: ['user: I live in Bergen, in a flat by the harbour, and I like to live there.'] },
  { id: 'second-flat', age: 20, said: ['user: By the way, I live in Oslo since the move to the new flat.'] },
  { id: 'old-phone', age: 300, said: ['user: 我的手机是小米手机，用着挺顺手。'] },
  { id: 'new-phone', age: 30, said: ['user: 上周我的手机丢了，换了华为手机。'] },
  { id: 'old-post', age: 300, said: ['user: 我的職位是會計，做了三年。'] },
  { id: 'new-post', age: 30, said: ['user: 升了，我的職位改成財務主管。'] },
  { id: 'recipe', age: 1, said: ['user: A recipe for rye bread that goes in the oven at night.'] },
]

describe('what holds now is what was said last', () => {
  it.each([
    ['Where do I live now?', 'second-flat'],
    ['In which city do I currently live in a flat?', 'second-flat'],
    ['我现在的手机是什么手机？', 'new-phone'],
    ['我目前的手机', 'new-phone'],
    ['我目前的職位是什麼？', 'new-post'],
    ['後來的職位', 'new-post'],
  ])('%s', async (query, chat) => {
    const { hits } = await ask(query, moved)
    expect(hits[0]?.citation).toContain(chat)
    const { call } = await openChats(moved)
    const { results } = await call<SearchOutput>('search_conversations', { intent_query: query })
    expect(results[0]?.chatId).toBe(chat)
  })
  it.each([
    ['Where did I live in a flat by the harbour?', 'first-flat'],
    ['a recipe for the latest rye bread', 'recipe'],
    ['我的手机用着顺手吗', 'old-phone'],
  ])('but not of another time, or of something else: %s', async (query, chat) => {
    const { hits } = await ask(query, moved)
    expect(hits[0]?.citation).toContain(chat)
  })
})
