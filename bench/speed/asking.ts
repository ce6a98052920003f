import { performance } from 'node:perf_hooks'
import { measure, type Cost } from './command.ts'
import type { Client, Peer } from './peer.ts'
import { peakOfTrees } from './processes.ts'
import type { Query, Questions } from './queries.ts'

export interface Answer extends Query {
  readonly milliseconds: number
  readonly hits: number
}

/** Answers of servers to clients that ask one query after another. */
export interface Asked {
  readonly answers: readonly Answer[]
  /** The first that a server was asked. */
  readonly opening: readonly Answer[]
  readonly seconds: number
  /** Peak memory of the servers with all their processes. */
  readonly peakBytes: number
}

/** After that nothing more is asked: slow programs answer fewer queries, and the report says how many. */
const MOST_SECONDS = { cold: 120, warm: 60 }
const OPENING = 20

/** A process for each query. */
export async function askCold(peer: Peer, queries: readonly Query[]): Promise<readonly Cost[]> {
  const deadline = performance.now() + MOST_SECONDS.cold * 1_000
  const costs: Cost[] = []
  for (const { text } of queries) {
    if (performance.now() > deadline) break
    costs.push(await measure(peer.search(text)))
  }
  return costs
}

export async function askWarm(peer: Peer, { queries, warmUp }: Questions, clients: number): Promise<Asked> {
  const service = await peer.serve(clients)
  try {
    const first = await Promise.all(service.clients.map((client) => askAll(client, warmUp)))
    const started = performance.now()
    const answers = await Promise.all(
      service.clients.map((client, nth) => askAll(client, startAt(queries, nth / clients))),
    )
    const seconds = (performance.now() - started) / 1_000
    const opening = first[0]?.slice(0, OPENING) ?? []
    return { answers: answers.flat(), opening, seconds, peakBytes: peakOfTrees(service.pids) }
  } finally {
    await service.close()
  }
}

/** Clients that ask at once ask different queries at any moment, and all of them in the end. */
function startAt(queries: readonly Query[], part: number): readonly Query[] {
  const start = Math.floor(part * queries.length)
  return [...queries.slice(start), ...queries.slice(0, start)]
}

async function askAll(client: Client, queries: readonly Query[]): Promise<readonly Answer[]> {
  const deadline = performance.now() + MOST_SECONDS.warm * 1_000
  const answers: Answer[] = []
  for (const query of queries) {
    if (performance.now() > deadline) break
    const started = performance.now()
    const hits = await client.ask(query.text)
    answers.push({ ...query, milliseconds: performance.now() - started, hits })
  }
  return answers
}
