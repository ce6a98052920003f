import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { changeSchema } from '@wuku/store-postgres/prepare'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { requireAnswer } from '@wuku/store-postgres/examine'
import { everything } from '@wuku/core/ports/access'
import { putting, sourceNamed } from '../contract/samples.ts'
import { ask } from '../servers/postgres.ts'

const owner = inject('postgres')
const name = `roles_${randomUUID().slice(0, 8)}`
const [program, reader] = [`${name}_program`, `${name}_reader`]
const as = (role: string): string => owner.replace('wuku@', `${role}@`)
const admin = as('postgres')

beforeAll(() => ask(admin, `CREATE ROLE ${program} LOGIN; CREATE ROLE ${reader} LOGIN`))
afterAll(async () => {
  await ask(admin, `DROP SCHEMA IF EXISTS ${name} CASCADE`)
  await ask(admin, `DROP OWNED BY ${program}, ${reader}; DROP ROLE ${program}, ${reader}`)
})

/** Without the setting that the helpers of these tests have. */
async function askPlainly(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

it('a role that may change no table is told who may, until the owner has made the schema', async () => {
  await expect(openPostgres({ url: as(program), schema: name })).rejects.toMatchObject({
    code: 'not-allowed',
    remedy: expect.stringContaining('wuku migrate-schema'),
  })
  const dry = await changeSchema({ url: owner, schema: name, program, reader, isDry: true })
  expect([dry.version, dry.steps.length > 0, dry.grants.length > 0]).toEqual([0, true, true])
  expect(await ask(admin, `SELECT 1 FROM pg_namespace WHERE nspname = '${name}'`)).toEqual([])
  await changeSchema({ url: owner, schema: name, program, reader, isDry: false })
  expect(await changeSchema({ url: owner, schema: name, isDry: false })).toMatchObject({ steps: [], grants: [] })
})

it('the program works whole under its role, with vectors, and changes no table', async () => {
  const store = await openPostgres({ url: as(program), schema: name })
  const { id } = await store.addSource(sourceNamed('notes'))
  await store.apply(putting(id, [{ path: 'tides.md', text: 'ebb and flood' }]))
  const set = await store.vectors.addEmbeddingSet({ key: 'one', facts: {}, dimensions: 3, createdAt: 1 })
  const chunks = await store.read(everything, (view) =>
    view.vectors.unembedded({ set: set.id, sources: [id], after: 0, limit: 10 }),
  )
  await store.vectors.putVectors(
    set.id,
    chunks.map(({ chunk }) => ({ chunk, vector: Float32Array.of(1, 0, 0) })),
  )
  expect((await store.read(everything, (view) => view.vectors.embeddingSets()))[0]).toMatchObject({ chunks: 1 })
  await store.vectors.removeEmbeddingSet(set.id)
  await ask(as(program), `UPDATE ${name}.embedding_sets SET removed_at = now() - interval '1 day' WHERE key IS NULL`)
  await store.tidy()
  expect(
    await ask(
      admin,
      `SELECT 1 FROM pg_class WHERE relname LIKE 'vectors\\_%' AND relnamespace = '${name}'::regnamespace AND relkind = 'r'`,
    ),
  ).toEqual([])
  await requireAnswer(as(program), name, true)
  await store.close()
  await expect(ask(as(program), `CREATE TABLE ${name}.mine (id int)`)).rejects.toMatchObject({ code: '42501' })
  await expect(ask(as(program), `DELETE FROM ${name}.formats`)).rejects.toMatchObject({ code: '42501' })
})

it('a query without the setting finds no row of a protected table, nor of its parts, under any role', async () => {
  const tables = await ask(
    admin,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = '${name}'::regnamespace AND relrowsecurity ORDER BY 1`,
  )
  const names = tables.map((table) => String(table['name']))
  expect(names).toEqual(expect.arrayContaining(['sources', 'documents', 'chunks', 'documents_0', 'workflows', 'pads']))
  const filled = await ask(admin, `SELECT count(*)::int AS count FROM ${name}.documents`)
  expect(filled).toEqual([{ count: 1 }])
  for (const role of ['wuku', program, reader])
    for (const table of names)
      expect([role, table, await askPlainly(as(role), `SELECT 1 FROM ${name}.${table} LIMIT 1`)]).toEqual([
        role,
        table,
        [],
      ])
})

it('the role that may only read searches, and writes nothing', async () => {
  const store = await openPostgres({ url: as(reader), schema: name })
  expect(await store.read(everything, (view) => view.sources.list())).toMatchObject([{ name: 'notes' }])
  await expect(store.addSource(sourceNamed('more'))).rejects.toMatchObject({ code: 'read-only' })
  await requireAnswer(as(reader), name, true)
  await store.close()
})
