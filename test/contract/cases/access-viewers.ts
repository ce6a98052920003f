import { expect } from 'vitest'
import type { Ownership, Source } from '@wuku/core/core-types'
import { everything, type Access, type Viewer } from '@wuku/core/ports/access'
import type { PadView } from '@wuku/core/ports/pads'
import type { Store } from '@wuku/core/ports/store'
import { jobOf } from '../job-samples.ts'
import { activityOf, atLibraries, callOf, libraryOf, versionOf } from '../library-samples.ts'
import { padOf, workflowOf } from '../pad-samples.ts'
import { putting, sourceNamed } from '../samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'
import { expectNothing, openHouse, rows } from './access.ts'

const page = { limit: 10, offset: 0 }
const seenBy = (user: string | null, ...groups: readonly string[]): Access => ({
  sources: { user, groups } satisfies Viewer,
  hidden: false,
})
const heldBy = (owner: string, holding: Partial<Ownership> = {}): Ownership => ({
  owner,
  visibility: 'private',
  sharedWith: [],
  ...holding,
})

type Row = readonly [says: string, holding: Ownership, viewer: Access, sees: boolean]

const viewers: readonly Row[] = [
  ['its owner', heldBy('ann'), seenBy('ann'), true],
  ['another user', heldBy('ann'), seenBy('bob', 'sea'), false],
  ['nobody with an account', heldBy('ann', { sharedWith: ['group:sea'] }), seenBy(null, 'sea'), false],
  ['a user that it is shared with', heldBy('ann', { sharedWith: ['eve', 'bob'] }), seenBy('bob'), true],
  ['a member of a group', heldBy('ann', { sharedWith: ['group:sea'] }), seenBy('bob', 'land', 'sea'), true],
  ['a member of another group', heldBy('ann', { sharedWith: ['group:sea'] }), seenBy('bob', 'seaside'), false],
  ['a member of a group that is called as a user', heldBy('ann', { sharedWith: ['sea'] }), seenBy('bob', 'sea'), false],
  ['any user of what the team sees', heldBy('ann', { visibility: 'team' }), seenBy('bob'), true],
  ['nobody of what the team sees', heldBy('ann', { visibility: 'team' }), seenBy(null), false],
  ['everybody of what is public', heldBy('ann', { visibility: 'public' }), seenBy(null), true],
]

/** All but `but` is held so. */
async function holdAll(store: Store, holding: Ownership, but?: Source): Promise<void> {
  const sources = await store.read(everything, (view) => view.sources.list())
  for (const { id } of sources) if (id !== but?.id) await store.changeSource(id, { ownership: holding })
  await atLibraries(store, async (libraries) => {
    for (const { id } of await libraries.libraries()) await libraries.changeLibrary(id, { ownership: holding })
  })
}

const everyWorkflow = heldBy('ann', { sharedWith: ['bob'] })

/** One workflow that Bob sees, one that Ann alone does, and one of the owner of the data folder. */
async function keepWorkflows(store: Store): Promise<void> {
  await store.addSource(sourceNamed('workflows', 'pads'))
  const holdings = { shared: everyWorkflow, secret: heldBy('ann'), local: undefined }
  for (const [id, holding] of Object.entries(holdings))
    await store.write('all', async (transaction) => {
      const draft = { ...sourceNamed(id, 'pads'), ...(holding && { ownership: holding }) }
      const source = holding && (await transaction.addSource(draft)).id
      await transaction.pads.addWorkflow(workflowOf({ id, name: 'tides', scope: 'sea', ...(source && { source }) }))
      await transaction.pads.addPad(padOf({ id: `pad ${id}`, workflow: id, title: 'Log', content: '潮 ebb' }))
    })
}

