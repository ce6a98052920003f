import { everything } from '@wuku/core/ports/access'
import { chunkCount, chunksOf, documentAt, holdersOf, lexicalIn, bodyOf } from '../one-of-store.ts'
import { expect } from 'vitest'
import type { DocumentId, Source, SourceId } from '@wuku/core/core-types'
import type { Adoption, Store } from '@wuku/core/ports/store'
import { analyserVersion } from '@wuku/text/terms/terms'
import { amending, batchOf, hashOf, moveOf, moving, probeFor, putting, sourceNamed, type Sample } from '../samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

export const sampleOf = (path: string, text: string): Sample => ({ path, text, marks: [path], outline: { said: text } })

const twinOf = (store: Store, source: SourceId, { path, text }: Sample): Promise<DocumentId | undefined> =>
  store.read(everything, async (view) => {
    const items = [{ path, hash: hashOf(text) }]
    return (await view.documents.duplicates({ source, analyser: analyserVersion, items })).get(path)
  })

const adoptionOf = (path: string, from: DocumentId): Adoption => ({
  item: path,
  path,
  stamp: 'theirs',
  modifiedAt: 7,
  from,
})

/** Takes what another source has, the last of them all, or puts it when none has it, or the store shares nothing. */
export async function take(store: Store, source: SourceId, sample: Sample): Promise<boolean> {
  const from = await store.read(everything, async (view) => {
    const same = store.abilities.has('shares') ? await view.documents.byHash(hashOf(sample.text)) : []
    return same.findLast((each) => each.path === sample.path && each.source !== source)?.id
  })
  if (from === undefined) await store.apply(putting(source, [{ ...sample, stamp: 'theirs', modifiedAt: 7 }]))
  else await store.apply(batchOf(source, { adopt: [adoptionOf(sample.path, from)] }))
  return from !== undefined
}

export const threeSources = async (store: Store): Promise<readonly Source[]> =>
  Promise.all(['here', 'there', 'elsewhere'].map((name) => store.addSource(sourceNamed(name, 'code'))))

const tides = sampleOf('src/tides.ts', 'ebb\n\nflood storm')

interface Ending {
  readonly says: string
  end(store: Store, owner: SourceId, guest: SourceId): Promise<void>
  /** Sources in which "ebb" is found afterwards. */
  readonly found: readonly ('here' | 'there')[]
}

const endings: readonly Ending[] = [
  {
    says: 'the first is removed',
    end: (store, owner) => store.apply(batchOf(owner, { remove: [tides.path] })),
    found: ['there'],
  },
  {
    says: 'the second is removed',
    end: (store, _, guest) => store.apply(batchOf(guest, { remove: [tides.path] })),
    found: ['here'],
  },
  { says: 'the first source is removed', end: (store, owner) => store.removeSource(owner), found: ['there'] },
  { says: 'the second source is removed', end: (store, _, guest) => store.removeSource(guest), found: ['here'] },
  {
    says: 'the first is put again',
    end: (store, owner) => store.apply(putting(owner, [sampleOf(tides.path, 'calm')])),
    found: ['there'],
  },
  {
    says: 'the second moves and is removed',
    end: async (store, _, guest) => {
      await store.apply(batchOf(guest, { move: [moveOf(tides.path, sampleOf('moved.ts', tides.text))] }))
      await store.apply(batchOf(guest, { remove: ['moved.ts'] }))
    },
    found: ['here'],
  },
  {
    says: 'both are removed',
    end: async (store, owner, guest) => {
      await store.apply(batchOf(owner, { remove: [tides.path] }))
      await store.apply(batchOf(guest, { remove: [tides.path] }))
    },
    found: [],
  },
]

const endsWell = ({ says, end, found }: Ending): StoreCase => ({
  says: `leaves the other as it was when ${says}`,
  run: async ({ store }) => {
    const [here, there] = await threeSources(store)
    if (!here || !there) throw new Error('Two sources.')
    await store.apply(putting(here.id, [tides]))
    expect(await take(store, there.id, tides)).toBe(true)
    await end(store, here.id, there.id)
    for (const tidied of [false, true]) {
      if (tidied) await store.tidy()
      await store.read(everything, async (view) => {
        const passages = await view.chunks.passages(
          (await lexicalIn(view, probeFor(['ebb']))).map(({ chunk }) => chunk),
        )
        const names = passages.map(({ document }) => (document.source === here.id ? 'here' : 'there'))
        expect(names).toEqual(found)
        expect(passages.every(({ text }) => text === 'ebb\n')).toBe(true)
        for (const { id, text } of passages.map(({ document }) => ({ id: document.id, text: tides.text }))) {
          expect(await bodyOf(view, id)).toBe(text)
          expect((await view.documents.outlines([id])).get(id)).toEqual(tides.outline)
          expect(await chunksOf(view, id)).toHaveLength(2)
        }
        expect((await holdersOf(view, ['ebb'])).get('ebb') ?? 0).toBe(Math.min(1, found.length))
      })
    }
  },
})

