import { expect, it, onTestFinished } from 'vitest'
import { searchUrl, startClickHouse } from '../../servers/clickhouse.ts'
import { ask, startPostgres } from '../../servers/postgres.ts'
import { alerts, dashboard, expressionsOf, metricsIn } from '../../unit/deploy/monitoring-files.ts'
import { runInProcess } from '../run-command.ts'
import { doorOf, openInstances } from './instances-house.ts'

interface Recalled {
  readonly hits: readonly { readonly path: string }[]
  readonly notes: readonly string[]
  readonly partial?: { readonly shards: string }
}

interface Tool {
  readonly result: { readonly content: readonly { readonly text: string }[]; readonly structuredContent?: Recalled }
}

const patient = { timeout: 60_000, interval: 500 }

it('says on every way which part of the index is missing, while a shard of its search engine is away', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.close())
  const servers = await Promise.all([startClickHouse({ shard: 1 }), startClickHouse({ shard: 2 })])
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))))
  const { env, start } = await openInstances(postgres, { SEARCH_URL: searchUrl(servers), SEARCH_FROM_CHUNKS: '0' })
  const server = await start()
  const door = doorOf(server)
  let asked = 0
  /** A library of its own, which says nothing that others say. */
  const write = async (name: string): Promise<void> => {
    const { body } = await door.post<{ library_id: number }>('/libraries', { name })
    const text = `# ${name}\n\n${[1, 2, 3, 4, 5, 6].map((nth) => name.repeat(nth)).join(' ')} harbour.`
    await door.post(`/libraries/${body.library_id}/documents`, { documents: [{ path: `${name}.md`, text }] })
  }
  const engine = async (action: string) =>
    (await door.post<{ dropped: number; unfed: number }>('/search-engine', { action })).body
  /** Another question each time: none is answered from a cache. */
  const recall = async () => {
    const question = { query: 'harbour', kinds: ['docs'], limit: 10 + (++asked % 40) }
    const { body, headers } = await door.post<Recalled>('/operations/recall', question)
    return { ...body, header: headers.get('wuku-partial'), found: body.hits.map(({ path }) => path).toSorted() }
  }
  const callTool = async (): Promise<Tool> => {
    const params = { name: 'recall', arguments: { query: 'harbour', limit: 10 + (++asked % 40) } }
    const response = await door.fetch('/mcp', {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      headers: { 'content-type': 'application/json', accept: 'application/json', 'mcp-protocol-version': '2025-06-18' },
    })
    return (await response.json()) as Tool
  }
  const metric = async (name: string): Promise<number> =>
    [...(await (await door.fetch('/metrics')).text()).matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, 'gm'))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    )
  const ready = async () => (await fetch(`${server.url}/readyz`)).json()
  const command = (...args: readonly string[]) =>
    runInProcess(args, { env: { PATH: process.env['PATH'], WUKU_HOME: `${env['WUKU_BLOBS_URL']}-elsewhere`, ...env } })

  const names = ['ebb', 'flood', 'gale', 'storm', 'calm', 'spring']
  for (const name of names) {
    await write(name)
    await engine('feed')
  }
  const whole = await recall()
  expect(whole).toMatchObject({ header: null, found: names.map((name) => `${name}.md`).toSorted() })
  expect(whole.partial).toBeUndefined()

  // The database keeps none of their postings, as if a day had passed: no copy is made of what it lacks.
  await engine('drop')
  await ask(
    postgres.url,
    `UPDATE ${env['WUKU_DATABASE_SCHEMA']}.engine_batches SET fed_at = fed_at - interval '2 days'`,
  )
  expect((await engine('feed')).dropped).toBeGreaterThan(0)
  const backup = await command('backup', `${env['WUKU_BLOBS_URL']}-backup`)
  expect(backup).toMatchObject({ code: 1, stderr: expect.stringContaining('wuku engine keep') })

  await servers[1]?.kill()
  const part = await recall()
  expect(part).toMatchObject({ header: '1 of 2', partial: { shards: '1 of 2' } })
  expect(part.notes.join()).toContain('1 of 2')
  expect(part.found.length).toBeGreaterThan(0)
  expect(part.found.length).toBeLessThan(names.length)
  const { result } = await callTool()
  expect(result.content.map(({ text }) => text).join()).toContain('1 of 2')
  await expect
    .poll(ready, patient)
    .toMatchObject({ status: 'ready', checks: { search: expect.stringContaining('search engine') } })
  await expect.poll(() => metric('wuku_engine_shards_answering'), patient).toBe(1)
  await expect.poll(() => metric('wuku_engine_partial_total'), patient).toBeGreaterThan(0)
  const doctor = await command('doctor')
  expect(doctor.code).toBe(1)
  expect(doctor.stdout).toContain('1 of 2 shards')

  // With all away, what is new is found, and waits to be fed.
  await servers[0]?.kill()
  await write('new')
  const tail = await recall()
  expect(tail).toMatchObject({ header: '0 of 2', partial: { shards: '0 of 2' }, found: ['new.md'] })
  await expect.poll(() => metric('wuku_engine_unfed_chunks'), patient).toBeGreaterThan(0)
  const text = await (await door.fetch('/metrics')).text()
  const wanted = [...alerts.map(({ expr }) => expr), ...expressionsOf(dashboard)].flatMap(metricsIn)
  for (const name of wanted.filter((each) => each.includes('engine')))
    expect(text).toMatch(new RegExp(`^${name}(?:\\{.*\\})? [\\d.]+$`, 'm'))

  await Promise.all(servers.map((each) => each.start()))
  await expect.poll(recall, patient).toMatchObject({ header: null, found: [...whole.found, 'new.md'].toSorted() })
  await expect.poll(ready, patient).toMatchObject({ checks: { search: 'ok' } })
  await expect.poll(() => metric('wuku_engine_unfed_chunks'), patient).toBe(0)
  expect((await engine('keep')).dropped).toBe(0)
  expect((await command('backup', `${env['WUKU_BLOBS_URL']}-backup`)).code).toBe(0)
}, 300_000)
