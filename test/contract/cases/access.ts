import { lexicalIn, vocabularyOf } from '../one-of-store.ts'
import { expect } from 'vitest'
import type { ChunkId, DocumentId, Source, SourceId } from '@wuku/core/core-types'
import { everything, type Access } from '@wuku/core/ports/access'
import type { Store, StoreView } from '@wuku/core/ports/store'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { analyserVersion } from '@wuku/text/terms/terms'
import { activityOf, atLibraries, auditOf, callOf, countOf, fileOf, libraryOf, versionOf } from '../library-samples.ts'
import { jobOf } from '../job-samples.ts'
import { padOf, workflowOf } from '../pad-samples.ts'
import { hashOf, probeFor, putting, sourceNamed } from '../samples.ts'
import { casesOf } from '../cases-of.ts'
import { embedAll, setOf, vectorOf } from '../vector-samples.ts'
import { sampleOf, take } from './sharing.ts'

/** Two sources of one kind, which share a document; all else of the one that is left out is told by this word. */
const SECRET = 'quagga'
const DAY = '2026-11-24'
const page = { limit: 10, offset: 0 }
const always = { from: DAY, to: '9999-12-31' }

interface House {
  readonly store: Store
  readonly shown: Source
  readonly secret: Source
  readonly pads: Source
  readonly set: EmbeddingSetId
  /** Of what lies in the source that is left out, also of what it shares. */
  readonly documents: readonly DocumentId[]
  readonly chunks: readonly ChunkId[]
}

export async function openHouse(store: Store): Promise<House> {
  const shown = await store.addSource(sourceNamed('shown', 'code'))
  const secret = await store.addSource(sourceNamed(SECRET, 'code'))
  const pads = await store.addSource(sourceNamed('workflows', 'pads'))
  await store.apply(putting(shown.id, [sampleOf('ebb.ts', 'ebb'), sampleOf('both.ts', 'flood')]))
  await store.apply(putting(secret.id, [sampleOf(`${SECRET}.ts`, `${SECRET}\n\nebb`)]))
  await take(store, secret.id, sampleOf('both.ts', 'flood'))
  for (const { id } of [shown, secret]) await store.changeSource(id, { countedOn: DAY })
  await store.write('all', async (transaction) => {
    await transaction.pads.addWorkflow(workflowOf({ id: 'w', name: SECRET }))
    await transaction.pads.addPad(padOf({ id: 'p', workflow: 'w', content: SECRET }))
  })
  await atLibraries(store, async (libraries) => {
    await libraries.addLibrary(libraryOf({ name: SECRET }))
    await libraries.addVersion(versionOf(1, { source: secret.id }))
    await libraries.putFiles(1, [fileOf(`${SECRET}.md`)])
  })
  await store.write('jobs', ({ jobs }) => jobs.add([jobOf(SECRET, { library: 1 })]))
  await store.write('annotations', async ({ annotations }) => {
    await annotations.putContexts([{ source: secret.id, prefix: '', text: SECRET }])
    await annotations.putProjects([{ name: SECRET, members: [`code/${SECRET}`] }])
  })
  await store.record({
    activities: [activityOf(1, { library: 1, target: SECRET })],
    calls: [callOf(1, { library: 1, input: { query: SECRET } }), callOf(2, { input: { query: SECRET } })],
    counts: [countOf(DAY, { library: 1 })],
    audit: [auditOf(1, { target: SECRET })],
    samples: [{ at: 1, metric: 'documents', value: 1 }],
  })
  const { id: set } = await store.vectors.addEmbeddingSet(setOf())
  await embedAll(store, set)
  const told = await store.read(everything, async (view) => {
    const found = await lexicalIn(
      view,
      probeFor([SECRET, 'ebb', 'flood'], { within: { sources: [secret.id] }, depth: 10 }),
    )
    return { documents: await view.documents.list({ sources: [secret.id] }), chunks: found.map(({ chunk }) => chunk) }
  })
  return { store, shown, secret, pads, set, ...told, documents: told.documents.map(({ id }) => id) }
}

interface Row {
  /** Something that only the source that is left out could answer, or that it would change. */
  asks(view: StoreView, house: House): Promise<unknown>
  readonly nothing: unknown
  /** Shows also while its source is being made: whoever may see it should hear of it. */
  readonly showsHidden?: true
}