async function everyPad(view: PadView): Promise<unknown> {
  const ids = ['shared', 'secret', 'local']
  const pads = ids.map((id) => `pad ${id}`)
  const hits = (text: string, scope?: string): Promise<unknown> =>
    view.hits({ keywords: [{ text, where: 'within' }], ...(scope !== undefined && { scope }) })
  return {
    workflow: await Promise.all(ids.map((id) => view.workflow(id))),
    workflows: [
      await view.workflows(page),
      await view.workflows({ ...page, scope: 'sea', isActive: true }),
      await view.workflows({ limit: 1, offset: 1 }),
    ],
    numbered: await view.workflowsNumbered([1, 2, 3]),
    pads: await Promise.all(ids.map((id) => view.pads(id))),
    everyPad: (await view.everyPad()).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    facts: await Promise.all(pads.map((id) => view.padFacts(id))),
    pad: await Promise.all(pads.map((id) => view.pad(id))),
    placed: await view.placed(pads),
    idsFrom: [await view.idsFrom('', 10), await view.idsFrom('s', 10), await view.idsFrom('pad', 1)],
    history: await Promise.all(pads.map((id) => view.history(id, page))),
    stateAt: await Promise.all(pads.map((id) => view.stateAt(id, 1))),
    hits: [await hits('ebb'), await hits('潮', 'sea'), await hits('tide')],
  }
}

