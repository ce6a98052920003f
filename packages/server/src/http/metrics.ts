import type { StoreTotals } from '@wuku/kernel/operations/store-totals'
import { addValue, createHistogram, type Histogram, type StoreMeasures } from '@wuku/core/measures'
import type { AnsweredMessage, Backend, OperationCall, ThreadMeasures } from '@wuku/http-kit/backend'
import type { HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import { buildRoute } from './build-route.ts'
import type { ObservedRequest } from './server.ts'

/** Counts since the start of the process, for Prometheus. Nothing in them is named by a user. */
export interface Metrics {
  observe(request: Pick<ObservedRequest, 'method' | 'route' | 'status' | 'milliseconds'>): void
  answered(message: AnsweredMessage): void
  measured(measures: ThreadMeasures): void
  text(totals: StoreTotals, residentBytes: number): string
  /** Since this was asked last: milliseconds of the first few thousand requests, and the longest delay of the front in seconds. */
  take(): { readonly durations: readonly number[]; readonly delay: number }
}

const MAX_DURATIONS = 5_000

/** Seconds, as OpenTelemetry advises for requests. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const

/** A client may call its method anything. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Routes of somebody who looks at the server: no work of it. */
const isWatching = /^(?:\/metrics|\/(?:health|ready|live)z|\/api\/v1\/live)$/

export function createMetrics(): Metrics {
  const requests = createSeries('http_server_request_duration_seconds', 'Duration of HTTP requests.')
  const messages = createSeries('mcp_server_operation_duration_seconds', 'Duration of MCP messages.')
  const counted = { refused: 0, limited: 0 }
  const threads = new Map<number, ThreadMeasures & { readonly at: number }>()
  let durations: number[] = []
  let delay = 0
  return {
    observe({ method, route = '', status, milliseconds }) {
      if (status === 401) counted.refused++
      if (status === 429) counted.limited++
      const labels = {
        http_request_method: methods.has(method) ? method : '_OTHER',
        http_route: route,
        http_response_status_code: String(status),
      }
      requests.add(labels, milliseconds / 1_000)
      if (!isWatching.test(route) && durations.length < MAX_DURATIONS) durations.push(milliseconds)
    },
    measured(measures) {
      threads.set(measures.thread, { ...measures, at: performance.now() })
      if (measures.thread === 0) delay = Math.max(delay, measures.delay)
    },
    take() {
      const taken = { durations, delay }
      durations = []
      delay = 0
      return taken
    },
    answered({ method, tool, error, milliseconds }) {
      const labels = { mcp_method_name: method, gen_ai_tool_name: tool ?? '', error_type: error ?? '' }
      messages.add(labels, milliseconds / 1_000)
    },
    text: ({ jobs, oldest_job_seconds: oldest, documents, cache, segments, unmerged, engine }, residentBytes) =>
      [
        ...requests.lines(),
        ...messages.lines(),
        ...family('wuku_jobs', 'gauge', 'Jobs that are kept, by status.', byName('status', jobs)),
        ...single('wuku_oldest_job_seconds', 'gauge', 'Since when the oldest job waits.', oldest),
        ...family('wuku_documents', 'gauge', 'Documents, by storehouse.', byName('kind', documents)),
        ...single('wuku_cache_hits_total', 'counter', 'Answers that were cached.', cache.hits),
        ...single('wuku_cache_misses_total', 'counter', 'Answers that were not cached.', cache.misses),
        ...single('wuku_segments', 'gauge', 'Parts of the index.', segments),
        ...single('wuku_unmerged_segments', 'gauge', 'Parts of the index that wait to be merged.', unmerged),
        ...(engine ? engineLines(engine) : []),
        ...single('wuku_auth_failures_total', 'counter', 'Requests answered with 401.', counted.refused),
        ...single('wuku_rate_limited_total', 'counter', 'Requests answered with 429.', counted.limited),
        ...threadLines(threads),
        ...single('process_resident_memory_bytes', 'gauge', 'Resident memory of the process.', residentBytes),
        '',
      ].join('\n'),
  }
}

const engineLines = (engine: NonNullable<StoreTotals['engine']>): string[] => [
  ...single(
    'wuku_engine_oldest_unfed_seconds',
    'gauge',
    'Since when the oldest chunk waits for the search engine.',
    engine.unfedSeconds,
  ),
  ...single('wuku_engine_unfed_chunks', 'gauge', 'Chunks that the search engine lacks.', engine.unfed),
  ...single('wuku_engine_shards', 'gauge', 'Shards of the search engine.', engine.shards),
  ...single('wuku_engine_shards_answering', 'gauge', 'Shards of it that can be asked.', engine.shardsAnswering),
  ...single('wuku_engine_gone_share', 'gauge', 'Share of its chunks that left.', engine.goneShare),
  ...family('wuku_engine_troubled_servers', 'gauge', 'Servers of it, by trouble.', byName('trouble', engine.troubles)),
]

type Labels = Readonly<Record<string, string>>

function createSeries(name: string, help: string) {
  const series = new Map<string, Histogram & { readonly labels: Labels }>()
  return {
    add(labels: Labels, value: number): void {
      const key = labelText(labels)
      const found = series.get(key) ?? { labels, ...createHistogram(bounds) }
      series.set(key, found)
      addValue(found, value)
    },
    lines: (): string[] => family(name, 'histogram', help, [...series.values()].flatMap(linesOf)),
  }
}

function linesOf({
  labels = {},
  bounds: upper,
  buckets,
  count,
  sum,
}: Histogram & { readonly labels?: Labels }): Sample[] {
  let upTo = 0
  const counted = upper.map((bound, at): Sample => {
    upTo += buckets[at] ?? 0
    return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: upTo }
  })
  return [
    ...counted,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ]
}

