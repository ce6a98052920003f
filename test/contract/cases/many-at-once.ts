import { everything } from '@wuku/core/ports/access'
import { expect } from 'vitest'
import type { DocumentId } from '@wuku/core/core-types'
import { amending, hashOf, probeFor, putting, sourceNamed, type Sample } from '../samples.ts'
import { casesOf } from '../cases-of.ts'

const tides: Sample = { path: 'tides.md', text: 'ebb\n\nflood' }
const moon: Sample = { path: '月/moon.md', text: 'full moon' }
const empty: Sample = { path: 'empty.md', text: '' }
const gone = 99 as DocumentId

/** What is asked for together is what would be answered alone, in the order asked; nothing is answered to no question. */
export const manyAtOnceCases = casesOf({
  'gives the texts and the chunks of many documents, without those that are gone': async ({ store, notes }) => {
    await store.apply(putting(notes.id, [tides, moon, empty]))
    await store.apply(amending(notes.id, moon, { ...moon, text: 'new moon\n\nfull moon' }))
    await store.read(everything, async (view) => {
      const documents = await view.documents.list()
      const ids = documents.map(({ id }) => id)
      const byPath = new Map(documents.map(({ path, id }) => [path, id]))
      const [ebb, full, none] = [tides, moon, empty].map(({ path }) => byPath.get(path) ?? gone)
      expect(await view.documents.bodies([...ids, gone])).toEqual(
        new Map([
          [ebb, 'ebb\n\nflood'],
          [full, 'new moon\n\nfull moon'],
          [none, ''],
        ]),
      )
      const chunks = await view.chunks.of([...ids, gone])
      expect([...chunks.keys()].toSorted()).toEqual(ids.toSorted())
      const starts = (id: DocumentId | undefined) => chunks.get(id ?? gone)?.map(({ start }) => start)
      expect([starts(ebb), starts(full), starts(none)]).toEqual([[0, 5], [0, 10], []])
      expect([await view.documents.bodies([]), await view.chunks.of([])]).toEqual([new Map(), new Map()])
    })
  },
  'gives the documents at many places, in the order asked and each once': async ({ store, notes }) => {
    const other = await store.addSource(sourceNamed('other'))
    await store.apply(putting(notes.id, [tides, moon]))
    await store.apply(putting(other.id, [tides]))
    await store.read(everything, async (view) => {
      const places = [
        { source: other.id, path: tides.path },
        { source: notes.id, path: moon.path },
        { source: other.id, path: moon.path },
        { source: notes.id, path: 'TIDES.md' },
        { source: other.id, path: tides.path },
        { source: notes.id, path: tides.path },
      ]
      const found = (await view.documents.at(places)).map(({ source, path }) => [source, path])
      expect(found).toEqual([
        [other.id, tides.path],
        [notes.id, moon.path],
        [notes.id, tides.path],
      ])
      expect(await view.documents.at([])).toEqual([])
    })
  },
  'answers each of many probes as if it were the only one': async ({ store, notes }) => {
    await store.apply(putting(notes.id, [tides, moon]))
    await store.read(everything, async (view) => {
      const probes = [['ebb'], ['nothing'], ['full', 'ebb'], ['ebb']].map((words) => probeFor(words))
      const alone = await Promise.all(probes.map(async (probe) => (await view.chunks.lexical([probe]))[0]))
      expect(alone.map((found) => found?.length)).toEqual([1, 0, 2, 1])
      expect(await view.chunks.lexical(probes)).toEqual(alone)
      expect(await view.chunks.lexical([])).toEqual([])
    })
  },
  'completes each of many prefixes, a prefix that is asked for twice and one of nothing among them': async ({
    store,
    notes,
  }) => {
    await store.apply(putting(notes.id, [tides, { path: 'more.md', text: 'ebb\n\nflow' }]))
    await store.read(everything, async (view) => {
      const terms = (await view.terms.vocabulary(['eb', 'zz', 'fl', 'eb'], 1)).map((found) =>
        found.map(({ term }) => term),
      )
      expect(terms).toEqual([['ebb'], [], ['flood'], ['ebb']])
      expect(await view.terms.vocabulary([], 10)).toEqual([])
    })
  },
  'gives the hashes that begin with any of many prefixes, each once': async ({ store, notes }) => {
    await store.apply(putting(notes.id, [tides, { ...tides, path: 'again.md' }, moon]))
    await store.read(everything, async (view) => {
      const [one, two] = [hashOf(tides.text), hashOf(moon.text)]
      const found = await view.documents.hashesFrom([one.slice(0, 6), one.slice(0, 8), two.slice(0, 6), '0'.repeat(64)])
      expect(found.toSorted()).toEqual([one, two].toSorted())
      expect(await view.documents.hashesFrom([])).toEqual([])
    })
  },
})
