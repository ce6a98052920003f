import { readFileSync, globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { owner } from '@wuku/kernel/base/caller'
import { recall } from '@wuku/kernel/operations/recall/recall'
import type { Output } from '@wuku/kernel/operations/recall/shape'
import type { SearchOutput } from '../../src/search/chat-search-shapes.ts'
import { openChats, type ChatsHouse, type Told } from './chats-house.ts'

const told: readonly Told[] = [
  {
    id: 'sails-aaaa',
    age: 30,
    said: ['user: Which sail did we order?', 'assistant: The tan one of four metres, in canvas.'],
  },
  {
    id: 'canvas-bbb',
    age: 12,
    said: ['user: Where is canvas sold?', 'assistant: At the chandler by the harbour.', 'user: And a sail?'],
  },
  { id: 'harbour-cc', age: 2, said: ['user: When does the harbour run dry?', 'assistant: Twice a day, at low tide.'] },
  { id: 'fan-dddddd', age: 40, said: ['user: 我们订了哪种帆布？', 'assistant: 四米的棕色帆布，在港口旁边的店里买。'] },
  { id: 'gangkou-ee', age: 5, said: ['user: 港口什么时候没有水？', 'assistant: 每天两次，退潮的时候。'] },
  { id: 'mixed-ffff', age: 9, said: ['user: 港口 harbour 的 tide 表在哪里？', 'assistant: 在 chandler 的墙上。'] },
]
const house: { now?: Promise<ChatsHouse> } = {}

it.each([
  ['which sail of canvas did we order'],
  ['harbour dry at low tide'],
  ['帆布在哪里买'],
  ['帆布在哪裡買'],
  ['港口 tide 表'],
  [
    'I walked along the water yesterday and it was a fine day for it. When does the harbour run dry? Keep it short, please.',
  ],
])('recall and search_conversations put conversations in the same order: %s', async (query) => {
  const { engine, call } = await (house.now ??= openChats(told))
  const context = { engine, caller: owner('tester'), signal: new AbortController().signal, progress: () => {} }
  const { hits } = (await recall.run(recall.input.parse({ query, weak: true, limit: 50 }), context)) as Output
  const recalled = [...new Set(hits.map(({ path }) => path))]
  const { topChatIds } = await call<SearchOutput>('search_conversations', { intent_query: query, weak: true })
  expect(topChatIds.length).toBeGreaterThan(0)
  expect(recalled.slice(0, topChatIds.length)).toEqual(topChatIds)
})

it('conversations are found by the search of the kernel alone', () => {
  const askers = globSync('packages/chats/src/**/*.ts').filter((path) =>
    readFileSync(path, 'utf8').includes('.lexical('),
  )
  expect(askers).toEqual([])
})
