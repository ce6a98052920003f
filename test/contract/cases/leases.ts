import { everything } from '@wuku/core/ports/access'
import { expect } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import type { Store } from '@wuku/core/ports/store'
import { userOf } from '../account-samples.ts'
import { putting, sourceNamed } from '../samples.ts'
import { setOf } from '../vector-samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

type Step =
  | { readonly at: number; readonly asks: string; readonly gets: boolean }
  | { readonly at: number; readonly releases: string }

/** All for one lease of 100 milliseconds. */
const check =
  (steps: readonly Step[]): StoreCase['run'] =>
  async ({ store, clock }) => {
    for (const step of steps) {
      clock.now = 1_000 + step.at
      if ('releases' in step) await store.release('index', step.releases)
      else
        expect((await store.lease('index', step.asks, 100)) === step.asks, `${step.asks} at ${step.at}`).toBe(step.gets)
    }
  }

/** Beside the one that every case begins with. */
const sourcesIn = async (store: Store): Promise<readonly string[]> =>
  (await store.read(everything, (view) => view.sources.list())).slice(1).map(({ name }) => name)

const losses: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
  ['another has taken it', (store) => store.lease('index', 'bob', 100)],
  [
    'another has taken it and given it back',
    async (store) => {
      await store.lease('index', 'bob', 100)
      await store.release('index', 'bob')
    },
  ],
]

const writes: readonly (readonly [string, (store: Store, source: SourceId) => Promise<unknown>])[] = [
  ['a batch', (store, source) => store.apply(putting(source, [{ path: 'tides.md', text: 'calm' }]))],
  ['a write at a desk', (store) => store.write('all', (transaction) => transaction.addSource(sourceNamed('new')))],
  ['a source', (store) => store.addSource(sourceNamed('new'))],
  ['a change of a source', (store, source) => store.changeSource(source, { name: 'other' })],
  ['the removal of a source', (store, source) => store.removeSource(source)],
  ['a user', (store) => store.accounts.write((accounts) => accounts.addUser(userOf('ann')))],
  ['a set of vectors', (store) => store.vectors.addEmbeddingSet(setOf())],
  ['its renewal', (store) => store.lease('index', 'ann', 100)],
]

export const leaseCases: readonly StoreCase[] = [
  ...casesOf({
    'one owner at a time': check([
      { at: 0, asks: 'ann', gets: true },
      { at: 99, asks: 'bob', gets: false },
    ]),
    'taken over once it has run out': check([
      { at: 0, asks: 'ann', gets: true },
      { at: 100, asks: 'bob', gets: true },
      { at: 101, asks: 'ann', gets: false },
    ]),
    'renewed by its holder': check([
      { at: 0, asks: 'ann', gets: true },
      { at: 90, asks: 'ann', gets: true },
      { at: 150, asks: 'bob', gets: false },
      { at: 190, asks: 'bob', gets: true },
    ]),
    'free once its holder has released it': check([
      { at: 0, asks: 'ann', gets: true },
      { at: 10, releases: 'ann' },
      { at: 11, asks: 'bob', gets: true },
    ]),
    'released by nobody but its holder': check([
      { at: 0, asks: 'ann', gets: true },
      { at: 10, releases: 'bob' },
      { at: 11, asks: 'bob', gets: false },
    ]),
    'of a clock that was far ahead, it counts for no longer than any other': check([
      { at: 1e12, asks: 'ann', gets: true },
      { at: 0, asks: 'bob', gets: false },
      { at: 99, asks: 'bob', gets: false },
      { at: 100, asks: 'bob', gets: true },
      { at: 101, asks: 'ann', gets: false },
    ]),
    'renewed by its holder after a clock went back': check([
      { at: 1e12, asks: 'ann', gets: true },
      { at: 0, asks: 'bob', gets: false },
      { at: 90, asks: 'ann', gets: true },
      { at: 120, asks: 'bob', gets: false },
      { at: 190, asks: 'bob', gets: true },
    ]),
    'one name does not hinder another': async ({ store }) => {
      expect(await store.lease('index', 'ann', 100)).toBe('ann')
      expect(await store.lease('embed', 'bob', 100)).toBe('bob')
    },
    'a write under it goes through as long as nobody else took it, even when it has run out': async ({
      store,
      clock,
    }) => {
      await store.lease('index', 'ann', 100)
      clock.now += 200
      await store.under({ name: 'index', owner: 'ann' }).addSource(sourceNamed('late'))
      expect(await sourcesIn(store)).toEqual(['late'])
    },
  }),
  ...writes.flatMap(([what, write]) =>
    losses.map(([how, lose]): StoreCase => ({
      says: `${what} under it is refused once ${how}, and leaves nothing`,
      run: async ({ store, notes, clock }) => {
        await store.lease('index', 'ann', 100)
        const held = store.under({ name: 'index', owner: 'ann' })
        clock.now += 200
        await lose(store)
        await expect(write(held, notes.id)).rejects.toMatchObject({ code: 'lease-lost' })
        expect(await store.read(everything, (view) => view.sources.list())).toMatchObject([notes])
        expect(await store.read(everything, (view) => view.documents.list())).toEqual([])
        expect(await store.read(everything, ({ vectors }) => vectors.embeddingSets())).toEqual([])
      },
    })),
  ),
  ...casesOf({
    'a write under two leases needs both': async ({ store }) => {
      await store.lease('docs', 'ann', 100)
      await store.lease('index', 'ann', 100)
      const held = store.under({ name: 'docs', owner: 'ann' }).under({ name: 'index', owner: 'ann' })
      await held.addSource(sourceNamed('both'))
      await store.release('docs', 'ann')
      await expect(held.addSource(sourceNamed('one'))).rejects.toMatchObject({ code: 'lease-lost' })
      expect(await sourcesIn(store)).toEqual(['both'])
    },
    'what is no part of the work goes on once it is lost': async ({ store }) => {
      await store.lease('other', 'ann', 100)
      const held = store.under({ name: 'index', owner: 'ann' })
      await held.release('other', 'ann')
      await held.record({ counts: [{ day: '2026-01-01', metric: 'x', library: 0, count: 1, sum: 0 }] })
      await held.tidy()
      expect(await store.lease('other', 'bob', 100)).toBe('bob')
    },
  }),
]
