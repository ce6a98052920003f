import { everything } from '@wuku/core/ports/access'
import { chunkCount, documentAt, lexicalIn, bodyOf, vocabularyOf } from '../one-of-store.ts'
import { expect } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import type { PadTransaction } from '@wuku/core/ports/pads'
import type { Store, StoreTransaction, StoreView, WriteScope } from '@wuku/core/ports/store'
import { callOf, everyLibrary, libraryOf, versionOf } from '../library-samples.ts'
import { probeFor, putting, sourceNamed } from '../samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

const pathsIn = async (view: StoreView): Promise<string[]> => (await view.documents.list()).map(({ path }) => path)

const foundIn = async (view: StoreView, word: string): Promise<number> =>
  (await lexicalIn(view, probeFor([word]))).length

const padsIn = async (view: StoreView): Promise<string[]> => (await view.pads.everyPad()).map(({ id }) => id)

const addPad = async (pads: PadTransaction, content: string): Promise<void> => {
  const times = { createdAt: 1, updatedAt: 1 }
  await pads.addWorkflow({ id: 'w', name: '潮汐', description: null, scope: null, isActive: true, ...times })
  await pads.addPad({ id: 'p', workflow: 'w', title: 'Log', content, by: 'test', how: 'create', ...times })
}

const gate = () => Promise.withResolvers<void>()

/** Reads, decides and writes: with anyone in between, a count is lost. */
const countUp = (store: Store, source: SourceId): Promise<void> =>
  store.write('all', async (transaction) => {
    const document = await documentAt(transaction, source, 'count.md')
    const count = document ? Number(await bodyOf(transaction, document.id)) : 0
    const pad = await transaction.pads.pad('p')
    await transaction.apply(putting(source, [{ path: 'count.md', text: String(count + 1) }]))
    await transaction.pads.changePad('p', {
      content: `${pad?.content ?? ''}${count},`,
      at: 2,
      by: 'test',
      how: 'count',
    })
  })

const countIn = (store: Pick<Store, 'read'>, source: SourceId) =>
  store.read(everything, async (view) => {
    const document = await documentAt(view, source, 'count.md')
    return { count: document && (await bodyOf(view, document.id)), pad: (await view.pads.pad('p'))?.content }
  })

const countsTo = (end: number) => ({
  count: String(end),
  pad: Array.from({ length: end }, (_, count) => `${count},`).join(''),
})

const looks: readonly (readonly [says: string, look: (transaction: StoreTransaction) => Promise<unknown>])[] = [
  ['its view', (transaction) => transaction.sources.list()],
  ['its writes', (transaction) => transaction.apply(putting(1 as SourceId, [{ path: 'late.md', text: 'late' }]))],
  ['its pads', (transaction) => transaction.pads.everyPad()],
  ['writes to its pads', (transaction) => transaction.pads.removePad('p')],
  ['its sources', (transaction) => transaction.addSource(sourceNamed('late'))],
  ['changes of its sources', (transaction) => transaction.changeSource(1 as SourceId, { name: 'late' })],
  ['removals of its sources', (transaction) => transaction.removeSource(1 as SourceId)],
  ['its libraries', (transaction) => transaction.libraries.libraries()],
  ['writes to its libraries', (transaction) => transaction.libraries.addLibrary(libraryOf())],
  ['its descriptions', (transaction) => transaction.annotations.contexts()],
  ['changes of its projects', (transaction) => transaction.annotations.putProjects([])],
  ['its records', (transaction) => transaction.records.calls({ limit: 1, offset: 0 })],
]

