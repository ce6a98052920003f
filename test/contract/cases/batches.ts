import { everything } from '@wuku/core/ports/access'
import { chunkCount, documentAt, holdersOf, lexicalIn, vocabularyOf } from '../one-of-store.ts'
import { expect } from 'vitest'
import type { SourceId, StoredDocument } from '@wuku/core/core-types'
import type { StoreView, Store } from '@wuku/core/ports/store'
import { batchOf, moveOf, moving, probeFor, putting, sliceOf, sourceNamed } from '../samples.ts'
import { casesOf } from '../cases-of.ts'

const pathsIn = async (view: StoreView): Promise<string[]> => (await view.documents.list()).map(({ path }) => path)

const foundBy = (store: Pick<Store, 'read'>, word: string): Promise<string[]> =>
  store.read(everything, async (view) => {
    const found = await lexicalIn(view, probeFor([word]))
    return (await view.chunks.passages(found.map(({ chunk }) => chunk))).map(({ document }) => document.path)
  })

const idsOf = (store: Pick<Store, 'read'>, word: string) =>
  store.read(everything, async (view) =>
    (await lexicalIn(view, probeFor([word]))).map(({ chunk, document }) => ({ chunk, document })),
  )

const documentsOf = async (view: StoreView, source: SourceId): Promise<readonly StoredDocument[]> =>
  (await view.documents.list({ sources: [source] })).toSorted((a, b) => (a.path < b.path ? -1 : 1))

