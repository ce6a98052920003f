import { everything, type Access } from '@wuku/core/ports/access'
import { holdersOf, lexicalIn, vocabularyOf } from './one-of-store.ts'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { IndexBatch } from '@wuku/core/ports/store'
import { schemaVersion } from '@wuku/store-sqlite/schema'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { keyOf, loginOf, userOf } from './account-samples.ts'
import { activityOf, auditOf, countOf, draftOf, fileOf, libraryOf } from './library-samples.ts'
import { amending, batchOf, probeFor, putting } from './samples.ts'
import { disagreements } from './sqlite-inspection.ts'
import { embedAll, setOf, textsNear } from './vector-samples.ts'
import { scratchFolder } from '../scratch.ts'

const formats = new URL('../fixtures/formats/', import.meta.url)

let place = ''
let file = ''
beforeEach(() => {
  place = scratchFolder()
  file = join(place, 'store.sqlite')
})

const stored = (await readdir(formats)).filter((name) => /^sqlite-\d+\.sqlite$/.test(name))

it('has a stored file of this format', () => expect(stored).toContain(`sqlite-${schemaVersion}.sqlite`))

const tides = {
  path: 'tides.md',
  title: 'Tides',
  text: '# Tides\nThe ebb follows the flood.\n\nSpring tides come with the full moon.',
}

/** A document is amended by the analyser that it was stored by; any other puts it whole. */
const analysedBy = (analyser: string, batch: IndexBatch): IndexBatch => ({
  ...batch,
  amend: (batch.amend ?? []).map((each) => ({ ...each, document: { ...each.document, analyser } })),
})

it.each(stored)('opens and searches %s', async (name) => {
  await copyFile(new URL(name, formats), file)
  const store = await openSqlite(file)
  await store.read(everything, async (view) => {
    const found = await view.chunks.passages(
      (await lexicalIn(view, probeFor(['flood', '潮水', 'calm']))).map(({ chunk }) => chunk),
    )
    expect(found.map(({ document: { path }, facts }) => [path, facts.line])).toEqual([
      ['tides.md', 1],
      ['海/潮汐.md', 1],
      ['today', 1],
    ])
    const [notes] = await view.sources.facts()
    expect(notes).toMatchObject({ documents: 2, source: { indexedAt: 1_700_000_000_000 }, report: { added: 3 } })
  })
  const [notes] = await store.read(everything, (view) => view.sources.list())
  const [before] = await store.read(everything, (view) => view.documents.list({ paths: [tides.path] }))
  const amended = { ...tides, text: `gale\n\n${tides.text.split('\n\n')[0]}` }
  if (notes && before) await store.apply(analysedBy(before.analyser, amending(notes.id, tides, amended)))
  expect([...(await store.read(everything, (view) => holdersOf(view, ['ebb', 'moon', 'gale'])))]).toEqual([
    ['ebb', 1],
    ['gale', 1],
  ])
  if (notes) await store.apply(batchOf(notes.id, { remove: ['tides.md'] }))
  if (notes) await store.apply(putting(notes.id, [{ path: 'new.md', text: 'flood' }]))
  expect((await store.read(everything, (view) => holdersOf(view, ['flood', 'ebb']))).get('flood')).toBe(1)
  await store.close()
  expect(disagreements(file)).toEqual([])
})

/** Those that came with a format or a later one. */
const since = (format: number): readonly string[] => stored.filter((name) => Number(/\d+/.exec(name)?.[0]) >= format)

it.each(since(2))('keeps the pads of %s', async (name) => {
  await copyFile(new URL(name, formats), file)
  const store = await openSqlite(file)
  const states = await store.read(everything, (view) =>
    Promise.all([1, 2].map((version) => view.pads.stateAt('pad-1', version))),
  )
  expect(states.map((state) => state?.content)).toEqual(['ebb 潮', 'ebb 潮\nflood'])
  await store.read(everything, async (view) => {
    expect(await view.pads.workflow('workflow-1')).toMatchObject({ name: '潮汐 tides', scope: 'sea', pads: 1 })
    expect(await view.pads.hits({ keywords: [{ text: '潮', where: 'within' }] })).toHaveLength(2)
  })
  await store.close()
})