const refusesAfterwards = ([says, look]: (typeof looks)[number]): StoreCase => ({
  says: `refuses ${says} once it has ended, well or badly`,
  run: async ({ store }) => {
    const desks: StoreTransaction[] = []
    await store.write('all', async (transaction) => void desks.push(transaction))
    const failing = store.write('all', async (transaction) => {
      desks.push(transaction)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(desks).toHaveLength(2)
    for (const transaction of desks) await expect(look(transaction)).rejects.toThrow(/ended/)
    expect(await store.read(everything, pathsIn)).toEqual([])
  },
})

const nested: readonly (readonly [says: string, write: (store: Store) => Promise<unknown>])[] = [
  ['a batch', (store) => store.apply(putting(1 as SourceId, [{ path: 'inner.md', text: 'ebb' }]))],
  ['a write', (store) => store.write('all', async () => {})],
  ['a source', (store) => store.addSource(sourceNamed('inner'))],
  ['a lease', (store) => store.lease('index', 'me', 1_000)],
  ['records', (store) => store.record({ calls: [callOf(1)] })],
  ['its end', (store) => store.close()],
]

const refusesWithin = ([says, write]: (typeof nested)[number]): StoreCase => ({
  says: `refuses ${says} from within, which would wait for itself`,
  run: async ({ store, notes }) => {
    await store.write('all', async (transaction) => {
      await expect(write(store)).rejects.toThrow(/within a write/)
      await transaction.apply(putting(notes.id, [{ path: 'outer.md', text: 'ebb' }]))
    })
    expect(await store.read(everything, pathsIn)).toEqual(['outer.md'])
    await write(store)
  },
})

/** Those that exclude each other come one after the other, whatever else a store lets overlap. */
const exclusions: readonly (readonly [says: string, first: WriteScope, second: WriteScope])[] = [
  ['equal workflows', { workflow: 'w' }, { workflow: 'w' }],
  ['equal libraries', { library: 1 }, { library: 1 }],
  ['equal sources', { source: 1 as SourceId }, { source: 1 as SourceId }],
  ['descriptions and projects', 'annotations', 'annotations'],
  ['descriptions and everything', 'annotations', 'all'],
  ['everything and a workflow', 'all', { workflow: 'w' }],
  ['a library and everything', { library: 1 }, 'all'],
]

const exclude = ([says, first, second]: (typeof exclusions)[number]): StoreCase => ({
  says: `lets no two writes of ${says} overlap`,
  run: async ({ store }) => {
    const { promise: opened, resolve: open } = gate()
    const { promise: begun, resolve: begin } = gate()
    const steps: string[] = []
    const one = store.write(first, async () => {
      steps.push('first begins')
      begin()
      await opened
      steps.push('first ends')
    })
    await begun
    const two = store.write(
      second,
      async (transaction) => void steps.push(`second, ${(await transaction.sources.list()).length}`),
    )
    await store.read(everything, pathsIn)
    open()
    await Promise.all([one, two])
    expect(steps).toEqual(['first begins', 'first ends', 'second, 1'])
  },
})

/** A store may let them overlap, and run one of them again: what they write is there once. */
const keepsBoth: StoreCase = {
  says: 'loses nothing of writes of different scopes, be they run again',
  run: async ({ store, notes }) => {
    const times = { createdAt: 1, updatedAt: 1 }
    const names = Array.from({ length: 12 }, (_, at) => `w${at % 4}`)
    const facts = { description: null, scope: null, isActive: true, ...times }
    for (const id of new Set(names)) {
      await store.write({ workflow: id }, ({ pads }) => pads.addWorkflow({ id, name: id, ...facts }))
      const draft = { id, workflow: id, title: id, content: '', by: 'test', how: 'create', ...times }
      await store.write({ workflow: id }, ({ pads }) => pads.addPad(draft))
    }
    const append = (id: string): Promise<void> =>
      store.write({ workflow: id }, async (transaction) => {
        const content = `${(await transaction.pads.pad(id))?.content}+`
        await transaction.pads.changePad(id, { content, at: 2, by: 'test', how: 'append' })
        await transaction.apply(putting(notes.id, [{ path: `${id}.md`, text: content }]))
      })
    const other = store.write({ source: notes.id }, (transaction) =>
      transaction.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }])),
    )
    await Promise.all([...names.map(append), other])
    await store.read(everything, async (view) => {
      expect((await pathsIn(view)).toSorted()).toEqual(['tides.md', 'w0.md', 'w1.md', 'w2.md', 'w3.md'])
      for (const id of new Set(names)) expect((await view.pads.pad(id))?.content).toBe('+++')
    })
  },
}

