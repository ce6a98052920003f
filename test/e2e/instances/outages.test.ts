import { randomBytes } from 'node:crypto'
import { chownSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startPostgres, type Postgres } from '../../servers/postgres.ts'
import { startS3 } from '../../servers/s3.ts'
import { mountDisk } from '../mounts.ts'
import { doorOf, openInstances } from './instances-house.ts'
import type { Served } from '../serve/server-house.ts'
import { scratchFolder } from '../../scratch.ts'

let postgres: Postgres
beforeAll(async () => void (postgres = await startPostgres()))
afterAll(() => postgres.close())

interface Refused {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfter: string | null
}

interface Failed {
  readonly error?: { readonly code: string; readonly message: string }
}

async function refusalOf(response: Response): Promise<Refused> {
  const { error } = (await response.json()) as Failed
  const { code = '', message = '' } = error ?? {}
  return { status: response.status, code, message, retryAfter: response.headers.get('retry-after') }
}

const read = (server: Served, key?: string): Promise<Response> => doorOf(server, key).fetch('/api/v1/sources')

const post = (server: Served, path: string, body: object): Promise<Response> =>
  doorOf(server).fetch(`/api/v1/pads/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const write = (server: Served): Promise<Response> => post(server, 'workflows', { name: 'tides' })

async function callTool(server: Served, name: string, args: object) {
  const response = await doorOf(server).fetch('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'mcp-protocol-version': '2025-06-18' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'question-7', method: 'tools/call', params: { name, arguments: args } }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, response }
}

const readiness = async (server: Served): Promise<readonly [number, string, string | undefined]> => {
  const response = await fetch(`${server.url}/readyz`)
  const { checks } = (await response.json()) as { readonly checks: Readonly<Record<string, string>> }
  return [response.status, checks['store'] ?? '', checks['blobs']]
}

/** With its children, which hold the connections. */
function signalTree(pid: number, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  for (const each of [pid, ...children]) process.kill(each, signal)
}

it.each<[says: string, begin: () => Promise<void>, end: () => Promise<void>]>([
  ['was killed', () => postgres.kill(), () => postgres.start()],
  ['stands still', async () => signalTree(postgres.pid, 'SIGSTOP'), async () => signalTree(postgres.pid, 'SIGCONT')],
])('a database that %s is told as away, at once after the first wait, until it is back', async (_, begin, end) => {
  const server = await (await openInstances(postgres)).start()
  expect((await read(server)).status).toBe(200)
  await begin()
  const away = { status: 503, code: 'store-away', retryAfter: '2' }
  expect(await refusalOf(await read(server))).toMatchObject(away)
  // The first have waited: nobody else does, and each thread has learned it.
  await expect
    .poll(async () => {
      const began = performance.now()
      const refused = await Promise.all(Array.from({ length: 20 }, () => read(server)))
      return refused.every(({ status }) => status === 503) && performance.now() - began < 1_000
    })
    .toBe(true)
  expect(await refusalOf(await write(server))).toMatchObject(away)
  expect((await read(server, 'wuku_wrong')).status).toBe(503)
  const { status, body, response } = await callTool(server, 'list_workflows', {})
  expect([status, response.headers.get('retry-after'), body]).toMatchObject([
    503,
    '2',
    { jsonrpc: '2.0', id: 'question-7', error: { code: -32_603, data: { code: 'store-away', retry_after: 2 } } },
  ])
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN/)
  expect(await readiness(server)).toEqual([503, expect.stringMatching(/^the database/), 'ok'])
  await end()
  await expect.poll(async () => (await read(server)).status).toBe(200)
  expect((await write(server)).status).toBeLessThan(300)
})

it('a database without room says so for writes, is read all the same, and is not ready', async () => {
  const folder = scratchFolder()
  const disk = join(folder, 'disk')
  mountDisk(disk, 60_000)
  chownSync(folder, 65_534, 65_534)
  chownSync(disk, 65_534, 65_534)
  await postgres.admin(`CREATE TABLESPACE small OWNER wuku LOCATION '${disk}'`)
  await postgres.admin('CREATE DATABASE small OWNER wuku TABLESPACE small')
  const url = postgres.url.replace(/wuku$/, 'small')
  const server = await (await openInstances({ url })).start()
  const made = (await (await write(server)).json()) as { readonly workflow: { readonly id: string } }
  const keep = (): Promise<Response> =>
    post(server, `workflows/${made.workflow.id}/scratchpads`, {
      title: 'tides',
      content: randomBytes(100_000).toString('base64'),
    })
  expect((await keep()).status).toBeLessThan(300)
  expect(await readiness(server)).toEqual([200, 'ok', 'ok'])
  const filling = join(disk, 'filling')
  fill(filling)
  // Files that are there already have room for some.
  const codes: string[] = []
  while (codes.length < 5) {
    const response = await keep()
    if (response.status >= 300) codes.push(JSON.stringify(await refusalOf(response)))
  }
  for (const refused of codes)
    expect(JSON.parse(refused)).toMatchObject({ status: 503, code: 'store-full', retryAfter: '30' })
  expect((await read(server)).status).toBe(200)
  await expect.poll(() => readiness(server)).toEqual([503, 'the database has no room left', 'ok'])
  rmSync(filling)
  await expect.poll(() => readiness(server)).toEqual([200, 'ok', 'ok'])
  expect((await keep()).status).toBeLessThan(300)
  server.child.kill('SIGTERM')
  await server.ended
  await postgres.admin('DROP DATABASE small WITH (FORCE)')
  await postgres.admin('DROP TABLESPACE small')
  expect(readdirSync(disk)).toEqual([])
})

/** Until nothing goes in any more. */
function fill(file: string): void {
  for (let size = 1 << 20; size >= 4_096; size /= 2)
    for (;;)
      try {
        writeFileSync(file, new Uint8Array(size), { flag: 'a' })
      } catch {
        break
      }
}

it('a bucket that is not there is told at the start and by readiness, and an upload says that originals are away', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3.close())
  const server = await (await openInstances(postgres, { ...s3.env, WUKU_BLOBS_URL: 's3://absent/originals' })).start()
  await server.logged('The server is not ready: the bucket of originals does not exist')
  expect(await readiness(server)).toEqual([503, 'ok', 'the bucket of originals does not exist'])
  const upload = async (): Promise<Response> => {
    const form = new FormData()
    form.set('library', 'sea')
    form.set('files', new Blob(['# Tides\n\nThe moon.\n']), 'tides.md')
    return doorOf(server).fetch('/api/v1/documents/upload', { method: 'POST', body: form })
  }
  expect(await refusalOf(await upload())).toMatchObject({ status: 503, code: 'blobs-away', retryAfter: '5' })
  expect((await read(server)).status).toBe(200)
  const [accessKeyId = '', secretAccessKey = ''] = [s3.env['AWS_ACCESS_KEY_ID'], s3.env['AWS_SECRET_ACCESS_KEY']]
  const client = new S3Client({
    endpoint: s3.env['AWS_ENDPOINT_URL_S3'] ?? '',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  await client.send(new CreateBucketCommand({ Bucket: 'absent' }))
  await expect.poll(() => readiness(server)).toEqual([200, 'ok', 'ok'])
})
