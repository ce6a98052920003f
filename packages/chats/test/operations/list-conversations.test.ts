import { expect, it } from 'vitest'
import { listConversations } from '../../src/operations/list-conversations.ts'
import { openChats, type Answer } from '../chats-house.ts'
import { conversation, said } from '../drafts.ts'

const DAY = 86_400_000
const AT = Date.UTC(2026, 10, 1, 10)

const talk = (id: string, { model, project, day }: { model: string; project: string; day: number }) =>
  conversation(
    id,
    [
      said('u1', 'When is the tide?', { at: AT + day * DAY }),
      said('a1', 'At noon.', { role: 'assistant', at: AT + day * DAY + 1_000, model }),
    ],
    { title: { text: `Tides of day ${day}`, given: 'person' }, project },
  )

const house = openChats()
await house.add({
  'one.jsonl': talk('tide-0001', { model: 'm1', project: '/p/harbour', day: 0 }),
  'two.jsonl': talk('tide-0002', { model: 'm2', project: '/p/harbour', day: 1 }),
  'three.jsonl': talk('tide-0003', { model: 'm1', project: '/p/moon', day: 2 }),
})

interface Listed {
  readonly list: readonly { readonly id: string }[]
  readonly total: number
  readonly choices: { readonly models: unknown; readonly projects: unknown }
}
const list = (given: Answer): Promise<Listed> => house.call<Listed>(listConversations, given)

it.each<[says: string, given: Answer, ids: string]>([
  ['all, newest first', {}, 'tide-0003 tide-0002 tide-0001'],
  ['a model', { model: 'm1' }, 'tide-0003 tide-0001'],
  ['a project', { project: 'harbour' }, 'tide-0002 tide-0001'],
  ['days', { since: '2026-11-02', until: '2026-11-02' }, 'tide-0002'],
  ['words of the title', { title: 'DAY 2' }, 'tide-0003'],
  ['a source that is not here', { source: 'elsewhere' }, ''],
  ['the second page', { page: 2, page_size: 2 }, 'tide-0001'],
])('lists %s', async (_, given, ids) => expect((await list(given)).list.map(({ id }) => id).join(' ')).toBe(ids))

it('tells what the filters can be, whatever they are', async () => {
  const { total, choices } = await list({ model: 'm2', page_size: 1 })
  expect(total).toBe(1)
  expect(choices).toMatchObject({
    models: [
      { name: 'm1', conversations: 2 },
      { name: 'm2', conversations: 1 },
    ],
    projects: [
      { name: '/p/harbour', conversations: 2 },
      { name: '/p/moon', conversations: 1 },
    ],
  })
})
