import { everything } from '@wuku/core/ports/access'
import { chunkCount, holdersOf, lexicalIn } from '../one-of-store.ts'
import { expect } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import { WATCH_LEASE, type SourceDay } from '@wuku/core/ports/index-view'
import type { Store } from '@wuku/core/ports/store'
import { probeFor, putting, sourceNamed } from '../samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

/** Of a source that was counted on the 20th, the 22nd and the 24th. */
const daysAsked: readonly (readonly [from: string, to: string, days: readonly string[]])[] = [
  ['2026-11-01', '2026-11-30', ['2026-11-20', '2026-11-22', '2026-11-24']],
  ['2026-11-22', '2026-11-24', ['2026-11-22', '2026-11-24']],
  ['2026-11-23', '2026-11-23', ['2026-11-22']],
  ['2026-11-25', '2026-11-30', ['2026-11-24']],
  ['2026-11-01', '2026-11-19', []],
]

export const sourceCases: readonly StoreCase[] = [
  ...casesOf({
    'lists sources as they were added': async ({ store, notes }) => {
      const pads = await store.addSource({
        ...sourceNamed('notes', 'pads'),
        options: { patterns: ['*.md'], watch: true },
      })
      expect(pads).toEqual({
        id: pads.id,
        kind: 'pads',
        name: 'notes',
        root: '/home/notes',
        options: { patterns: ['*.md'], watch: true },
        indexedAt: null,
      })
      expect(await store.read(everything, (view) => view.sources.list())).toMatchObject([notes, pads])
    },
    'tells until when a process watches a source': async ({ store, notes }) => {
      const until = () => store.read(everything, async (view) => (await view.sources.facts())[0]?.watchedUntil)
      expect(await until()).toBeNull()
      await store.lease(`${WATCH_LEASE}${notes.id}`, 'ann', 10_000)
      expect(await until()).toBeGreaterThan(0)
      await store.release(`${WATCH_LEASE}${notes.id}`, 'ann')
      expect(await until()).toBeNull()
    },
    'refuses a second source of the same kind and name': async ({ store, notes }) => {
      await expect(store.addSource(sourceNamed('notes'))).rejects.toMatchObject({ code: 'source-exists' })
      expect(await store.read(everything, (view) => view.sources.list())).toMatchObject([notes])
    },
    'changes what is named and nothing else': async ({ store, notes }) => {
      const facts = () => store.read(everything, async (view) => (await view.sources.facts())[0])
      await store.changeSource(notes.id, { indexedAt: 5_000, report: { skipped: ['a', null, 1.5] } })
      expect(await facts()).toMatchObject({
        source: { ...notes, indexedAt: 5_000 },
        report: { skipped: ['a', null, 1.5] },
      })
      await store.changeSource(notes.id, { options: { exclude: ['drafts/**'] } })
      expect(await facts()).toMatchObject({
        source: { ...notes, indexedAt: 5_000, options: { exclude: ['drafts/**'] } },
        report: { skipped: ['a', null, 1.5] },
      })
      await store.changeSource(notes.id, { root: '/home/elsewhere' })
      expect((await facts())?.source).toEqual({
        ...notes,
        root: '/home/elsewhere',
        indexedAt: 5_000,
        options: { exclude: ['drafts/**'] },
      })
      await store.changeSource(notes.id, { report: null })
      expect((await facts())?.report).toBeNull()
    },
    'renames a source, also to the name that it has': async ({ store, notes }) => {
      const pads = await store.addSource(sourceNamed('日誌', 'pads'))
      await store.changeSource(notes.id, { name: '日誌', indexedAt: 5_000 })
      await store.changeSource(pads.id, { name: '日誌' })
      expect(await store.read(everything, (view) => view.sources.list())).toMatchObject([
        { ...notes, name: '日誌', indexedAt: 5_000 },
        pads,
      ])
      expect((await store.addSource(sourceNamed('notes'))).name).toBe('notes')
    },
    'refuses a new name that another source of its kind has, and changes nothing then': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      const taken = store.changeSource(other.id, { name: 'notes', indexedAt: 5_000 })
      await expect(taken).rejects.toMatchObject({ code: 'source-exists' })
      expect(await store.read(everything, (view) => view.sources.list())).toMatchObject([notes, other])
    },
    'refuses to change or remove a source that is not there': async ({ store }) => {
      const unknown = { code: 'unknown-source' }
      await expect(store.changeSource(99 as SourceId, {})).rejects.toMatchObject(unknown)
      await expect(store.removeSource(99 as SourceId)).rejects.toMatchObject(unknown)
    },
    'counts documents, chunks and bytes of every source': async ({ store, notes }) => {
      const empty = await store.addSource(sourceNamed('empty'))
      await store.apply(
        putting(notes.id, [
          { path: 'tides.md', text: 'ebb\n\nflood', modifiedAt: 2_000.5 },
          { path: 'moon.md', text: '満月', modifiedAt: 1_000 },
        ]),
      )
      expect(await store.read(everything, (view) => view.sources.facts())).toEqual([
        { source: notes, documents: 2, chunks: 3, bytes: 16, lastModified: 2_000.5, report: null, watchedUntil: null },
        { source: empty, documents: 0, chunks: 0, bytes: 0, lastModified: null, report: null, watchedUntil: null },
      ])
    },
    'removes a source with all it holds, and leaves the others alone': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb flood' }]))
      await store.apply(putting(other.id, [{ path: 'tides.md', text: 'ebb' }]))
      await store.apply(putting(notes.id, [{ path: 'moon.md', text: 'ebb' }]))
      await store.removeSource(notes.id)
      await store.read(everything, async (view) => {
        expect(await view.sources.list()).toMatchObject([other])
        expect(await chunkCount(view)).toBe(1)
        expect([...(await holdersOf(view, ['ebb', 'flood', 'moon']))]).toEqual([['ebb', 1]])
        expect((await view.documents.list()).map(({ source }) => source)).toEqual([other.id])
        expect(await lexicalIn(view, probeFor(['ebb'], { within: { sources: [notes.id] } }))).toEqual([])
      })
      expect((await store.addSource(sourceNamed('notes'))).id).toBeGreaterThan(other.id)
    },
    'counts a source as of a day, the last count of it': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
      await store.changeSource(notes.id, { countedOn: '2026-11-22' })
      await store.apply(putting(notes.id, [{ path: 'moon.md', text: 'ebb\n\nflood' }]))
      for (const { id } of [other, notes]) await store.changeSource(id, { countedOn: '2026-11-22' })
      expect(await daysIn(store, '2026-11-22', '2026-11-23')).toEqual([
        { day: '2026-11-22', source: notes.id, documents: 2, chunks: 3, bytes: 13 },
        { day: '2026-11-22', source: other.id, documents: 0, chunks: 0, bytes: 0 },
      ])
    },
  }),
  ...daysAsked.map(([from, to, days]): StoreCase => ({
    says: `tells the days from ${from} to ${to}, and the last before`,
    run: async ({ store, notes }) => {
      for (const day of ['2026-11-22', '2026-11-24', '2026-11-20'])
        await store.changeSource(notes.id, { countedOn: day })
      expect((await daysIn(store, from, to)).map(({ day }) => day)).toEqual(days)
    },
  })),
  ...casesOf({
    'forgets old days, but for the last of them, with the next that is counted': async ({ store, notes }) => {
      const kept = ['2025-10-10', '2026-11-01', '2026-12-01']
      for (const day of ['2025-10-01', ...kept]) await store.changeSource(notes.id, { countedOn: day })
      expect((await daysIn(store, '2000-01-01', '2027-01-01')).map(({ day }) => day)).toEqual(kept)
    },
    'forgets the days of a source with it': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      for (const { id } of [notes, other]) await store.changeSource(id, { countedOn: '2026-11-22' })
      await store.removeSource(notes.id)
      expect((await daysIn(store, '2026-11-01', '2026-11-30')).map(({ source }) => source)).toEqual([other.id])
    },
    'gives a source the days of the one in whose place it comes, but for its own': async ({ store, notes }) => {
      const next = await store.addSource(sourceNamed('next'))
      for (const day of ['2026-11-22', '2026-11-23']) await store.changeSource(notes.id, { countedOn: day })
      await store.apply(putting(next.id, [{ path: 'tides.md', text: 'ebb' }]))
      await store.changeSource(next.id, { countedOn: '2026-11-23' })
      await store.changeSource(next.id, { follows: notes.id })
      const days = await daysIn(store, '2026-11-01', '2026-11-30')
      expect(days.map(({ day, source, documents }) => [day, source, documents])).toEqual([
        ['2026-11-22', next.id, 0],
        ['2026-11-23', next.id, 1],
      ])
    },
  }),
]

const daysIn = (store: Store, from: string, to: string): Promise<readonly SourceDay[]> =>
  store.read(everything, (view) => view.sources.days({ from, to }))
