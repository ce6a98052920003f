import { everything } from '@wuku/core/ports/access'
import { holdersOf, lexicalIn, vocabularyOf } from '../one-of-store.ts'
import { expect } from 'vitest'
import { decodeStrength, encodeStrength, saturate } from '@wuku/core/strength'
import type { SourceId } from '@wuku/core/core-types'
import type { TextProbe } from '@wuku/core/ports/index-view'
import type { Store } from '@wuku/core/ports/store'
import { probeFor, putting, sourceNamed, type Sample } from '../samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

const found = (store: Pick<Store, 'read'>, probe: TextProbe): Promise<string[]> =>
  store.read(everything, async (view) => {
    const candidates = await lexicalIn(view, probe)
    return (await view.chunks.passages(candidates.map(({ chunk }) => chunk))).map(({ text }) => text.trim())
  })

interface Expectation {
  readonly says: string
  readonly probe: Partial<TextProbe> & { readonly words: readonly string[] }
  readonly finds: readonly string[]
}

const shore = ['ebb', 'ebb flood', 'flood flood storm', 'storm', 'calm'].join('\n\n')

const expectations: readonly Expectation[] = [
  { says: 'unites words', probe: { words: ['calm', 'storm'] }, finds: ['flood flood storm', 'storm', 'calm'] },
  { says: 'cuts at the depth', probe: { words: ['calm', 'storm'], depth: 2 }, finds: ['flood flood storm', 'storm'] },
  { says: 'finds nothing for unknown words', probe: { words: ['gale'] }, finds: [] },
  { says: 'finds nothing without words', probe: { words: [], required: ['ebb'] }, finds: [] },
  {
    says: 'demands required words',
    probe: { words: ['flood', 'ebb'], required: ['ebb'] },
    finds: ['ebb flood', 'ebb'],
  },
  {
    says: 'demands every required word',
    probe: { words: ['flood'], required: ['flood', 'storm'] },
    finds: ['flood flood storm'],
  },
  { says: 'finds nothing when a required word is unknown', probe: { words: ['ebb'], required: ['gale'] }, finds: [] },
  {
    says: 'leaves out excluded words',
    probe: { words: ['ebb', 'flood'], excluded: ['storm'] },
    finds: ['ebb flood', 'ebb'],
  },
  {
    says: 'ignores excluded words that are unknown',
    probe: { words: ['calm'], excluded: ['gale'] },
    finds: ['calm'],
  },
  {
    says: 'prefers what is required to what is excluded by nothing',
    probe: { words: ['ebb'], required: ['ebb'], excluded: ['ebb'] },
    finds: [],
  },
]

const check = ({ says, probe: { words, ...rest }, finds }: Expectation): StoreCase => ({
  says,
  run: async ({ store, notes }) => {
    await store.apply(putting(notes.id, [{ path: 's', title: 's', text: shore }]))
    expect(await found(store, probeFor(words, rest))).toEqual(finds)
  },
})

const places: readonly Sample[] = ['api/keys.md', 'api/v2/keys.md', 'apixyz/keys.md'].map((path) => ({
  path,
  text: `ebb ${path}`,
}))

interface Within {
  readonly sources?: readonly number[]
  readonly under?: string
  readonly paths?: readonly string[]
  readonly finds: readonly string[]
}

const within: readonly Within[] = [
  { finds: ['ebb api/keys.md', 'ebb api/v2/keys.md', 'ebb apixyz/keys.md', 'ebb other'] },
  { sources: [1], finds: ['ebb other'] },
  { sources: [0, 1], under: 'api', finds: ['ebb api/keys.md', 'ebb api/v2/keys.md'] },
  { under: 'api/v2', finds: ['ebb api/v2/keys.md'] },
  { sources: [1], under: 'api', finds: [] },
  { sources: [], finds: [] },
  { paths: ['api/v2/keys.md', 'x.md', 'none.md'], finds: ['ebb api/v2/keys.md', 'ebb other'] },
  { paths: ['api/v2/keys.md', 'x.md'], sources: [1], finds: ['ebb other'] },
  { paths: ['api/v2/keys.md', 'apixyz/keys.md'], under: 'api', finds: ['ebb api/v2/keys.md'] },
  { paths: ['api'], finds: [] },
  { paths: [], finds: [] },
]

const strength = (count: number): number => saturate(decodeStrength(encodeStrength(count)), 1.5)

