import { describe, expect, it } from 'vitest'
import { examineMerging } from '../../src/doctor/checks.ts'
import { examineInstances, examineJobs, examineLogins } from '../../src/doctor/instances.ts'
import { addUser } from '@wuku/kernel/accounts/users'
import type { Settings } from '@wuku/settings/app-settings'
import { noTeam } from '@wuku/settings/team-settings'
import { engineWith } from '../../../kernel/test/search/engine-with.ts'

interface Row {
  readonly says: string
  readonly url?: string
  readonly role?: string
  readonly blobs?: string
  readonly sessions?: boolean
  readonly found: readonly string[]
}

it.each<Row>([
  { says: 'a laptop', url: '', role: 'web', sessions: true, found: [] },
  { says: 'one instance over a database', found: [] },
  { says: 'a worker whose originals lie elsewhere', role: 'worker', found: ['originals'] },
  { says: 'a worker with a bucket', role: 'worker', blobs: 's3://wuku', found: [] },
  { says: 'sessions of MCP', role: 'web', blobs: 's3://wuku', sessions: true, found: ['MCP sessions'] },
])('settings: $says', ({ url = 'postgres://wuku@db/wuku', role = 'all', blobs = '', sessions, found }) => {
  const settings = {
    server: { role, mcpSessions: sessions === true },
    team: { ...noTeam, blobs, database: { ...noTeam.database, url: () => url } },
  } as unknown as Settings
  expect(examineInstances(settings).map(({ about }) => about)).toEqual(found)
})

it.each<[url: string, keys: readonly string[], hasUsers: boolean, found: readonly string[]]>([
  ['postgres://wuku@db/wuku', [], true, ['logins']],
  ['postgres://wuku@db/wuku', ['not-a-real-key'], true, []],
  ['postgres://wuku@db/wuku', [], false, []],
  ['', [], true, []],
])('logins: a store "%s" with signing keys %j and users %s', async (url, keys, hasUsers, found) => {
  const engine = await engineWith({})
  if (hasUsers) await engine.accounts.write((accounts) => addUser({ name: 'ann', role: 'admin' }, accounts, 1))
  const settings = {
    auth: { signingKeys: () => keys },
    team: { ...noTeam, database: { ...noTeam.database, url: () => url } },
  } as unknown as Settings
  expect((await examineLogins(settings, engine)).map(({ about }) => about)).toEqual(found)
})

it.each<[unmerged: number | undefined, found: readonly string[]]>([
  [undefined, []],
  [0, []],
  [50, []],
  [51, ['51 parts of it wait to be merged: searches take longer than they need.']],
])('merges: %s parts that are not merged', (unmerged, found) => {
  expect(examineMerging(unmerged).map(({ said }) => String(said))).toEqual(found)
})

describe('jobs', () => {
  const draft = (id: string, status: 'queued' | 'running', createdAt: number) => ({
    id,
    kind: 'index' as const,
    queue: id,
    status,
    stage: 'connecting',
    percent: 0,
    message: '',
    attempt: 1,
    library: null,
    libraryName: null,
    version: null,
    actor: 'local',
    createdAt,
    startedAt: null,
    request: { operation: 'index', input: {}, caller: { client: 'test', sees: 'all' as const, actor: 'local' } },
    events: [],
  })

  it('that nobody runs are found once they have waited for minutes', async () => {
    const engine = await engineWith({})
    const now = engine.now()
    expect(await examineJobs(engine)).toEqual([])
    await engine.jobs.write((jobs) => jobs.add([draft('new', 'queued', now)]))
    expect(await examineJobs(engine)).toEqual([])
    await engine.jobs.write((jobs) => jobs.add([draft('old', 'queued', now - 300_000)]))
    expect(await examineJobs(engine)).toMatchObject([{ about: 'jobs', state: 'warn' }])
    await engine.jobs.write((jobs) => jobs.add([draft('busy', 'running', now)]))
    expect(await examineJobs(engine)).toEqual([])
  })
})
