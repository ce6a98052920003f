import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { linesOf, openChatsHouse, type Answer, type ChatsAgent } from './chats-house.ts'
import { pathOf, sessionOf, talk } from './talk.ts'

const house = openChatsHouse()
let agent: ChatsAgent

const spring = sessionOf(1)
const autumn = sessionOf(2)
const winter = sessionOf(3)
const endless = sessionOf(4)
const doomed = sessionOf(5)
const scarred = sessionOf(6)
const twin = sessionOf(7)
const DAY = 86_400_000
const START = Date.parse('2026-03-01T08:00:00Z')
const pages = Array.from({ length: 60 }, (_, at) => `Page ${at + 1}. ${'word 字 '.repeat(150)}`)

beforeAll(async () => {
  const told: readonly (readonly [id: string, said: readonly string[], day: number])[] = [
    [spring, ['Spring release', 'Plan it.', '先跑测试  then tag', 'Done.'], 0],
    [autumn, ['先跑测试 THEN tag', 'Tagged.', 'Autumn release', 'done.'], 1],
    [winter, ['Winter release', 'DONE.', 'Write the notes', 'Written.', '先跑测试\nthen tag'], 2],
    [endless, pages, 3],
    [doomed, ['What of Quorbenflax?', 'Gone with Zelbritquan, 退潮.'], 4],
    [scarred, ['Keep this: oystercatcher', 'Strike Vexilloxen out.', 'Keep that: turnstone'], 5],
    [twin, ['Keep me: greenshank'], 6],
  ]
  for (const [id, said, day] of told) house.write(pathOf(id), talk(id, said, { start: START + day * DAY }))
  house.json('add', '.claude', '--name', 'claude-code')
  agent = await house.agent()
})

const gather = (input: object): Promise<Answer> => agent.call('gather_chats', input)

describe('gather_chats', () => {
  it('tells many, and what all of them share', async () => {
    const { meta, narrative, commonAlignment, unknown, cursor } = await gather({ chatIds: [spring, autumn, winter] })
    expect(meta.map(({ chatIdx, id, title, timeRange }: Answer) => [chatIdx, id, title, timeRange.from])).toEqual([
      [1, spring, 'Spring release', START + 60_000],
      [2, autumn, '先跑测试 THEN tag', START + DAY + 60_000],
      [3, winter, 'Winter release', START + 2 * DAY + 60_000],
    ])
    expect(narrative.map(({ chatIdx, index, messageId }: Answer) => `${chatIdx}.${index} ${messageId}`)).toEqual([
      ...[1, 2, 3, 4].map((at) => `1.${at} t${at}`),
      ...[1, 2, 3, 4].map((at) => `2.${at} t${at}`),
      ...[1, 2, 3, 4, 5].map((at) => `3.${at} t${at}`),
    ])
    const ref = (chatIdx: number, index: number) => ({ chatIdx, index, messageIdPrefix: `t${index}` })
    expect(commonAlignment).toEqual([
      { role: 'user', content: '先跑测试  then tag', refs: [ref(1, 3), ref(2, 1), ref(3, 5)] },
      { role: 'assistant', content: 'Done.', refs: [ref(1, 4), ref(2, 4), ref(3, 2)] },
    ])
    expect([unknown, cursor]).toEqual([[], null])
  })

  it('takes beginnings of ids and citations, and names what is unknown or fits several', async () => {
    const chatIds = [spring.slice(0, 8), `wuku://chats/claude-code/${autumn}`, 'nobody-at-all', '000000']
    const { meta, unknown, ambiguous } = await gather({ chatIds })
    expect([meta.map(({ id }: Answer) => id), unknown]).toEqual([[spring, autumn], ['nobody-at-all']])
    expect([ambiguous[0].id, ambiguous[0].candidates.length]).toEqual(['000000', 7])
  })

  it.each([
    [['nobody-at-all'], /search_conversations/],
    [['000000'], /is a prefix of 7 conversation ids.*Give more of the id/s],
    [['00000'], /needs 6 characters/],
    [[], /chatIds/],
  ])('refuses %j, and says what to do', async (chatIds, said) => {
    expect(await agent.refused('gather_chats', { chatIds })).toMatch(said)
  })

  it('comes in pages that make the whole', async () => {
    const told: string[] = []
    let cursor: string | null | undefined
    let calls = 0
    do {
      const page: Answer = await gather({ chatIds: [endless], budget: 4_000, ...(cursor && { cursor }) })
      told.push(...linesOf(page))
      cursor = page['cursor']
      calls++
    } while (cursor !== null)
    expect(told.map((line) => /Page \d+/.exec(line)?.[0])).toEqual(pages.map((_, at) => `Page ${at + 1}`))
    expect(calls).toBeGreaterThan(3)
  })

  it('answers in text for people', async () => {
    const text = await agent.text('gather_chats', { chatIds: [spring, autumn], responseMode: 'text' })
    for (const part of [spring, 'Spring release', 'Autumn release', '先跑测试  then tag']) expect(text).toContain(part)
  })
})

