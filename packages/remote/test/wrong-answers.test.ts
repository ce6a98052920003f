import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { openRemote, type Remote } from '../src/call-remote.ts'
import { sendSource } from '../src/send-source.ts'
import { withServer } from '../src/with-server.ts'
import type { OperationContext } from '@wuku/kernel/base/engine'
import type { Operation } from '@wuku/kernel/base/operation'
import { recall } from '@wuku/kernel/operations/recall/recall'
import type { Output } from '@wuku/kernel/operations/recall/shape'
import { serveUntilEnd } from '../../../test/serve-until-end.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

async function peer(answer: Answer): Promise<string> {
  return serveUntilEnd((request, response) => {
    request.resume()
    answer(response, request)
  })
}

const open = (url: string, patience = 400): Promise<Remote> =>
  openRemote({ url, home: '/nowhere', env: { WUKU_SERVER_KEY: 'wuku_not-a-key' }, timeout: patience })

const own: Output = {
  query: 'tide',
  mode: 'lexical',
  project: null,
  sure: 'strong',
  hits: [
    {
      citation: 'wuku://notes/own/tide.md#L1-L2',
      also: [],
      docid: '#3f2a1c',
      inProject: false,
      kind: 'notes',
      source: 'own',
      path: 'tide.md',
      title: 'Tide',
      headings: [],
      line: 1,
      endLine: 2,
      score: 0.8,
      snippet: '1: The tide.',
      matched: ['tide'],
      missing: [],
      near: null,
      freshness: 'fresh',
      context: null,
    },
  ],
  weaker: 0,
  leftOut: 0,
  corrections: [],
  notes: [],
}

const said =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))

const drip =
  (first: string): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(first)
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }

const flood: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = (): void => {
    while (response.write(' '.repeat(65_536)));
    response.once('drain', more)
  }
  more()
}

const hits = (hit: unknown) => ({ ...own, hits: [hit] })

const wrong: readonly (readonly [says: string, answer: Answer])[] = [
  ['an empty object', said({})],
  ['a list', said([])],
  ['null', said('null')],
  ['a word', said('"yes"')],
  ['no JSON', said('<html>')],
  ['hits that are no list', said({ ...own, hits: 'many' })],
  ['a hit without a citation', said(hits({ path: 'a.md' }))],
  ['a hit of wrong types', said(hits({ ...own.hits[0], score: 'high', headings: null }))],
  ['another shape', said({ results: [], total: 0 })],
  ['an error without words', said({ error: {} }, 500)],
  ['an error of wrong types', said({ error: { code: 7, message: ['no'], remedy: {} } }, 400)],
  ['a redirect', said('', 302, { location: 'http://127.0.0.1:9/' })],
  ['an end in the middle', (response) => void response.writeHead(200, { 'content-length': '99' }).write('{"q')],
  ['nesting without end', said(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)],
  ['something that is not compressed', said('{}', 200, { 'content-encoding': 'gzip' })],
  ['a hundred MB in a few KB', said(gzipSync(Buffer.alloc(100_000_000, 32)), 200, { 'content-encoding': 'gzip' })],
  ['one sign now and then', drip('{')],
  ['a flood', flood],
  ['"later" for ever', said({ error: { code: 'rate-limited', message: 'later' } }, 429, { 'retry-after': '1' })],
  ['nothing', () => {}],
]

it.each(wrong)('an answer that is %s is told as one of no server of this version', async (_, answer) => {
  const remote = await open(await peer(answer))
  const { signal } = new AbortController()
  await expect(remote.call(recall, { query: 'tide' }, { signal })).rejects.toMatchObject({
    name: 'WukuError',
    code: 'fetch-failed',
    message: expect.stringContaining(remote.name),
  })
})

it.each(wrong)('hits of this machine come all the same where the server answers %s', async (_, answer) => {
  const url = await peer(answer)
  const here = { ...recall, run: async () => own } as unknown as Operation
  const [both] = withServer([here], { url, open: () => open(url), pushes: async () => [] })
  const context = { signal: new AbortController().signal, isBrief: false } as unknown as OperationContext
  const answered = (await both?.run({ query: 'tide', limit: 10, budget: 3_500 } as never, context)) as Output
  expect(answered.hits.map(({ path }) => path)).toEqual(['tide.md'])
  expect(String(answered.notes[0])).toContain(new URL(url).host)
})

