import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { engineAt } from '@wuku/settings/team-open-store'
import { searchUrl, startClickHouse } from '../../servers/clickhouse.ts'
import { openSchemas } from '../../servers/schemas.ts'
import { putting } from '../samples.ts'
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
const schemas = openSchemas(url, 'engine_faults')
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

/** Four batches, two on each shard; `drops`: the database keeps none of their postings. */
async function openFed(name: string, { drops = false } = {}): Promise<Pair> {
  const schema = schemas.of(name)
  pair = await openPair({ url, schema, servers: [world.a, world.b, world.c] })
  for (const part of [0, 1, 2, 3]) {
    await addNotes(pair.store, `notes-${part}`, notesOf(10, part * 10))
    await deskOf(pair.store).feed()
  }
  if (drops) await dropAll(pair.store, { url, schema })
  return pair
}

const found = async (which: Pair['store']) => (await answersOf(which)).found
const chunksIn = (lists: readonly (readonly { readonly chunk: number }[])[]) =>
  new Set(lists.flat().map(({ chunk }) => chunk)).size

describe('a search engine', () => {
  it('is asked at the other server of a shard when one is killed under load, and no answer is in part', async () => {
    const both = await openFed('kill', { drops: true })
    const whole = await answersOf(both.store)
    expect(whole.missing).toBeUndefined()
    const asking = Array.from({ length: 4 }, async () => {
      for (let turn = 0; turn < 15; turn++) expect(await answersOf(both.store)).toEqual(whole)
    })
    await sleep(100)
    await world.a.kill()
    await Promise.all(asking)
    await world.a.start()
  })

  it('says which part is missing while a shard is away, and is whole when it is back', async () => {
    const both = await openFed('away', { drops: true })
    const whole = await answersOf(both.store)
    await world.b.kill()
    const part = await answersOf(both.store)
    expect(part.missing).toEqual({ shards: '1 of 2' })
    expect(chunksIn(part.found)).toBeLessThan(chunksIn(whole.found))
    expect(chunksIn(part.found)).toBeGreaterThan(10)
    await world.b.start()
    await expect.poll(() => answersOf(both.store)).toEqual(whole)
  })

  it('is not missed while the database still has what a shard holds', async () => {
    const both = await openFed('kept')
    await world.b.kill()
    expect(await answersOf(both.store)).toEqual(await answersOf(both.truth))
    expect((await deskOf(both.store).status()).servers.map(({ state }) => state)).toEqual(['ready', 'away', 'ready'])
    await world.b.start()
  })

  it('that stands still is waited for once, and answers are in part until it goes on', async () => {
    const both = await openFed('stopped', { drops: true })
    const whole = await answersOf(both.store)
    process.kill(world.b.pid, 'SIGSTOP')
    try {
      expect((await answersOf(both.store)).missing).toEqual({ shards: '1 of 2' })
      const { asked } = await deskOf(both.store).status()
      expect((await answersOf(both.store)).missing).toEqual({ shards: '1 of 2' })
      const { seconds, questions } = (await deskOf(both.store).status()).asked
      expect((seconds - asked.seconds) / (questions - asked.questions)).toBeLessThan(1.9)
    } finally {
      process.kill(world.b.pid, 'SIGCONT')
    }
    await expect.poll(() => answersOf(both.store)).toEqual(whole)
  })

  it('away as a whole leaves what the database has, and says so; writing goes on', async () => {
    const both = await openFed('all', { drops: true })
    await Promise.all([world.a, world.b, world.c].map((server) => server.kill()))
    try {
      const id = await addNotes(both.store, 'late', notesOf(5, 500))
      const { found: late, missing } = await answersOf(both.store)
      expect(missing).toEqual({ shards: '0 of 2' })
      expect(late[0]?.length).toBeGreaterThan(0)
      await expect(deskOf(both.store).feed()).rejects.toThrow()
      await both.store.apply(putting(id, notesOf(3, 600)))
      expect(await deskOf(both.store).status()).toMatchObject({ unfed: 24, failed: expect.stringContaining('answer') })
    } finally {
      await Promise.all([world.a, world.b, world.c].map((server) => server.start()))
    }
    // An outbox that grew meanwhile is given to it.
    await expect
      .poll(async () =>
        deskOf(both.store)
          .feed()
          .then(() => 'fed', String),
      )
      .toBe('fed')
    expect(await deskOf(both.store).status()).toMatchObject({ unfed: 0 })
    expect((await answersOf(both.store)).missing).toBeUndefined()
  })

  it('has each chunk once, though a server is killed again and again while it is fed', async () => {
    pair = await openPair({ url, schema: schemas.of('refeed'), servers: [world.a, world.b, world.c] })
    const { store } = pair
    const feeding = new AbortController()
    const killing = (async () => {
      while (!feeding.signal.aborted) {
        await sleep(700)
        await world.b.kill()
        await world.b.start()
      }
    })()
    for (let part = 0; part < 12; part++) {
      await addNotes(store, `notes-${part}`, notesOf(10, part * 10))
      await deskOf(store)
        .feed()
        .catch(() => {})
    }
    feeding.abort()
    await killing
    await expect
      .poll(async () =>
        deskOf(store)
          .feed()
          .then(() => 'fed', String),
      )
      .toBe('fed')
    const postings = await pair.table('postings')
    for (const server of [world.a, world.b])
      expect(await server.ask(`SELECT term, chunk FROM ${postings} GROUP BY term, chunk HAVING count() > 1`)).toEqual(
        [],
      )
    expect(await found(store)).toEqual(await found(pair.truth))
    expect((await answersOf(store)).missing).toBeUndefined()
  })

  it('with tables of another form, or without them, is not asked, and says what it has', async () => {
    const both = await openFed('foreign')
    const postings = await both.table('postings')
    await world.b.ask(`DROP TABLE ${postings}`)
    expect(await found(both.store)).toEqual(await found(both.truth))
    expect((await deskOf(both.store).status()).servers[1]).toMatchObject({ state: 'empty' })
    await world.b.ask(`CREATE TABLE ${postings} (a UInt8) ENGINE = MergeTree() ORDER BY a`)
    expect(await found(both.store)).toEqual(await found(both.truth))
    expect((await deskOf(both.store).status()).servers[1]).toMatchObject({
      state: 'foreign',
      said: `${postings} (a UInt8)`,
    })
    await deskOf(both.store).rebuild('store')
    expect(await answersOf(both.store)).toEqual(await answersOf(both.truth))
  })

  it('with the tables of another shard is not believed', async () => {
    const both = await openFed('strange')
    const postings = await both.table('postings')
    await world.b.ask(`ALTER TABLE ${postings} DELETE WHERE term = 0`)
    await expect.poll(() => world.b.ask(`SELECT count() FROM ${postings} WHERE term = 0`)).toEqual(['0'])
    expect(await answersOf(both.store)).toEqual(await answersOf(both.truth))
  })

  it('refuses a wrong password, and says so', async () => {
    const both = await openFed('password')
    const engine = await engineAt(searchUrl([world.a]).replace('secret', 'wrong'))
    const [server] = (await engine?.servers(1)) ?? []
    expect(server).toMatchObject({ state: 'away', said: expect.stringMatching(/password/i) })
    await engine?.close()
    expect(await found(both.store)).toEqual(await found(both.truth))
  })

  it.skipIf(process.getuid?.() !== 0)(
    'whose disk is full takes nothing, and what it lacks is searched in the database',
    async () => {
      const folder = `/tmp/wuku-engine-disk-${process.pid}`
      mkdirSync(folder)
      const isMounted = mount(folder)
      const server = await startClickHouse({ shard: 2, data: isMounted ? folder : undefined })
      try {
        pair = await openPair({ url, schema: schemas.of('disk'), servers: [server] })
        await addNotes(pair.store, 'notes', notesOf(10))
        await deskOf(pair.store).feed()
        if (isMounted) {
          fill(folder)
          await addNotes(pair.store, 'more', notesOf(400, 100))
          await expect(deskOf(pair.store).feed()).rejects.toThrow()
          expect(await found(pair.store)).toEqual(await found(pair.truth))
          rmSync(`${folder}/filler`)
        }
        await expect
          .poll(async () =>
            deskOf(pair.store)
              .feed()
              .then(() => 'fed', String),
          )
          .toBe('fed')
        expect(await answersOf(pair.store)).toEqual(await answersOf(pair.truth))
      } finally {
        await server.close()
        if (isMounted) execFileSync('umount', [folder])
        rmSync(folder, { recursive: true })
      }
    },
  )
})

/** `false`: a container without the right to. */
function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=777', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function fill(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  execFileSync('dd', ['if=/dev/zero', `of=${folder}/filler`, `bs=${bsize}`, `count=${bavail}`], { stdio: 'ignore' })
}
