import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { everything } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import type { SourceId } from '@wuku/core/core-types'
import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'
import { type Database, openDatabase, readEverything } from '@wuku/store-postgres/database'
import { openPostgres, type PostgresOptions } from '@wuku/store-postgres/open-postgres'
import { createDraft, MergeAbandoned } from '@wuku/store-postgres/postings/merge-source'
import { changeSchema } from '@wuku/store-postgres/prepare'
import type { TermPage } from '@wuku/index-core/postings/term-pages'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { createMerging } from '../../packages/store-postgres/src/postings/merging.ts'
import { openPostgresSnapshot } from '../../packages/transfer/src/postgres/open-postgres-move.ts'
import { batchOf, probeFor, putting, type Sample, sourceNamed } from '../contract/samples.ts'
import { sharedFolder } from '../scratch.ts'
import { ask } from '../servers/postgres.ts'
import { buildVersionBefore } from '../servers/version-before.ts'

const url = inject('postgres')
const schema = `large_${randomBytes(8).toString('hex')}`
const folder = sharedFolder()

/** The store of the program of the version before, in this process. */
const launcher = buildVersionBefore()
const openBefore = async (options: PostgresOptions): Promise<Store> =>
  (await import(join(launcher ?? '', '../../packages/store-postgres/src/open-postgres.ts'))).openPostgres(options)

/** More chunks than fill a block, in files of many. */
const FILES = 40
const CHUNKS = 1_000
const BATCH = 10

/** Some words are in every chunk, some in one of few, some in one block alone. */
const wordsOf = (chunk: number): string =>
  `tide day${chunk % 7} file${Math.floor(chunk / CHUNKS)} rare${chunk % 9_973} ${chunk % 3 === 0 ? 'ebb ebb' : ''} ${chunk % 1_000 === 999 ? 'storm' : ''}`

const samples = Array.from({ length: FILES }, (_, file): Sample => ({
  path: `notes/${file}.md`,
  text: Array.from({ length: CHUNKS }, (__, nth) => wordsOf(file * CHUNKS + nth)).join('\n\n'),
}))

interface Place {
  readonly store: Store
  readonly source: SourceId
}

let embedded: Place
let database: Database

async function fill(store: Store, before: (source: SourceId) => Promise<unknown> = async () => {}): Promise<Place> {
  const { id: source } = await store.addSource(sourceNamed('notes'))
  await before(source)
  for (let at = 0; at < FILES; at += BATCH) await store.apply(putting(source, samples.slice(at, at + BATCH)))
  return { store, source }
}

beforeEach(async () => {
  database = openDatabase({ url, schema, readUrls: [], connections: 2 })
  embedded = await fill(await openSqlite(join(folder, `${randomBytes(4).toString('hex')}.sqlite`)))
})

/** More than is kept in memory until a merge ends. */
const pages = (): TermPage[] => [{ directory: new Uint8Array(0), data: new Uint8Array(5_000_000) }]

/** Begins a large segment, and goes on with it. */
async function writeAhead(source: SourceId): Promise<() => Promise<void>> {
  const draft = createDraft(source, 4_000_000, (work) => database.write([], work))
  await draft.add(pages())
  return () => draft.add(pages())
}

afterEach(async () => {
  await Promise.all([embedded.store.close(), database.close()])
  await ask(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)
})

async function remove(paths: readonly string[], ...places: readonly Place[]): Promise<void> {
  for (const { store, source } of places) await store.apply(batchOf(source, { remove: paths }))
}

const marked = `(SELECT count(*)::int FROM ${schema}.block_gone WHERE segment = id) AS marked`
const segments = () => ask(url, `SELECT chunks, ${marked} FROM ${schema}.segments ORDER BY first_chunk`)

const probes = [['tide'], ['ebb', 'day3'], ['storm'], ['rare17', 'rare9000', 'tide'], ['file39', 'storm'], ['nothing']]

/** Everything that postings answer, by paths and places, since ids of the stores differ. */
const answers = ({ store, source }: Place): Promise<unknown> =>
  store.read(everything, async (view) => {
    const placesIn = async (list: (typeof lists)[number]): Promise<readonly string[]> => {
      const places = await view.chunks.places(list.map(({ chunk }) => chunk))
      return places.map(({ document, facts }, nth) => `${document.path}:${facts.line} ${list[nth]?.score}`)
    }
    const under = { sources: [source], paths: ['notes/3.md', 'notes/20.md', 'notes/39.md'] }
    const lists = await view.chunks.lexical([
      ...probes.map((terms) => probeFor(terms)),
      ...probes.map((terms) => ({ ...probeFor(terms), within: under })),
      { ...probeFor(['tide', 'ebb']), required: ['storm'], excluded: ['day1'] },
    ])
    const { chunks, holders } = await view.terms.stats(['tide', 'ebb', 'storm', 'rare17', 'file3', 'nothing'])
    const documents = await view.terms.documentsWith(['storm', 'file3', 'rare17'], under)
    return {
      found: await Promise.all(lists.map(placesIn)),
      chunks,
      holders: [...holders].toSorted(),
      vocabulary: await view.terms.vocabulary(['rare1', 'fil', 'd'], 20),
      documents: [...documents].map(([term, ids]) => `${term} ${ids.size}`).toSorted(),
    }
  })