it.each(wrong)('a push ends where the server answers %s', async (_, answer) => {
  const remote = await open(await peer(answer))
  async function* items() {
    yield { is: 'listed', isComplete: true, count: 1 } as const
    yield { is: 'item', path: 'a.md', text: 'The tide.', secrets: [], modifiedAt: 0 } as never
  }
  const sending = { source: { kind: 'notes', name: 'own' } as const, items: items(), progress: () => {} }
  await expect(sendSource({ ...sending, signal: new AbortController().signal }, remote)).rejects.toMatchObject({
    name: 'WukuError',
    code: 'fetch-failed',
  })
})

/** Each of its requests is answered by the next of these; the last answers all that follow. */
async function callPeer(...answers: readonly Answer[]) {
  const keys: unknown[] = []
  const url = await peer((response, request) => {
    keys.push(request.headers['idempotency-key'])
    answers[Math.min(keys.length, answers.length) - 1]?.(response, request)
  })
  const { signal } = new AbortController()
  const outcome = await (
    await open(url, 60_000)
  )
    .call(recall, { query: 'tide' }, { signal })
    .catch((error: unknown) => error)
  return { outcome, keys }
}

const cut: Answer = (_, request) => void request.socket.destroy()
const halfCut: Answer = (response, request) => {
  response.writeHead(200, { 'content-length': '99' }).write('{"q', () => request.socket.destroy())
}
const stillAtWork = said({ error: { code: 'conflict', message: 'still under way' } }, 409, { 'retry-after': '1' })

it.each([
  ['before it is answered', [cut, said(own)]],
  ['in the middle of its answer', [halfCut, said(own)]],
  ['while the server goes on with it', [cut, stillAtWork, said(own)]],
] as const)('a request whose connection breaks off %s is sent once more under the same key', async (_, answers) => {
  const { outcome, keys } = await callPeer(...answers)
  expect(outcome).toEqual(own)
  expect(keys).toEqual(answers.map(() => expect.stringMatching(/^[\da-f-]{36}$/)))
  expect(new Set(keys).size).toBe(1)
})

it.each([
  ['whose connection breaks off again', [cut], 'fetch-failed', 2],
  ['that is refused', [said({ error: { code: 'conflict', message: 'no' } }, 409)], 'conflict', 1],
] as const)('a request %s is not retried endlessly', async (_, answers, code, times) => {
  const { outcome, keys } = await callPeer(...answers)
  expect(outcome).toMatchObject({ code })
  expect(keys.length).toBe(times)
})

it('a job that says nothing new ends the wait', async () => {
  const job = {
    job_id: '01J',
    kind: 'index',
    status: 'running',
    stage: 'indexing',
    percent: 1,
    message: '',
    attempt: 1,
    library_id: null,
    library: null,
    version: null,
    actor: 'ann',
    created_at: '',
    started_at: null,
    finished_at: null,
    result: null,
    error: null,
  }
  const url = await peer((response, { url: path = '' }) => {
    if (path.endsWith('/events')) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': ping\n\n')
    else said(path.includes('/jobs/') ? job : { job }, path.includes('/jobs/') ? 200 : 202)(response, {} as never)
  })
  const how = { signal: new AbortController().signal, progress: () => {} }
  await expect((await open(url)).run(recall, {}, how)).rejects.toMatchObject({ code: 'fetch-failed' })
})

it('what a newer server says besides is left out', async () => {
  const newer = { ...own, colour: 'blue', hits: [{ ...own.hits[0], colour: 'blue' }] }
  const remote = await open(await peer(said(newer)), 60_000)
  const { signal } = new AbortController()
  expect(JSON.stringify(await remote.call(recall, { query: 'tide' }, { signal }))).toBe(JSON.stringify(own))
})

it.each([
  ['http://192.0.2.7:7557', false],
  ['http://wuku.example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['http://localhost:7557', true],
  ['http://[::1]:7557', true],
  ['https://wuku.example.com', true],
])('texts and the key are sent to %s: %s', async (url, isSent) => {
  const opened = open(url)
  if (isSent) await expect(opened).resolves.toMatchObject({ url })
  else
    await expect(opened).rejects.toMatchObject({ code: 'not-allowed', remedy: expect.stringContaining('--insecure') })
})