it.each(since(3))('keeps outlines and marks of %s', async (name) => {
  await copyFile(new URL(name, formats), file)
  const store = await openSqlite(file)
  const [, , code] = await store.read(everything, (view) => view.sources.list())
  if (!code) throw new Error('A third source.')
  await store.read(everything, async (view) => {
    const within = { sources: [code.id] }
    const found = await lexicalIn(view, probeFor([markTerm('is', 'pier'), markTerm('is', 'plank')], { within }))
    const [pier, , plank] = await view.documents.byId(found.map(({ document }) => document))
    expect([pier?.path, plank?.path]).toEqual(['src/pier.ts', 'src/long.ts'])
    const outlines = await view.documents.outlines(found.map(({ document }) => document))
    expect([...outlines.values()]).toEqual([{ symbols: ['pier', '码头'] }, expect.objectContaining({ length: 100 })])
  })
  const others = (await store.read(everything, (view) => view.sources.list())).slice(2)
  for (const { id } of others) await store.apply(batchOf(id, { remove: ['src/pier.ts'] }))
  expect(
    (await store.read(everything, (view) => vocabularyOf(view, markTerm('is', ''), 10))).map(({ term }) => term),
  ).toEqual([markTerm('is', 'plank')])
  await store.close()
  expect(disagreements(file)).toEqual([])
})

it.each(since(4))('keeps what sources share of %s', async (name) => {
  await copyFile(new URL(name, formats), file)
  const store = await openSqlite(file)
  const [, , code, tree] = await store.read(everything, (view) => view.sources.list())
  if (!code || !tree) throw new Error('Four sources.')
  const planks = () =>
    store.read(everything, async (view) => {
      const found = await lexicalIn(view, probeFor(['plank']))
      return (await view.chunks.passages(found.map(({ chunk }) => chunk))).map(({ document: { source } }) => source)
    })
  expect(await planks()).toEqual([code.id, tree.id])
  await store.removeSource(code.id)
  expect(await planks()).toEqual([tree.id])
  await store.close()
  expect(disagreements(file)).toEqual([])
})

it.each(since(5))('keeps libraries and records of %s', async (name) => {
  await copyFile(new URL(name, formats), file)
  const store = await openSqlite(file)
  const page = { limit: 9, offset: 0 }
  await store.read(everything, async ({ libraries, records }) => {
    const library = { id: 1, name: '潮汐 Tides', keep: { keep: 'last', count: 2 }, status: 'active', origin: null }
    expect(await libraries.libraries()).toEqual([expect.objectContaining(library)])
    const version = { id: 1, version: 'v1.2', origin: { type: 'folder', root: '/docs/tides' }, status: 'active' }
    expect(await libraries.versions(1)).toEqual([expect.objectContaining(version)])
    expect((await libraries.filesAt(1, ['指南.md'])).map(draftOf)).toEqual([
      fileOf('指南.md', { facts: { etag: 'a' } }),
    ])
    const numbered = await Promise.all([1, 2].map((number) => libraries.file(number)))
    expect(numbered.map((each) => each?.path).toSorted()).toEqual(['b.pdf', '指南.md'])
    expect(await libraries.fileCounts(1)).toEqual({ completed: 1, failed: 1 })
    expect((await records.activities(page)).items).toEqual([
      activityOf(1_700_000_000_000, { library: 1, message: '潮' }),
    ])
    expect((await records.calls({ ...page, failedOnly: true })).items).toMatchObject([
      { input: { query: '潮汐' }, actor: 'local', actorName: 'local', funcName: 'get_library_docs', requestId: null },
    ])
    const counted = await records.counts({ from: '2026-11-22', to: '2026-11-22' })
    expect(counted).toEqual([countOf('2026-11-22', { count: 2, sum: 1.5 })])
  })
  await expect(
    store.write('all', (transaction) => transaction.libraries.addLibrary(libraryOf({ name: '潮汐 TIDES' }))),
  ).rejects.toMatchObject({ code: 'conflict' })
  await store.close()
})

it.each(since(6))('keeps the vectors of %s', async (name) => {
  await copyFile(new URL(name, formats), file)
  const store = await openSqlite(file)
  const [set] = await store.read(everything, (view) => view.vectors.embeddingSets())
  if (!set) throw new Error('A set.')
  expect(set).toMatchObject({ ...setOf(), isActive: true, chunks: 8 })
  expect(await textsNear(store, set.id, '潮汐\n\n满月的时候潮水最高。', { depth: 1 })).toEqual(['满月的时候潮水最高。'])
  expect(await embedAll(store, set.id)).toBe(0)
  await store.close()
})

it.each(since(9))('keeps descriptions and projects of %s', async (name) => {
  await copyFile(new URL(name, formats), file)
  const store = await openSqlite(file)
  await store.read(everything, async ({ annotations, sources }) => {
    expect((await annotations.contexts()).map(({ prefix, text }) => [prefix, text])).toEqual([
      ['', '港口 harbour'],
      ['海', 'Of the sea'],
    ])
    expect(await annotations.projects()).toEqual([{ name: 'Pier', members: ['/src/pier', 'notes/harbour'] }])
    expect((await sources.list()).map(({ contexts }) => contexts?.length)).toEqual([2, 1, 1, 1])
  })
  await store.close()
})

