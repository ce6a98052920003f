import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTraces, type Traces } from '../../src/serve/traces.ts'
import { openHttpHouse, row, type Ask } from '../http/http-house.ts'
import { serveUntilEnd } from '../../../../test/serve-until-end.ts'

interface Value {
  readonly stringValue?: string
  readonly intValue?: string
}

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
  readonly status: { readonly code?: number }
}

interface Batch {
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly service: unknown
  readonly spans: readonly SentSpan[]
}

async function openCollector(status = 200) {
  const batches: Batch[] = []
  const address = await serveUntilEnd((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(text) as {
        resourceSpans: [{ resource: { attributes: unknown }; scopeSpans: [{ spans: readonly SentSpan[] }] }]
      }
      const [{ resource, scopeSpans }] = resourceSpans
      const { url, headers } = request
      batches.push({ url, headers, text, service: resource.attributes, spans: scopeSpans[0].spans })
      response.writeHead(status).end('{}')
    })
  })
  return { url: address, batches }
}

interface Opening {
  readonly env: Readonly<Record<string, string>>
  readonly warnings?: string[]
}

const open = ({ env, warnings = [] }: Opening): Traces | undefined =>
  openTraces({ env, version: '1.2.3', now: () => 1_700_000_000_000, warn: (said) => void warnings.push(said) })

function opened(opening: Opening): Traces {
  const traces = open(opening)
  if (!traces) throw new Error('There are no traces.')
  return traces
}

/** A server whose requests are traced. */
async function houseOf(traces: Traces) {
  const run = row({
    method: 'POST',
    path: '/run/{name}',
    async answer({ params, body, caller, id, signal }, { backend }) {
      const call = { operation: params['name'] ?? '', input: body, caller, requestId: id, signal, surface: 'rest' }
      return { body: (await traces.around(backend).run({ ...call, surface: 'rest' })).output as object }
    },
  })
  const house = await openHttpHouse({ routes: [run], observe: (request) => traces.observe(request) })
  onTestFinished(() => house.server.stop())
  return house
}

async function spansOf(...asks: readonly Ask[]): Promise<readonly SentSpan[]> {
  const { url, batches } = await openCollector()
  const traces = opened({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } })
  const house = await houseOf(traces)
  for (const ask of asks) await house.ask(ask)
  await house.logged(asks.length, ({ msg }) => msg === 'request')
  await traces.close()
  return batches.flatMap(({ spans }) => spans)
}

const plain = (span: SentSpan | undefined): object => ({
  name: span?.name,
  kind: span?.kind,
  status: span?.status,
  ...Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
})

const trace = '0af7651916cd43dd8448eb211c80319c'
const parent = 'b7ad6b7169203331'

describe('a request', () => {
  it('is a span, and its operation a child of it', async () => {
    const [request, operation, ...more] = await spansOf({ method: 'POST', target: '/run/sources', body: '{}' })
    expect(more).toEqual([])
    expect(plain(request)).toEqual({
      name: 'POST /run/{name}',
      kind: 2,
      status: {},
      'http.request.method': 'POST',
      'http.route': '/run/{name}',
      'http.response.status_code': '200',
    })
    expect(plain(operation)).toEqual({ name: 'sources', kind: 1, status: {} })
    expect([operation?.traceId, operation?.parentSpanId]).toEqual([request?.traceId, request?.spanId])
    expect(request).not.toHaveProperty('parentSpanId')
    expect(request?.endTimeUnixNano).toBe('1700000000000000000')
    expect(BigInt(request?.startTimeUnixNano ?? 0)).toBeLessThan(1_700_000_000_000_000_000n)
  })

  it.each<[ask: Ask, spans: readonly object[]]>([
    [
      { method: 'POST', target: '/run/open', body: '{"citation":"wuku://notes/pelican/a.md"}' },
      [{ 'http.response.status_code': '404' }, { name: 'open', 'error.type': expect.any(String), status: { code: 2 } }],
    ],
    [
      { method: 'POST', target: '/run/pelican', body: '{}' },
      [{ 'http.response.status_code': '404' }, { name: '_OTHER', 'error.type': 'unknown-operation' }],
    ],
    [{ target: '/broken' }, [{ 'http.response.status_code': '500', 'error.type': '500', status: { code: 2 } }]],
    [{ target: '/pelican?query=pelican' }, [{ name: 'GET', 'http.response.status_code': '404' }]],
  ])('that fails: %j', async (ask, expected) => {
    const spans = await spansOf(ask)
    expect(spans.map(plain)).toMatchObject(expected)
    expect(JSON.stringify(spans)).not.toContain('pelican')
  })

  it.each<[traceparent: string, isContinued: boolean]>([
    [`00-${trace}-${parent}-01`, true],
    [`00-${trace}-${parent}-03`, true],
    [`cc-${trace}-${parent}-01-later`, true],
    [`00-${trace}-${parent}-01-later`, false],
    [`ff-${trace}-${parent}-01`, false],
    [`00-${'0'.repeat(32)}-${parent}-01`, false],
    [`00-${trace}-${'0'.repeat(16)}-01`, false],
    [`00-${trace.toUpperCase()}-${parent}-01`, false],
    ['nonsense', false],
  ])('goes on from %s: %s', async (traceparent, isContinued) => {
    const [span] = await spansOf({ target: '/things/a', headers: [`traceparent: ${traceparent}`] })
    expect([span?.traceId === trace, span?.parentSpanId]).toEqual([isContinued, isContinued ? parent : undefined])
  })

  it('that its client does not sample is not sent', async () => {
    const ask = { target: '/things/a', headers: [`traceparent: 00-${trace}-${parent}-00`] }
    expect(await spansOf(ask)).toEqual([])
  })
})