export const lexicalCases: readonly StoreCase[] = [
  ...expectations.map(check),
  ...casesOf({
    'scores with weight and saturated strength': async ({ store, notes }) => {
      await store.apply(putting(notes.id, [{ path: 's', title: 's', text: 'ebb flood flood' }]))
      const probe = probeFor([], {
        terms: [
          { term: 'ebb', weight: 3 },
          { term: 'flood', weight: 2 },
        ],
        k1: 1.5,
      })
      const [best] = await store.read(everything, (view) => lexicalIn(view, probe))
      expect(best?.score).toBe(3 * strength(1) + 2 * strength(2))
    },
    'orders equal chunks by id, also when weights come in another order': async ({ store, notes }) => {
      const samples = Array.from({ length: 20 }, (_, i) => ({ path: `n${i}`, title: 't', text: 'ebb flood storm' }))
      await store.apply(putting(notes.id, samples))
      const terms = ['ebb', 'flood', 'storm'].map((term, i) => ({ term, weight: 0.1 + 0.2 * i }))
      await store.read(everything, async (view) => {
        const best = await lexicalIn(view, probeFor([], { terms, depth: 5 }))
        const chunks = best.map(({ chunk }) => chunk)
        expect(chunks).toEqual(chunks.toSorted((a, b) => a - b))
        expect(chunks[0]).toBeLessThanOrEqual(
          Math.min(...(await lexicalIn(view, probeFor(['ebb']))).map((one) => one.chunk)),
        )
        expect(await lexicalIn(view, probeFor([], { terms: terms.toReversed(), depth: 5 }))).toEqual(best)
      })
    },
    'names the document of each chunk': async ({ store, notes }) => {
      await store.apply(putting(notes.id, places))
      await store.read(everything, async (view) => {
        const candidates = await lexicalIn(view, probeFor(['ebb']))
        const passages = await view.chunks.passages(candidates.map(({ chunk }) => chunk))
        expect(passages.map((passage) => passage.document.id)).toEqual(candidates.map(({ document }) => document))
      })
    },
    'hands out passages that tell their texts when the view is gone': async ({ store, notes }) => {
      await store.apply(putting(notes.id, places))
      const passages = await store.read(everything, async (view) =>
        view.chunks.passages((await lexicalIn(view, probeFor(['ebb']))).map(({ chunk }) => chunk)),
      )
      await store.read(everything, (view) => view.sources.list())
      expect(passages.length).toBeGreaterThan(0)
      for (const passage of passages) {
        expect(passage.text).toContain('ebb')
        expect({ ...passage }).toEqual(passage)
        expect(Object.keys(passage).toSorted()).toEqual(['chunk', 'document', 'facts', 'text'])
      }
    },
    'stays within sources and paths': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(putting(notes.id, places))
      await store.apply(putting(other.id, [{ path: 'x.md', text: 'ebb other' }]))
      const ids: readonly SourceId[] = [notes.id, other.id]
      for (const { sources, under, paths, finds } of within) {
        const filter = {
          ...(sources && { sources: sources.map((i) => ids[i] ?? notes.id) }),
          ...(under !== undefined && { under }),
          ...(paths && { paths }),
        }
        expect((await found(store, probeFor(['ebb'], { within: filter }))).toSorted(), JSON.stringify(filter)).toEqual(
          finds,
        )
      }
    },
    'counts holders in chunks, and lists terms by their beginning': async ({ store, notes }) => {
      await store.apply(putting(notes.id, [{ path: 's', title: 's', text: 'ebb ebbs\n\nebb flood\n\nEBB ebony' }]))
      await store.read(everything, async (view) => {
        expect(Object.fromEntries(await holdersOf(view, ['ebb', 'flood', 'gale', 'ebb']))).toEqual({ ebb: 3, flood: 1 })
        const beginning = await vocabularyOf(view, 'eb', 10)
        expect(beginning[0]).toEqual({ term: 'ebb', holders: 3 })
        expect(beginning.map(({ term }) => term)).toContain('eboni')
        expect(await vocabularyOf(view, 'eb', 1)).toEqual([{ term: 'ebb', holders: 3 }])
        expect((await vocabularyOf(view, '', 100)).map(({ term }) => term)).toEqual(
          expect.arrayContaining(['ebb', 'flood']),
        )
        expect(await vocabularyOf(view, 'zz', 10)).toEqual([])
      })
    },
  }),
]
