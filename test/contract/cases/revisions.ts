import { expect } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import type { Store, StoreView } from '@wuku/core/ports/store'
import { atLibraries, libraryOf, versionOf } from '../library-samples.ts'
import { padOf, workflowOf } from '../pad-samples.ts'
import { amending, batchOf, moving, putting, sourceNamed } from '../samples.ts'
import { casesOf } from '../cases-of.ts'
import { embedAll, setOf } from '../vector-samples.ts'
import { sampleOf, take } from './sharing.ts'

const ebb = sampleOf('ebb.ts', 'ebb\n\nflood')
const moon = sampleOf('moon.ts', 'full')
const shared = sampleOf('shared.ts', 'storm')

const ofAnn = { owner: 'ann', visibility: 'private', sharedWith: [] } as const

interface Place {
  readonly store: Store
  readonly mine: SourceId
  readonly other: SourceId
}

type Name = 'mine' | 'other'
type Row = readonly [says: string, write: (place: Place) => Promise<unknown>, changes: readonly Name[]]

/** One after the other. Only the sources that are named have another revision afterwards. */
const rows: readonly Row[] = [
  ['put', ({ store, mine }) => store.apply(putting(mine, [ebb, moon])), ['mine']],
  ['put into the other', ({ store, other }) => store.apply(putting(other, [ebb, shared])), ['other']],
  ['put without a chunk', ({ store, mine }) => store.apply(putting(mine, [{ path: 'empty', text: '' }])), ['mine']],
  ['put again as it was', ({ store, mine }) => store.apply(putting(mine, [ebb])), ['mine']],
  ['amended', ({ store, mine }) => store.apply(amending(mine, ebb, { ...ebb, text: 'ebb' })), ['mine']],
  ['moved', ({ store, mine }) => store.apply(moving(mine, moon.path, { ...moon, path: 'later.ts' })), ['mine']],
  [
    'touched, since the stamp is a fact of the document',
    ({ store, mine }) => store.apply(batchOf(mine, { touch: [{ item: ebb.path, stamp: 'later' }] })),
    ['mine'],
  ],
  ['adopted', ({ store, mine }) => take(store, mine, shared), ['mine']],
  [
    'removed',
    ({ store, mine }) => store.write('all', (transaction) => transaction.apply(batchOf(mine, { remove: ['empty'] }))),
    ['mine'],
  ],
  ['a batch of nothing', ({ store, mine }) => store.apply(batchOf(mine, {})), []],
  ['a report', ({ store, mine }) => store.changeSource(mine, { indexedAt: 9, report: { added: 1 } }), []],
  ['counted', ({ store, mine, other }) => store.changeSource(mine, { countedOn: '2026-11-24', follows: other }), []],
  ['another name', ({ store, mine }) => store.changeSource(mine, { name: 'renamed' }), ['mine']],
  ['hidden', ({ store, mine }) => store.changeSource(mine, { options: { hidden: true } }), ['mine']],
  ['held otherwise', ({ store, mine }) => store.changeSource(mine, { ownership: ofAnn }), ['mine']],
  [
    'a version of a library',
    ({ store, other }) =>
      atLibraries(store, async (libraries) => {
        const { id } = await libraries.addLibrary(libraryOf())
        await libraries.addVersion(versionOf(id, { source: other }))
      }),
    [],
  ],
  [
    'its library, held otherwise',
    ({ store }) => atLibraries(store, (libraries) => libraries.changeLibrary(1, { ownership: ofAnn })),
    ['other'],
  ],
  [
    'its library, called otherwise',
    ({ store }) => atLibraries(store, (libraries) => libraries.changeLibrary(1, { name: 'Preact' })),
    [],
  ],
  ['one more source', ({ store }) => store.addSource(sourceNamed('third', 'code')), []],
  [
    'a pad, which is in no source before it is indexed',
    ({ store }) =>
      store.write('all', async ({ pads }) => {
        await pads.addWorkflow(workflowOf({ id: 'w' }))
        await pads.addPad(padOf({ id: 'p', workflow: 'w', content: 'calm' }))
      }),
    [],
  ],
  [
    'a description and a project, since nothing is made of them',
    ({ store, mine }) =>
      store.write('annotations', async ({ annotations }) => {
        await annotations.putContexts([{ source: mine, prefix: '', text: 'Tides' }])
        await annotations.putProjects([{ name: 'shore', members: ['code/mine'] }])
      }),
    [],
  ],
  ['vectors', async ({ store }) => embedAll(store, (await store.vectors.addEmbeddingSet(setOf())).id), []],
  [
    'a write that failed',
    ({ store, mine }) =>
      store
        .write('all', async (transaction) => {
          await transaction.apply(putting(mine, [moon]))
          throw new Error('given up')
        })
        .catch(() => {}),
    [],
  ],
  ['tidied', ({ store }) => store.tidy(), []],
]

const revisionsIn = (store: Store): Promise<ReadonlyMap<SourceId, string>> =>
  store.read(everything, (view) => revisionsOf(view))

const revisionsOf = async (view: StoreView): Promise<ReadonlyMap<SourceId, string>> =>
  new Map((await view.sources.list()).map(({ id, revision }) => [id, revision]))

export const revisionCases = casesOf({
  'gives a source another revision with each write to it, and to no other source': async ({ store }) => {
    const { id: mine } = await store.addSource(sourceNamed('mine', 'code'))
    const { id: other } = await store.addSource(sourceNamed('other', 'code'))
    const names: readonly (readonly [Name, SourceId])[] = [
      ['mine', mine],
      ['other', other],
    ]
    const seen = new Map(names.map(([name]) => [name, new Set<string | undefined>()]))
    let before = await revisionsIn(store)
    for (const [says, write, changes] of rows) {
      for (const [name, id] of names) seen.get(name)?.add(before.get(id))
      await write({ store, mine, other })
      const now = await revisionsIn(store)
      expect(
        names.flatMap(([name, id]) => (now.get(id) === before.get(id) ? [] : [name])),
        says,
      ).toEqual(changes)
      for (const [name, id] of names)
        if (changes.includes(name)) expect(seen.get(name), `${says}: a revision comes again`).not.toContain(now.get(id))
      before = now
    }
  },
  'keeps the revision of a source that goes on with what it shared with one that is gone': async ({ store }) => {
    const { id: owner } = await store.addSource(sourceNamed('owner', 'code'))
    const { id: heir } = await store.addSource(sourceNamed('heir', 'code'))
    await store.apply(putting(owner, [shared]))
    await take(store, heir, shared)
    const before = await revisionsIn(store)
    await store.removeSource(owner)
    expect(await revisionsIn(store)).toEqual(new Map([...before].filter(([id]) => id !== owner)))
  },
  'has no revision twice, though a source goes and one of the same name comes': async ({ store }) => {
    const add = async (): Promise<string> => {
      const { id } = await store.addSource(sourceNamed('again', 'code'))
      await store.apply(putting(id, [ebb]))
      const key = `${id} ${(await revisionsIn(store)).get(id)}`
      await store.removeSource(id)
      return key
    }
    expect(new Set([await add(), await add(), await add()]).size).toBe(3)
  },
  'gives the revision to a transaction as it has written so far': async ({ store }) => {
    const { id } = await store.addSource(sourceNamed('code', 'code'))
    const [before, after] = await store.write('all', async (transaction) => {
      const first = await revisionsOf(transaction)
      await transaction.apply(putting(id, [ebb]))
      return [first, await revisionsOf(transaction)]
    })
    expect(after.get(id)).not.toBe(before.get(id))
    expect(await revisionsIn(store)).toEqual(after)
  },
})
