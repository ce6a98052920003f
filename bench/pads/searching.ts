import { performance } from 'node:perf_hooks'
import type { Contestant, Server } from './contestant.ts'
import { memoryOf, type Memory } from './memory.ts'
import type { Query } from './queries.ts'
import { timeEach } from './timing.ts'

export interface Searching {
  readonly answers: readonly Answer[]
  /** From the start of the process to its first answer. */
  readonly firstMilliseconds: number
  /** Round trips that do nothing: what the door alone costs. */
  readonly pings: readonly number[]
  readonly memory: Memory
}

export interface Answer extends Query {
  readonly milliseconds: number
  /** Workflows that it says it found. */
  readonly total: number
  /** Error instead of an answer. */
  readonly failed?: string
}

const WARM_UP = 20

export async function measureSearching(
  contestant: Contestant,
  home: string,
  queries: readonly Query[],
): Promise<Searching> {
  const started = performance.now()
  const server = await contestant.start(home)
  try {
    await ask(server, queries[0])
    const firstMilliseconds = performance.now() - started
    for (const query of queries.slice(-WARM_UP)) await ask(server, { ...query, text: `${query.text} warm` })
    const pings = await timeEach(100, () => server.ping())
    const answers: Answer[] = []
    for (const query of queries) answers.push(await ask(server, query))
    return { answers, firstMilliseconds, pings, memory: memoryOf(server.pid) }
  } finally {
    await server.close()
  }
}

async function ask(server: Server, query: Query | undefined): Promise<Answer> {
  if (!query) throw new Error('There is no query.')
  const started = performance.now()
  const since = (): number => performance.now() - started
  try {
    const answer = (await server.call('search-workflows', { query: query.text })) as Found
    return { ...query, milliseconds: since(), total: answer.pagination.total_results }
  } catch (error) {
    return { ...query, milliseconds: since(), total: 0, failed: error instanceof Error ? error.message : String(error) }
  }
}

interface Found {
  readonly pagination: { readonly total_results: number }
}
