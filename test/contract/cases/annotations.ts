import { expect } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import { everything, type Access } from '@wuku/core/ports/access'
import type { AnnotationTransaction, NamedProject, StoredContext } from '@wuku/core/ports/annotation-store'
import type { Store } from '@wuku/core/ports/store'
import { sourceNamed } from '../samples.ts'
import { casesOf } from '../cases-of.ts'

const change = (store: Store, work: (annotations: AnnotationTransaction) => Promise<void>): Promise<void> =>
  store.write('annotations', ({ annotations }) => work(annotations))

const contextsIn = (store: Store, access = everything): Promise<readonly StoredContext[]> =>
  store.read(access, (view) => view.annotations.contexts())

const projectsIn = (store: Store, access = everything): Promise<readonly NamedProject[]> =>
  store.read(access, (view) => view.annotations.projects())

/** As sources bring them along. */
const textsBySource = (store: Store, access = everything) =>
  store.read(access, async (view) => {
    const told = (contexts: Awaited<ReturnType<typeof view.sources.list>>[number]['contexts']) =>
      contexts?.map(({ collection, prefix, text }) => `${collection}/${prefix}: ${text}`)
    const listed = (await view.sources.list()).map(({ name, contexts }) => [name, told(contexts)])
    const counted = (await view.sources.facts()).map(({ source }) => [source.name, told(source.contexts)])
    expect(counted).toEqual(listed)
    return Object.fromEntries(listed) as Record<string, readonly string[] | undefined>
  })

const only = (...sources: readonly SourceId[]): Access => ({ sources: new Set(sources), hidden: false })

const toCode = async (store: Store): Promise<SourceId> => (await store.addSource(sourceNamed('shore', 'code'))).id

const projectRows: readonly (readonly [says: string, put: NamedProject, after: readonly NamedProject[]])[] = [
  ['one', { name: 'Shop', members: ['/src/shop'] }, [{ name: 'Shop', members: ['/src/shop'] }]],
  [
    'one more',
    { name: '港口', members: ['notes/潮汐', '["x"]'] },
    [
      { name: 'Shop', members: ['/src/shop'] },
      { name: '港口', members: ['notes/潮汐', '["x"]'] },
    ],
  ],
  [
    'the first again, in another case',
    { name: 'SHOP', members: ['docs/vue', '/src/shop'] },
    [
      { name: 'Shop', members: ['docs/vue', '/src/shop'] },
      { name: '港口', members: ['notes/潮汐', '["x"]'] },
    ],
  ],
  ['nothing of the first', { name: 'shop', members: [] }, [{ name: '港口', members: ['notes/潮汐', '["x"]'] }]],
  [
    'nothing of what is not there',
    { name: 'nobody', members: [] },
    [{ name: '港口', members: ['notes/潮汐', '["x"]'] }],
  ],
]