it('Bytes come as the server has them, rows of several megabytes too', async () => {
  const sql = `SELECT nth::text::bytea, NULL::bytea, ''::bytea, repeat('tide', 1000000)::bytea FROM generate_series(1, 3) AS nth`
  const rows = await readEverything(database, (db) => db.bytes<(Uint8Array | null)[]>(sql))
  const texts = rows.map((row) => row.map((each) => each && Buffer.from(each).toString()))
  expect(texts).toEqual(['1', '2', '3'].map((nth) => [nth, null, '', 'tide'.repeat(1_000_000)]))
  await expect(readEverything(database, (db) => db.bytes('SELECT nothing'))).rejects.toThrow('nothing')
})

const ALL = FILES * CHUNKS

it('Segments of several blocks answer as the embedded store does, merged or not, also without what is gone', async () => {
  const team = await fill(await openPostgres({ url, schema }), writeAhead)
  expect(await answers(team)).toEqual(await answers(embedded))
  // What a merger left that died is gone as well.
  await expect.poll(segments).toMatchObject([{ chunks: ALL }])
  await expect.poll(() => ask(url, `SELECT 1 FROM ${schema}.loose_pages`)).toEqual([])
  expect(await answers(team)).toEqual(await answers(embedded))
  await remove(['notes/0.md', 'notes/21.md', 'notes/39.md'], team, embedded)
  expect(await segments()).toMatchObject([{ chunks: ALL, marked: 3 }])
  expect(await answers(team)).toEqual(await answers(embedded))
  await team.store.tidy()
  await expect.poll(segments).toMatchObject([{ chunks: (FILES - 3) * CHUNKS, marked: 0 }])
  expect(await answers(team)).toEqual(await answers(embedded))
  // Moves and backups take block by block, and a search engine is given no others.
  const size = (FILES - 3) * CHUNKS
  const origin = await openPostgresSnapshot({ url, schema })
  for await (const { parts } of origin.postings(new Map([[team.source, 0]])))
    expect(parts.map(({ chunks }) => chunks.length)).toEqual([BLOCK_SIZE, BLOCK_SIZE, size - 2 * BLOCK_SIZE])
  await origin.close()
  await ask(url, `INSERT INTO ${schema}.engine_state DEFAULT VALUES`)
  await createMerging(database).splitLarge()
  expect((await segments()).map(({ chunks }) => chunks)).toEqual([BLOCK_SIZE, BLOCK_SIZE, size - 2 * BLOCK_SIZE])
  expect(await answers(team)).toEqual(await answers(embedded))

  // They go with their source, also while one is written.
  const goOn = await writeAhead(team.source)
  await team.store.removeSource(team.source)
  await expect(goOn()).rejects.toThrow(MergeAbandoned)
  for (const table of ['posting_pages', 'segments', 'block_gone', 'loose_pages'])
    expect(await ask(url, `SELECT 1 FROM ${schema}.${table}`)).toEqual([])
  await team.store.close()
})

it.skipIf(launcher === undefined)(
  'A store of the version before has small segments until it is allowed, and no program of then reads large ones wrongly',
  async () => {
    const old = await openBefore({ url, schema })
    const store = await openPostgres({ url, schema })
    const team = await fill(store)
    await store.tidy()
    const before: Place = { store: old, source: team.source }
    expect(await segments()).toMatchObject(Array.from({ length: 4 }, () => ({ chunks: BATCH * CHUNKS })))
    await remove(['notes/0.md'], team, embedded)
    await remove(['notes/21.md'], before, embedded)
    for (const place of [team, before]) expect(await answers(place)).toEqual(await answers(embedded))
    expect(await segments()).toHaveLength(4)
    await changeSchema({ url, schema, isDry: false, largeSegments: true })
    await expect(openBefore({ url, schema })).rejects.toMatchObject({ code: 'store-newer' })
    await store.changeSource(team.source, { indexedAt: 1 })
    await expect.poll(segments).toMatchObject([{ chunks: ALL - 2 * CHUNKS }])
    expect(await answers(team)).toEqual(await answers(embedded))
    await expect(answers(before)).rejects.toThrow()
    await expect(remove(['notes/39.md'], before)).rejects.toThrow()
    expect(await answers(team)).toEqual(await answers(embedded))

    // What is gone moves with a segment, whichever program moves it.
    await remove(['notes/3.md'], team)
    const { id: other } = await store.addSource(sourceNamed('others'))
    await ask(url, `UPDATE ${schema}.segments SET source = ${other} WHERE source = ${team.source}`)
    expect(await ask(url, `SELECT DISTINCT source FROM ${schema}.block_gone`)).toEqual([{ source: other }])
    await Promise.all([old.close(), store.close()])
  },
)
