import { everything } from '@wuku/core/ports/access'
import { lexicalIn, vocabularyOf } from '../one-of-store.ts'
import { expect } from 'vitest'
import type { DocumentId, Json, SourceId } from '@wuku/core/core-types'
import type { Store } from '@wuku/core/ports/store'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { amending, batchOf, moving, probeFor, putting, sourceNamed, type Sample } from '../samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

const long: Json = Array.from({ length: 200 }, (_, line) => ({ name: `symbol${line}`, 行: line, of: ['类', '👩‍👩‍👧'] }))

const tides: Sample = { path: 'tides.ts', text: 'ebb\n\nflood', outline: { symbols: ['ebb'] }, marks: ['Ebb_Tide'] }
const moon: Sample = { path: '月/moon.ts', text: 'full', outline: long, marks: ['Moon', '月'] }
const plain: Sample = { path: 'plain.md', text: 'nothing' }

const outlinesByPath = (store: Store): Promise<Record<string, Json>> =>
  store.read(everything, async (view) => {
    const documents = await view.documents.list()
    const outlines = await view.documents.outlines(documents.map(({ id }) => id))
    return Object.fromEntries(
      documents.flatMap(({ id, path }) => {
        const outline = outlines.get(id)
        return outline === undefined ? [] : [[path, outline]]
      }),
    )
  })

const marked = (store: Pick<Store, 'read'>, name: string): Promise<string[]> =>
  store.read(everything, async (view) => {
    const found = await lexicalIn(view, probeFor([markTerm('is', name)]))
    return (await view.chunks.passages(found.map(({ chunk }) => chunk))).map(
      ({ document: { path }, text }) => `${path}: ${text.trim()}`,
    )
  })

/** What each write leaves of outlines, and of what is marked as "later" or "Ebb_Tide". */
interface Change {
  readonly says: string
  apply(store: Store, source: SourceId): Promise<void>
  readonly outlines: Readonly<Record<string, Json>>
  readonly marked: Readonly<Record<string, readonly string[]>>
}

const changes: readonly Change[] = [
  {
    says: 'put again',
    apply: (store, source) => store.apply(putting(source, [{ ...tides, outline: ['now'], marks: ['later'] }])),
    outlines: { [moon.path]: long, 'tides.ts': ['now'] },
    marked: { later: ['tides.ts: ebb', 'tides.ts: flood'], Ebb_Tide: [] },
  },
  {
    says: 'put again with nothing beside its text',
    apply: (store, source) => store.apply(putting(source, [{ path: 'tides.ts', text: 'ebb' }])),
    outlines: { [moon.path]: long },
    marked: { later: [], Ebb_Tide: [] },
  },
  {
    says: 'removed',
    apply: (store, source) => store.apply(batchOf(source, { remove: ['tides.ts'] })),
    outlines: { [moon.path]: long },
    marked: { later: [], Ebb_Tide: [] },
  },
  {
    says: 'moved',
    apply: (store, source) =>
      store.apply(moving(source, 'tides.ts', { ...tides, path: 'sea/tides.ts', marks: ['later'] })),
    outlines: { [moon.path]: long, 'sea/tides.ts': { symbols: ['ebb'] } },
    marked: { later: ['sea/tides.ts: ebb', 'sea/tides.ts: flood'], Ebb_Tide: [] },
  },
  {
    says: 'amended',
    apply: (store, source) =>
      store.apply(amending(source, tides, { ...tides, text: 'ebb\n\nstorm', outline: 1, marks: ['later'] })),
    outlines: { [moon.path]: long, 'tides.ts': 1 },
    marked: { later: ['tides.ts: storm'], Ebb_Tide: ['tides.ts: ebb'] },
  },
  {
    says: 'amended and removed',
    apply: async (store, source) => {
      await store.apply(amending(source, tides, { ...tides, text: 'ebb\n\nstorm', marks: ['later'] }))
      await store.apply(batchOf(source, { remove: ['tides.ts'] }))
    },
    outlines: { [moon.path]: long },
    marked: { later: [], Ebb_Tide: [] },
  },
]

const changed = ({ says, apply, outlines, marked: names }: Change): StoreCase => ({
  says: `goes with a document that is ${says}`,
  run: async ({ store, notes }) => {
    await store.apply(putting(notes.id, [tides, moon, plain]))
    await apply(store, notes.id)
    for (const tidied of [false, true]) {
      if (tidied) await store.tidy()
      expect(await outlinesByPath(store)).toEqual(outlines)
      for (const [name, found] of Object.entries(names)) expect(await marked(store, name)).toEqual(found)
      expect(await marked(store, 'moon')).toEqual([`${moon.path}: full`])
    }
  },
})

export const besideCases: readonly StoreCase[] = [
  ...casesOf({
    'gives the outlines that there are, whatever they hold': async ({ store, notes }) => {
      const odd = [null, 0, '', false, [], {}, '(\u{b5}/\u{fd}', 'x'.repeat(10_000), '\u{1f468}\u{200d}'.repeat(400)]
      const samples = odd.map((outline, at) => ({ path: `odd/${at}`, text: 'odd', outline }))
      await store.apply(putting(notes.id, [tides, moon, plain, ...samples]))
      const expected = Object.fromEntries(samples.map(({ path, outline }) => [path, outline]))
      expect(await outlinesByPath(store)).toEqual({ ...expected, [tides.path]: tides.outline, [moon.path]: long })
      await store.read(everything, async (view) => {
        expect(await view.documents.outlines([])).toEqual(new Map())
        expect(await view.documents.outlines([99 as DocumentId])).toEqual(new Map())
      })
    },
    'finds chunks by their marks, which no word of a text begins': async ({ store, notes }) => {
      await store.apply(putting(notes.id, [tides, moon, plain]))
      expect(await marked(store, 'ebbTide')).toEqual(['tides.ts: ebb', 'tides.ts: flood'])
      expect(await marked(store, '月')).toEqual([`${moon.path}: full`])
      await store.read(everything, async (view) => {
        expect((await vocabularyOf(view, 'i', 100)).map(({ term }) => term)).toEqual([])
        expect(await vocabularyOf(view, markTerm('is', 'eb'), 10)).toEqual([
          { term: markTerm('is', 'ebbtide'), holders: 2 },
        ])
      })
    },
  }),
  ...changes.map(changed),
  ...casesOf({
    'gives documents by their ids, in the order asked, without those that are gone': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(putting(notes.id, [tides, moon]))
      await store.apply(putting(other.id, [tides]))
      await store.read(everything, async (view) => {
        const [first, second, third] = await view.documents.list()
        const asked = [third, first, second, first].flatMap((document) => document?.id ?? [])
        expect(await view.documents.byId([99 as DocumentId, ...asked])).toEqual([third, first, second, first])
        expect(await view.documents.byId([])).toEqual([])
      })
    },
  }),
]
