import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import { openSchemas } from '../../servers/schemas.ts'
import { openPostgresSnapshot } from '../../../packages/transfer/src/postgres/open-postgres-move.ts'
import { amending, batchOf, moving, putting } from '../samples.ts'
import {
  addNotes,
  answersOf,
  deskOf,
  dropAll,
  type EngineWorld,
  notesOf,
  openPair,
  type Pair,
  startEngineWorld,
} from './world.ts'

const url = inject('postgres')
const schemas = openSchemas(url, 'engine')
let world: EngineWorld
let pair: Pair

beforeAll(async () => {
  world = await startEngineWorld()
})
afterEach(async () => {
  await pair.close()
  await schemas.empty()
})
afterAll(async () => {
  await world.close()
  await schemas.close()
})

const open = async (name: string): Promise<Pair> => {
  pair = await openPair({ url, schema: schemas.of(name), servers: [world.a, world.b, world.c] })
  return pair
}

/** What the engine has a part in is what the database would have answered alone. */
async function expectSame(
  { store, truth }: Pair,
  ...given: [Parameters<typeof answersOf>[1]?, Parameters<typeof answersOf>[2]?]
) {
  expect(await answersOf(store, ...given)).toEqual(await answersOf(truth, ...given))
}

describe('a store with a search engine', () => {
  it('answers as without, before it fed anything, while some is behind, and when all is fed', async () => {
    const both = await open('feed')
    const id = await addNotes(both.store, 'notes', notesOf(60))
    await expectSame(both)
    await deskOf(both.store).feed()
    expect(await deskOf(both.store).status()).toMatchObject({
      isFed: true,
      chunks: 180,
      unfed: 0,
      shards: 2,
      shardsAnswering: 2,
    })
    await expectSame(both)
    await both.store.apply(putting(id, notesOf(5, 100)))
    await expectSame(both)
    await deskOf(both.store).feed()
    await expectSame(both)
  })

  it('shares batches out among the shards', async () => {
    const both = await open('shards')
    for (const part of [0, 1, 2, 3]) {
      await addNotes(both.store, `notes-${part}`, notesOf(20, part * 20))
      await deskOf(both.store).feed()
    }
    await expectSame(both)
    const postings = await both.table('postings')
    const counts = await Promise.all(
      [world.a, world.b, world.c].map((each) => each.ask(`SELECT count() FROM ${postings}`)),
    )
    expect(counts.every(([rows]) => Number(rows) > 100)).toBe(true)
    expect(counts[0]).toEqual(counts[2])
  })

  it('shows changes at once, before and after the engine is told', async () => {
    const both = await open('change')
    const samples = notesOf(30)
    const id = await addNotes(both.store, 'notes', samples)
    await deskOf(both.store).feed()
    const [first, second, third] = samples
    if (!first || !second || !third) throw new Error('There are thirty.')
    await both.store.apply(putting(id, [{ ...first, text: 'fog fog anchor\n\npilot tide' }]))
    await both.store.apply(amending(id, second, { ...second, text: `${second.text}\n\nlantern lantern` }))
    await both.store.apply(moving(id, third.path, { ...third, path: 'elsewhere/fog.md' }))
    await both.store.apply(batchOf(id, { remove: ['note-7.md', 'note-8.md'] }))
    await expectSame(both)
    await deskOf(both.store).feed()
    await expectSame(both)
  })

  it('purges what left, and forgets a source that was removed', async () => {
    const both = await open('purge')
    const id = await addNotes(both.store, 'notes', notesOf(40))
    await addNotes(both.store, 'others', notesOf(10, 200))
    await deskOf(both.store).feed()
    await both.store.apply(batchOf(id, { remove: notesOf(20).map(({ path }) => path) }))
    await deskOf(both.store).feed()
    await expectSame(both)
    const left = await world.a.ask(`SELECT count() FROM ${await both.table('gone')}`)
    expect(left).toEqual(['0'])
    await both.store.removeSource(id)
    await deskOf(both.store).feed()
    await expectSame(both)
    expect(await deskOf(both.store).status()).toMatchObject({ chunks: 30, goneShare: 0 })
  })

  it('finds a source whose documents another one takes under its new name alone', async () => {
    const both = await open('takes')
    const first = await addNotes(both.store, 'first', notesOf(10))
    const second = await addNotes(both.store, 'second', notesOf(10, 50))
    await deskOf(both.store).feed()
    await both.store.apply(batchOf(second, { takes: first }))
    await expectSame(both)
    await deskOf(both.store).feed()
    for (const sources of [[second], [first], undefined]) await expectSame(both, sources)
  })

  it('shows a caller only what the caller may see, by lists of any length', async () => {
    const both = await open('access')
    const ids: SourceId[] = []
    for (let nth = 0; nth < 12; nth++) ids.push(await addNotes(both.store, `notes-${nth}`, notesOf(5, nth * 5)))
    await deskOf(both.store).feed()
    for (const some of [ids.slice(0, 1), ids.slice(2, 9), []]) {
      await expectSame(both, some)
      await expectSame(both, undefined, { sources: new Set(some), hidden: false })
    }
    // More than a statement names: they are put into a table.
    const many = [...ids.slice(3), ...Array.from({ length: 6_000 }, (_, nth) => (100_000 + nth) as SourceId)]
    await expectSame(both, many)
    const lists = await world.b.ask(`SELECT uniq(list), count() FROM ${await both.table('lists')}`)
    expect(lists).toEqual(['1\t6010'])
    await world.b.ask(`TRUNCATE TABLE ${await both.table('lists')}`)
    await expectSame(both, many)
  })

  it('fills new tables, from the engine and from the store', async () => {
    const both = await open('rebuild')
    const id = await addNotes(both.store, 'notes', notesOf(30))
    await deskOf(both.store).feed()
    await both.store.apply(batchOf(id, { remove: ['note-1.md'] }))
    await deskOf(both.store).feed()
    const before = (await deskOf(both.store).status()).generation
    for (const from of ['engine', 'store'] as const) {
      await deskOf(both.store).rebuild(from)
      await expectSame(both)
    }
    expect((await deskOf(both.store).status()).generation).toBe(before + 2)
    expect(
      await world.a.ask(`SELECT name FROM system.tables WHERE database = 'wuku' AND name LIKE '%_${before}'`),
    ).toEqual([])
  })

  it('takes out what a database that lost its last writes does not know, and sends again what the engine lost', async () => {
    const both = await open('check')
    await addNotes(both.store, 'notes', notesOf(30))
    await deskOf(both.store).feed()
    const postings = await both.table('postings')
    const copy = `INSERT INTO ${postings} SELECT term, source, chunk + bitShiftLeft(toUInt64(1), 36), document, strength FROM ${postings} WHERE term > 1`
    await world.a.ask(copy)
    expect((await answersOf(both.store)).found).toEqual((await answersOf(both.truth)).found)
    expect(await deskOf(both.store).check()).toEqual({ strangers: 1, lost: 0, irrecoverable: 0 })
    await expectSame(both)
    await world.a.ask(`ALTER TABLE ${postings} DELETE WHERE term > 1`)
    await expect.poll(() => world.a.ask(`SELECT count() FROM ${postings}`)).toEqual(['2'])
    expect(await deskOf(both.store).check()).toEqual({ strangers: 0, lost: 1, irrecoverable: 0 })
    await deskOf(both.store).feed()
    await expectSame(both)
  })

  it('gives back postings that the database has dropped, without which no copy of it is made', async () => {
    const both = await open('keep')
    const place = { url, schema: schemas.of('keep') }
    const id = await addNotes(both.store, 'notes', notesOf(40))
    const other = await addNotes(both.store, 'others', notesOf(10, 50))
    const copied = async () => {
      const { postings, close } = await openPostgresSnapshot(place)
      const pages = await Array.fromAsync(postings(new Map([id, other].map((source) => [source, -1]))))
      await close()
      return pages.flatMap(({ parts }) => parts).toSorted((a, b) => (a.chunks[0] ?? 0) - (b.chunks[0] ?? 0))
    }
    await deskOf(both.store).feed()
    // So many that the engine forgets them.
    await both.store.apply(batchOf(id, { remove: notesOf(8).map(({ path }) => path) }))
    await deskOf(both.store).feed()
    const [answers, copy] = [await answersOf(both.truth), await copied()]
    await dropAll(both.store, place)
    // From now on it knows the segments without their postings.
    expect((await answersOf(both.truth)).missing).toEqual({ shards: '0 of 1' })
    const remedy = expect.stringContaining('wuku engine keep')
    await expect(copied()).rejects.toMatchObject({ code: 'conflict', remedy })
    await deskOf(both.store).keepPostings()
    expect(await deskOf(both.store).status()).toMatchObject({ chunks: 126, unfed: 0, dropped: 0, goneShare: 0 })
    expect(await answersOf(both.truth)).toEqual(answers)
    await expectSame(both)
    expect(await copied()).toEqual(copy)
    await both.store.apply(batchOf(id, { remove: ['note-9.md'] }))
    await deskOf(both.store).rebuild('store')
    await expectSame(both)
  })

  it('takes nothing for given back that the engine has lost', async () => {
    const both = await open('lost')
    await addNotes(both.store, 'notes', notesOf(10))
    await deskOf(both.store).feed()
    await dropAll(both.store, { url, schema: schemas.of('lost') })
    const postings = await both.table('postings')
    await world.a.ask(`ALTER TABLE ${postings} DELETE WHERE term > 1`)
    await expect.poll(() => world.a.ask(`SELECT count() FROM ${postings}`)).toEqual(['2'])
    await expect(deskOf(both.store).keepPostings()).rejects.toThrow('has lost its batch')
    expect((await deskOf(both.store).status()).dropped).toBeGreaterThan(0)
  })

  it('leaves a small store to its database', async () => {
    pair = await openPair({ url, schema: schemas.of('small'), servers: [world.a, world.b], fromChunks: 1_000 })
    await addNotes(pair.store, 'notes', notesOf(10))
    await deskOf(pair.store).feed()
    expect(await deskOf(pair.store).status()).toMatchObject({ isFed: false, chunks: 0, unfed: 30 })
    await expectSame(pair)
  })
})
