import { everything } from '@wuku/core/ports/access'
import { holdersOf } from '../../../../test/contract/one-of-store.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTestStore } from '../../../../test/test-store.ts'
import { cjkWordsOf, correctionsOf } from '../../src/search/cjk-typos.ts'
import { fold } from '@wuku/text/terms/fold'
import type { StoreView } from '@wuku/core/ports/store'
import { openChats } from './chats-house.ts'
import { runs } from '../../../../test/scale.ts'

/**
 * Characters without a meaning together, none another way to write another: forty of them, so that more pairs begin alike
 * than are looked at at once.
 */
const characters = Array.from({ length: 80 }, (_, at) => String.fromCodePoint(0x4e10 + at))
  .filter((one) => fold(one) === one)
  .slice(0, 40)

/** Every character in the middle of 槛 and 阔, as often as it is told. */
async function askedOf(counts: readonly number[]) {
  const said = counts.flatMap((count, at) =>
    Array.from({ length: count }, () => `user: 槛${characters[at]}阔` as const),
  )
  const store = openTestStore()
  await openChats([{ id: 'pairs', said: ['user: nothing', ...said] }], { store })
  return store
}

/** All that may have been meant, one by one. */
async function commonest(view: StoreView): Promise<readonly string[]> {
  const holders = await holdersOf(
    view,
    characters.flatMap((one) => [`槛${one}`, `${one}阔`]),
  )
  return characters
    .map((one) => ({ one, held: Math.min(holders.get(`槛${one}`) ?? 0, holders.get(`${one}阔`) ?? 0) }))
    .filter(({ held }) => held > 0)
    .toSorted((a, b) => b.held - a.held || (a.one < b.one ? -1 : 1))
    .slice(0, 4)
    .map(({ one }) => `槛${one}阔`)
}

it('mends a wrong character with the commonest that fit, however many pairs begin as it does', async () => {
  const [word] = cjkWordsOf('槛龘阔')
  expect(word?.written).toBe('槛龘阔')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 40, maxLength: 40 }), async (counts) => {
      const store = await askedOf(counts)
      await store.read(everything, async (view) => {
        const mended = word ? await correctionsOf(word, view) : []
        expect(mended.map(({ text: said }) => said)).toEqual(await commonest(view))
      })
    }),
    { numRuns: runs(20) },
  )
})
