import { everything } from '@wuku/core/ports/access'
import { chunkCount } from './one-of-store.ts'
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it } from 'vitest'
import { quantise } from '@wuku/index-core/vectors/quantise'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { Store } from '@wuku/core/ports/store'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { amending, batchOf, putting, sourceNamed, type Sample } from './samples.ts'
import { disagreements } from './sqlite-inspection.ts'
import { embedAll, lacking, nearTo, setOf, textsNear, vectorOf } from './vector-samples.ts'
import { scratchFolder } from '../scratch.ts'

const DIMENSIONS = 64
/** More than there are. */
const ALL = 10_000

let place = ''
let file = ''
beforeEach(() => {
  place = scratchFolder()
  file = join(place, 'store.sqlite')
})

/** More than are judged one by one. */
const many = (first: number, count: number): Sample => ({
  path: `many ${first}.md`,
  title: 'Many',
  text: Array.from({ length: count }, (_, at) => `number ${first + at}`).join('\n\n'),
})

async function embedWide(store: Store, set: EmbeddingSetId): Promise<void> {
  for (;;) {
    const chunks = await lacking(store, set)
    if (chunks.length === 0) return
    await store.vectors.putVectors(
      set,
      chunks.map(({ chunk, text }) => ({ chunk, vector: vectorOf(text.trimEnd(), DIMENSIONS) })),
    )
  }
}

/** The ten nearest to what some of the chunks say, in each of the stores: the first ten of all. */
async function expectSame(stores: readonly Store[], set: EmbeddingSetId, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const vector = vectorOf(`number ${number}`, DIMENSIONS)
    for (const store of stores) {
      const all = { vector, depth: ALL }
      const [found, known] = [await nearTo(store, set, '', { vector }), await nearTo(store, set, '', all)]
      expect(await textsNear(store, set, '', { vector })).toEqual(await textsNear(store, set, '', all))
      expect(found.background.among).toBe(known.background.among)
      expect(found.background.mean).toBeCloseTo(known.background.mean, 1)
      expect(found.background.deviation).toBeCloseTo(known.background.deviation, 1)
    }
  }
}

it('finds the same by bits as by going through all, whoever wrote them', async () => {
  const [store, other] = [await openSqlite(file), await openSqlite(file)]
  const stores = [store, other]
  const notes = await store.addSource(sourceNamed('notes'))
  const { id: set } = await store.vectors.addEmbeddingSet(setOf('wide', DIMENSIONS))
  await store.apply(putting(notes.id, [many(0, 1_500)]))
  await embedWide(store, set)
  await expectSame(stores, set, [3, 700, 1_499])
  await other.apply(putting(notes.id, [many(5_000, 300), { path: 'one.md', text: 'number 3' }]))
  await embedWide(other, set)
  await expectSame(stores, set, [3, 5_000, 5_299])
  await store.read(everything, async (view) => {
    const near = async (): Promise<readonly number[]> =>
      (await view.vectors.nearest({ set, vector: vectorOf('number 5000', DIMENSIONS), depth: 5 })).candidates.map(
        ({ chunk }) => chunk,
      )
    const before = await near()
    await store.apply(batchOf(notes.id, { remove: ['many 5000.md'] }))
    await expectSame(stores, set, [3, 5_000])
    expect(await near()).toEqual(before)
  })
  const longer = { ...many(0, 1_500), text: `${many(0, 1_500).text}\n\nnumber 9000` }
  await store.apply(amending(notes.id, many(0, 1_500), longer))
  await embedWide(store, set)
  await expectSame(stores, set, [9_000, 3])
  for (const each of [store, other]) await each.close()
  expect(disagreements(file)).toEqual([])
})

/** Bytes of a vector as they are stored, without its scale. */
const bytesOf = (said: string): string => Buffer.from(quantise(vectorOf(said)).upper.buffer).toString('latin1')

async function legible(needles: readonly string[]): Promise<number> {
  const files = await Promise.all((await readdir(place)).map((name) => readFile(join(place, name), 'latin1')))
  return needles.filter((needle) => files.some((bytes) => bytes.includes(needle))).length
}

it('leaves no byte of a vector in any file, once what it was of is gone', async () => {
  const store = await openSqlite(file)
  const notes = await store.addSource(sourceNamed('notes'))
  const other = await store.addSource(sourceNamed('other'))
  const sampleOf = (number: number): Sample => ({ path: `${number}.md`, title: 'T', text: `secret ${number}` })
  const needle = (number: number): string => bytesOf(`T\n\nsecret ${number}`)
  const all = Array.from({ length: 200 }, (_, number) => number)
  await store.apply(putting(notes.id, all.map(sampleOf)))
  await store.apply(putting(other.id, [sampleOf(1_000)]))
  const { id } = await store.vectors.addEmbeddingSet(setOf())
  await embedAll(store, id)
  const every = [...all, 1_000].map(needle)
  expect(await legible(every)).toBe(201)
  const gone = all.filter((number) => number % 3 === 0)
  await store.apply(batchOf(notes.id, { remove: gone.map((number) => `${number}.md`) }))
  await store.tidy()
  expect(await legible(gone.map(needle))).toBe(0)
  expect(await legible(every)).toBe(201 - gone.length)
  await store.removeSource(notes.id)
  expect(await legible(every)).toBe(1)
  await store.vectors.removeEmbeddingSet(id)
  await store.tidy()
  expect(await legible(every)).toBe(0)
  await store.close()
  expect(disagreements(file)).toEqual([])
})

it.each([2, 30])('is whole after a kill past round %i', async (killAfter) => {
  const script = fileURLToPath(new URL('processes/embed-on.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout }))
    if (Number(line) === killAfter) child.kill('SIGKILL')
  const store = await openSqlite(file)
  const [set] = await store.read(everything, (view) => view.vectors.embeddingSets())
  if (!set) throw new Error('A set.')
  await embedAll(store, set.id)
  expect(await lacking(store, set.id)).toEqual([])
  const chunks = await store.read(everything, (view) => chunkCount(view))
  expect((await nearTo(store, set.id, 'ebb')).background.among).toBe(chunks)
  await store.close()
  expect(disagreements(file)).toEqual([])
})
