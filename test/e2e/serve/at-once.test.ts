import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as send, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { openHome } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

it('one of fifty changes at once wins for an ETag, whichever threads answer', async () => {
  const server = await serve(await openHome())
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
  const server = await serve(await openHome())
  ;(await listen(server)).destroy()
  const descriptors = async (): Promise<number> => (await readdir(`/proc/${server.child.pid}/fd`)).length
  const before = await descriptors()
  const streams: IncomingMessage[] = []
  for (let at = 0; at < 10; at++)
    streams.push(...(await Promise.all(Array.from({ length: 100 }, () => listen(server)))))
  expect(await descriptors()).toBeGreaterThan(before + 900)
  expect((await server.ask('/healthz')).status).toBe(200)
  for (const stream of streams) stream.destroy()
  await expect.poll(descriptors, { timeout: 30_000 }).toBeLessThan(before + 10)
})

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
