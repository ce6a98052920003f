import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linesOf, openChatsHouse, type Answer, type ChatsAgent, type ChatsHouse } from './chats-house.ts'
import { claude, conversations } from './conversations.ts'
import { installPrograms, places } from './programs.ts'

const houses = { bare: openChatsHouse(), named: openChatsHouse(), agents: openChatsHouse() }
const open = Object.values(houses).flatMap(({ home }) => installPrograms(home))
let everything: ChatsAgent
let added: Answer

beforeAll(async () => {
  const { agents } = houses
  added = agents.json('add', '--agent', 'all')
  for (const place of [places.aider, places.chatgpt, places.claudeAi]) agents.json('add', place)
  everything = await agents.agent()
})
afterAll(() => open.forEach((db) => db.close()))

describe('wuku add', () => {
  const check = (house: ChatsHouse, args: readonly string[], documents: number) => {
    const { registered, added: taken, problems } = house.json('add', ...args)
    expect([registered[0].kind, taken, problems]).toEqual(['chats', documents, []])
    return registered[0].mayBe
  }

  it.each<[program: keyof typeof places, documents: number]>([
    ['claudeCode', 4],
    ['codex', 4],
    ['geminiCli', 3],
    ['cursor', 2],
    ['cursorCli', 3],
    ['openCode', 3],
    ['aider', 2],
    ['chatgpt', 2],
    ['claudeAi', 1],
    ['chatWise', 2],
  ])('recognises %s, and takes in the same when the kind is named', (program, documents) => {
    expect(check(houses.bare, [places[program]], documents)).toBeUndefined()
    expect(check(houses.named, [places[program], '--kind', 'chats'], documents)).toBeUndefined()
  })

  it('knows where the agents of a machine keep theirs', () => {
    expect(added['registered'].map(({ name }: Answer) => name)).toEqual([
      'claude-code',
      'codex',
      'gemini-cli',
      'cursor',
      'cursor-cli',
      'opencode',
      'chatwise',
    ])
    expect([added['added'], added['problems']]).toEqual([21, []])
  })

  it('says which agent is not on this machine, and which is not known', async () => {
    const house = openChatsHouse()
    const [none, unknown] = [house.run('add', '--agent', 'codex'), house.run('add', '--agent', 'copilot')]
    expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('wuku add <folder> --kind chats')])
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('claude-code, codex')])
  })

  it('finds nothing new the second time', () => {
    const again = houses.agents.json('index')
    expect(again).toMatchObject({ added: 0, changed: 0, moved: 0, removed: 0, missing: 0, unchanged: 26, problems: [] })
  })
})

describe('what each program wrote, in the words of all', () => {
  it.each(conversations)('%s', async (id, facts, lines) => {
    const gathered = await everything.call('gather_chats', { chatIds: [id] })
    expect(factsOf(gathered['chat'])).toEqual({ id, ...nothing, ...facts, messageCount: lines.length })
    expect(linesOf(gathered)).toEqual(lines)
    expect([gathered['cursor'], gathered['notes']]).toEqual([null, []])
  })

  it('is all that was taken in', async () => {
    const browsed = await everything.call('search_conversations', { intent_query: '*', limit_chats: 100 })
    expect(browsed['topChatIds'].toSorted()).toEqual(conversations.map(([id]) => id).toSorted())
  })

  it('shows thoughts when they are asked for', async () => {
    const thinkers = [claude, '0199aaaa-1111-7222-8333-444455556602', 'ses_tide001']
    const { narrative } = await everything.call('gather_chats', { chatIds: thinkers, includeThinking: true })
    const thoughts = narrative.flatMap(({ thinking }: Answer) => thinking ?? [])
    expect(thoughts).toEqual(['Look where it is kept.', 'Find its uses first.', 'The moon decides.'])
  })

  it('leaves out abandoned branches and tools on request', async () => {
    const asked = { chatIds: [claude], branches: 'active', includeTools: false }
    expect(linesOf(await everything.call('gather_chats', asked))).toEqual([
      'u1 10:00:00 user: Why does the basket forget its discount after a reload? 购物车的折扣丢了',
      'a1 10:00:05 assistant: I look where the discount is kept.',
      'u3 10:00:30 user: Put it into a cookie instead. 用 cookie',
      'q1 10:00:37 user: And cover it with a test.',
      'a5 10:00:40 assistant: Covered by basket.test.ts.',
    ])
  })
})

const nothing = { models: [], files: [], inputTokens: 0, outputTokens: 0 }

function factsOf({ timeRange, ...chat }: Answer): object {
  const [from, to] = [timeRange.from, timeRange.to].map((at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`)
  const project = chat['project']?.replace(houses.agents.home, '~')
  return { ...chat, ...(project && { project }), citation: undefined, time: `${from} ${to}` }
}