it.each(since(14))('keeps accounts, holdings and the audit of %s', async (name) => {
  await copyFile(new URL(name, formats), file)
  const store = await openSqlite(file)
  const user = userOf('ann', { name: 'Ann 李', groups: ['海'] })
  await store.accounts.read(async (view) => {
    const key = keyOf('key of ann', { scopes: ['read', 'write'] })
    expect(await view.keyWithHash(key.hash)).toEqual({ key, user })
    expect(await view.login('login of ann')).toEqual({ login: loginOf('login of ann'), user })
    expect(await view.usage('ann', '2026-11-24')).toEqual({ calls: 2, uploadBytes: 3 })
  })
  const member: Access = { sources: { user: 'bob', groups: ['海'] }, hidden: false }
  // Notes are those of a version of a library, which the team sees.
  expect((await store.read(member, (view) => view.sources.list())).map((source) => source.name)).toEqual([
    'harbour',
    'tree',
  ])
  const { items } = await store.read(everything, ({ records }) => records.audit({ limit: 9, offset: 0 }))
  expect(items).toEqual([auditOf(1_700_000_000_000, { target: '潮' })])
  await store.close()
})

it.each(since(18))('keeps the days of %s', async (name) => {
  await copyFile(new URL(name, formats), file)
  const store = await openSqlite(file)
  const days = await store.read(everything, (view) => view.sources.days({ from: '2026-11-22', to: '2026-11-22' }))
  expect(days).toEqual([{ day: '2026-11-22', source: 1, documents: 3, chunks: 4, bytes: 135 }])
  await store.close()
})

it('has room for accounts in a file of the first format', async () => {
  await copyFile(new URL('sqlite-1.sqlite', formats), file)
  const store = await openSqlite(file)
  await store.accounts.write((accounts) => accounts.addUser(userOf('ann')))
  expect(await store.accounts.read((view) => view.users())).toEqual([userOf('ann')])
  await store.close()
  expect(disagreements(file)).toEqual([])
})

it('has room for descriptions and projects in a file of the first format', async () => {
  await copyFile(new URL('sqlite-1.sqlite', formats), file)
  const store = await openSqlite(file)
  const project = { name: 'shop', members: ['/src/shop'] }
  await store.write('annotations', ({ annotations }) => annotations.putProjects([project]))
  expect(await store.read(everything, ({ annotations }) => annotations.projects())).toEqual([project])
  await store.close()
  expect(disagreements(file)).toEqual([])
})

it('has room for vectors in a file of the first format', async () => {
  await copyFile(new URL('sqlite-1.sqlite', formats), file)
  const store = await openSqlite(file)
  const { id } = await store.vectors.addEmbeddingSet(setOf())
  expect(await embedAll(store, id)).toBeGreaterThan(3)
  expect(await textsNear(store, id, '潮汐\n\n满月的时候潮水最高。', { depth: 1 })).toEqual(['满月的时候潮水最高。'])
  await store.close()
  expect(disagreements(file)).toEqual([])
})

it('has room for libraries in a file of the first format', async () => {
  await copyFile(new URL('sqlite-1.sqlite', formats), file)
  const store = await openSqlite(file)
  await store.write('all', (transaction) => transaction.libraries.addLibrary(libraryOf()))
  await store.record({ counts: [countOf('2026-11-22')] })
  expect(await store.read(everything, (view) => view.libraries.libraries())).toHaveLength(1)
  await store.close()
  expect(disagreements(file)).toEqual([])
})

it('has room for pads in a file of the first format', async () => {
  await copyFile(new URL('sqlite-1.sqlite', formats), file)
  const store = await openSqlite(file)
  const times = { createdAt: 1, updatedAt: 1 }
  await store.write('all', async ({ pads }) => {
    await pads.addWorkflow({ id: 'w', name: 'new', description: null, scope: null, isActive: true, ...times })
    await pads.addPad({ id: 'p', workflow: 'w', title: 'Log', content: '潮', by: 'test', how: 'create', ...times })
  })
  expect((await store.read(everything, (view) => view.pads.pad('p')))?.content).toBe('潮')
  await store.close()
  expect(disagreements(file)).toEqual([])
})

it('refuses a newer format and leaves it as it is', async () => {
  await (await openSqlite(file)).close()
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA user_version = ${schemaVersion + 1}`)
  db.close()
  const before = await readFile(file)
  await expect(openSqlite(file)).rejects.toMatchObject({
    code: 'store-newer',
    remedy: expect.stringContaining('newest'),
  })
  expect(await readFile(file)).toEqual(before)
})

it('opens an empty file as a new store', async () => {
  await writeFile(file, '')
  const store = await openSqlite(file)
  expect(await store.read(everything, (view) => view.sources.list())).toEqual([])
  await store.close()
})