describe('resolve_ids', () => {
  it.each([
    [{ chatIdPrefix: '00000003' }, { chatId: winter }, 1],
    [{ chatIdPrefix: '00000003', messageIdPrefix: 'T5' }, { messageId: 't5' }, 1],
    [{ chatIdPrefix: '000000' }, null, 7],
    [{ messageIdPrefix: 't60' }, { messageId: 't60', chatId: endless }, 1],
    [{ chatIdPrefix: 'nobody' }, null, 0],
  ])('%j', async (asked, resolved, total) => {
    const answer = await agent.call('resolve_ids', asked)
    expect(answer['total']).toBe(total)
    if (resolved) expect(answer['resolved']).toMatchObject(resolved)
    else expect(answer['resolved']).toBeNull()
    expect(answer['chats'].length + answer['messages'].length).toBeGreaterThanOrEqual(total)
  })

  it('refuses nothing', async () => expect(await agent.refused('resolve_ids')).toContain('chatIdPrefix'))
})

describe('what is taken out', () => {
  /** As the index writes words, and as its text does. */
  const isThere = (word: string): boolean => house.isLegible(word) || house.isLegible(word.toLowerCase())

  it('is deleted after a dry run, stays away, and leaves no byte', async () => {
    const asked = { chatIds: [doomed.slice(0, 8), 'nobody-at-all'] }
    const dry = await agent.call('delete_conversation', asked)
    expect(dry).toMatchObject({
      dryRun: true,
      chatIds: [doomed],
      perChat: [
        { chatId: doomed, exists: true, toDelete: { chat: 1, messages: 2 } },
        { chatId: 'nobody-at-all', exists: false, toDelete: { chat: 0, messages: 0 } },
      ],
      totals: { chat: 1, messages: 2 },
    })
    expect(dry['deleted']).toBeUndefined()
    expect([isThere('Quorbenflax'), isThere('退潮')]).toEqual([true, true])
    const real = await agent.call('delete_conversation', { ...asked, dry_run: false })
    expect([real['dryRun'], real['deleted']]).toEqual([false, { chat: 1, messages: 2 }])
    const gone = () => ['Quorbenflax', 'Zelbritquan', '退潮', doomed].filter(isThere)
    expect(gone()).toEqual([])
    house.append(pathOf(doomed), talk(doomed, ['Quorbenflax again']))
    const { added, changed, skipped } = house.json('index')
    expect([added, changed, skipped.filter(({ why }: Answer) => why === 'forgotten').length]).toEqual([0, 0, 1])
    expect(gone()).toEqual([])
    expect((await agent.call('search_conversations', { intent_query: 'Quorbenflax' }))['topChatIds']).toEqual([])
    expect(await agent.refused('gather_chats', { chatIds: [doomed] })).toContain('was forgotten')
    expect(readFileSync(join(house.home, pathOf(doomed)), 'utf8')).toContain('Quorbenflax again')
    expect(await agent.refused('delete_conversation', {})).toContain('chatId')
  })

  it('is one message when its citation is given, and the others stay', async () => {
    const citation = `wuku://chats/claude-code/${scarred}`
    const { status } = house.run('forget', `${citation}#t2`, '--dry-run')
    expect([status, isThere('Vexilloxen')]).toEqual([0, true])
    expect(house.run('forget', `${citation}#t2`).status).toBe(0)
    expect([isThere('Vexilloxen'), isThere('oystercatcher'), isThere('turnstone')]).toEqual([false, true, true])
    house.append(pathOf(scarred), talk(scarred, ['1', '2', '3', 'And whimbrel']).split('\n').slice(3).join('\n'))
    expect(house.json('index')).toMatchObject({ changed: 1 })
    expect([isThere('Vexilloxen'), isThere('whimbrel')]).toEqual([false, true])
    const { messages } = await gather({ chatIds: [scarred] })
    expect(messages.map(({ messageId }: Answer) => messageId)).toEqual(['t1', 't3', 't4'])
  })

  it('is a whole conversation when its citation has no message', () => {
    expect(house.run('forget', `wuku://chats/claude-code/${twin}`).status).toBe(0)
    expect(house.json('index', '--force')).toMatchObject({ added: 0 })
    expect(['greenshank', twin].filter(isThere)).toEqual([])
    const again = house.run('forget', `wuku://chats/claude-code/${twin}`)
    expect([again.status, again.stderr]).toEqual([1, expect.stringMatching(/\S/)])
  })

  type TakeOut = readonly [by: string, id: string, takeOut: (agent: ChatsAgent) => unknown]
  it.each<TakeOut>([
    ['its own process', winter, (own) => own.call('delete_conversation', { chatIds: [winter], dry_run: false })],
    ['another process', autumn, () => house.run('forget', `wuku://chats/claude-code/${autumn}`)],
  ])(
    'does not come back with a call that was answered before, and is noted after %s took it out',
    async (_, id, takeOut) => {
      const answering = await house.agent()
      expect((await answering.call('resolve_ids', { chatIdPrefix: id.slice(0, 8) }))['total']).toBe(1)
      await takeOut(answering)
      // Calls are noted when it ends, at the latest.
      await answering.client.close()
      expect(isThere(id)).toBe(false)
    },
  )
})
