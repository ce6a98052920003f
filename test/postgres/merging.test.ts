import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import { type Database, openDatabase } from '@wuku/store-postgres/database'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { mergeSegments } from '@wuku/store-postgres/postings/merge-segments'
import { createMerging } from '../../packages/store-postgres/src/postings/merging.ts'
import { createStore } from '../../packages/store-postgres/src/store.ts'
import { everything } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import { probeFor, putting, sourceNamed } from '../contract/samples.ts'
import { ask } from '../servers/postgres.ts'

const url = inject('postgres')
const NOTES = 30
const words = Array.from({ length: NOTES }, (_, nth) => `tide${nth}`)

type Merge = typeof mergeSegments

let schema: string
let source: SourceId
let open: Store[]

beforeEach(async () => {
  schema = `merging_${randomBytes(8).toString('hex')}`
  open = []
  const { store } = await instance(async () => Promise.reject(new Error('It merges nothing.')))
  source = (await store.addSource(sourceNamed('notes'))).id
  for (const word of words) await store.apply(putting(source, [{ path: `${word}.md`, text: word }]))
  // A chunk of each of some segments is gone.
  await store.apply({ ...putting(source, []), remove: words.slice(0, 3).map((word) => `${word}.md`) })
  await store.close()
})

afterEach(async () => {
  await Promise.all(open.map((store) => store.close()))
  await ask(url, `DROP SCHEMA ${schema} CASCADE`)
})

/** An instance that merges so. Its end waits for what is merged by then. */
async function instance(merge: Merge): Promise<{ readonly store: Store; readonly database: Database }> {
  await (await openPostgres({ url, schema })).close()
  const database = openDatabase({ url, schema, readUrls: [], connections: 4 })
  const store = createStore({ database, merging: createMerging(database, merge) })
  open.push(store)
  return { store, database }
}

/** Begins to merge, as after any write. */
const wake = (store: Store): Promise<unknown> => store.changeSource(source, { indexedAt: 1 })

const segments = async (): Promise<readonly unknown[]> =>
  ask(
    url.replace('wuku@', 'postgres@'),
    `SELECT * FROM ${schema}.segments LEFT JOIN ${schema}.segment_gone ON segment = id ORDER BY id`,
  )

const found = (store: Store): Promise<readonly string[]> =>
  store.read(everything, async (view) => {
    const answers = await view.chunks.lexical(words.map((word) => probeFor([word])))
    const passages = await view.chunks.passages(answers.flatMap((each) => each.map(({ chunk }) => chunk)))
    return passages.map(({ text }) => text.trim())
  })

const unmerged = (store: Store): Promise<number | undefined> =>
  store.read(everything, async (view) => (await view.sources.segments?.())?.unmerged)

/** Resolves when it is called, and lets a merge wait for `go`. */
function gate(work: Merge = mergeSegments) {
  const begun = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  const merge: Merge = async (...given) => {
    begun.resolve()
    await going.promise
    return work(...given)
  }
  return { merge, begun: begun.promise, go: going.resolve }
}

describe('a merge', () => {
  it('has no transaction open while it computes, however long that takes', async () => {
    const { merge, begun, go } = gate()
    const { store } = await instance(merge)
    expect(await unmerged(store)).toBe(NOTES - 8)
    await wake(store)
    await begun
    const locks = `SELECT 1 FROM pg_locks JOIN pg_class ON relation = pg_class.oid WHERE relnamespace = '${schema}'::regnamespace`
    expect(await ask(url, locks)).toEqual([])
    // What others write meanwhile stays.
    const other = await openPostgres({ url, schema })
    await other.apply({ ...putting(source, []), remove: ['tide4.md'] })
    go()
    await store.close()
    expect(await unmerged(other)).toBe(0)
    expect(await found(other)).toEqual(words.filter((_, nth) => nth > 4 || nth === 3))
    await other.close()
  })

  it('that two instances make at once is made by one of them', async () => {
    const gates = [gate(), gate()]
    const stores = await Promise.all(gates.map(async ({ merge }) => (await instance(merge)).store))
    await Promise.all(stores.map(wake))
    await Promise.all(gates.map(({ begun }) => begun))
    for (const { go } of gates) go()
    await Promise.all(stores.map((store) => store.close()))
    const { store } = await instance(mergeSegments)
    expect(await found(store)).toEqual(words.slice(3))
    expect(await unmerged(store)).toBe(0)
  })

  it('that is broken off leaves everything as it was', async () => {
    const before = await segments()
    const { merge, begun, go } = gate(() => Promise.reject(new Error('It was killed.')))
    const { store } = await instance(merge)
    await wake(store)
    await begun
    go()
    await store.close()
    expect(await segments()).toEqual(before)
  })
})
