import { afterEach, expect, it } from 'vitest'
import { openChannelCounts } from '../../src/team/channel-counts.ts'
import type { Channel } from '@wuku/core/ports/instances'

const MINUTE = 60_000

/** Channels of one process: each text reaches every subscriber, its own process among them. */
function openHub() {
  const heard = new Set<(text: string) => void>()
  const texts: string[] = []
  const open = (): Channel => ({
    publish(_, text) {
      texts.push(text)
      for (const each of heard) each(text)
    },
    subscribe(_, each) {
      heard.add(each)
      return () => void heard.delete(each)
    },
    close: async () => {},
  })
  return { open, texts, say: (text: string) => heard.forEach((each) => each(text)) }
}

const opened: { close(): void }[] = []
afterEach(() => opened.splice(0).forEach((each) => each.close()))

function openTwo() {
  const clock = { now: 0 }
  const hub = openHub()
  const [one, other] = [1, 2].map(() => openChannelCounts({ channel: hub.open(), now: () => clock.now }))
  if (!one || !other) throw new Error('Two were opened.')
  opened.push(one, other)
  const add = async (counts: typeof one, key = 'ann') => (await counts.add(key, MINUTE))?.count
  const passed = () => expect.poll(() => hub.texts.length).toBeGreaterThan(0)
  return { one, other, add, clock, hub, passed }
}

it('an instance counts at once, and hears soon what others counted', async () => {
  const { one, other, add, hub } = openTwo()
  expect([await add(one), await add(one), await add(other)]).toEqual([1, 2, 1])
  await expect.poll(() => hub.texts.length).toBe(2)
  expect(await add(one)).toBe(4)
})

it('nothing is said twice, and no key stands in what is said', async () => {
  const { one, other, add, hub, passed } = openTwo()
  await add(one, 'credential of ann')
  await passed()
  one.close()
  one.close()
  other.close()
  expect(hub.texts).toHaveLength(1)
  expect(hub.texts.join()).not.toContain('ann')
})

it('a window ends for all at the moment at which it ends for the first', async () => {
  const { one, other, add, clock, passed } = openTwo()
  await add(one)
  clock.now = 40_000
  await passed()
  expect(await other.add('ann', MINUTE)).toEqual({ count: 2, milliseconds: 20_000 })
  clock.now = 60_001
  expect([await add(one), await add(other)]).toEqual([1, 1])
})

it.each(['nonsense', '{}', '["x"]', '["x",[["k",-1,5],["k","1",5],[1,2,3],null]]'])(
  '%s changes nothing',
  async (said) => {
    const { one, add, hub } = openTwo()
    hub.say(said)
    expect(await add(one, 'k')).toBe(1)
  },
)

it('many keys go in texts that a channel takes', async () => {
  const { one, other, hub, add } = openTwo()
  await Promise.all(Array.from({ length: 1_000 }, (_, nth) => add(one, `key ${nth}`)))
  one.close()
  expect(Math.max(...hub.texts.map((text) => Buffer.byteLength(text)))).toBeLessThan(7_000)
  expect(await add(other, 'key 999')).toBe(2)
})
