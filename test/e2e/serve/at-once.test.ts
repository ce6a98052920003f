import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { request as send, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openHome } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'
import { scratchFolder } from '../../scratch.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

it('one of fifty changes at once wins for an ETag, whichever threads answer', async () => {
  const server = await serve(openHome(scratchFolder()))
  const made = await server.ask('/api/v1/libraries', {
    method: 'POST',
    body: '{"name":"contended"}',
    headers: JSON_TYPE,
  })
  const path = made.headers.get('location') ?? ''
  for (const round of ['first', 'second', 'third']) {
    const etag = (await server.ask(path)).headers.get('etag') ?? ''
    const change = async (at: number): Promise<number> => {
      const body = JSON.stringify({ description: `${round} ${at}` })
      const headers = { ...JSON_TYPE, 'if-match': etag }
      return (await server.ask(path, { method: 'PATCH', body, headers })).status
    }
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, at) => change(at)))
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(49).fill(412)])
  }
})

it.skipIf(process.platform !== 'linux')('1,000 idle streams give back their descriptors', async () => {
  const server = await serve(openHome(scratchFolder()))
  ;(await listen(server)).destroy()
  const descriptors = async (): Promise<number> => (await readdir(`/proc/${server.child.pid}/fd`)).length
  const before = await descriptors()
  const streams: IncomingMessage[] = []
  for (let at = 0; at < 10; at++)
    streams.push(...(await Promise.all(Array.from({ length: 100 }, () => listen(server)))))
  expect(await descriptors()).toBeGreaterThan(before + 900)
  expect((await server.ask('/healthz')).status).toBe(200)
  for (const stream of streams) stream.destroy()
  // Meanwhile the store has opened connections to read by, and one to write.
  await expect.poll(descriptors).toBeLessThan(before + 40)
})

it.skipIf(process.platform !== 'linux')(
  'floods of requests beside half-open and slow connections are answered, and give back memory and descriptors',
  async () => {
    const server = await serve(openHome(scratchFolder()))
    const port = Number(new URL(server.url).port)
    const descriptors = async (): Promise<number> => (await readdir(`/proc/${server.child.pid}/fd`)).length
    // Engines open their files with the first question.
    await Promise.all(Array.from({ length: 8 }, () => server.ask('/api/v1/sources')))
    const before = await descriptors()
    const residents: number[] = []
    for (let round = 0; round < 4; round++) {
      const slow = await Promise.all(halves.flatMap((half) => Array.from({ length: 50 }, () => open(port, half))))
      const answered = await Promise.all(Array.from({ length: 100 }, () => flood(port, 100)))
      expect(answered).toEqual(Array<number>(100).fill(100))
      expect((await server.ask('/api/v1/sources')).status).toBe(200)
      for (const socket of slow) socket.destroy()
      await expect.poll(descriptors).toBeLessThan(before + 20)
      residents.push(await residentMegabytes(server))
    }
    // The first rounds fill pools and heaps that are used again.
    expect((residents[3] ?? 0) - (residents[1] ?? 0), residents.join()).toBeLessThan(64)
  },
)

/** Requests that never become whole: a head that breaks off, and a body that is promised. */
const halves = [
  'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
  'POST /api/v1/operations/recall HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
]

async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** So many requests at once over one connection; answers how many answers came. */
async function flood(port: number, count: number): Promise<number> {
  const last = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'
  const socket = await open(port, 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(count - 1) + last)
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk as string
  return text.split('HTTP/1.1 200').length - 1
}

async function residentMegabytes({ child }: Served): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

/** A subscription to changes of the list of tools, which hardly ever come. */
async function listen({ url, token }: Served): Promise<IncomingMessage> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { notifications: { toolsListChanged: true }, _meta: meta }
  const asked = send(`${url}/mcp`, {
    method: 'POST',
    agent: false,
    headers: {
      ...JSON_TYPE,
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
  })
  asked.on('error', () => {})
  asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  if (answer.statusCode !== 200) throw new Error(`A subscription was refused: ${answer.statusCode}`)
  await once(answer, 'data')
  return answer
}