export const batchCases = casesOf({
  'shows a batch to reads that begin after it, and to no other': async ({ store, notes }) => {
    await store.read(everything, async (before) => {
      await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb and flood' }]))
      expect(await pathsIn(before)).toEqual([])
      expect(await lexicalIn(before, probeFor(['ebb']))).toEqual([])
      expect(await store.read(everything, pathsIn)).toEqual(['tides.md'])
      expect(await chunkCount(before)).toBe(0)
    })
    expect(await foundBy(store, 'ebb')).toEqual(['tides.md'])
  },
  'takes over the documents of another source in one moment, in place of those of the same items': async ({
    store,
    notes,
  }) => {
    const other = await store.addSource(sourceNamed('aside'))
    await store.apply(
      putting(
        notes.id,
        ['tides.md', 'moon.md', 'gone.md'].map((path) => ({ path, text: `old ${path}` })),
      ),
    )
    await store.apply(
      putting(
        other.id,
        ['tides.md', 'new.md'].map((path) => ({ path, text: 'ebb' })),
      ),
    )
    const ids = await store.read(everything, (view) => documentsOf(view, other.id))
    await store.read(everything, async (before) => {
      await store.apply(batchOf(notes.id, { remove: ['gone.md'], takes: other.id }))
      expect((await documentsOf(before, notes.id)).map(({ path }) => path)).toEqual(['gone.md', 'moon.md', 'tides.md'])
    })
    await store.read(everything, async (view) => {
      const there = await documentsOf(view, notes.id)
      expect(there.map(({ path }) => path)).toEqual(['moon.md', 'new.md', 'tides.md'])
      expect(there.filter(({ path }) => path !== 'moon.md')).toEqual(ids.map((each) => ({ ...each, source: notes.id })))
      expect(await documentsOf(view, other.id)).toEqual([])
    })
    await store.removeSource(other.id)
    const onlyNotes = { sources: new Set([notes.id]), hidden: true }
    const found = (word: string) =>
      store.read(onlyNotes, async (view) => (await lexicalIn(view, probeFor([word]))).length)
    expect([await found('ebb'), await found('old')]).toEqual([2, 1])
  },
  'takes in nothing of a batch that fails': async ({ store, notes }) => {
    await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
    const twice = putting(notes.id, [
      { path: 'moon.md', text: 'full' },
      { path: 'same.md', item: 'a', text: 'one' },
      { path: 'same.md', item: 'b', text: 'two' },
    ])
    await expect(store.apply({ ...twice, remove: ['tides.md'] })).rejects.toThrow()
    expect(await store.read(everything, pathsIn)).toEqual(['tides.md'])
    expect(await foundBy(store, 'ebb')).toEqual(['tides.md'])
    expect(await foundBy(store, 'full')).toEqual([])
    expect(await store.read(everything, (view) => chunkCount(view))).toBe(1)
  },
  'keeps what it answered for when it is opened again': {
    needs: 'reopen',
    run: async ({ store, notes, again }) => {
      await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
      await store.close()
      expect(await foundBy(await again(), 'ebb')).toEqual(['tides.md'])
    },
  },
  'refuses a batch for a source that is gone': async ({ store }) => {
    const batch = putting(99 as SourceId, [{ path: 'tides.md', text: 'ebb' }])
    await expect(store.apply(batch)).rejects.toMatchObject({ code: 'unknown-source' })
  },
  'replaces all documents of an item that is put again, under new ids': async ({ store, notes }) => {
    await store.apply(
      putting(notes.id, [
        { path: 'log/1', item: 'log', text: 'ebb' },
        { path: 'log/2', item: 'log', text: 'flood\n\nebb' },
        { path: 'other.md', text: 'ebb' },
      ]),
    )
    const before = await idsOf(store, 'ebb')
    await store.apply(putting(notes.id, [{ path: 'log/2', item: 'log', text: 'storm' }]))
    expect(await store.read(everything, pathsIn)).toEqual(['log/2', 'other.md'])
    expect(await foundBy(store, 'flood')).toEqual([])
    expect(await foundBy(store, 'storm')).toEqual(['log/2'])
    expect(await foundBy(store, 'ebb')).toEqual(['other.md'])
    const [storm] = await idsOf(store, 'storm')
    expect(storm?.chunk).toBeGreaterThan(Math.max(...before.map(({ chunk }) => chunk)))
    expect(await store.read(everything, (view) => view.chunks.passages(before.map(({ chunk }) => chunk)))).toHaveLength(
      1,
    )
    expect(await store.read(everything, (view) => chunkCount(view))).toBe(2)
  },
  'removes items, their words and their counts': async ({ store, notes }) => {
    await store.apply(
      putting(notes.id, [
        { path: 'tides.md', text: 'ebb flood' },
        { path: 'moon.md', text: 'full ebb' },
      ]),
    )
    await store.apply(batchOf(notes.id, { remove: ['tides.md'] }))
    await store.tidy()
    await store.read(everything, async (view) => {
      expect(await pathsIn(view)).toEqual(['moon.md'])
      expect([...(await holdersOf(view, ['ebb', 'flood', 'full', 'tides']))]).toEqual([
        ['ebb', 1],
        ['full', 1],
      ])
      expect(await vocabularyOf(view, 'f', 10)).toEqual([{ term: 'full', holders: 1 }])
      expect(await documentAt(view, notes.id, 'tides.md')).toBeUndefined()
      expect([...(await view.sources.manifest(notes.id)).keys()]).toEqual(['moon.md'])
    })
  },
  'gives no id out a second time': async ({ store, notes }) => {
    await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
    const [before] = await idsOf(store, 'ebb')
    await store.apply(batchOf(notes.id, { remove: ['tides.md'] }))
    await store.tidy()
    await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
    const [after] = await idsOf(store, 'ebb')
    expect(after?.chunk).toBeGreaterThan(before?.chunk ?? Infinity)
    expect(after?.document).toBeGreaterThan(before?.document ?? Infinity)
  },
  'moves an item: same ids, found by the words of its new path only': async ({ store, notes }) => {
    await store.apply(putting(notes.id, [{ path: 'harbour/tides.md', text: 'ebb\n\nflood' }]))
    const before = [...(await idsOf(store, 'ebb')), ...(await idsOf(store, 'flood'))]
    const text = 'ebb\n\nflood'
    await store.apply(moving(notes.id, 'harbour/tides.md', { path: 'coast/tides.md', text, stamp: 'second' }))
    expect([...(await idsOf(store, 'ebb')), ...(await idsOf(store, 'flood'))]).toEqual(before)
    expect(await foundBy(store, 'coast')).toEqual(['coast/tides.md', 'coast/tides.md'])
    expect(await foundBy(store, 'harbour')).toEqual([])
    const manifest = await store.read(everything, (view) => view.sources.manifest(notes.id))
    expect([...manifest.values()]).toMatchObject([{ item: 'coast/tides.md', stamp: 'second' }])
    expect(await store.read(everything, (view) => chunkCount(view))).toBe(2)
  },
  'lets paths change hands within one batch': async ({ store, notes }) => {
    await store.apply(
      putting(notes.id, [
        { path: 'a.md', text: 'ebb' },
        { path: 'b.md', text: 'flood' },
        { path: 'c.md', text: 'storm' },
      ]),
    )
    await store.apply(
      batchOf(notes.id, {
        remove: ['c.md'],
        move: [moveOf('a.md', { path: 'b.md', text: 'ebb' }), moveOf('b.md', { path: 'c.md', text: 'flood' })],
        put: sliceOf([{ path: 'a.md', text: 'calm' }]),
      }),
    )
    const holders = ['ebb', 'flood', 'storm', 'calm'].map((word) => foundBy(store, word))
    expect(await Promise.all(holders)).toEqual([['b.md'], ['c.md'], [], ['a.md']])
  },
  'touches: another stamp, nothing else': async ({ store, notes }) => {
    await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
    const before = await idsOf(store, 'ebb')
    await store.apply(batchOf(notes.id, { touch: [{ item: 'tides.md', stamp: 'second' }] }))
    expect(await idsOf(store, 'ebb')).toEqual(before)
    const document = await store.read(everything, (view) => documentAt(view, notes.id, 'tides.md'))
    expect(document).toMatchObject({ stamp: 'second', title: 'tides.md' })
  },
  'stores documents without chunks, and chunks without words': async ({ store, notes }) => {
    await store.apply(
      putting(notes.id, [
        { path: 'empty.md', text: '' },
        { path: '--', title: '--', text: '...' },
      ]),
    )
    await store.read(everything, async (view) => {
      expect(await pathsIn(view)).toEqual(['--', 'empty.md'])
      expect(await chunkCount(view)).toBe(1)
    })
    await store.apply(batchOf(notes.id, { remove: ['empty.md', '--'] }))
    expect(await store.read(everything, pathsIn)).toEqual([])
  },
  'lets several write at once without losing a batch': {
    needs: 'share',
    run: async ({ store, notes, again }) => {
      const stores = [store, await again(), await again()]
      const paths = Array.from({ length: 30 }, (_, i) => `note-${String(i).padStart(2, '0')}.md`)
      await Promise.all(
        paths.map((path, i) => (stores[i % 3] ?? store).apply(putting(notes.id, [{ path, text: `ebb ${i}` }]))),
      )
      for (const one of stores) expect(await one.read(everything, pathsIn)).toEqual(paths)
      expect((await store.read(everything, (view) => holdersOf(view, ['ebb']))).get('ebb')).toBe(30)
    },
  },
  'tidies while a read stands open elsewhere, once it has ended': async ({ store, notes }) => {
    await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
    let tidied = Promise.resolve()
    await store.read(everything, async (view) => {
      await store.apply(batchOf(notes.id, { remove: ['tides.md'] }))
      tidied = store.tidy()
      expect(await pathsIn(view)).toEqual(['tides.md'])
    })
    await tidied
    expect(await store.read(everything, pathsIn)).toEqual([])
  },
})
