import { expect, it } from 'vitest'
import { owner } from '@wuku/kernel/base/caller'
import { recall } from '@wuku/kernel/operations/recall/recall'
import type { Output } from '@wuku/kernel/operations/recall/shape'
import { openChats, type Told } from './chats-house.ts'

const told: readonly Told[] = [
  {
    id: 'harbour-talk',
    said: [
      'user: When does the harbour of Saltmarsh run dry?',
      'assistant: The harbour runs dry twice a day, at low tide.',
      'user: And who rows the ferry over?',
      'assistant: Nobody; people walk.',
      'user: Does the harbour freeze?',
      'assistant: Saltmarsh has no frost worth the name, and its harbour never froze.',
    ],
  },
  { id: 'bread-talk', said: ['user: How long does rye bread rise?', 'assistant: A night in the cold.'] },
]

async function ask(query: string, more: object = {}): Promise<Output> {
  const { engine } = await openChats(told)
  const context = { engine, caller: owner('tester'), signal: new AbortController().signal, progress: () => {} }
  return (await recall.run(recall.input.parse({ query, ...more }), context)) as Output
}

const messageOf = (citation: string): string => citation.replace(/^.*#harbour-talk-message-/, '')

it('recall cites as many messages of one conversation as answer, each once', async () => {
  const { hits } = await ask('harbour of Saltmarsh')
  expect(hits.map(({ citation }) => messageOf(citation)).toSorted()).toEqual(['1', '2', '5', '6'])
})

it('recall shows a message beside a hit once, and the answer with the question', async () => {
  const { hits } = await ask('harbour of Saltmarsh')
  const [first] = hits
  expect(first?.turns?.map(({ who }) => who)).toEqual(['you', 'assistant'])
  const beside = hits.flatMap(({ turns = [] }) => turns.flatMap(({ citation = [] }) => citation))
  expect(new Set(beside).size).toBe(beside.length)
})

it('a message of several pieces is one hit', async () => {
  const pieces = [
    { kind: 'text', text: 'I look for the harbour of Saltmarsh.' },
    { kind: 'result', tool: 'grep', text: 'harbour of Saltmarsh' },
  ] as const
  const { engine } = await openChats([
    { id: 'tools', said: ['user: Where is it?', { role: 'assistant', pieces: [...pieces] }] },
  ])
  const { hits } = await engine.search.find({ query: 'harbour Saltmarsh', limit: 10, of: 'documents', messages: true })
  expect(hits).toHaveLength(1)
})

const same = ['user: Which sail did we order?', 'assistant: The tan one of four metres.'] as const
const aged: readonly Told[] = [
  { id: 'older-talk', age: 40, said: [...same, 'user: Thanks for the old answer'] },
  { id: 'newer-talk', age: 2, said: [...same, 'user: And thanks for the new answer'] },
]

it.each([
  [{}, ['newer', 'older']],
  [{ until: '7d' }, ['older']],
  [{ since: '7d' }, ['newer']],
  [{ until: '2026-10-30' }, ['newer', 'older']],
])('recall ranks the newest of equal conversations first, within %j', async (span, expected) => {
  const { engine } = await openChats(aged)
  const context = { engine, caller: owner('tester'), signal: new AbortController().signal, progress: () => {} }
  const asked = recall.input.parse({ query: 'tan sail of four metres', ...span })
  const { hits } = (await recall.run(asked, context)) as Output
  const all = hits.flatMap(({ citation, also }) => [citation, ...also])
  expect([...new Set(all.map((citation) => /(\w+)-talk/.exec(citation)?.[1]))]).toEqual(expected)
})
