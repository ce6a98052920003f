import { everything } from '@wuku/core/ports/access'
import { lexicalIn } from '../one-of-store.ts'
import { expect } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import type { Store } from '@wuku/core/ports/store'
import { compilePhrase } from '@wuku/text/terms/phrase'
import { amending, batchOf, moving, probeFor, putting, sourceNamed, type Sample } from '../samples.ts'
import type { StoreCase } from '../store.ts'
import { take } from './sharing.ts'

const tides: Sample = { path: 'tides.md', text: 'the spring tide comes\n\nan ebb' }
const moon: Sample = { path: 'moon.md', text: 'the tide in spring' }

/** Paths of the documents in which the words of a phrase may stand, a path for each chunk that has them all. */
const holding = (store: Store, phrase: string): Promise<readonly string[]> =>
  store.read(everything, async (view) => {
    const { terms, pairs, holds } = compilePhrase(phrase)
    const found = (await lexicalIn(view, probeFor(terms, { required: terms }))).map(({ chunk }) => chunk)
    const texts = await view.chunks.texts(found, pairs)
    const passages = await view.chunks.passages(found)
    return passages
      .filter(({ chunk }) => holds(texts.get(chunk) ?? ''))
      .map(({ document: { path, source } }) => `${source} ${path}`)
      .toSorted()
  })

interface Change {
  readonly says: string
  apply(store: Store, source: SourceId, other: SourceId): Promise<unknown>
  /** By phrase, which of `1 tides.md` and so on hold it afterwards. */
  readonly held: Readonly<Record<string, readonly string[]>>
}

const changes: readonly Change[] = [
  { says: 'as put', apply: async () => {}, held: { 'spring tide': ['1 tides.md'], 'tide in': ['1 moon.md'] } },
  {
    says: 'put anew',
    apply: (store, source) => store.apply(putting(source, [{ ...tides, text: 'a tide in spring' }])),
    held: { 'spring tide': [], 'tide in spring': ['1 moon.md', '1 tides.md'] },
  },
  {
    says: 'amended',
    apply: (store, source) =>
      store.apply(amending(source, tides, { ...tides, text: `${tides.text}\n\nneap tides follow` })),
    held: { 'spring tide': ['1 tides.md'], 'neap tide follows': ['1 tides.md'] },
  },
  {
    says: 'moved',
    apply: (store, source) => store.apply(moving(source, tides.path, { ...tides, path: 'sea.md' })),
    held: { 'spring tide': ['1 sea.md'] },
  },
  {
    says: 'removed',
    apply: (store, source) => store.apply(batchOf(source, { remove: [tides.path] })),
    held: { 'spring tide': [], 'tide in': ['1 moon.md'] },
  },
  {
    says: 'shared',
    apply: (store, _, other) => take(store, other, tides),
    held: { 'spring tide': ['1 tides.md', '2 tides.md'] },
  },
  {
    says: 'left to another',
    apply: async (store, source, other) => {
      await take(store, other, tides)
      await store.removeSource(source)
    },
    held: { 'spring tide': ['2 tides.md'], 'tide in': [] },
  },
]

export const pairCases: readonly StoreCase[] = changes.map(({ says, apply, held }): StoreCase => ({
  says: `leaves out no text in which the pairs stand, ${says}`,
  run: async ({ store, notes }) => {
    const other = await store.addSource(sourceNamed('other'))
    await store.apply(putting(notes.id, [tides, moon]))
    await apply(store, notes.id, other.id)
    for (const [phrase, paths] of Object.entries(held)) expect(await holding(store, phrase)).toEqual(paths)
  },
}))