describe('the collector', () => {
  const request = { id: 'r', method: 'GET', route: '/healthz', status: 200, milliseconds: 1.5, traceparent: undefined }

  it('is asked where the variables say, with their headers', async () => {
    const { url, batches } = await openCollector()
    const traces = opened({
      env: {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/own/path`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b,x-other=c',
        OTEL_SERVICE_NAME: 'library',
      },
    })
    traces.observe(request)
    await traces.close()
    expect(batches).toMatchObject([
      {
        url: '/own/path',
        headers: { 'x-key': 'a b', 'x-other': 'c', 'content-type': 'application/json' },
        service: [
          { key: 'service.name', value: { stringValue: 'library' } },
          { key: 'service.version', value: { stringValue: '1.2.3' } },
        ],
      },
    ])
  })

  it('gets a span of each message of MCP', async () => {
    const { url, batches } = await openCollector()
    const traces = opened({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/` } })
    const told = { requestId: 'r', method: 'tools/call', tool: 'recall', operation: 'recall', milliseconds: 1 }
    traces.answered({ ...told, error: 'bad-input' })
    traces.observe({ ...request, route: '/mcp' })
    await traces.close()
    expect(batches.map(({ url: asked }) => asked)).toEqual(['/v1/traces'])
    expect(batches[0]?.spans.map(plain)).toMatchObject([
      { name: 'GET /mcp' },
      { name: 'recall', 'mcp.method.name': 'tools/call', 'error.type': 'bad-input' },
    ])
  })

  it('gets many at once, and what it has no room for is left out', async () => {
    const { url, batches } = await openCollector()
    const traces = opened({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } })
    for (let at = 0; at < 10_000; at++) traces.observe(request)
    await traces.close()
    const sent = batches.map(({ spans }) => spans.length)
    expect(Math.max(...sent)).toBe(512)
    expect(sent.reduce((sum, each) => sum + each, 0)).toBeLessThan(6_000)
  })

  it.each([[503], [0]])('that fails (%s) is told of once, and harms nobody', async (status) => {
    const { url } = await openCollector(status)
    const warnings: string[] = []
    const endpoint = status === 0 ? 'http://127.0.0.1:1' : url
    const traces = opened({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, warnings })
    for (let at = 0; at < 2_000; at++) traces.observe(request)
    await traces.close()
    expect(warnings).toEqual([expect.stringMatching(/^Traces could not be sent/)])
  })

  it('is nobody by default, or where its address is none', () => {
    const warnings: string[] = []
    expect(open({ env: {} })).toBeUndefined()
    expect(open({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: '' } })).toBeUndefined()
    expect(open({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, warnings })).toBeUndefined()
    expect(warnings).toHaveLength(1)
  })
})
