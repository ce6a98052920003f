import { everything } from '@wuku/core/ports/access'
import { lexicalIn } from '../one-of-store.ts'
import { expect } from 'vitest'
import { openTestStore } from '../../test-store.ts'
import type { AnalysedSlice, Store } from '@wuku/core/ports/store'
import type { TextProbe } from '@wuku/core/ports/index-view'
import { batchOf, hashOf, sliceOf, sourceNamed } from '../samples.ts'
import { casesOf } from '../cases-of.ts'
import { expectSame } from './random.ts'

/** A store of a great many small chunks, so that the best are found without scoring all. */
function crowd(rows: number): AnalysedSlice {
  const vocabulary = Array.from({ length: 40 }, (_, i) => `w${i}`)
  let seed = 7
  const chance = (): number => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const starts = [0]
  const terms: number[] = []
  const strengths: number[] = []
  for (let row = 0; row < rows; row++) {
    vocabulary.forEach((_, term) => {
      if (chance() > 1 / (term + 1.5)) return
      terms.push(term)
      strengths.push(1 + Math.floor(chance() * 255))
    })
    starts.push(terms.length)
  }
  const text = 'x\n'.repeat(rows)
  const facts = { item: 'crowd', path: 'crowd', title: 'crowd', hash: hashOf(text), stamp: '', modifiedAt: 1, meta: {} }
  const chunks = Array.from({ length: rows }, (_, i) => ({
    start: 2 * i,
    end: 2 * i + 2,
    line: i + 1,
    endLine: i + 1,
    headings: [],
  }))
  return {
    documents: [{ facts: { ...facts, bytes: text.length, lines: rows }, analyser: '', text, chunks }],
    terms: {
      vocabulary,
      starts: Uint32Array.from(starts),
      terms: Uint32Array.from(terms),
      strengths: Uint8Array.from(strengths),
    },
  }
}

const crowdProbes: readonly TextProbe[] = [1, 10, 100].flatMap((depth) =>
  [
    { words: [0, 1, 2, 3, 30, 39], required: [], excluded: [] },
    { words: [0, 1, 2, 3], required: [], excluded: [4] },
    { words: [0, 5, 20], required: [1, 10], excluded: [0] },
    { words: [39, 38, 37, 36, 0], required: [], excluded: [1] },
  ].map(({ words: numbers, required, excluded }) => ({
    terms: numbers.map((number) => ({ term: `w${number}`, weight: 0.3 + number / 7 })),
    required: required.map((number) => `w${number}`),
    excluded: excluded.map((number) => `w${number}`),
    k1: 1.2,
    depth,
  })),
)

const bestOfCrowd = (store: Store): Promise<unknown[][]> =>
  store.read(everything, (view) => Promise.all(crowdProbes.map(async (probe) => [...(await lexicalIn(view, probe))])))

export const crowdCases = casesOf({
  'finds the best of a great many chunks': async ({ store, notes }) => {
    const truth = openTestStore()
    await truth.addSource(sourceNamed('notes'))
    for (const one of [truth, store]) {
      await one.apply(batchOf(notes.id, { put: sliceOf([{ path: 'first.md', text: 'w1 w2' }]) }))
      await one.apply(batchOf(notes.id, { put: crowd(40_000) }))
      await one.apply(batchOf(notes.id, { put: sliceOf([{ path: 'last.md', text: 'w1 w39\n\n'.repeat(100) }]) }))
    }
    const truths = await bestOfCrowd(truth)
    expect(truths.every((found) => found.length > 0)).toBe(true)
    expect(await bestOfCrowd(store)).toEqual(truths)
    for (const one of [truth, store]) await one.apply(batchOf(notes.id, { remove: ['crowd'] }))
    // A search engine counts words of more than five thousand chunks that left until it is told.
    await store.searchEngine?.feed()
    await expectSame(store, truth, [])
  },
})
