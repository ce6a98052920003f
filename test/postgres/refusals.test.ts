import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { openStore, type StorePlace } from '@wuku/settings/team-open-store'
import { noTeam } from '@wuku/settings/team-settings'
import { isWukuError } from '@wuku/core/errors'
import { everything } from '@wuku/core/ports/access'
import { ask } from '../servers/postgres.ts'

const url = inject('postgres')
const asRole = (role: string): string => url.replace('wuku@', `${role}@`)

function open(at: string, schema = 'refusals', readUrls: readonly string[] = [], isShared = false) {
  const database = { ...noTeam.database, url: () => at, readUrls: () => readUrls, schema, isShared }
  return openStore({ store: '', team: { ...noTeam, database } } satisfies StorePlace)
}

it.each<{
  readonly says: string
  readonly at: string
  readonly readUrls?: readonly string[]
  readonly code: string
  readonly told: RegExp
  readonly remedy: RegExp
}>([
  { says: 'of another kind', at: 'mysql://a:hush@b/c', code: 'bad-input', told: /"mysql"/, remedy: /postgres:\/\// },
  { says: 'without a kind', at: 'hush', code: 'bad-input', told: /not the address/, remedy: /postgres:\/\// },
  { says: 'that is none', at: 'postgres://a:hu/sh@b/c', code: 'bad-input', told: /be read/, remedy: /%2F/ },
  {
    says: 'of a replica of another kind',
    at: url,
    readUrls: ['mysql://a:hush@b/c'],
    code: 'bad-input',
    told: /^DATABASE_READ_URLS/,
    remedy: /postgres:\/\//,
  },
  {
    says: 'of no server',
    at: 'postgres://a:hush@127.0.0.1:1/c',
    code: 'store-away',
    told: /ECONNREFUSED/,
    remedy: /runs/,
  },
  {
    says: 'of no host',
    at: 'postgres://a:hush@none.invalid/c',
    code: 'store-away',
    told: /none\.invalid/,
    remedy: /DATABASE_URL/,
  },
  {
    says: 'with no such role',
    at: asRole('nobody'),
    code: 'store-unwritable',
    told: /role "nobody"/,
    remedy: /the user, the password/,
  },
  {
    says: 'with no such database',
    at: `${url}_none`,
    code: 'store-unwritable',
    told: /database "wuku_none"/,
    remedy: /and the database/,
  },
  {
    says: 'with TLS, of a server without',
    at: `${url}?sslmode=verify-full`,
    code: 'store-unwritable',
    told: /SSL/,
    remedy: /sslmode=disable/,
  },
])('an address $says is refused with a remedy', async ({ at, readUrls, code, told, remedy }) => {
  const thrown: unknown = await open(at, 'refusals', readUrls).catch((error: unknown) => error)
  if (!isWukuError(thrown)) throw thrown
  expect([thrown.code, thrown.message, thrown.remedy]).toEqual([
    code,
    expect.stringMatching(told),
    expect.stringMatching(remedy),
  ])
  expect(`${thrown.message} ${thrown.remedy}`).not.toContain('hush')
})

it.each(['Team', 'with "quotes" and \'others\'', '团队'])('a schema may be called %s', async (schema) => {
  const store = await open(url, schema)
  expect(await store.read(everything, (view) => view.sources.list())).toEqual([])
  await store.close()
})

it.each([
  { says: 'tables of another program', made: 'CREATE TABLE orders (id int)', isRefused: true },
  {
    says: 'tables of another program in a schema',
    made: 'CREATE SCHEMA shop; CREATE TABLE shop.a ()',
    isRefused: true,
  },
  { says: 'nothing', made: 'SELECT', isRefused: false },
  { says: 'an extension', made: 'CREATE EXTENSION vector', isRefused: false },
  { says: 'another store of wuku', made: 'CREATE SCHEMA other; CREATE TABLE other.segment_gone ()', isRefused: false },
])('where DATABASE_URL alone names it, a database with $says is refused: $isRefused', async ({ made, isRefused }) => {
  const name = `shared_${randomUUID().slice(0, 8)}`
  const administrator = asRole('postgres')
  await ask(administrator, `CREATE DATABASE ${name} OWNER wuku`)
  const at = url.replace(/wuku$/, name)
  await ask(administrator.replace(/wuku$/, name), made)
  const opening = open(at, 'wuku', [], true)
  if (isRefused)
    await expect(opening).rejects.toMatchObject({
      code: 'conflict',
      remedy: expect.stringContaining('WUKU_DATABASE_URL'),
    })
  else await (await opening).close()
  // Who names it as wuku's means it; then the store is there.
  await (await open(at, 'wuku')).close()
  await (await open(at, 'wuku', [], true)).close()
})

const source = { kind: 'notes' as const, name: 'tides', root: '/tides', options: {}, addedAt: 0 }

it('a role that may make no schemas works in one that is there, and one that may only read can search', async () => {
  await ask(
    asRole('postgres'),
    `CREATE ROLE guest LOGIN; CREATE ROLE reader LOGIN; CREATE SCHEMA given;
     GRANT USAGE, CREATE ON SCHEMA given TO guest; GRANT USAGE ON SCHEMA given TO reader`,
  )
  const guest = await open(asRole('guest'), 'given')
  await guest.addSource(source)
  await guest.close()
  await ask(asRole('postgres'), 'GRANT SELECT ON ALL TABLES IN SCHEMA given TO reader')
  const reader = await open(asRole('reader'), 'given')
  expect(await reader.read(everything, (view) => view.sources.list())).toMatchObject([{ name: 'tides' }])
  await expect(reader.addSource({ ...source, name: 'more' })).rejects.toMatchObject({ code: 'read-only' })
  await reader.close()
})
