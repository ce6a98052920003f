import { describe, expect, it, onTestFinished } from 'vitest'
import { createMetrics, metricsRoute } from '../../src/http/metrics.ts'
import { openHttpHouse } from './http-house.ts'

interface Family {
  readonly type: string
  /** Value by labels, which stand in their order. */
  readonly samples: Map<string, number>
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const SAMPLE = new RegExp(`^(${NAME})(?:\\{((?:[a-z_]+="(?:[^"\\\\\\n]|\\\\["\\\\n])*",?)*)\\})? (\\S+)$`)

/** Reads the text format of Prometheus, and refuses what it does not know: each line, each order, each sum. */
function parsed(text: string): ReadonlyMap<string, Family> {
  expect(text.endsWith('\n')).toBe(true)
  const families = new Map<string, Family>()
  let name = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, help] = new RegExp(`^# HELP (${NAME}) .+$`).exec(line) ?? []
    const [, typed, type = ''] = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`).exec(line) ?? []
    if (help !== undefined) name = help
    else if (typed !== undefined) {
      expect([typed, families.has(typed)]).toEqual([name, false])
      families.set(name, { type, samples: new Map() })
    } else {
      const [, sample = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [expect.fail(`no sample: ${line}`)]
      const { type: kind, samples } = families.get(name) ?? expect.fail(`no family: ${line}`)
      const suffixes = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      expect(suffixes.map((suffix) => name + suffix)).toContain(sample)
      const key = `${sample.slice(name.length)}{${labels}}`
      expect([Number.isFinite(Number(value)), samples.has(key)]).toEqual([true, false])
      samples.set(key, Number(value))
    }
  }
  for (const { type, samples } of families.values()) if (type === 'histogram') demandBuckets(samples)
  return families
}

/** Buckets never fall, and the last one is the count. */
function demandBuckets(samples: Family['samples']): void {
  let before = 0
  let series = ''
  for (const [key, value] of samples) {
    const [, labels = '', bound] = /^_bucket\{(.*),le="([^"]+)"\}$/.exec(key) ?? []
    if (bound === undefined) continue
    expect(value).toBeGreaterThanOrEqual(labels === series ? before : 0)
    if (bound === '+Inf') expect(samples.get(`_count{${labels}}`)).toBe(value)
    series = labels
    before = value
  }
}

const totals = {
  documents: { code: 0, notes: 3, chats: 0, pads: 0, docs: 2 },
  jobs: { queued: 1, running: 0, succeeded: 2, failed: 0, cancelled: 0 },
  oldest_job_seconds: 8,
  cache: { hits: 5, misses: 7 },
  segments: 6,
  unmerged: 4,
}

const names = {
  http_server_request_duration_seconds: 'histogram',
  mcp_server_operation_duration_seconds: 'histogram',
  wuku_jobs: 'gauge',
  wuku_oldest_job_seconds: 'gauge',
  wuku_documents: 'gauge',
  wuku_cache_hits_total: 'counter',
  wuku_cache_misses_total: 'counter',
  wuku_segments: 'gauge',
  wuku_unmerged_segments: 'gauge',
  wuku_auth_failures_total: 'counter',
  wuku_rate_limited_total: 'counter',
  wuku_threads: 'gauge',
  nodejs_eventloop_lag_p99_seconds: 'gauge',
  wuku_database_connections: 'gauge',
  wuku_database_waiting: 'gauge',
  wuku_database_retries_total: 'counter',
  wuku_database_statement_duration_seconds: 'histogram',
  wuku_merge_duration_seconds: 'histogram',
  wuku_engine_questions_total: 'counter',
  wuku_engine_partial_total: 'counter',
  wuku_engine_question_seconds_total: 'counter',
  wuku_replica_lag_seconds: 'gauge',
  process_resident_memory_bytes: 'gauge',
}

describe('the text of metrics', () => {
  it('has exactly these, also when nothing has happened', () => {
    const families = parsed(createMetrics().text(totals, 9))
    expect(Object.fromEntries([...families].map(([name, { type }]) => [name, type]))).toEqual(names)
  })

  const get = { method: 'GET', route: '/api/v1/libraries/{library}', status: 200 }
  const label = 'http_request_method="GET",http_route="/api/v1/libraries/{library}",http_response_status_code="200"'
  const message = { requestId: 'r', method: 'tools/call', tool: 'recall', operation: 'recall', error: null }
  const tool = 'mcp_method_name="tools/call",gen_ai_tool_name="recall",error_type=""'
  it.each<[name: string, sample: string, value: number]>([
    ['http_server_request_duration_seconds', `_bucket{${label},le="0.005"}`, 1],
    ['http_server_request_duration_seconds', `_bucket{${label},le="0.25"}`, 2],
    ['http_server_request_duration_seconds', `_bucket{${label},le="10"}`, 2],
    ['http_server_request_duration_seconds', `_count{${label}}`, 3],
    ['http_server_request_duration_seconds', `_sum{${label}}`, 60.255],
    [
      'http_server_request_duration_seconds',
      '_count{http_request_method="_OTHER",http_route="",http_response_status_code="405"}',
      1,
    ],
    ['mcp_server_operation_duration_seconds', `_count{${tool}}`, 1],
    ['wuku_jobs', '{status="queued"}', 1],
    ['wuku_oldest_job_seconds', '{}', 8],
    ['wuku_documents', '{kind="notes"}', 3],
    ['wuku_cache_hits_total', '{}', 5],
    ['wuku_cache_misses_total', '{}', 7],
    ['wuku_segments', '{}', 6],
    ['wuku_unmerged_segments', '{}', 4],
    ['wuku_auth_failures_total', '{}', 2],
    ['wuku_rate_limited_total', '{}', 1],
    ['process_resident_memory_bytes', '{}', 9],
  ])('%s%s is %s', (name, sample, value) => {
    const metrics = createMetrics()
    for (const milliseconds of [5, 250, 60_000]) metrics.observe({ ...get, milliseconds })
    for (const status of [401, 401, 429]) metrics.observe({ ...get, status, milliseconds: 1 })
    metrics.observe({ method: 'PELICAN', route: undefined, status: 405, milliseconds: 1 })
    metrics.answered({ ...message, milliseconds: 12 })
    expect(parsed(metrics.text(totals, 9)).get(name)?.samples.get(sample)).toBeCloseTo(value, 9)
  })
})

describe('the metrics of a database', () => {
  const store = {
    connections: { used: 2, idle: 3, limit: 15 },
    waiting: 1,
    retries: 4,
    statements: { bounds: [0.001, 1], buckets: [5, 2], count: 8, sum: 9.5 },
    merges: { bounds: [1], buckets: [2], count: 2, sum: 0.5 },
    replicaLags: { 1: 0, 2: 7 },
    engine: { questions: 6, partial: 2, seconds: 0.25 },
  }
  const metrics = createMetrics()
  metrics.measured({ thread: 0, delay: 0.02, store: undefined })
  metrics.measured({ thread: 1, delay: 0.5, store })
  metrics.measured({ thread: 2, delay: 0.01, store: { ...store, replicaLags: { 1: 3, 2: 1 } } })
  const families = parsed(metrics.text(totals, 9))

  it.each<[name: string, sample: string, value: number]>([
    ['wuku_threads', '{}', 3],
    ['nodejs_eventloop_lag_p99_seconds', '{thread="1"}', 0.5],
    ['wuku_database_connections', '{thread="1",state="used"}', 2],
    ['wuku_database_connections', '{thread="1",state="idle"}', 3],
    ['wuku_database_connections', '{thread="2",state="limit"}', 15],
    ['wuku_database_waiting', '{thread="1"}', 1],
    ['wuku_database_retries_total', '{thread="2"}', 4],
    ['wuku_database_statement_duration_seconds', '_bucket{thread="1",le="0.001"}', 5],
    ['wuku_database_statement_duration_seconds', '_bucket{thread="1",le="1"}', 7],
    ['wuku_database_statement_duration_seconds', '_count{thread="2"}', 8],
    ['wuku_merge_duration_seconds', '_count{thread="1"}', 2],
    ['wuku_merge_duration_seconds', '_sum{thread="2"}', 0.5],
    ['wuku_engine_questions_total', '{thread="2"}', 6],
    ['wuku_engine_partial_total', '{thread="1"}', 2],
    ['wuku_engine_question_seconds_total', '{thread="1"}', 0.25],
    ['wuku_replica_lag_seconds', '{thread="1",replica="2"}', 7],
    ['wuku_replica_lag_seconds', '{thread="2",replica="1"}', 3],
  ])('are those of each thread: %s%s is %s', (name, sample, value) =>
    expect(families.get(name)?.samples.get(sample) ?? families.get(name)?.samples.get(sample.replace('{}', ''))).toBe(
      value,
    ),
  )

  it('gives the charts of the console the longest delay of the front since the last time', () => {
    const own = createMetrics()
    for (const delay of [0.01, 0.3, 0.02]) own.measured({ thread: 0, delay, store: undefined })
    own.measured({ thread: 1, delay: 9, store: undefined })
    expect([own.take().delay, own.take().delay]).toEqual([0.3, 0])
  })
})

describe('GET /metrics', () => {
  async function open() {
    const metrics = createMetrics()
    const clock = { now: 0 }
    const routes = [metricsRoute({ metrics, now: () => clock.now, residentBytes: () => 9 })]
    const house = await openHttpHouse({ routes, observe: (request) => metrics.observe(request) })
    onTestFinished(() => house.server.stop())
    return house
  }

  it('answers an admin in the text format', async () => {
    const { ask } = await open()
    await ask({ target: '/nowhere' })
    await ask({ target: '/things/pelican?query=pelican' })
    const { status, headers, body } = await ask({ target: '/metrics' })
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4'])
    const families = parsed(body)
    expect([...families.keys()]).toEqual(Object.keys(names))
    expect(families.get('wuku_documents')?.samples.get('{kind="notes"}')).toBe(1)
    expect(body).toContain('http_route="/things/{name}"')
    expect(body).not.toContain('pelican')
  })

  it('counts wrong credentials, and answers nobody without one', async () => {
    const { ask } = await open()
    expect(await ask({ target: '/metrics', credential: '' })).toMatchObject({ status: 401 })
    const { body } = await ask({ target: '/metrics' })
    expect(parsed(body).get('wuku_auth_failures_total')?.samples.get('{}')).toBe(1)
  })
})