export const viewerCases: readonly StoreCase[] = [
  ...viewers.map(([says, holding, viewer, sees]) => ({
    says: `shows to ${says}: ${sees ? 'all of it' : 'nothing'}`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      const house = await openHouse(store)
      await holdAll(store, holding, sees ? undefined : house.shown)
      if (!sees) {
        await store.changeSource(house.shown.id, { ownership: heldBy('local', { visibility: 'public' }) })
        return expectNothing(house, viewer, rows)
      }
      // What was recorded of no library shows to nobody who is kept from something.
      for (const [method, { asks }] of Object.entries(rows).filter(([name]) => !name.startsWith('records'))) {
        const whole = await store.read(everything, (view) => asks(view, house))
        expect(await store.read(viewer, (view) => asks(view, house)), method).toEqual(whole)
      }
    },
  })),
  ...casesOf({
    'shows what was there before accounts: libraries to the team, all else to nobody': async ({ store }) => {
      await openHouse(store)
      const told = (access: Access) =>
        store.read(access, async ({ sources, libraries, pads }) => [
          (await sources.list()).map(({ name }) => name),
          (await libraries.versions()).length,
          (await pads.workflows(page)).total,
        ])
      expect(await told(seenBy('bob'))).toEqual([['quagga'], 1, 0])
      expect(await told(seenBy('local'))).toEqual([['notes', 'shown', 'quagga', 'workflows'], 1, 1])
      expect(await told(seenBy(null))).toEqual([[], 0, 0])
    },
    'shows a library by its own holding, also an empty one, and a source of a version as its library': async ({
      store,
      notes,
    }) => {
      const holding = heldBy('ann', { visibility: 'team' })
      await store.changeSource(notes.id, { ownership: heldBy('eve') })
      const full = await atLibraries(store, async (libraries) => {
        await libraries.addLibrary(libraryOf({ name: 'Empty', ownership: heldBy('bob') }))
        const added = await libraries.addLibrary(libraryOf({ name: 'Full', ownership: holding }))
        return {
          library: added.id,
          version: (await libraries.addVersion(versionOf(added.id, { source: notes.id }))).id,
        }
      })
      const told = (access: Access) =>
        store.read(access, async ({ sources, libraries }) => [
          (await libraries.libraries()).map((library) => `${library.name} of ${library.ownership?.owner}`).toSorted(),
          (await sources.list()).map((source) => source.ownership),
        ])
      expect(await told(seenBy('bob'))).toEqual([['Empty of bob', 'Full of ann'], [holding]])
      expect(await told(seenBy('eve'))).toEqual([['Full of ann'], [holding]])
      await atLibraries(store, (libraries) => libraries.changeLibrary(full.library, { ownership: heldBy('ann') }))
      expect(await told(seenBy('eve'))).toEqual([[], []])
      await atLibraries(store, (libraries) => libraries.removeVersion(full.version))
      expect(await told(seenBy('eve'))).toEqual([[], [heldBy('eve')]])
    },
    'shows a user the workflows whose source it sees, as if the others had been removed': async ({
      store,
      another,
    }) => {
      const less = await another()
      await less.addSource(sourceNamed('notes'))
      for (const each of [store, less]) await keepWorkflows(each)
      await less.write('all', async ({ pads }) => {
        await pads.removeWorkflow('secret')
        await pads.removeWorkflow('local')
      })
      const left = await less.read(everything, ({ pads }) => everyPad(pads))
      expect(await store.read(seenBy('bob'), ({ pads }) => everyPad(pads))).toEqual(left)
      const [shared] = (await store.read(seenBy('bob'), (view) => view.sources.list())).map(({ id }) => id)
      const listed: Access = { sources: new Set(shared === undefined ? [] : [shared]), hidden: true }
      expect(await store.read(listed, ({ pads }) => everyPad(pads))).toEqual(left)
      expect(await store.read(seenBy('local'), ({ pads }) => pads.idsFrom('', 10))).toEqual(['local', 'pad local'])
    },
    'says of a workflow who holds its source': async ({ store }) => {
      await keepWorkflows(store)
      const holdings = () =>
        store.read(everything, async ({ pads }) =>
          (await pads.workflowsNumbered([1, 2, 3]))
            .map(({ id, ownership: holding }) => [id, holding?.owner])
            .toSorted(),
        )
      expect(await holdings()).toEqual([
        ['local', undefined],
        ['secret', 'ann'],
        ['shared', 'ann'],
      ])
      for (const { id, name } of await store.read(everything, (view) => view.sources.list()))
        if (name === 'workflows' || name === 'secret') await store.changeSource(id, { ownership: heldBy('eve') })
      expect(await holdings()).toEqual([
        ['local', 'eve'],
        ['secret', 'eve'],
        ['shared', 'ann'],
      ])
    },
    'follows a change of who holds what at the next read, in every process': {
      needs: 'share',
      run: async ({ store, notes, again }) => {
        const other = await again()
        await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
        const paths = () =>
          other.read(seenBy('bob'), async (view) => (await view.documents.list()).map(({ path }) => path))
        for (const [visibility, sees] of [
          ['private', []],
          ['team', ['tides.md']],
          ['public', ['tides.md']],
          ['private', []],
        ] as const) {
          await store.changeSource(notes.id, { ownership: heldBy('ann', { visibility }) })
          expect(await paths()).toEqual(sees)
        }
      },
    },
    'shows jobs of no library to who asked for them alone': async ({ store }) => {
      await atLibraries(store, async (libraries) => {
        await libraries.addLibrary(libraryOf({ name: 'Team' }))
        await libraries.addLibrary(libraryOf({ name: 'Secret', ownership: heldBy('ann') }))
      })
      await store.write('jobs', ({ jobs }) =>
        jobs.add([
          jobOf('of none', { actor: 'bob' }),
          jobOf('of another', { actor: 'ann' }),
          jobOf('of the team', { library: 1 }),
          jobOf('of a secret', { library: 2 }),
        ]),
      )
      const seen = (maker?: string) =>
        store.read(seenBy('bob'), async ({ jobs }) => {
          const { items, total } = await jobs.list({ ...page, ...(maker !== undefined && { maker }) })
          return [items.map(({ id }) => id), total]
        })
      expect(await seen()).toEqual([['of the team'], 1])
      expect(await seen('bob')).toEqual([['of the team', 'of none'], 2])
    },
    'shows a job whose library is yet to be made to who will see that': async ({ store }) => {
      const library = await atLibraries(store, (libraries) => libraries.addLibrary(libraryOf({ name: 'Team' })))
      const making = (id: string, makes?: 'private' | 'team' | 'public', facts = {}) => {
        const job = jobOf(id, { actor: 'ann', libraryName: id, ...facts })
        return { ...job, request: { ...job.request, ...(makes && { makes }) } }
      }
      await store.write('jobs', ({ jobs }) =>
        jobs.add([
          making('old'),
          making('private', 'private'),
          making('team', 'team'),
          making('public', 'public'),
          making('gone', 'public', { library: library.id + 1 }),
        ]),
      )
      const seen = (access: Access) =>
        store.read(access, async ({ jobs }) => {
          const ids = (await jobs.list(page)).items.map(({ id }) => id)
          const all = ['old', 'private', 'team', 'public', 'gone']
          const told = await Promise.all(all.map((job) => jobs.events({ job, after: 0, limit: 9 })))
          expect(all.filter((_, at) => told[at]?.length)).toEqual(ids.toReversed())
          expect([...(await jobs.requests(all)).keys()].toSorted()).toEqual(ids.toSorted())
          return ids
        })
      expect(await seen(seenBy('bob'))).toEqual(['public', 'team'])
      expect(await seen(seenBy(null))).toEqual(['public'])
      expect(await seen({ sources: new Set(), hidden: false })).toEqual([])
      await store.write('jobs', ({ jobs }) => jobs.change([{ id: 'team', change: { library: library.id + 1 } }]))
      expect(await seen(seenBy('bob'))).toEqual(['public'])
    },
    'tells of a library that is seen all that was recorded, but the names of others that are not': async ({
      store,
    }) => {
      await atLibraries(store, async (libraries) => {
        await libraries.addLibrary(libraryOf({ name: 'React' }))
        await libraries.addLibrary(libraryOf({ name: 'react', slug: '/secret/react', ownership: heldBy('ann') }))
        await libraries.addLibrary(libraryOf({ name: 'Plan', ownership: heldBy('ann') }))
      })
      await store.record({
        activities: [activityOf(1, { library: 1, version: 'gone' }), activityOf(2, { library: 3 })],
        calls: [
          callOf(1, { library: 1, input: { library: 'react' } }),
          callOf(2, { library: 1, input: { libraries: ['react', 'PLAN'] } }),
        ],
      })
      await store.read(seenBy('bob'), async ({ records }) => {
        expect((await records.activities(page)).items.map(({ at }) => at)).toEqual([1])
        expect((await records.calls(page)).items.map(({ input }) => input)).toEqual([null, { library: 'react' }])
      })
    },
    'tells users their own calls as they asked them, of whatever library or none, and no others': async ({ store }) => {
      await atLibraries(store, (libraries) =>
        libraries.addLibrary(libraryOf({ name: 'Plan', ownership: heldBy('ann') })),
      )
      const asked = { query: 'plan', operation: 'recall' }
      await store.record({
        calls: [
          callOf(1, { actor: 'bob', operation: 'recall', input: { query: 'plan' } }),
          callOf(2, { actor: 'bob', library: 1, input: { library: 'Plan' } }),
          callOf(3, { actor: 'ann', operation: 'recall', input: { query: 'other' } }),
          callOf(4, { actor: 'ann', library: 1 }),
        ],
      })
      await store.read(seenBy('bob'), async ({ records }) => {
        const inputs = (await records.calls(page)).items.map(({ input }) => input)
        expect(inputs).toEqual([{ library: 'Plan' }, { query: 'plan' }])
        const { byTool, notFound } = await records.summary({ actor: 'bob', from: 0, maxNotFound: 9 })
        expect(byTool.map(({ operation, calls }) => [operation, calls])).toEqual([
          ['get-library-docs', 1],
          ['recall', 1],
        ])
        expect(notFound).toMatchObject([{ ...asked, times: 1, lastAt: 1, actors: 1 }])
        expect(await records.countsOf({ actor: 'bob', from: '1970-01-01' })).toHaveLength(2)
      })
    },
  }),
]
