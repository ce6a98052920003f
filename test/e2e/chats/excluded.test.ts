import { beforeAll, describe, expect, it } from 'vitest'
import { openChatsHouse, type ChatsAgent } from './chats-house.ts'
import { folder, pathOf, sessionOf, talk } from './talk.ts'

const [kept, ruled, marked, gone, unknown] = [1, 2, 3, 4, 5].map(sessionOf) as [string, string, string, string, string]

const house = openChatsHouse()
let agent: ChatsAgent
beforeAll(async () => {
  house.write(pathOf(kept), talk(kept, ['the harbour', 'is kept']))
  house.write(pathOf(ruled), talk(ruled, ['the harbour', 'of a client'], { cwd: '/home/ada/clients/one' }))
  house.write(pathOf(marked), talk(marked, ['DO NOT INDEX THIS CHAT', 'a harbour']))
  house.write(pathOf(gone), talk(gone, ['the harbour', 'to be forgotten']))
  house.json('add', folder, '--kind', 'chats', '--name', 'log', '--exclude', `**/${ruled}.jsonl`)
  house.json('forget', `wuku://chats/log/${gone}`)
  agent = await house.agent()
})

describe('a conversation that is left out on purpose', () => {
  it.each([
    [ruled, /left out of the index on purpose.*chats\.exclude.*wuku index/s],
    [marked, /left out of the index on purpose.*wuku index/s],
    [gone, /was forgotten.*wuku remove chats\/log/s],
    [unknown, /No conversation has the id|not found/i],
  ] as const)('%s is told as what it is', async (id, said) => {
    expect(await agent.refused('gather_chats', { chatIds: [id] })).toMatch(said)
    expect(await agent.refused('open', { citation: `wuku://chats/log/${id}` })).toMatch(said)
    const { status, stderr } = house.run('chats', 'show', id)
    expect([status, stderr]).toEqual([1, expect.stringMatching(said)])
  })

  it('is counted with its rule by a run', () => {
    const { stdout } = house.run('index', '--force', '--verbose')
    expect(stdout).toMatch(/Left out \(\d\)[^]*exclude[^]*/)
    for (const id of [ruled, marked, gone]) expect(stdout).toContain(id)
  })
})
