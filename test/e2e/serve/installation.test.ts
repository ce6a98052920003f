import { expect, it } from 'vitest'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openHome } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'
import { sharedFolder } from '../../scratch.ts'

const home = openHome(sharedFolder())

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
})

const put = ({ ask }: Served, name: string, value: unknown): Promise<Response> =>
  ask(`/api/v1/settings/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value }),
  })

async function addPad({ ask }: Served, content: string): Promise<number> {
  const post = (name: string, body: object): Promise<Response> =>
    ask(`/api/v1/operations/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const made = await (await post('create-workflow', { name: content.slice(0, 20) })).text()
  const workflow = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(made)?.[0]
  return (await post('create-scratchpad', { workflow_id: workflow, title: 'Log', content })).status
}

it('changes settings at once, in every thread, and writes down who did', async () => {
  const server = await serve(home, [], { WUKU_OFFLINE: '1' })
  expect(await addPad(server, 'a pad of some length')).toBe(200)
  const changed = await put(server, 'pads.bytes', 10)
  expect(await changed.json()).toMatchObject({ value: 10, from: 'file', line: 2, takes_effect: 'at once' })
  for (const pad of ['one', 'two', 'three', 'four']) expect(await addPad(server, `${pad} of more than ten`)).toBe(413)
  const file = join(home.env['WUKU_HOME'] ?? '', 'settings.yaml')
  expect(await readFile(file, 'utf8')).toBe('pads:\n  bytes: 10\n')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await put(server, 'pads.bytes', null)).status).toBe(200)
  expect(await addPad(server, 'once more of some length')).toBe(200)
  expect(await read(server, '/settings?name=server.port')).toMatchObject({ settings: [{ from: 'flag', value: 0 }] })
})

it('refuses what does not fit, and tells no secret', async () => {
  const server = await serve(home, [], { WUKU_OFFLINE: '1' })
  const refused: readonly [name: string, value: unknown, status: number, says: string][] = [
    ['offline', false, 409, 'WUKU_OFFLINE'],
    ['server.port', 1, 409, 'option'],
    ['pads.bytes', 'ten', 400, 'whole number'],
    ['pads.bites', 1, 404, 'pads.bytes'],
  ]
  for (const [name, value, status, says] of refused) {
    const answer = await put(server, name, value)
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(says)])
  }
  const key = 'not-a-real-key-4711'
  expect(await (await put(server, 'models.reranker.key', key)).text()).not.toContain(key)
  // Acts are written down a moment later.
  for (;;) {
    const audit = await (await server.ask('/api/v1/audit?action=setting.change')).text()
    const calls = await (await server.ask('/api/v1/calls')).text()
    expect(audit + calls).not.toContain(key)
    if (audit.includes('"models.reranker.key"')) break
  }
})

it('changes no setting where nothing may be changed', async () => {
  const server = await serve(home, ['--read-only'])
  expect((await put(server, 'pads.bytes', 10)).status).toBe(403)
  expect(await read(server, '/settings?name=readOnly')).toMatchObject({ settings: [{ from: 'flag', value: true }] })
})
