import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqlite } from '../../src/adapters/sqlite/open.ts'
import { schemaVersion } from '../../src/adapters/sqlite/schema.ts'
import { batchOf, probeFor, putting } from './samples.ts'
import { disagreements } from './sqlite-inspection.ts'

const formats = new URL('../fixtures/formats/', import.meta.url)

let place = ''
let file = ''
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'wuku-store-'))
  file = join(place, 'store.sqlite')
})
afterEach(() => rm(place, { recursive: true }))

const stored = (await readdir(formats)).filter((name) => /^sqlite-\d+\.sqlite$/.test(name))

it('has a stored file of this format', () => expect(stored).toContain(`sqlite-${schemaVersion}.sqlite`))

it.each(stored)('opens and searches %s', async (name) => {
  await copyFile(new URL(name, formats), file)
  const store = await openSqlite(file)
  await store.read(async (view) => {
    const found = await view.passages(
      (await view.lexical(probeFor(['flood', '潮水', 'calm']))).map(({ chunk }) => chunk),
    )
    expect(found.map(({ document: { path }, facts }) => [path, facts.line])).toEqual([
      ['tides.md', 1],
      ['海/潮汐.md', 1],
      ['today', 1],
    ])
    const [notes] = await view.sourceFacts()
    expect(notes).toMatchObject({ documents: 2, source: { indexedAt: 1_700_000_000_000 }, report: { added: 3 } })
  })
  const [notes] = await store.read((view) => view.sources())
  if (notes) await store.apply(batchOf(notes.id, { remove: ['tides.md'] }))
  if (notes) await store.apply(putting(notes.id, [{ path: 'new.md', text: 'flood' }]))
  expect((await store.read((view) => view.holders(['flood', 'ebb']))).get('flood')).toBe(1)
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
  expect(await store.read((view) => view.sources())).toEqual([])
  await store.close()
})
