import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../../servers/postgres.ts'
import { readEvents } from '../../../packages/server/test/http/jobs-house.ts'
import { doorOf, importFrom, openInstances, openSlowSite } from './instances-house.ts'

let postgres: Postgres
beforeAll(async () => void (postgres = await startPostgres()))
afterAll(() => postgres.close())

interface ToldJob {
  readonly status: string
  readonly attempt: number
}

describe('jobs of several instances', () => {
  it('run where a worker is, and are told where they were asked for', async () => {
    const instances = await openInstances(postgres)
    const [web, worker] = await Promise.all([instances.start(['--role', 'web']), instances.start(['--role', 'worker'])])
    const [site, door] = [await openSlowSite(), doorOf(web)]
    const job = await importFrom(site.url, door, 'tides')
    const stream = readEvents(await door.fetch(`/api/v1/jobs/${job}/events`))
    await expect.poll(() => site.asked).toBe(1)
    expect((await door.get<ToldJob>(`/jobs/${job}`)).status).toBe('running')
    site.open()
    const events = await stream
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
    expect(events.at(-1)?.event).toBe('completed')
    expect(worker.line).toContain('runs jobs')
  })

  it('are found by every role, which says how ready it is', async () => {
    const instances = await openInstances(postgres)
    const [web, worker] = await Promise.all([instances.start(['--role', 'web']), instances.start(['--role', 'worker'])])
    for (const path of ['/livez', '/healthz', '/readyz'])
      for (const server of [web, worker]) expect((await fetch(server.url + path)).status, path).toBe(200)
    expect(await (await fetch(`${web.url}/readyz`)).json()).toMatchObject({
      checks: { store: 'ok', jobs: 'elsewhere' },
    })
    expect(await (await fetch(`${worker.url}/readyz`)).json()).toMatchObject({ checks: { store: 'ok', jobs: 'ok' } })
    expect((await doorOf(worker).fetch('/metrics')).status).toBe(200)
    for (const [method, path] of [
      ['GET', '/api/v1/libraries'],
      ['POST', '/mcp'],
      ['POST', '/api/v1/documents/upload'],
      ['GET', '/'],
    ] as const) {
      const refused = await fetch(worker.url + path, { method, ...(method === 'POST' && { body: '{' }) })
      expect({ path, status: refused.status, body: await refused.json() }).toMatchObject({
        path,
        status: 421,
        body: { error: { code: 'wrong-instance' } },
      })
    }
  })

  it('begin again in another where one was killed, and their events go on without a gap', async () => {
    const instances = await openInstances(postgres)
    const web = await instances.start(['--role', 'web'])
    const killed = await instances.start(['--role', 'worker'])
    const [site, door] = [await openSlowSite(), doorOf(web)]
    const job = await importFrom(site.url, door, 'tides')
    await expect.poll(() => site.asked).toBe(1)
    const stream = readEvents(await door.fetch(`/api/v1/jobs/${job}/events`))
    killed.child.kill('SIGKILL')
    await killed.ended
    site.open()
    await instances.start(['--role', 'worker'])
    const events = await stream
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
    expect(events.at(-1)?.event).toBe('completed')
    expect(await door.get(`/jobs/${job}`)).toMatchObject({ status: 'succeeded', attempt: 2 })
  })

  it('are cancelled from any of them', async () => {
    const instances = await openInstances(postgres)
    const [web, other] = await Promise.all([instances.start(['--role', 'web']), instances.start()])
    const site = await openSlowSite()
    const job = await importFrom(site.url, doorOf(other), 'tides')
    await expect.poll(() => site.asked).toBe(1)
    expect((await doorOf(web).post(`/jobs/${job}/cancel`, {})).status).toBe(202)
    const events = await readEvents(await doorOf(web).fetch(`/api/v1/jobs/${job}/events`))
    expect(events.at(-1)?.event).toBe('cancelled')
  })

  it('take in what was uploaded at another, and nothing of it stays', async () => {
    const instances = await openInstances(postgres)
    const [web] = await Promise.all([instances.start(['--role', 'web']), instances.start(['--role', 'worker'])])
    const body = new FormData()
    body.append('library', 'billing')
    for (const name of ['tides', 'ebb', 'flood'])
      body.append('files', new Blob([`# ${name}\n\nThe ${name} of Saltmarsh.\n`]), `${name}.md`)
    const answer = await doorOf(web).fetch('/api/v1/documents/upload', { method: 'POST', body })
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ body: { success_count: 3 } })
    // The job has ended before its originals go.
    await expect.poll(async () => uploadsIn(instances.env['WUKU_BLOBS_URL'] ?? '')).toEqual([])
  })
})

async function uploadsIn(folder: string): Promise<readonly string[]> {
  const { openLocalBlobs } = await import('@wuku/instances/blobs/local')
  const found: string[] = []
  for await (const { key } of openLocalBlobs(folder).list('uploads/')) found.push(key)
  return found
}
