import { everything } from '@wuku/core/ports/access'
import { expect, it } from 'vitest'
import { readCatalogue } from '../../src/catalogue.ts'
import { createSourceCache } from '@wuku/kernel/base/source-cache'
import { countedShares, readShares } from '../../src/stats/stats.ts'
import { openChats } from '../chats-house.ts'
import { conversation, said } from '../drafts.ts'

const always = { from: -Infinity, to: Infinity }
const AT = Date.UTC(2026, 9, 1, 10)

it('what is too much for one call is reckoned, and counted by the calls after it', async () => {
  const { store, add } = openChats()
  const sourceCache = createSourceCache()
  for (const id of ['a', 'b', 'c'])
    await add({
      [`${id}.jsonl`]: conversation(`chat-${id}`, [said('u', '问'), said('v', 'why', { at: AT, model: 'm' })]),
    })
  const looked: number[] = []
  await store.read(everything, async (view) => {
    // Long ones in the eyes of whoever decides what to look into; as short as can be to be read.
    const entries = (await readCatalogue(view, { sources: { cache: sourceCache } })).entries.map((entry) => ({
      ...entry,
      messages: 150_000,
    }))
    for (let call = 0; call < 4; call++) {
      const { all, reckoned } = await readShares(
        { entries, window: always },
        { view, offset: 0, known: sourceCache.byContent(countedShares) },
      )
      expect(all.map(({ entry }) => entry)).toEqual(entries)
      expect(all.filter(({ shares }) => shares[0]?.messages === 150_000)).toHaveLength(reckoned)
      expect(all.filter(({ shares }) => shares[0]?.messages === 2)).toHaveLength(entries.length - reckoned)
      looked.push(entries.length - reckoned)
    }
  })
  expect(looked).toEqual([1, 2, 3, 3])
})

it('what only partly lies within the time is counted each time', async () => {
  const { store, add } = openChats()
  const sourceCache = createSourceCache()
  await add({
    'a.jsonl': conversation('chat-a', [said('u', 'one', { at: AT }), said('v', 'two', { at: AT + 60_000 })]),
  })
  await store.read(everything, async (view) => {
    const { entries } = await readCatalogue(view, { sources: { cache: sourceCache } })
    const counted = async (from: number): Promise<readonly number[]> => {
      const { all } = await readShares(
        { entries, window: { from, to: Infinity } },
        { view, offset: 0, known: sourceCache.byContent(countedShares) },
      )
      return all.flatMap(({ shares }) => shares.map(({ messages }) => messages))
    }
    expect([await counted(AT), await counted(AT + 1), await counted(AT), await counted(AT + 60_001)]).toEqual([
      [2],
      [1],
      [2],
      [],
    ])
  })
})