/** A thread that was not heard of for so long has ended, or computes. */
const SILENT_MS = 15_000

function threadLines(threads: ReadonlyMap<number, ThreadMeasures & { readonly at: number }>): string[] {
  const reporting = [...threads.values()].filter(({ at }) => performance.now() - at < SILENT_MS)
  const delays = reporting.map(({ thread, delay }) => ({ labels: { thread: String(thread) }, value: delay }))
  const ofStores = (samplesOf: StoreMetric[3]): readonly Sample[] =>
    reporting.flatMap(({ thread, store }) =>
      (store ? samplesOf(store) : []).map((sample) => ({
        ...sample,
        labels: { thread: String(thread), ...sample.labels },
      })),
    )
  return [
    ...single('wuku_threads', 'gauge', 'Threads that report, with the front.', reporting.length),
    ...family('nodejs_eventloop_lag_p99_seconds', 'gauge', 'Delay of events, by thread; 0 is the front.', delays),
    ...storeMetrics.flatMap(([name, type, help, samplesOf]) => family(name, type, help, ofStores(samplesOf))),
  ]
}

type StoreMetric = readonly [name: string, type: string, help: string, (store: StoreMeasures) => readonly Sample[]]

/** A store without an engine has none. */
const atMostOne = (value?: number): readonly Sample[] => (value === undefined ? [] : [{ value }])

/** Measures of each thread on a database; a store in a file has none of them. */
const storeMetrics: readonly StoreMetric[] = [
  ['wuku_database_connections', 'gauge', 'Connections of the pool.', ({ connections }) => byName('state', connections)],
  ['wuku_database_waiting', 'gauge', 'Calls that wait for a connection.', ({ waiting }) => [{ value: waiting }]],
  ['wuku_database_retries_total', 'counter', 'Transactions made again.', ({ retries }) => [{ value: retries }]],
  ['wuku_database_statement_duration_seconds', 'histogram', 'Of statements.', (store) => linesOf(store.statements)],
  ['wuku_merge_duration_seconds', 'histogram', 'Of merges of the index.', ({ merges }) => linesOf(merges)],
  ['wuku_engine_questions_total', 'counter', 'Questions to it.', ({ engine }) => atMostOne(engine?.questions)],
  ['wuku_engine_partial_total', 'counter', 'Answered in part.', ({ engine }) => atMostOne(engine?.partial)],
  ['wuku_engine_question_seconds_total', 'counter', 'Time for them.', ({ engine }) => atMostOne(engine?.seconds)],
  ['wuku_replica_lag_seconds', 'gauge', 'Delay of replicas.', (store) => byName('replica', store.replicaLags)],
]

interface Sample {
  readonly suffix?: string
  readonly labels?: Labels
  readonly value: number
}

const family = (name: string, type: string, help: string, samples: readonly Sample[]): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}`),
]

const single = (name: string, type: string, help: string, value: number) => family(name, type, help, [{ value }])

const byName = (label: string, values: Readonly<Record<string, number>>): readonly Sample[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))

function labelText(labels: Labels): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return written.length === 0 ? '' : `{${written.join(',')}}`
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

export interface MetricsRouteInput {
  readonly metrics: Metrics
  now(): number
  residentBytes(): number
}

/** Monitors ask often, and each of several: what the store is asked for is shared between them. */
const CACHE_MS = 5_000

export function metricsRoute({ metrics, now, residentBytes }: MetricsRouteInput): Route {
  let cached: { readonly at: number; readonly totals: Promise<StoreTotals> } | undefined
  const ask = (request: HttpRequest, context: RouteContext): Promise<StoreTotals> => {
    if (cached && now() - cached.at < CACHE_MS) return cached.totals
    const totals = totalsOf(request, context.backend)
    cached = { at: now(), totals }
    totals.catch(() => (cached = undefined))
    return totals
  }
  return buildRoute('GET', '/metrics', {
    tag: 'health',
    title: 'Metrics in the text format of Prometheus',
    mediaType: 'text/plain',
    level: 'admin',
    answer: async (request, context) => ({
      headers: { 'Content-Type': 'text/plain; version=0.0.4' },
      body: metrics.text(await ask(request, context), residentBytes()),
    }),
  })
}

/** Others may wait for the same answer, so that it is not given up with the request. */
export async function totalsOf(
  { caller, id }: Pick<OperationCall, 'caller'> & { readonly id: string },
  backend: Backend,
): Promise<StoreTotals> {
  const { signal } = new AbortController()
  const about = { operation: 'store-totals', surface: 'rest', requestId: id, isPart: true } as const
  return (await backend.run({ ...about, input: {}, caller, signal })).output as StoreTotals
}
