import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { spawnSync } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { openHome, startServer, wuku } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'
import { sharedFolder } from '../../scratch.ts'

const home = openHome(sharedFolder())

interface Call {
  readonly at: string
  readonly func_name: string
  readonly request_id: string | null
  readonly status: string
  readonly surface: string
  readonly operation: string | null
  readonly error: string | null
}

interface Calls {
  readonly list: readonly Call[]
  readonly total: number
}

const callsIn = async ({ ask }: Served, query = ''): Promise<Calls> =>
  (await (await ask(`/api/v1/calls?page_size=1000${query}`)).json()) as Calls

/** As the command line reads it. */
function listed(): Calls {
  const args = [wuku, 'call', 'list-calls', '{"page_size":1000}', '--json']
  return JSON.parse(spawnSync(process.execPath, args, { env: home.env, encoding: 'utf8' }).stdout) as Calls
}

/** The rows of a request, once they are there. */
async function rowsOf(server: Served, id: string): Promise<readonly Call[]> {
  for (;;) {
    const rows = (await callsIn(server)).list.filter(({ request_id }) => request_id === id)
    if (rows.length > 0) return rows
  }
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const mcp = (method: string, params: object = {}): RequestInit =>
  json({ jsonrpc: '2.0', ...(!method.startsWith('notifications/') && { id: 1 }), method, params })

const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } }

const doors: readonly (readonly [path: string, init: RequestInit, row: object])[] = [
  ['/api/v1/sources', {}, { surface: 'rest', func_name: 'sources', operation: 'sources', status: 'success' }],
  [
    '/api/v1/operations/recall',
    json({ query: 'Saltmarsh' }),
    { surface: 'rest', func_name: 'recall', operation: 'recall', input: { query: 'Saltmarsh' }, results: 1 },
  ],
  [
    '/api/v1/operations/open',
    json({ citation: 'wuku://notes/demo/nowhere.md' }),
    { surface: 'rest', func_name: 'open', status: 'error', error: 'not-found' },
  ],
  ['/api/v1/operations/recall', json({}), { surface: 'rest', func_name: 'recall', error: 'bad-input' }],
  ['/query', json({ searches: [{ type: 'lex', query: 'dredging' }] }), { surface: 'rest', func_name: 'query' }],
  ['/api/v1/stats', {}, { surface: 'rest', func_name: 'library_statistics' }],
  ['/mcp', mcp('initialize', hello), { surface: 'mcp', func_name: 'initialize', operation: null, client: 'e2e' }],
  ['/mcp', mcp('notifications/initialized'), { surface: 'mcp', func_name: 'initialized', operation: null }],
  ['/mcp', mcp('tools/list'), { surface: 'mcp', func_name: 'tools_list' }],
  ['/mcp', mcp('prompts/list'), { surface: 'mcp', func_name: 'prompts_list' }],
  [
    '/mcp',
    mcp('tools/call', { name: 'recall', arguments: { query: 'Cormorant' } }),
    { surface: 'mcp', func_name: 'recall', operation: 'recall', status: 'success', error: null, results: 1 },
  ],
]

it('has a row for each request by any door', async () => {
  const server = await serve(home)
  for (const [at, [path, init, row]] of doors.entries()) {
    const id = `door-${at}`
    const headers = { 'x-request-id': id, accept: 'application/json, text/event-stream', ...init.headers }
    await (await server.ask(path, { ...init, headers })).text()
    const rows = await rowsOf(server, id)
    expect(rows).toMatchObject([{ actor: 'local', actor_name: 'local', ...row }])
  }
  const filters: readonly (readonly [query: string, funcNames: readonly string[]])[] = [
    ['&surface=mcp', ['recall', 'prompts_list', 'tools_list', 'initialized', 'initialize']],
    ['&operation=recall', ['recall', 'recall', 'recall']],
    ['&operation=recall&surface=mcp', ['recall']],
    ['&failed=true', ['recall', 'open']],
    ['&actor=local&surface=mcp&operation=recall', ['recall']],
    ['&actor=somebody', []],
  ]
  for (const [query, names] of filters)
    expect((await callsIn(server, query)).list.map(({ func_name }) => func_name)).toEqual(names)
  for (const alias of ['/api/v1/mcp-call-logs?surface=mcp&page_size=1', '/api/v1/calls?surface=mcp&page_size=1'])
    expect(await (await server.ask(alias)).json()).toMatchObject({
      list: [{ func_name: 'recall' }],
      total: 5,
      page: 1,
      page_size: 1,
    })
  const { daily } = (await (await server.ask('/api/v1/stats/my')).json()) as { daily: readonly object[] }
  expect(daily).toContainEqual(expect.objectContaining({ metric: 'call.recall', count: 3 }))
  const text = await (await server.ask('/metrics')).text()
  expect(text).toMatch(/^mcp_server_operation_duration_seconds_count\{.*gen_ai_tool_name="recall".*\} 1$/m)
  expect(text).toMatch(/^wuku_documents\{kind="notes"\} 3$/m)
  expect(text).not.toContain('Saltmarsh')
})

it('has a row for each message on standard input too', async () => {
  const pipe = startServer(home)
  pipe.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })
  await pipe.answer(1)
  pipe.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  pipe.send({ jsonrpc: '2.0', id: 2, method: 'resources/templates/list' })
  pipe.send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'recall', arguments: { query: 'tides' } } })
  await Promise.all([pipe.answer(2), pipe.answer(3)])
  pipe.child.stdin.end()
  await pipe.ended
  const { list } = listed()
  const ofPipe = list.filter(({ surface, request_id }) => surface === 'mcp' && request_id === null)
  expect(ofPipe.map(({ func_name }) => func_name).toSorted()).toEqual([
    'initialize',
    'initialized',
    'recall',
    'resource_templates_list',
  ])
})

it('loses no row when the server stops', async () => {
  const server = await serve(home)
  const ids = Array.from({ length: 40 }, (_, at) => `last-${at}`)
  const ask = (id: string, at: number): Promise<Response> =>
    at % 2 === 0
      ? server.ask('/api/v1/sources', { headers: { 'x-request-id': id } })
      : server.ask('/mcp', {
          ...mcp('ping'),
          headers: { 'x-request-id': id, 'content-type': 'application/json', accept: 'application/json' },
        })
  await Promise.all(ids.map(async (id, at) => (await ask(id, at)).text()))
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
  const { list } = listed()
  const kept = list.flatMap(({ request_id }) => (request_id?.startsWith('last-') ? [request_id] : []))
  expect(kept.toSorted()).toEqual(ids.toSorted())
})

it('sends traces where a collector is set, with the last ones at the stop', async () => {
  const texts: string[] = []
  const collector = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => texts.push(text))
    request.on('end', () => response.end('{}'))
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void collector.close())
  const { port } = collector.address() as AddressInfo
  const server = await serve(home, [], { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  await server.ask('/api/v1/operations/recall', json({ query: 'Saltmarsh' }))
  const { headers, ...message } = mcp('tools/call', { name: 'recall', arguments: { query: 'Saltmarsh' } })
  await (await server.ask('/mcp', { ...message, headers: { ...headers, accept: 'application/json' } })).text()
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
  const sent = texts.join('')
  expect(sent).toContain('"POST /api/v1/operations/{name}"')
  expect(sent).toContain('"POST /mcp"')
  expect(sent.match(/"name":"recall"/g)).toHaveLength(2)
  expect(sent).not.toContain('Saltmarsh')
})
