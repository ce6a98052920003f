import { performance } from 'node:perf_hooks'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Connection } from '../code/speed/connect.ts'
import { mean, percentile } from '../quality/metrics.ts'
import { askDocs, type DocsAnswer } from './ask.ts'
import type { House } from './house.ts'
import { queryKinds, type MadeQuery, type QueryKind } from './queries.ts'

export interface Latency {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export interface SearchMeasures {
  readonly libraries: number
  readonly queries: number
  readonly first: Latency
  readonly cached: Latency
  readonly byKind: Readonly<Record<QueryKind, Latency>>
  /** Tokens of the whole text of an answer with ten snippets. */
  readonly tokens: { readonly mean: number; readonly most: number; readonly answers: number }
  /** Processor time of the server for one call, whatever else the machine does. */
  readonly cpuMilliseconds: { readonly first: number; readonly cached: number }
  /** Share of the answers that do not show all ten of what was found. */
  readonly leftOut: number
  readonly empty: number
  readonly serverPeakBytes: number
  readonly together: readonly Together[]
}

/** Many at once. */
export interface Together {
  readonly says: string
  readonly first: Latency
  readonly cached: Latency
}

export interface SearchOptions {
  readonly libraries: number
  readonly queries: readonly MadeQuery[]
  /** Others, so that nothing of what is measured is known when it begins. */
  readonly warmUp: readonly MadeQuery[]
}

const CLIENTS = 8
/** Calls of each client, if there are several. */
const SHARE = 50

export async function measureSearch(house: House, options: SearchOptions): Promise<SearchMeasures> {
  const { libraries, queries } = options
  const server = await openWarm(house, options)
  const before = server.usage().cpuSeconds
  const first = await askAll(server, queries)
  const between = server.usage().cpuSeconds
  const cached = await askAll(server, queries)
  const { cpuSeconds: after, peakBytes: serverPeakBytes } = server.usage()
  await server.close()
  mustBe(first, false)
  mustBe(cached, true)
  const tokens = first.filter(({ answer }) => answer.paths.length === 10).map(({ answer }) => countTokens(answer.text))
  return {
    libraries,
    queries: queries.length,
    first: latency(first),
    cached: latency(cached),
    byKind: Object.fromEntries(
      queryKinds.map((kind) => [kind, latency(first.filter((each) => each.kind === kind))]),
    ) as Record<QueryKind, Latency>,
    tokens: { mean: mean(tokens), most: Math.max(...tokens), answers: tokens.length },
    cpuMilliseconds: {
      first: ((between - before) * 1_000) / queries.length,
      cached: ((after - between) * 1_000) / queries.length,
    },
    leftOut: first.filter(({ answer }) => answer.leftOut > 0).length / first.length,
    empty: first.filter(({ answer }) => answer.paths.length === 0).length / first.length,
    serverPeakBytes,
    together: [
      await askTogether(`${CLIENTS} calls at a time, one server`, house, { ...options, servers: 1 }),
      await askTogether(`${CLIENTS} clients, each with its server`, house, { ...options, servers: CLIENTS }),
    ],
  }
}

async function openWarm(house: House, { warmUp }: SearchOptions): Promise<Connection> {
  const server = await house.serve()
  for (const { query } of warmUp) await askDocs(server, query)
  return server
}

interface Timed extends MadeQuery {
  readonly answer: DocsAnswer
  readonly milliseconds: number
}

async function askAll(server: Connection, queries: readonly MadeQuery[]): Promise<readonly Timed[]> {
  const timed: Timed[] = []
  for (const made of queries) {
    const started = performance.now()
    const answer = await askDocs(server, made.query)
    timed.push({ ...made, answer, milliseconds: performance.now() - started })
  }
  return timed
}

/** Cached answers are measured apart, so each answer must be of the expected kind. */
function mustBe(answers: readonly Timed[], cached: boolean): void {
  const other = answers.find(({ answer }) => answer.isCached !== cached)
  if (other) throw new Error(`${JSON.stringify(other.query)} was ${cached ? 'not ' : ''}answered by the cache.`)
}

/** Each client asks its share one after another, all clients at once. */
async function askTogether(
  says: string,
  house: House,
  options: SearchOptions & { readonly servers: number },
): Promise<Together> {
  const servers = await Promise.all(Array.from({ length: options.servers }, () => openWarm(house, options)))
  const ask = async (): Promise<readonly Timed[]> => {
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, (_, nth) => {
        const server = servers[nth % servers.length]
        if (!server) throw new Error('There is no server.')
        return askAll(server, shareOf(options, nth))
      }),
    )
    return answers.flat()
  }
  const [first, cached] = [await ask(), await ask()]
  await Promise.all(servers.map((server) => server.close()))
  return { says, first: latency(first), cached: latency(cached) }
}

/** One server would know what another client asked: there the queries are dealt out, here each begins elsewhere. */
const shareOf = (
  { queries, servers }: SearchOptions & { readonly servers: number },
  nth: number,
): readonly MadeQuery[] => {
  const size = servers === 1 ? Math.floor(queries.length / CLIENTS) : SHARE
  const from = nth * Math.floor(queries.length / CLIENTS)
  return [...queries, ...queries].slice(from, from + size)
}

const latency = (answers: readonly Timed[]): Latency => {
  const all = answers.map(({ milliseconds }) => milliseconds)
  return { p50: percentile(all, 0.5), p95: percentile(all, 0.95), p99: percentile(all, 0.99) }
}
