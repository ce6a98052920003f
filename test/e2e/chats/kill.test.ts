import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, expect, it } from 'vitest'
import { openChatsHouse } from './chats-house.ts'
import { pathOf, sessionOf, talk } from './talk.ts'

/** More threads would have more in hand when they are killed. */
const house = openChatsHouse({ WUKU_WORKERS: '1' })
const COUNT = 3_000
/** A word that stands in one conversation alone. */
const wordOf = (at: number): string => `zq${[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
const said = (at: number): readonly string[] => [
  `What of bird ${at}? 第${at}只鸟`,
  `It is called ${wordOf(at)}. ${'sings and flies. '.repeat(400)}`,
]

beforeAll(() => {
  for (let at = 1; at <= COUNT; at++) house.write(pathOf(sessionOf(at)), talk(sessionOf(at), said(at)))
  house.json('add', '--agent', 'claude-code', '--no-index')
})

/** Kills it once it says that so many were read. */
async function killAt(child: ChildProcess, read: number): Promise<void> {
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    const done = [...printed.matchAll(/"stage":"read","done":(\d+)/g)].map(([, count]) => Number(count))
    if (Math.max(0, ...done) >= read) child.kill('SIGKILL')
  })
  const [code, signal] = await once(child, 'close')
  expect([code, signal]).toEqual([null, 'SIGKILL'])
}

it('an import that is killed is completed by the next one, and nothing is there twice', async () => {
  await killAt(house.start('index', '--json'), 600)
  await killAt(house.start('index', '--json'), 100)
  const last = house.json('index')
  expect(last).toMatchObject({ changed: 0, removed: 0, missing: 0, problems: [] })
  expect([last['added'] + last['unchanged'], last['added'] < COUNT, last['added'] > 0]).toEqual([COUNT, true, true])
  expect(house.json('index')).toMatchObject({ added: 0, changed: 0, unchanged: COUNT })
  const agent = await house.agent()
  for (const at of [1, 777, 1_500, COUNT]) {
    const { topChatIds, results } = await agent.call('search_conversations', { intent_query: wordOf(at) })
    expect([topChatIds, results[0].hits, results[0].messageCount]).toEqual([[sessionOf(at)], 1, 2])
    expect(results[0].copies).toBeUndefined()
  }
  const browsed = await agent.call('search_conversations', { intent_query: '*', limit_chats: 100 })
  expect(new Set(browsed['topChatIds']).size).toBe(100)
})
