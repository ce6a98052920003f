import { expect, it, onTestFinished } from 'vitest'
import { replicaOf, startPostgres } from '../../servers/postgres.ts'
import { alerts, dashboard, expressionsOf, metricsIn } from '../../unit/deploy/monitoring-files.ts'
import { doorOf, openInstances } from './instances-house.ts'

/** Prometheus makes it itself; a search engine has a test of its own. */
const others = /^(?:up$|wuku_engine_)/

it('exports each metric that an alert or a panel asks for, on a database with a replica', async () => {
  const primary = await startPostgres()
  onTestFinished(() => primary.close())
  const replica = await replicaOf(primary)
  onTestFinished(() => replica.close())
  const { start } = await openInstances(primary, { WUKU_DATABASE_READ_URLS: replica.url })
  const door = doorOf(await start())
  const { body } = await door.post<{ library_id: number }>('/libraries', { name: 'tides' })
  const documents = [{ path: 'ebb.md', text: '# Ebb\nThe harbour runs dry.' }]
  await door.post(`/libraries/${body.library_id}/documents`, { documents })
  await door.post('/operations/recall', { query: 'harbour' })
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'recall', arguments: { query: 'ebb' } } }
  await door.fetch('/mcp', {
    method: 'POST',
    body: JSON.stringify(call),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  })
  const wanted = [...alerts.map(({ expr }) => expr), ...expressionsOf(dashboard)].flatMap(metricsIn)
  const metrics = async (): Promise<string> => (await door.fetch('/metrics')).text()
  const missing = async (): Promise<readonly string[]> => {
    const text = await metrics()
    const exported = new Set([...text.matchAll(/^(\w+)(?:\{.*\})? -?[\d.e+-]+$/gm)].map(([, name]) => name))
    return [...new Set(wanted)].filter((name) => !exported.has(name) && !others.test(name)).toSorted()
  }
  const sumIn = (text: string, name: string, labels = ''): number =>
    text
      .split('\n')
      .filter((line) => new RegExp(`^${name}(?:\\{.*${labels}.*\\})? `).test(line))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  // Threads report every five seconds, each at its own time, and totals are kept for as long.
  const patient = { interval: 1_000 }
  await expect.poll(missing, patient).toEqual([])
  await expect.poll(async () => sumIn(await metrics(), 'wuku_threads'), patient).toBeGreaterThanOrEqual(3)
  expect(wanted.length).toBeGreaterThan(40)

  const text = await metrics()
  const valueOf = (name: string, labels?: string): number => sumIn(text, name, labels)
  expect(valueOf('wuku_segments')).toBeGreaterThan(0)
  expect(valueOf('wuku_database_statement_duration_seconds_count')).toBeGreaterThan(20)
  expect(valueOf('wuku_replica_lag_seconds')).toBeLessThan(60)
  const open = valueOf('wuku_database_connections', 'state="(?:used|idle)"')
  expect(open).toBeGreaterThan(0)
  expect(open).toBeLessThanOrEqual(valueOf('wuku_database_connections', 'state="limit"'))
})
