export type Attributes = Readonly<Record<string, string | number>>

export interface Span {
  /** 32 and 16 hex digits. */
  readonly trace: string
  readonly id: string
  readonly parent: string | undefined
  readonly name: string
  readonly kind: 'server' | 'internal'
  readonly endedAt: number
  readonly milliseconds: number
  readonly attributes: Attributes
  /** Code of the error. */
  readonly error: string | null
}

export interface SpanExporter {
  /** Never waits and never fails: what has no room is left out. */
  add(spans: readonly Span[]): void
  /** Sends what is left, if the collector takes it soon. */
  close(): Promise<void>
}

export interface SpanExporterInput {
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
export function openSpanExporter(input: SpanExporterInput): SpanExporter {
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
  const flush = (timeout = TIMEOUT_MS): Promise<void> =>
    (sending ??= send(timeout).finally(() => (sending = undefined)))
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
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const alarm = setTimeout(resolve, LAST_MS)
      await Promise.race([last, late])
      clearTimeout(alarm)
    },
  }
}

/** Resolves with the reason when it was not taken. */
async function post(
  spans: readonly Span[],
  { url, headers, ...service }: SpanExporterInput,
  timeout: number,
): Promise<string | undefined> {
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
      scopeSpans: [{ scope: { name: 'wuku', version }, spans: spans.map(written) }],
    },
  ],
})

const INTERNAL = 1
const SERVER = 2
const FAILED = 2

const written = ({ trace, id, parent, name, kind, endedAt, milliseconds, attributes, error }: Span) => ({
  traceId: trace,
  spanId: id,
  ...(parent !== undefined && { parentSpanId: parent }),
  name,
  kind: kind === 'server' ? SERVER : INTERNAL,
  startTimeUnixNano: nanoseconds(endedAt - milliseconds),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: attributesOf({ ...attributes, ...(error !== null && { 'error.type': error }) }),
  status: error === null ? {} : { code: FAILED },
})

/** More digits than a number has. */
const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1_000)}000`

const attributesOf = (values: Attributes) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
