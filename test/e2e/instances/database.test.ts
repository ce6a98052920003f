import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../../servers/postgres.ts'
import type { Ended } from '../cli-house.ts'
import { doorOf, openInstances, type Instances } from './instances-house.ts'
import { runCommand } from '../run-command.ts'

let postgres: Postgres
beforeAll(async () => void (postgres = await startPostgres()))
afterAll(() => postgres.close())

interface Ready {
  readonly status: string
  readonly checks: Readonly<Record<string, string>>
}

it('an instance without its database is not ready and says why, until it is there again', async () => {
  const server = await (await openInstances(postgres)).start()
  const probe = async (): Promise<readonly [number, Ready]> => {
    const response = await fetch(`${server.url}/readyz`)
    return [response.status, (await response.json()) as Ready]
  }
  const storeOf = async (): Promise<string> => (await probe())[1].checks['store'] ?? ''
  expect(await probe()).toEqual([
    200,
    { status: 'ready', checks: { store: 'ok', jobs: expect.any(String), blobs: 'ok' } },
  ])
  await postgres.kill()
  await expect.poll(storeOf).toMatch(/^the database is not reached/)
  const [status, told] = await probe()
  expect([status, told.status]).toEqual([503, 'failed'])
  // It lives on: a supervisor need not start it again.
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  await server.logged('The server is not ready: the database is not reached')
  await postgres.start()
  await expect.poll(storeOf).toBe('ok')
})

it('instances count requests together without a Redis', async () => {
  const instances = await openInstances(postgres, { WUKU_LIMITS_REQUESTS_PER_MINUTE: '20' })
  const one = await instances.start()
  const other = await instances.start()
  let asked = 0
  const left = async (server: typeof one): Promise<number> => {
    asked++
    return Number((await doorOf(server).fetch('/api/v1/user/info')).headers.get('ratelimit-remaining'))
  }
  const bothLeft = async (): Promise<readonly number[]> => [await left(one), await left(other)]
  await expect.poll(bothLeft, { interval: 500 }).toEqual([0, 0])
  // Forty, if each counted for itself.
  expect(asked).toBeLessThan(34)
  expect((await doorOf(one).fetch('/api/v1/user/info')).status).toBe(429)
  expect((await doorOf(other).fetch('/api/v1/user/info')).status).toBe(429)
})

function commandIn(instances: Instances, folder: string) {
  const env = { ...instances.env, PATH: process.env['PATH'], HOME: folder, WUKU_HOME: join(folder, 'data') }
  return (...args: readonly string[]): Promise<Ended> => runCommand(args, { cwd: process.cwd(), env })
}

it.each<[what: string, args: (place: string) => readonly string[]]>([
  ['restored', (place) => ['restore', place, '--replace', '--yes']],
  ['moved', (place) => ['migrate', '--to', join(place, 'copy')]],
])('a store on which an instance works is not %s', async (_, args) => {
  const instances = await openInstances(postgres)
  const server = await instances.start()
  const place = join(instances.env['WUKU_BLOBS_URL'] ?? '', '..', 'backups')
  const wuku = commandIn(instances, join(place, '..'))
  expect(await wuku('backup', place)).toMatchObject({ code: 0 })
  const refused = await wuku(...args(place))
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.stderr).toContain('This store is in use by 1 instance: the role all on ')
  expect(refused.stderr).toContain('docker compose stop')
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
  expect(await wuku(...args(place))).toMatchObject({ code: 0 })
})
