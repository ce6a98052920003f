import { randomBytes } from 'node:crypto'
import { isWukuError } from '@wuku/core/errors'
import { decodePercent } from '@wuku/core/lenient-parsing'
import type { AnsweredMessage, Backend } from '@wuku/http-kit/backend'
import type { ObservedRequest } from '../http/server.ts'
import { orAfter } from '../bell.ts'

/** Spans of requests and of the operations that they run: how long, and how they ended; nothing of what was asked. */
export interface Traces {
  observe(request: ObservedRequest): void
  answered(message: AnsweredMessage): void
  /** The same backend; the operations that are run by it are noted. */
  around(backend: Backend): Backend
  close(): Promise<void>
}

export interface TracesInput {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  now(): number
  warn(message: string): void
}

type Attributes = Readonly<Record<string, string | number>>

interface SpanExporter {
  /** Never waits and never fails: what has no room is left out. */
  add(spans: readonly Span[]): void
  /** Sends what is left, if the collector takes it soon. */
  close(): Promise<void>
}

/** `undefined` where no collector is set. */
export function openTraces(input: TracesInput): Traces | undefined {
  const url = collectorOf(input)
  if (!url) return undefined
  const { env, version, warn } = input
  const name = env['OTEL_SERVICE_NAME'] || 'wuku'
  const headers = headersOf(env['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] ?? env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '')
  return traceTo(openSpanExporter({ url, headers, name, version, warn }), input)
}

function collectorOf({ env, warn }: TracesInput): string | undefined {
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const written = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  if (!written) return undefined
  if (/^https?:$/.test(URL.parse(written)?.protocol ?? '')) return written
  warn('OTEL_EXPORTER_OTLP_ENDPOINT is no http address: no traces are sent')
  return undefined
}

/** `name=value,other=value`, both percent-encoded. */
function headersOf(written: string): Readonly<Record<string, string>> {
  const pairs = written.split(',').flatMap((pair) => {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*=\s*([\x21-\x7E]+)\s*$/.exec(pair) ?? []
    return name === '' ? [] : [[name, decodePercent(value)] as const]
  })
  return Object.fromEntries(pairs)
}

/** A request, or an operation of one. */
interface Work {
  readonly name: string
  readonly endedAt: number
  readonly milliseconds: number
  readonly attributes: Attributes
  /** Code of the error. */
  readonly error: string | null
}

/** Requests that are not answered yet; the oldest are let go. */
const MAX_REQUESTS = 10_000

const MAX_CHILDREN = 32

function traceTo(exporter: SpanExporter, { now }: TracesInput): Traces {
  const children = new Map<string, Work[]>()
  const note = (requestId: string, child: Omit<Work, 'endedAt'>): void => {
    const own = children.get(requestId) ?? []
    if (own.length < MAX_CHILDREN) own.push({ ...child, endedAt: now() })
    children.set(requestId, own)
    if (children.size > MAX_REQUESTS) children.delete(children.keys().next().value ?? '')
  }
  return {
    answered({ requestId, method, operation, milliseconds, error }) {
      if (requestId === null) return
      note(requestId, { name: operation ?? method, milliseconds, error, attributes: { 'mcp.method.name': method } })
    },
    observe(request) {
      const own = children.get(request.id) ?? []
      children.delete(request.id)
      const parent = parentOf(request.traceparent)
      if (parent?.isSampled !== false) exporter.add(spansOf(request, own, { parent, endedAt: now() }))
    },
    around: (backend) => ({
      ...backend,
      async run(call) {
        const startedAt = performance.now()
        const end = (error: string | null): void => {
          if (call.isPart) return
          // A name that nobody has is text of the caller.
          const name = error === 'unknown-operation' ? '_OTHER' : call.operation
          note(call.requestId, { name, milliseconds: performance.now() - startedAt, error, attributes: {} })
        }
        try {
          const answer = await backend.run(call)
          end(null)
          return answer
        } catch (thrown) {
          end(isWukuError(thrown) ? thrown.code : 'internal')
          throw thrown
        }
      },
    }),
    close: () => exporter.close(),
  }
}

interface Parent {
  readonly trace: string
  readonly span: string
  readonly isSampled: boolean
}

/** W3C Trace Context; later versions may add fields at the end. */
function parentOf(traceparent: string | undefined): Parent | undefined {
  const found = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(traceparent ?? '')
  const [, version, trace = '', span = '', flags = '', more] = found ?? []
  if (!found || /^0+$/.test(trace) || /^0+$/.test(span) || (version === '00' && more !== undefined)) return undefined
  return { trace, span, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

interface RequestPlace {
  readonly parent: Parent | undefined
  readonly endedAt: number
}

function spansOf(request: ObservedRequest, own: readonly Work[], { parent, endedAt }: RequestPlace): readonly Span[] {
  const { method, route, status, milliseconds } = request
  const traceId = parent?.trace ?? randomBytes(16).toString('hex')
  const known = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : '_OTHER'
  const attributes = {
    'http.request.method': known,
    ...(route !== undefined && { 'http.route': route }),
    'http.response.status_code': status,
  }
  const name = route === undefined ? known : `${known} ${route}`
  const error = status >= 500 ? String(status) : null
  const whole = { name, endedAt, milliseconds, attributes, error }
  const span = spanOf(whole, { traceId, parentSpanId: parent?.span, kind: SERVER })
  return [span, ...own.map((child) => spanOf(child, { traceId, parentSpanId: span.spanId, kind: INTERNAL }))]
}

interface SpanExporterInput {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Name of the service. */
  readonly name: string
  readonly version: string
  warn(message: string): void
}

const EVERY_MS = 2_000
const MAX_AT_ONCE = 512
const MAX_WAITING = 4_096
const TIMEOUT_MS = 10_000
const LAST_MS = 2_000

/** Sends spans by OTLP over HTTP, as JSON, many at once. A batch that the collector does not take is lost. */
function openSpanExporter(input: SpanExporterInput): SpanExporter {
  let waiting: Span[] = []
  let sending: Promise<void> | undefined
  let isLosing = false
  const send = async (timeout: number): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, MAX_AT_ONCE)
      waiting = waiting.slice(MAX_AT_ONCE)
      const failure = await post(spans, input, timeout)
      if (failure !== undefined && !isLosing) input.warn(`Traces could not be sent: ${failure}`)
      isLosing = failure !== undefined
    }
  }
  const flush = (timeout = TIMEOUT_MS) => (sending ??= send(timeout).finally(() => (sending = undefined)))
  const timer = setInterval(() => void flush(), EVERY_MS).unref()
  return {
    add(spans) {
      if (waiting.length + spans.length > MAX_WAITING) return
      waiting.push(...spans)
      if (waiting.length >= MAX_AT_ONCE) void flush()
    },
    async close() {
      clearInterval(timer)
      const last = Promise.resolve(sending).then(() => flush(LAST_MS))
      await orAfter(last, LAST_MS)
    },
  }
}

/** Resolves with the reason when it was not taken. */
async function post(spans: readonly Span[], { url, headers, ...service }: SpanExporterInput, timeout: number) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(requestOf(spans, service)),
      signal: AbortSignal.timeout(timeout),
      redirect: 'error',
    })
    await response.body?.cancel()
    return response.ok ? undefined : `the collector answered ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const requestOf = (spans: readonly Span[], { name, version }: Pick<SpanExporterInput, 'name' | 'version'>) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': name, 'service.version': version }) },
      scopeSpans: [{ scope: { name: 'wuku', version }, spans }],
    },
  ],
})

const INTERNAL = 1
const SERVER = 2
const FAILED = 2

interface SpanPlace {
  /** 32 hex digits, and 16 in the ids of spans. */
  readonly traceId: string
  readonly parentSpanId: string | undefined
  readonly kind: number
}

const spanOf = ({ name, endedAt, milliseconds, attributes, error }: Work, place: SpanPlace) => ({
  ...place,
  spanId: randomBytes(8).toString('hex'),
  name,
  startTimeUnixNano: nanoseconds(endedAt - milliseconds),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: attributesOf({ ...attributes, ...(error !== null && { 'error.type': error }) }),
  status: error === null ? {} : { code: FAILED },
})

/** As it is sent; JSON leaves out a parent that is none. */
type Span = ReturnType<typeof spanOf>

/** More digits than a number has. */
const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1_000)}000`

const attributesOf = (values: Attributes) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