const cases: readonly StoreCase[] = [
  ...casesOf({
    'finds what is shared under the source that is asked, and under both': async ({ store }) => {
      const [here, there, elsewhere] = await threeSources(store)
      if (!here || !there || !elsewhere) throw new Error('Three sources.')
      await store.apply(putting(here.id, [tides]))
      await take(store, there.id, tides)
      const sourcesFor = (sources?: readonly SourceId[]) =>
        store.read(everything, async (view) => {
          const found = await lexicalIn(view, probeFor(['flood'], { ...(sources && { within: { sources } }) }))
          return (await view.chunks.passages(found.map(({ chunk }) => chunk))).map(({ document }) => document.source)
        })
      expect(await sourcesFor()).toEqual([here.id, there.id])
      expect(await sourcesFor([here.id])).toEqual([here.id])
      expect(await sourcesFor([there.id])).toEqual([there.id])
      expect(await sourcesFor([elsewhere.id])).toEqual([])
      await store.read(everything, async (view) => {
        expect(await chunkCount(view)).toBe(2)
        expect((await view.sources.facts()).map(({ chunks, bytes }) => [chunks, bytes])).toEqual([
          [0, 0],
          [2, 16],
          [2, 16],
          [0, 0],
        ])
        const [first, second] = [
          await documentAt(view, here.id, tides.path),
          await documentAt(view, there.id, tides.path),
        ]
        expect(second).toEqual({ ...first, id: second?.id, source: there.id, stamp: 'theirs', modifiedAt: 7 })
      })
    },
  }),
  ...endings.map(endsWell),
  ...casesOf({
    'knows as twins only what an analysis would give again': async ({ store, notes }) => {
      const [here, there, elsewhere] = await threeSources(store)
      if (!here || !there || !elsewhere) throw new Error('Three sources.')
      const log = ['log', 'log/2'].map((path) => ({ path, item: 'log', text: 'ebb' }))
      await store.apply(putting(notes.id, [tides]))
      expect(await twinOf(store, here.id, tides)).toBeUndefined()
      await store.apply(putting(there.id, [tides, ...log]))
      await store.apply(putting(elsewhere.id, [tides]))
      const twin = await store.read(everything, (view) => documentAt(view, there.id, tides.path))
      expect(await twinOf(store, here.id, tides)).toBe(twin?.id)
      expect(await twinOf(store, there.id, tides)).toBe(
        (await store.read(everything, (view) => documentAt(view, elsewhere.id, tides.path)))?.id,
      )
      expect(await twinOf(store, here.id, { ...tides, text: 'ebb' })).toBeUndefined()
      expect(await twinOf(store, here.id, { ...tides, path: 'tides.ts' })).toBeUndefined()
      expect(await twinOf(store, here.id, { path: 'log', text: 'ebb' })).toBeUndefined()
      const items = [{ path: tides.path, hash: hashOf(tides.text) }]
      await store.read(everything, async (view) => {
        expect(await view.documents.duplicates({ source: here.id, analyser: 'another', items })).toEqual(new Map())
        expect(await view.documents.duplicates({ source: here.id, analyser: analyserVersion, items: [] })).toEqual(
          new Map(),
        )
      })
    },
    'adopts nothing that is gone meanwhile, and the rest': async ({ store }) => {
      const [here, there] = await threeSources(store)
      if (!here || !there) throw new Error('Two sources.')
      await store.apply(putting(here.id, [tides, sampleOf('moved.ts', 'storm')]))
      const from = (await twinOf(store, there.id, tides)) ?? (0 as DocumentId)
      const moved = (await twinOf(store, there.id, sampleOf('moved.ts', 'storm'))) ?? (0 as DocumentId)
      await store.apply(moving(here.id, 'moved.ts', sampleOf('away.ts', 'storm')))
      const adopt = [
        adoptionOf('gone.ts', 99 as DocumentId),
        adoptionOf('moved.ts', moved),
        adoptionOf(tides.path, from),
      ]
      await store.apply(batchOf(there.id, { adopt }))
      const names = await store.read(everything, (view) => view.documents.names({ sources: [there.id] }))
      expect(names.map(({ path }) => path)).toEqual([tides.path])
    },
    'does not amend what is shared': async ({ store }) => {
      const [here, there] = await threeSources(store)
      if (!here || !there) throw new Error('Two sources.')
      await store.apply(putting(here.id, [tides]))
      await take(store, there.id, tides)
      const longer = { ...tides, text: `${tides.text}\n\ncalm` }
      for (const { id } of [here, there]) await expect(store.apply(amending(id, tides, longer))).rejects.toThrow()
      await store.apply(batchOf(there.id, { remove: [tides.path] }))
      await store.apply(amending(here.id, tides, longer))
      expect(await store.read(everything, (view) => chunkCount(view))).toBe(3)
    },
  }),
]

export const sharingCases: readonly StoreCase[] = cases.map((each) => ({ ...each, needs: 'adopt' }))
