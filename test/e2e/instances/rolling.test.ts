import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '@wuku/store-postgres/schema'
import { ask, startPostgres } from '../../servers/postgres.ts'
import { buildVersionBefore, STEPS_SINCE, VERSION_BEFORE } from '../../servers/version-before.ts'
import { runCommand } from '../run-command.ts'
import type { Served } from '../serve/server-house.ts'
import { doorOf, openInstances } from './instances-house.ts'

const launcher = buildVersionBefore()
const schemaVersion = migrations.length

it('knows the program of the version before: another version of the schema needs another commit', () =>
  expect(VERSION_BEFORE + STEPS_SINCE).toBe(schemaVersion))

interface Failure {
  readonly asked: string
  readonly said: string
}

/** Asks and writes all the time, as a balancer would: at whichever instances are in the list. */
function traffic(servers: readonly Served[], library: number) {
  const failures: Failure[] = []
  const written: string[] = []
  const over = new AbortController()
  let turn = 0
  const askNext = async (): Promise<void> => {
    const nth = turn++
    const door = doorOf(servers[nth % servers.length] ?? expect.fail('no instance'))
    const isWrite = nth % 3 === 0
    const path = `page-${nth}.md`
    const documents = [{ path, text: `# Page ${nth}\nThe tide of day ${nth} runs dry.` }]
    const asked = isWrite ? `write ${path}` : `recall ${nth}`
    try {
      const { status, body } = isWrite
        ? await door.post(`/libraries/${library}/documents`, { version: '1.0.0', documents })
        : await door.post('/operations/recall', { query: `harbour tide of day ${nth}` })
      if (status >= 300) failures.push({ asked, said: `${status} ${JSON.stringify(body)}` })
      else if (isWrite) written.push(path)
    } catch (thrown) {
      failures.push({ asked, said: String(thrown) })
    }
  }
  const running = Promise.all(
    Array.from({ length: 2 }, async () => {
      for (; !over.signal.aborted; await sleep(200)) await askNext()
    }),
  )
  return {
    failures,
    written,
    get turns() {
      return turn
    },
    async end() {
      over.abort()
      await running
    },
  }
}

it.skipIf(launcher === undefined)(
  'a rolling upgrade from the version before, on one schema: no request fails, and either version has what the other wrote',
  async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.close())
    const instances = await openInstances(postgres, {
      // Long enough for what is under way on a busy machine.
      WUKU_SERVER_GRACE_SECONDS: '60',
    })
    const { WUKU_DATABASE_SCHEMA: schema = '' } = instances.env
    const version = async (): Promise<number> =>
      Number((await ask(postgres.url, `SELECT max(version) AS version FROM ${schema}.formats`))[0]?.['version'])
    const startOld = (): Promise<Served> => instances.start([], {}, launcher)
    const leave = async (server: Served): Promise<void> => {
      servers.splice(servers.indexOf(server), 1)
      await sleep(500)
      server.child.kill('SIGTERM')
      const [code] = (await once(server.child, 'exit')) as [number]
      expect(code).toBe(0)
    }

    // The old version alone.
    const old = [await startOld(), await startOld()] as const
    const servers: Served[] = [...old]
    expect(await version()).toBe(VERSION_BEFORE)
    const [first] = old
    const { body } = await doorOf(first).post<{ library_id: number }>('/libraries', { name: 'tides' })
    const library = body.library_id
    const page = { version: '1.0.0', documents: [{ path: 'a.md', text: '# Ebb\nThe harbour runs dry.' }] }
    expect((await doorOf(first).post(`/libraries/${library}/documents`, page)).status).toBeLessThan(300)
    const pad = await doorOf(first).post<{ workflow: { id: string } }>('/operations/create-workflow', {
      name: 'harbour',
    })
    const { id: workflow } = pad.body.workflow
    const made = await doorOf(first).post<{ scratchpad: { id: string } }>('/operations/create-scratchpad', {
      workflow_id: workflow,
      title: 'log',
      content: 'old',
    })
    const { id } = made.body.scratchpad
    const load = traffic(servers, library)
    onTestFinished(() => load.end())
    await sleep(2_000)

    // The schema is brought up under it.
    const home = { PATH: process.env['PATH'], HOME: tmpdir(), WUKU_HOME: `${tmpdir()}/wuku-rolling-${process.pid}` }
    const migrate = (...flags: readonly string[]) =>
      runCommand(['migrate-schema', ...flags], { cwd: process.cwd(), env: { ...home, ...instances.env } })
    expect([(await migrate()).code, await version()]).toEqual([0, schemaVersion])
    await sleep(1_000)

    // Both, and each sees what the other writes.
    const fresh = await instances.start()
    servers.push(fresh)
    const append = async (server: Served, content: string): Promise<number> =>
      (await doorOf(server).post('/operations/append-scratchpad', { id, content })).status
    for (const [server, content] of [
      [fresh, 'new'],
      [old[1], 'old again'],
      [fresh, 'new again'],
    ] as const)
      expect([content, await append(server, content)]).toEqual([content, 200])
    const textAt = async (server: Served): Promise<string> =>
      JSON.stringify((await doorOf(server).post('/operations/get-scratchpad', { id })).body)
    for (const server of servers)
      for (const word of ['new', 'old again', 'new again']) expect(await textAt(server)).toContain(word)
    const user = await doorOf(fresh).post<{ user_id: string }>('/users', { name: 'ann', role: 'writer' })
    const key = await doorOf(old[1]).post<{ key: string }>('/api-keys', {
      name: 'k',
      user_id: user.body.user_id,
      scopes: ['write'],
    })
    for (const server of servers)
      expect((await doorOf(server, key.body.key).fetch('/api/v1/user/info')).status).toBe(200)

    // One after the other goes, and the new version is alone.
    await leave(old[0])
    servers.push(await instances.start())
    await leave(old[1])
    await sleep(1_000)

    // Back: the version before starts on the new schema too, since no step of it says otherwise.
    const again = await startOld()
    servers.push(again)
    await sleep(1_000)
    await load.end()
    expect(load.failures).toEqual([])
    expect(load.turns).toBeGreaterThan(30)
    const listed = async (server: Served): Promise<readonly string[]> =>
      (
        await doorOf(server).get<{ list: { path: string }[] }>(`/documents?library_id=${library}&page_size=1000`)
      ).list.map(({ path }) => path)
    for (const server of [fresh, again])
      expect((await listed(server)).toSorted()).toEqual(['a.md', ...load.written].toSorted())

    // Large segments end that: it is refused at the start; what runs goes on.
    expect((await migrate('--large-segments')).code).toBe(0)
    await expect(startOld()).rejects.toThrow(`has format ${schemaVersion}`)

    // A step that says so is refused by both.
    const next = schemaVersion + 1
    await ask(postgres.url, `INSERT INTO ${schema}.formats (version, works_with) VALUES (${next}, ${next})`)
    await expect(startOld()).rejects.toThrow(`has format ${next}`)
    await expect(instances.start()).rejects.toThrow(`has format ${next}`)
    expect((await doorOf(fresh).post('/operations/recall', { query: 'harbour' })).status).toBe(200)
  },
)
