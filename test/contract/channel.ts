import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Channel } from '@wuku/core/ports/instances'

export interface ChannelUnderTest {
  /** As one instance has it; `store`: those of one name hear one another. */
  open(store: string): Channel
}

const TRIES = 9_000

/** Waits until `hears` finds what it wants; a channel promises nothing sooner. */
export async function untilHeard(hears: () => boolean): Promise<void> {
  for (let tries = 0; !hears(); await sleep(10)) if (++tries > TRIES) throw new Error('Nothing was heard.')
}

/** Connected both ways: says something until it is heard. */
export async function connected(from: Channel, to: Channel): Promise<void> {
  let isHeard = false
  const stop = to.subscribe('connected', () => (isHeard = true))
  await untilHeard(() => {
    if (!isHeard) from.publish('connected', '')
    return isHeard
  })
  stop()
}

export async function withChannels<T>(
  { open }: ChannelUnderTest,
  stores: readonly string[],
  work: (channels: readonly Channel[]) => Promise<T>,
): Promise<T> {
  const channels = stores.map(open)
  try {
    return await work(channels)
  } finally {
    await Promise.all(channels.map((channel) => channel.close()))
  }
}

export function channelContract(under: ChannelUnderTest): void {
  it('tells all instances of a store what one says, in any order', () =>
    withChannels(under, ['one', 'one'], async ([from, to]) => {
      if (!from || !to) return
      await connected(from, to)
      await connected(to, from)
      const heard: string[] = []
      const own: string[] = []
      to.subscribe('news', (text) => heard.push(text))
      from.subscribe('news', (text) => own.push(text))
      // What was subscribed to before is there as well then.
      for (const each of [from, to]) await connected(from, each)
      const said = ['潮汐 🌊', 'two\nlines', '', 'x'.repeat(7_000)]
      for (const text of said) from.publish('news', text)
      await untilHeard(() => heard.length + own.length === 2 * said.length)
      expect([heard, own].map((each) => each.toSorted())).toEqual([said.toSorted(), said.toSorted()])
    }))
  it('keeps topics, stores and those who left apart', () =>
    withChannels(under, ['one', 'one', 'other'], async ([from, to, other]) => {
      if (!from || !to || !other) return
      await connected(from, to)
      await connected(other, other)
      const heard: string[] = []
      to.subscribe('b', (text) => heard.push(`b ${text}`))
      to.subscribe('a', (text) => heard.push(`left ${text}`))()
      to.subscribe('a', (text) => heard.push(`a ${text}`))
      other.subscribe('a', (text) => heard.push(`other ${text}`))
      for (const each of [to, other]) await connected(each, each)
      from.publish('a', '1')
      from.publish('b', '2')
      await untilHeard(() => heard.length >= 2)
      await sleep(100)
      expect(heard.toSorted()).toEqual(['a 1', 'b 2'])
    }))
  it('says nothing and breaks nothing after its end', () =>
    withChannels(under, ['one'], async ([channel]) => {
      await channel?.close()
      channel?.publish('a', '1')
      await channel?.close()
    }))
}

/** A service that was killed and started again while two listened: what is said meanwhile is lost, and the next is heard. */
export async function hearsAgain(
  [from, to]: readonly (Channel | undefined)[],
  server: { kill(): Promise<unknown>; start(): Promise<unknown> },
): Promise<void> {
  if (!from || !to) return
  const heard: string[] = []
  to.subscribe('a', (text) => heard.push(text))
  await connected(from, to)
  await server.kill()
  from.publish('a', 'lost')
  await sleep(300)
  await server.start()
  await untilHeard(() => {
    from.publish('a', 'again')
    return heard.includes('again')
  })
  expect(heard).not.toContain('lost')
}
