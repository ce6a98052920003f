import { expect, it } from 'vitest'
import { openHome } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'
import { ADMIN_KEY, openTeam, upload, type Who } from './team-house.ts'
import { scratchFolder } from '../../scratch.ts'

const QUOTAS = 'sources=2,documentBytes=4000,user:ben sources=3,group:calm callsPerDay=3'

type Team = Awaited<ReturnType<typeof openTeam>>

it('quotas of users and groups hold at every door, and say what is used and who can raise them', async () => {
  const home = openHome(scratchFolder())
  const server = await serve(home, [], { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY, WUKU_LIMITS_QUOTAS: QUOTAS })
  const team = await openTeam(server)
  await holdSources(team)
  await keepBytes(team, server)
  await callByGroup(team)
})

const add = (team: Team, who: Who, name: string) => team.send(who, 'POST /libraries', { name, visibility: 'private' })
const used = async (team: Team, who: Who) =>
  (await team.send(who, 'GET /user/info')).body as { readonly limits: object; used: object | null }

/** A user may hold so many libraries and sources, and more again when one is gone. */
async function holdSources(team: Team): Promise<void> {
  const first = await add(team, 'ann', 'tides')
  expect([first.status, (await add(team, 'ann', 'moons')).status]).toEqual([201, 201])
  const refused = await add(team, 'ann', 'stars')
  expect([refused.status, refused.body]).toEqual([
    429,
    {
      error: {
        code: 'quota',
        message: 'You hold 2 sources and libraries, and may hold 2. Nothing was done.',
        remedy: 'Remove some, or ask an administrator, who can raise it with the setting limits.quotas.',
        request_id: expect.any(String),
      },
    },
  ])
  expect(await used(team, 'ann')).toMatchObject({ limits: { sources: 2, document_bytes: 4_000 }, used: { sources: 2 } })
  // An import says so before it begins.
  const request = { operation: 'import-docs', input: { url: 'https://docs.example.com/llms.txt', name: 'sky' } }
  expect((await team.send('ann', 'POST /operations/start-job', request)).status).toBe(429)
  // Others have their own.
  for (const name of ['one', 'two', 'three']) expect((await add(team, 'ben', name)).status).toBe(201)
  expect((await add(team, 'ben', 'four')).status).toBe(429)
  await team.send('ann', `DELETE /libraries/${String(first.body['library_id'])}`)
  expect((await add(team, 'ann', 'stars')).status).toBe(201)
}

/** A user may keep so many bytes: what would add more is refused by any door, what removes is not. */
async function keepBytes(team: Team, server: Served): Promise<void> {
  const { body } = await add(team, 'admin', 'everybody')
  await team.send('admin', `PATCH /libraries/${String(body['library_id'])}`, { visibility: 'team' })
  const { list } = (await team.send('ben', 'GET /libraries')).body as { list: { library_id: number; name: string }[] }
  const own = String(list.find(({ name }) => name === 'one')?.library_id)
  const text = '# Tide\n'.concat('The harbour runs dry. '.repeat(200))
  expect((await team.send('ben', `POST /libraries/${own}/documents`, upload(text))).status).toBeLessThan(300)
  const more = await team.send('ben', `POST /libraries/${own}/documents`, upload('# Ebb\nLow water.', 'ebb.md'))
  expect([more.status, more.text]).toEqual([429, expect.stringContaining('and may have 4000')])
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'create-scratchpad', arguments: { workflow_id: 'x', title: 'plan', content: 'Low water.' } },
  }
  const byTool = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    body: JSON.stringify(call),
    headers: {
      authorization: `Bearer ${team.keyOf('ben')}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  })
  expect(await byTool.text()).toContain('and may have 4000')
  const { used: held } = await used(team, 'ben')
  expect(held).toMatchObject({ sources: 3, document_bytes: expect.any(Number), calls_today: expect.any(Number) })
  // Whoever reads, and whoever removes, goes on.
  expect((await team.send('ben', 'POST /operations/recall', { query: 'harbour' })).status).toBe(200)
  await team.send('ben', `DELETE /libraries/${own}/versions/1.0.0`)
  // The administrator, who owns the server, has no account and no quota.
  expect(
    (await team.send('admin', `POST /libraries/${String(body['library_id'])}/documents`, upload(text))).status,
  ).toBeLessThan(300)
}

/** A group may call so often a day, and others as often as they like. */
async function callByGroup(team: Team): Promise<void> {
  const ids = (await team.send('admin', 'GET /users')).body as { list: { name: string; user_id: string }[] }
  const cho = ids.list.find(({ name }) => name === 'cho')?.user_id ?? ''
  expect((await team.send('admin', `PATCH /users/${cho}`, { groups: ['calm'] })).status).toBe(200)
  const ask = async (who: Who): Promise<number> =>
    (await team.send(who, 'POST /operations/recall', { query: 'tide' })).status
  expect([await ask('cho'), await ask('cho'), await ask('cho'), await ask('cho')]).toEqual([200, 200, 200, 429])
  expect(await ask('ann')).toBe(200)
  // What was used is written a second later.
  await expect.poll(() => used(team, 'cho')).toMatchObject({ limits: { calls_per_day: 3 }, used: { calls_today: 3 } })
}
