/**
 * Writes the store that every later version must open: test/fixtures/formats/sqlite-<format>.sqlite. Run it once when
 * the format grows; files of older formats stay as they are.
 */
import { everything } from '@wuku/core/ports/access'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { schemaVersion } from '@wuku/store-sqlite/schema'
import { keyOf, loginOf, userOf } from '../account-samples.ts'
import { activityOf, auditOf, callOf, countOf, fileOf, libraryOf, versionOf } from '../library-samples.ts'
import { amending, batchOf, putting, sourceNamed } from '../samples.ts'
import { embedAll, setOf } from '../vector-samples.ts'

const file = fileURLToPath(new URL(`../../fixtures/formats/sqlite-${schemaVersion}.sqlite`, import.meta.url))
rmSync(file, { force: true })
const store = await openSqlite(file)
const notes = await store.addSource({ ...sourceNamed('harbour'), options: { patterns: ['**/*.md'] } })
const pads = await store.addSource(sourceNamed('log', 'pads'))
await store.apply(
  putting(notes.id, [
    {
      path: 'tides.md',
      title: 'Tides',
      text: '# Tides\nThe ebb follows the flood.\n\nSpring tides come with the full moon.',
    },
    { path: '海/潮汐.md', title: '潮汐', text: '满月的时候潮水最高。', meta: { tags: ['sea'] }, headings: ['潮汐'] },
    { path: 'gone.md', text: 'a storm that was taken out again' },
  ]),
)
await store.changeSource(notes.id, { countedOn: '2026-11-22' })
const today = { path: 'today', text: '#m1 calm until noon' }
await store.apply(putting(pads.id, [today]))
await store.apply(amending(pads.id, today, { ...today, text: `${today.text}\n\n风 from the east` }))
const shore = await store.addSource(sourceNamed('shore', 'code'))
const planks = Array.from({ length: 100 }, (_, line) => ({ name: `plank${line}`, line }))
const code = [
  {
    path: 'src/pier.ts',
    title: 'pier.ts',
    text: 'export const pier = 1\n\nexport const 码头 = 2\n',
    marks: ['pier', '码头'],
    outline: { symbols: ['pier', '码头'] },
  },
  {
    path: 'src/long.ts',
    title: 'long.ts',
    text: 'const plank = 3\n'.repeat(100),
    marks: ['plank'],
    outline: planks,
  },
]
await store.apply(putting(shore.id, code))
const tree = await store.addSource(sourceNamed('tree', 'code'))
const twins = await store.read(everything, (view) => view.documents.list({ sources: [shore.id] }))
await store.apply(
  batchOf(tree.id, {
    adopt: twins.map(({ item, path, id }) => ({ item, path, stamp: 'tree', modifiedAt: 9, from: id })),
  }),
)
await store.write('all', async (transaction) => {
  const times = { createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000 }
  const workflow = { id: 'workflow-1', name: '潮汐 tides', description: null, scope: 'sea', isActive: true }
  await transaction.pads.addWorkflow({ ...workflow, ...times })
  const written = { by: 'a client', how: 'create-scratchpad' }
  await transaction.pads.addPad({
    id: 'pad-1',
    workflow: 'workflow-1',
    title: 'Log',
    content: 'ebb 潮',
    ...times,
    ...written,
  })
  await transaction.pads.changePad('pad-1', {
    content: 'ebb 潮\nflood',
    at: 1_700_000_001_000,
    by: 'a client',
    how: 'append',
  })
})
await store.write('all', async ({ libraries }) => {
  const library = await libraries.addLibrary(
    libraryOf({ name: '潮汐 Tides', keep: { keep: 'last', count: 2 }, refreshEvery: 604_800_000 }),
  )
  const origin = { type: 'folder', root: '/docs/tides' } as const
  const version = await libraries.addVersion(versionOf(library.id, { version: 'v1.2', source: notes.id, origin }))
  await libraries.putFiles(version.id, [
    fileOf('指南.md', { facts: { etag: 'a' } }),
    fileOf('b.pdf', { status: 'failed' }),
  ])
})
await store.write('annotations', async ({ annotations }) => {
  await annotations.putContexts([
    { source: null, prefix: '', text: '港口 harbour' },
    { source: notes.id, prefix: '海', text: 'Of the sea' },
  ])
  await annotations.putProjects([{ name: 'Pier', members: ['/src/pier', 'notes/harbour'] }])
})
await store.changeSource(tree.id, { ownership: { owner: 'ann', visibility: 'private', sharedWith: ['group:海'] } })
await store.accounts.write(async (accounts) => {
  await accounts.addUser(userOf('ann', { name: 'Ann 李', groups: ['海'] }))
  await accounts.addKey(keyOf('key of ann', { scopes: ['read', 'write'] }))
  await accounts.addLogin(loginOf('login of ann'))
  await accounts.noteUse({ usage: [{ user: 'ann', day: '2026-11-24', calls: 2, uploadBytes: 3 }] })
})
await store.record({
  audit: [auditOf(1_700_000_000_000, { target: '潮' })],
  activities: [activityOf(1_700_000_000_000, { library: 1, message: '潮' })],
  calls: [callOf(1_700_000_000_000, { library: 1, input: { query: '潮汐' }, error: 'offline' })],
  counts: [countOf('2026-11-22', { count: 2, sum: 1.5 })],
})
const { id: set } = await store.vectors.addEmbeddingSet(setOf())
await embedAll(store, set)
await store.vectors.activateEmbeddingSet(set)
await store.apply(batchOf(notes.id, { remove: ['gone.md'] }))
await store.changeSource(notes.id, { indexedAt: 1_700_000_000_000, report: { added: 3 } })
await store.tidy()
await store.close()
