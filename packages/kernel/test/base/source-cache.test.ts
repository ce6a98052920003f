import { expect, it } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import { createSourceCache, type CacheTopic } from '../../src/base/source-cache.ts'
import { everything } from '@wuku/core/ports/access'
import type { StoreView } from '@wuku/core/ports/store'
import { batchOf, putting, sourceNamed } from '../../../../test/contract/samples.ts'
import { openTestStore } from '../../../../test/test-store.ts'

const ebb = { path: 'ebb.md', text: 'ebb' }

/** Two sources of notes and a pad, and a cache that counts what it makes. */
async function openHouse(most = 4) {
  const store = openTestStore()
  const add = async (name: string, kind?: 'pads') => (await store.addSource(sourceNamed(name, kind))).id
  const [one, two, pads] = [await add('one'), await add('two'), await add('pads', 'pads')]
  const cache = createSourceCache()
  const [topic, whole]: readonly CacheTopic<string>[] = [{ capacity: most }, { capacity: most }]
  let made = 0
  const make = async (before: string | undefined) => `${++made}${before === undefined ? '' : ` after ${before}`}`
  const ask = <T>(work: (view: StoreView) => Promise<T>, sources: readonly SourceId[] | 'all' = 'all') =>
    store.read(sources === 'all' ? everything : { sources: new Set(sources), hidden: true }, work)
  return {
    store,
    one,
    two,
    pads,
    of: (source: SourceId, seen?: readonly SourceId[]) =>
      ask((view) => cache.ofSource(topic ?? { capacity: most }, { view, source }, make), seen),
    notes: (seen?: readonly SourceId[]) =>
      ask((view) => cache.ofKind(whole ?? { capacity: most }, { view, kind: 'notes' }, make), seen),
  }
}

it('keeps what is made of a source until the source changes, and gives it to what is made next', async () => {
  const { store, one, two, of } = await openHouse()
  expect([await of(one), await of(two), await of(one), await of(two)]).toEqual(['1', '2', '1', '2'])
  await store.apply(putting(one, [ebb]))
  expect([await of(one), await of(two), await of(one)]).toEqual(['3 after 1', '2', '3 after 1'])
  await store.apply(batchOf(one, { remove: [ebb.path] }))
  expect(await of(one)).toBe('4 after 3 after 1')
})

it('keeps what is made of a kind until one of its sources changes', async () => {
  const { store, two, pads, notes } = await openHouse()
  expect([await notes(), await notes()]).toEqual(['1', '1'])
  await store.apply(putting(pads, [ebb]))
  expect(await notes()).toBe('1')
  await store.apply(putting(two, [ebb]))
  expect(await notes()).toBe('2 after 1')
  await store.addSource(sourceNamed('three'))
  expect(await notes()).toBe('3')
})

it('gives a caller nothing that was made from a source that he does not see', async () => {
  const { one, two, of, notes } = await openHouse()
  expect([await of(one), await of(one, [one]), await of(one, [two]), await of(one, [two])]).toEqual([
    '1',
    '1',
    '2',
    '3',
  ])
  expect([await notes(), await notes([one]), await notes([two]), await notes([one])]).toEqual(['4', '5', '6', '5'])
})

it('keeps so many, those that were asked for last', async () => {
  const { one, two, of } = await openHouse(1)
  expect([await of(one), await of(one), await of(two), await of(one)]).toEqual(['1', '1', '2', '3'])
})