export const annotationCases = casesOf({
  'keeps descriptions of everything, of a source and of its folders, each place once': async ({
    store,
    notes: { id },
  }) => {
    expect(await contextsIn(store)).toEqual([])
    await change(store, (annotations) =>
      annotations.putContexts([
        { source: id, prefix: 'tides/2026', text: 'One file a month' },
        { source: id, prefix: '', text: 'old' },
        { source: null, prefix: '', text: 'All of it' },
        { source: id, prefix: '', text: '田野笔记' },
      ]),
    )
    const all = [
      { source: null, prefix: '', text: 'All of it' },
      { source: id, prefix: '', text: '田野笔记' },
      { source: id, prefix: 'tides/2026', text: 'One file a month' },
    ]
    expect(await contextsIn(store)).toEqual(all)
    await change(store, (annotations) =>
      annotations.removeContexts([
        { source: id, prefix: '' },
        { source: id, prefix: 'nowhere' },
      ]),
    )
    expect(await contextsIn(store)).toEqual([all[0], all[2]])
  },
  'brings the descriptions of a source along with it, under the name that it has now': async ({
    store,
    notes: { id },
  }) => {
    const code = await toCode(store)
    expect(await textsBySource(store)).toEqual({ notes: undefined, shore: undefined })
    await change(store, (annotations) =>
      annotations.putContexts([
        { source: code, prefix: 'src', text: 'Sources' },
        { source: null, prefix: '', text: 'All of it' },
      ]),
    )
    expect(await textsBySource(store)).toEqual({
      notes: ['/: All of it'],
      shore: ['/: All of it', 'shore/src: Sources'],
    })
    await store.changeSource(code, { name: 'pier' })
    expect(await textsBySource(store, only(code))).toEqual({ pier: ['/: All of it', 'pier/src: Sources'] })
    expect(await textsBySource(store, only(id))).toEqual({ notes: ['/: All of it'] })
  },
  'removes descriptions with their source, and gives them to no later one': async ({ store }) => {
    const code = await toCode(store)
    await change(store, (annotations) => annotations.putContexts([{ source: code, prefix: '', text: 'Pier' }]))
    await store.removeSource(code)
    await toCode(store)
    expect([await contextsIn(store), (await textsBySource(store))['shore']]).toEqual([[], undefined])
    const late = change(store, (annotations) =>
      annotations.putContexts([
        { source: null, prefix: '', text: 'All of it' },
        { source: code, prefix: '', text: 'Pier' },
      ]),
    )
    await expect(late).rejects.toMatchObject({ code: 'unknown-source' })
    expect(await contextsIn(store)).toEqual([])
  },
  'keeps projects in the order in which they were named, whatever the case of their names': async ({ store }) => {
    for (const [says, put, after] of projectRows) {
      await change(store, (annotations) => annotations.putProjects([put]))
      expect(await projectsIn(store), says).toEqual(after)
    }
  },
  'shows a caller the members that name what it sees, and no folder': async ({ store, notes: { id } }) => {
    const code = await toCode(store)
    const docs = await store.addSource(sourceNamed('vue@3.4.0', 'docs'))
    await change(store, (annotations) =>
      annotations.putProjects([
        { name: 'mixed', members: ['/src/shore', 'code/shore', 'notes/notes', 'docs/vue', 'notes/burnt'] },
        { name: 'folders', members: ['/src/shore'] },
      ]),
    )
    const rows: readonly (readonly [readonly SourceId[], readonly string[]])[] = [
      [[id], ['notes/notes']],
      [
        [code, id],
        ['code/shore', 'notes/notes'],
      ],
      [[docs.id], ['docs/vue']],
    ]
    for (const [sources, members] of rows)
      expect(await projectsIn(store, only(...sources))).toEqual([{ name: 'mixed', members }])
    expect(await projectsIn(store, { sources: 'all', hidden: false })).toEqual(await projectsIn(store))
  },
  'loses no member that is added while others are': async ({ store }) => {
    const members = Array.from({ length: 12 }, (_, at) => `notes/${at}`)
    const add = (member: string): Promise<void> =>
      change(store, async (annotations) => {
        const [before] = await annotations.projects()
        await annotations.putProjects([{ name: 'shop', members: [...(before?.members ?? []), member] }])
      })
    await Promise.all(members.map(add))
    expect((await projectsIn(store)).map(({ members: kept }) => kept.toSorted())).toEqual([members.toSorted()])
  },
  'keeps descriptions and projects for the next process': {
    needs: 'reopen',
    run: async ({ store, again }) => {
      await change(store, async (annotations) => {
        await annotations.putContexts([{ source: null, prefix: '', text: '全部' }])
        await annotations.putProjects([{ name: 'shop', members: ['/src/shop'] }])
      })
      const other = await again()
      expect(await contextsIn(other)).toEqual([{ source: null, prefix: '', text: '全部' }])
      expect(await projectsIn(other)).toEqual([{ name: 'shop', members: ['/src/shop'] }])
    },
  },
})