const empty = { items: [], total: 0 }
const noMap = new Map()
const names = (sources: readonly { readonly name: string }[]): readonly string[] => sources.map(({ name }) => name)
/** In a fresh store the first source is `notes`, which is not shown either. */
export const rows: Readonly<Record<string, Row>> = {
  'sources.list': { asks: async (view) => names(await view.sources.list()), nothing: ['shown'] },
  'sources.facts': {
    asks: async (view) => names((await view.sources.facts()).map(({ source }) => source)),
    nothing: ['shown'],
  },
  'sources.days': {
    asks: async (view, { secret }) => (await view.sources.days(always)).filter(({ source }) => source === secret.id),
    nothing: [],
  },
  'sources.manifest': { asks: (view, { secret }) => view.sources.manifest(secret.id), nothing: noMap },
  'terms.stats': {
    asks: (view) => view.terms.stats([SECRET, 'ebb']),
    nothing: { chunks: 2, holders: new Map([['ebb', 1]]) },
  },
  'terms.vocabulary': { asks: (view) => vocabularyOf(view, 'q', 10), nothing: [] },
  'chunks.lexical': { asks: (view) => lexicalIn(view, probeFor([SECRET])), nothing: [] },
  'terms.documentsWith': { asks: (view) => view.terms.documentsWith([SECRET]), nothing: noMap },
  'chunks.texts': { asks: (view, { chunks }) => view.chunks.texts(chunks), nothing: noMap },
  'chunks.passages': { asks: (view, { chunks }) => view.chunks.passages(chunks), nothing: [] },
  'chunks.places': { asks: (view, { chunks }) => view.chunks.places(chunks), nothing: [] },
  'documents.names': { asks: (view, { secret }) => view.documents.names({ sources: [secret.id] }), nothing: [] },
  'documents.newest': { asks: (view, { secret }) => view.documents.newest(secret.id, 10), nothing: [] },
  'documents.folder': {
    asks: (view, { secret }) =>
      view.documents.folder({ source: secret.id, under: '', order: 'path', limit: 10, offset: 0 }),
    nothing: { documents: [], total: 0, folders: [] },
  },
  'documents.list': { asks: (view, { secret }) => view.documents.list({ sources: [secret.id] }), nothing: [] },
  'documents.at': {
    asks: (view, { secret }) => view.documents.at([{ source: secret.id, path: `${SECRET}.ts` }]),
    nothing: [],
  },
  fullDocumentsAt: {
    asks: (view, { secret }) => view.fullDocumentsAt([{ source: secret.id, path: `${SECRET}.ts` }]),
    nothing: [],
  },
  'documents.duplicates': {
    asks: (view, { shown }) => {
      const items = [{ path: `${SECRET}.ts`, hash: hashOf(`${SECRET}\n\nebb`) }]
      return view.documents.duplicates({ source: shown.id, analyser: analyserVersion, items })
    },
    nothing: noMap,
  },
  'documents.byHash': { asks: (view) => view.documents.byHash(hashOf(`${SECRET}\n\nebb`)), nothing: [] },
  'documents.hashesFrom': { asks: (view) => view.documents.hashesFrom([hashOf(`${SECRET}\n\nebb`)]), nothing: [] },
  'documents.bodies': { asks: (view, { documents }) => view.documents.bodies(documents), nothing: noMap },
  'documents.byId': { asks: (view, { documents }) => view.documents.byId(documents), nothing: [] },
  'documents.outlines': { asks: (view, { documents }) => view.documents.outlines(documents), nothing: noMap },
  'chunks.of': { asks: (view, { documents }) => view.chunks.of(documents), nothing: noMap },
  'pads.workflow': { asks: ({ pads }) => pads.workflow('w'), nothing: undefined },
  'pads.workflows': { asks: ({ pads }) => pads.workflows(page), nothing: empty },
  'pads.workflowsNumbered': { asks: ({ pads }) => pads.workflowsNumbered([1]), nothing: [] },
  'pads.pads': { asks: ({ pads }) => pads.pads('w'), nothing: [] },
  'pads.everyPad': { asks: ({ pads }) => pads.everyPad(), nothing: [] },
  'pads.padFacts': { asks: ({ pads }) => pads.padFacts('p'), nothing: undefined },
  'pads.pad': { asks: ({ pads }) => pads.pad('p'), nothing: undefined },
  'pads.placed': { asks: ({ pads }) => pads.placed(['p']), nothing: [] },
  'pads.idsFrom': { asks: ({ pads }) => pads.idsFrom('p', 10), nothing: [] },
  'pads.history': { asks: ({ pads }) => pads.history('p', page), nothing: empty },
  'pads.stateAt': { asks: ({ pads }) => pads.stateAt('p', 1), nothing: undefined },
  'pads.hits': {
    asks: ({ pads }) => pads.hits({ keywords: [{ text: SECRET, where: 'whole' }] }),
    nothing: [],
  },
  'libraries.libraries': { asks: ({ libraries }) => libraries.libraries(), nothing: [], showsHidden: true },
  'libraries.versions': { asks: ({ libraries }) => libraries.versions(1), nothing: [], showsHidden: true },
  'libraries.files': {
    asks: ({ libraries }) => libraries.files({ version: 1, ...page }),
    nothing: empty,
    showsHidden: true,
  },
  'libraries.file': { asks: ({ libraries }) => libraries.file(1), nothing: undefined, showsHidden: true },
  'libraries.filesAt': {
    asks: ({ libraries }) => libraries.filesAt(1, [`${SECRET}.md`]),
    nothing: [],
    showsHidden: true,
  },
  'libraries.fileCounts': { asks: ({ libraries }) => libraries.fileCounts(1), nothing: {}, showsHidden: true },
  'annotations.contexts': { asks: ({ annotations }) => annotations.contexts(), nothing: [] },
  'annotations.projects': { asks: ({ annotations }) => annotations.projects(), nothing: [], showsHidden: true },
  'records.activities': { asks: ({ records }) => records.activities(page), nothing: empty, showsHidden: true },
  'records.calls': { asks: ({ records }) => records.calls(page), nothing: empty, showsHidden: true },
  'records.counts': { asks: ({ records }) => records.counts({ from: DAY, to: DAY }), nothing: [], showsHidden: true },
  'records.summary': {
    asks: ({ records }) => records.summary({ from: 0, maxNotFound: 10 }),
    nothing: { byTool: [], byClient: [], byDay: [], notFound: [] },
    showsHidden: true,
  },
  'records.countsOf': {
    asks: ({ records }) => records.countsOf({ actor: 'local', from: '1970-01-01' }),
    nothing: [],
    showsHidden: true,
  },
  'records.sessions': { asks: ({ records }) => records.sessions(page), nothing: empty, showsHidden: true },
  'records.series': { asks: ({ records }) => records.series({ from: 0, step: 1_000 }), nothing: [], showsHidden: true },
  'records.samples': {
    asks: ({ records }) => records.samples({ from: 0, step: 1_000 }),
    nothing: [],
    showsHidden: true,
  },
  'records.audit': { asks: ({ records }) => records.audit(page), nothing: empty, showsHidden: true },
  'jobs.list': { asks: ({ jobs }) => jobs.list(page), nothing: empty, showsHidden: true },
  'jobs.events': {
    asks: ({ jobs }) => jobs.events({ job: SECRET, after: 0, limit: 10 }),
    nothing: [],
    showsHidden: true,
  },
  'jobs.requests': { asks: ({ jobs }) => jobs.requests([SECRET]), nothing: noMap, showsHidden: true },
  'vectors.embeddingSets': {
    asks: async ({ vectors }) => (await vectors.embeddingSets()).map(({ chunks }) => chunks),
    nothing: [2],
  },
  'vectors.unembedded': {
    asks: ({ vectors }, { secret }) => vectors.unembedded({ sources: [secret.id], after: 0, limit: 10 }),
    nothing: [],
  },
  'vectors.unembeddedSize': {
    asks: ({ vectors }, { secret }) => vectors.unembeddedSize({ sources: [secret.id] }),
    nothing: { documents: 0, chunks: 0, chars: 0 },
  },
  'vectors.nearest': {
    asks: async ({ vectors }, { set, secret }) => {
      const vector = vectorOf(SECRET)
      const [near, within] = [
        await vectors.nearest({ set, vector, depth: 10 }),
        await vectors.nearest({ set, vector, depth: 10, within: { sources: [secret.id] } }),
      ]
      return [near.candidates.length, near.background.among, within.candidates, within.background.among]
    },
    nothing: [2, 2, [], 0],
  },
}