export const writeCases: readonly StoreCase[] = [
  ...casesOf({
    'shows its changes to itself at once, and to others when it has ended': async ({ store, notes }) => {
      const answer = await store.write('all', async (transaction) => {
        expect(await foundIn(transaction, 'ebb')).toBe(0)
        await transaction.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
        await addPad(transaction.pads, 'flood')
        expect([await pathsIn(transaction), await foundIn(transaction, 'ebb'), await chunkCount(transaction)]).toEqual([
          ['tides.md'],
          1,
          1,
        ])
        expect(await padsIn(transaction)).toEqual(['p'])
        await store.read(everything, async (other) => {
          expect([await pathsIn(other), await foundIn(other, 'ebb'), await chunkCount(other)]).toEqual([[], 0, 0])
          expect(await padsIn(other)).toEqual([])
        })
        return 'done'
      })
      expect(answer).toBe('done')
      await store.read(everything, async (view) => {
        expect([await pathsIn(view), await foundIn(view, 'ebb')]).toEqual([['tides.md'], 1])
        expect((await view.pads.pad('p'))?.content).toBe('flood')
      })
    },
    'leaves nothing behind when it fails, and throws what was thrown': async ({ store, notes }) => {
      await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
      const words = (view: StoreView) => vocabularyOf(view, '', 10)
      const before = await store.read(everything, words)
      const thrown = new Error('changed my mind')
      const failing = store.write('all', async (transaction) => {
        await transaction.apply(putting(notes.id, [{ path: 'tides.md', text: 'flood' }]))
        await transaction.apply(putting(notes.id, [{ path: 'moon.md', text: 'full' }]))
        await addPad(transaction.pads, 'storm')
        throw thrown
      })
      await expect(failing).rejects.toBe(thrown)
      await store.read(everything, async (view) => {
        expect(await pathsIn(view)).toEqual(['tides.md'])
        expect(await words(view)).toEqual(before)
        expect([await chunkCount(view), await foundIn(view, 'ebb')]).toEqual([1, 1])
        expect(await padsIn(view)).toEqual([])
      })
      await store.write('all', (transaction) => addPad(transaction.pads, 'calm'))
      expect(await store.read(everything, padsIn)).toEqual(['p'])
    },
    'makes a source and fills it, and hides another for it, as one': async ({ store, notes }) => {
      const made = await store.write('all', async (transaction) => {
        const source = await transaction.addSource({ ...sourceNamed('next'), options: { hidden: true } })
        await transaction.apply(putting(source.id, [{ path: 'tides.md', text: 'ebb' }]))
        const library = await transaction.libraries.addLibrary(libraryOf())
        await transaction.libraries.addVersion(versionOf(library.id, { source: source.id }))
        await transaction.changeSource(notes.id, { name: 'old', options: { hidden: true } })
        await transaction.changeSource(source.id, { name: notes.name, options: {}, indexedAt: 5_000 })
        expect((await transaction.sources.list()).map(({ name }) => name)).toEqual(['old', 'notes'])
        expect((await store.read(everything, (view) => view.sources.list())).map(({ name }) => name)).toEqual(['notes'])
        return source
      })
      await store.read(everything, async (view) => {
        const [old, next] = await view.sources.list()
        expect(old).toMatchObject({ ...notes, name: 'old', options: { hidden: true } })
        expect(next).toMatchObject({ ...made, name: 'notes', options: {}, indexedAt: 5_000 })
        expect((await view.documents.list()).map(({ source }) => source)).toEqual([made.id])
        expect((await view.libraries.versions()).map(({ source }) => source)).toEqual([made.id])
      })
    },
    'takes out a source with its documents, or nothing of it when the write fails': async ({ store, notes }) => {
      await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
      const thrown = new Error('changed my mind')
      const failing = store.write('all', async (transaction) => {
        await transaction.removeSource(notes.id)
        expect([await transaction.sources.list(), await pathsIn(transaction)]).toEqual([[], []])
        throw thrown
      })
      await expect(failing).rejects.toBe(thrown)
      expect(await store.read(everything, pathsIn)).toEqual(['tides.md'])
      await store.write('all', async (transaction) => {
        await transaction.removeSource(notes.id)
        await transaction.addSource(sourceNamed('notes'))
      })
      await store.read(everything, async (view) => {
        expect((await view.sources.list()).map(({ id }) => id)).not.toContain(notes.id)
        expect([await pathsIn(view), await chunkCount(view), await foundIn(view, 'ebb')]).toEqual([[], 0, 0])
        expect(await vocabularyOf(view, 'ebb', 1)).toEqual([])
      })
    },
  }),
  ...Object.entries<(transaction: StoreTransaction) => Promise<unknown>>({
    'a source of a name that is taken': (transaction) => transaction.addSource(sourceNamed('notes')),
    'a name that another source has': (transaction) => transaction.changeSource(2 as SourceId, { name: 'notes' }),
    'a change of a source that is not there': (transaction) =>
      transaction.changeSource(99 as SourceId, { name: 'new' }),
    'a removal of a source that is not there': (transaction) => transaction.removeSource(99 as SourceId),
  }).map(([what, misuse]) => ({
    says: `refuses ${what}, and leaves nothing of the sources and libraries that it made`,
    run: async ({ store, notes }: Parameters<StoreCase['run']>[0]) => {
      const failing = store.write('all', async (transaction) => {
        const made = await transaction.addSource(sourceNamed('made'))
        const { id } = await transaction.libraries.addLibrary(libraryOf())
        await transaction.libraries.addVersion(versionOf(id, { source: made.id }))
        await transaction.changeSource(notes.id, { options: { hidden: true } })
        await misuse(transaction)
      })
      await expect(failing).rejects.toMatchObject({ code: expect.stringMatching(/^(source-exists|unknown-source)$/) })
      expect(await store.read(everything, (view) => view.sources.list())).toMatchObject([notes])
      expect(await store.read(everything, (view) => everyLibrary(view.libraries))).toEqual({
        libraries: [],
        versions: [],
        files: [],
      })
    },
  })),
  ...casesOf({
    'holds up every other write, first come, first served, and no read': async ({ store, notes }) => {
      const { promise: opened, resolve: open } = gate()
      const { promise: begun, resolve: begin } = gate()
      const ended: string[] = []
      const first = store.write('all', async (transaction) => {
        await transaction.apply(putting(notes.id, [{ path: '1.md', text: 'ebb' }]))
        begin()
        await opened
        ended.push(...(await pathsIn(transaction)))
      })
      await begun
      const others = [
        store.apply(putting(notes.id, [{ path: '2.md', text: 'ebb' }])).then(() => ended.push('2.md')),
        store.write('all', pathsIn).then((paths) => ended.push(paths.join())),
        store.lease('index', 'me', 1_000).then((holder) => ended.push(holder)),
        store.addSource(sourceNamed('other')).then(({ name }) => ended.push(name)),
      ]
      expect(await store.read(everything, pathsIn)).toEqual([])
      expect(ended).toEqual([])
      open()
      await Promise.all([first, ...others])
      // A lease and a source are of different scopes: a store may let them overlap.
      expect(ended.slice(0, 3)).toEqual(['1.md', '2.md', '1.md,2.md'])
      expect(ended.slice(3).toSorted()).toEqual(['me', 'other'])
    },
    'is done before the store closes': {
      needs: 'reopen',
      run: async ({ store, notes, again }) => {
        const paths = ['1.md', '2.md', '3.md']
        const writes = paths.map((path) =>
          store.write('all', (transaction) => transaction.apply(putting(notes.id, [{ path, text: 'ebb' }]))),
        )
        await store.close()
        await Promise.all(writes)
        expect(await (await again()).read(everything, pathsIn)).toEqual(paths)
      },
    },
    'loses no count of many that count at once': async ({ store, notes }) => {
      await store.write('all', (transaction) => addPad(transaction.pads, ''))
      await Promise.all(Array.from({ length: 30 }, () => countUp(store, notes.id)))
      expect(await countIn(store, notes.id)).toEqual(countsTo(30))
    },
    'loses no count of several stores that count at once': {
      needs: 'share',
      run: async ({ store, notes, again }) => {
        const stores = [store, await again(), await again()]
        await store.write('all', (transaction) => addPad(transaction.pads, ''))
        await Promise.all(Array.from({ length: 30 }, (_, i) => countUp(stores[i % 3] ?? store, notes.id)))
        for (const one of stores) expect(await countIn(one, notes.id)).toEqual(countsTo(30))
      },
    },
  }),
  ...exclusions.map(exclude),
  keepsBoth,
  ...looks.map(refusesAfterwards),
  ...nested.map(refusesWithin),
]
