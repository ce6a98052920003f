import { afterAll, beforeAll, expect, it } from 'vitest'
import { openHome, type Home } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'

let home: Home
beforeAll(async () => void (home = await openHome()))
afterAll(() => home.remove())

const read = async ({ ask }: Served, path: string): Promise<Record<string, unknown>> =>
  (await (await ask(`/api/v1${path}`)).json()) as Record<string, unknown>

it('tells over REST what "wuku doctor" tells, and how clients are connected', async () => {
  const server = await serve(home)
  const { checks } = await read(server, '/checks')
  expect(checks).toContainEqual(expect.objectContaining({ name: 'store', status: 'ok' }))
  expect(checks).toContainEqual(expect.objectContaining({ name: 'notes/demo', status: 'ok' }))
  const told = await read(server, '/clients?client=cursor')
  expect(told).toMatchObject({ url: `${server.url}/mcp`, key: { from: 'local' }, clients: [{ name: 'cursor' }] })
  expect(JSON.stringify(told)).not.toContain(server.token)
}, 60_000)