/** Whatever can be asked of a view, as `name` or `part.name`. */
const methodsOf = (view: object): readonly string[] =>
  Object.entries(view).flatMap(([name, part]: [string, object]) =>
    typeof part === 'function' ? [name] : Object.keys(part).map((inner) => `${name}.${inner}`),
  )

const only = (...sources: readonly SourceId[]): Access => ({ sources: new Set(sources), hidden: false })

export async function expectNothing(house: House, access: Access, asked: Readonly<Record<string, Row>>): Promise<void> {
  for (const [method, { asks, nothing }] of Object.entries(asked)) {
    const whole = await house.store.read(everything, (view) => asks(view, house))
    const answer = await house.store.read(access, (view) => asks(view, house))
    expect(answer, method).toEqual(nothing)
    // Else the row would ask for nothing that there is. Where sources share nothing, there are no twins.
    if (method === 'documents.duplicates' && !house.store.abilities.has('shares')) continue
    expect(answer, `${method}, of everything`).not.toEqual(whole)
  }
}

export const accessCases = casesOf({
  'has a row for every method of a view': async ({ store }) =>
    store.read(everything, async (view) => {
      // Segments of the whole store, for its operator, and parts of a search engine that did not answer.
      const asked = methodsOf(view).filter((method) => !['sources.segments', 'missing'].includes(method))
      expect(Object.keys(rows).toSorted()).toEqual(asked.toSorted())
    }),
  'answers no question about a source that the caller may not see': async ({ store }) => {
    const house = await openHouse(store)
    await expectNothing(house, only(house.shown.id), rows)
  },
  'answers no question about a source that is being made, but those about its library': async ({ store, notes }) => {
    const house = await openHouse(store)
    for (const { id } of [house.secret, house.pads, notes]) await store.changeSource(id, { options: { hidden: true } })
    const ordinary = Object.entries(rows).filter(([, { showsHidden }]) => !showsHidden)
    await expectNothing(house, { sources: 'all', hidden: false }, Object.fromEntries(ordinary))
    const isMaking: Access = { sources: new Set([house.secret.id]), hidden: true }
    expect(await store.read(isMaking, (view) => view.documents.list())).toHaveLength(2)
  },
  'shows what two sources share as that of the source that the caller may see': async ({ store }) => {
    const { shown, secret } = await openHouse(store)
    for (const { id } of [shown, secret]) {
      const found = await store.read(only(id), async (view) => {
        const candidates = await lexicalIn(view, probeFor(['flood']))
        return (await view.chunks.passages(candidates.map(({ chunk }) => chunk))).map(({ document }) => document.source)
      })
      expect(found).toEqual([id])
    }
  },
  'shows a caller who may see everything what it shows without asking': async ({ store }) => {
    const house = await openHouse(store)
    const all = (await store.read(everything, (view) => view.sources.list())).map(({ id }) => id)
    for (const [method, { asks }] of Object.entries(rows).filter(([name]) => !name.startsWith('records'))) {
      const whole = await store.read(everything, (view) => asks(view, house))
      expect(await store.read(only(...all), (view) => asks(view, house)), method).toEqual(whole)
    }
  },
  'does not tell what another library is asked for, though the call was about one that the caller may see': async ({
    store,
  }) => {
    const { shown, secret } = await openHouse(store)
    await atLibraries(store, async (libraries) => {
      await libraries.addLibrary(libraryOf({ name: 'Shown', defaultVersion: '2.0.0' }))
      await libraries.addVersion(versionOf(2, { source: shown.id }))
      await libraries.addVersion(versionOf(2, { source: secret.id, version: '2.0.0' }))
    })
    await store.record({
      activities: [
        activityOf(3, { library: 2, version: '1.0.0' }),
        activityOf(4, { library: 2, version: '2.0.0', target: SECRET }),
      ],
      calls: [callOf(3, { library: 2, input: { libraries: ['Shown', SECRET.toUpperCase()] } })],
    })
    await store.read(only(shown.id), async ({ libraries, records }) => {
      expect((await libraries.libraries()).map(({ name, defaultVersion }) => [name, defaultVersion])).toEqual([
        ['Shown', null],
      ])
      expect((await records.activities(page)).items.map(({ at }) => at)).toEqual([3])
      expect((await records.calls(page)).items.map(({ input }) => input)).toEqual([null])
    })
  },
})
