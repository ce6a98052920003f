import { once } from '@wuku/core/once'
import type { SearchPlace } from '../search-url.ts'
import { ask, EngineRefused, type Rows, type Statement, whyFailed } from './requests.ts'
import type { EngineServer } from '@wuku/core/search-engine'
import { COLUMNS, tableNames, SHARD_TERM, tableOf } from './names.ts'

/** The servers of an engine, by the shard that each says it is of. One that does not answer is left alone until it does again. */
export interface Servers {
  /** A server of the shard that answers; the next where one does not. */
  ask(shard: number, statement: Statement): Promise<Rows>
  /** All servers of a shard that are there, one after the other. */
  askEach(shard: number, statement: Statement): Promise<readonly Rows[]>
  /** How many servers hold a shard, there or not. */
  copies(shard: number): Promise<number>
  shards(): Promise<readonly number[]>
  mayAnswer(shard: number): boolean
  /** Each server by itself, there or not. */
  each<T>(work: (server: NamedServer) => Promise<T>): Promise<readonly T[]>
  close(): void
}

export interface NamedServer {
  readonly address: string
  /** As it said at last; `null`: it never did. */
  readonly shard: number | null
  ask(statement: Statement): Promise<Rows>
}

interface Server extends Omit<NamedServer, 'shard'> {
  shard: number | null
  isAway: boolean
}

/** Milliseconds in which a server that is there says so. */
export const SOON = 2_000
/** In which it says its name. */
const AT_ONCE = 500
/** Until one that was away is looked at again. */
const PAUSE = 1_000
/** A server alone needs no name. */
const SHARD_OF_SERVER = "SELECT substitution FROM system.macros WHERE macro = 'shard'"

export function createServers(place: SearchPlace): Servers {
  const watch = watchServers()
  const servers = place.addresses.map((address): Server => {
    const server: Server = {
      address,
      shard: null,
      isAway: false,
      ask: async (statement) => {
        try {
          return await ask(place, address, statement)
        } catch (thrown) {
          // One question may take too long where others do not, and a connection that idled may end: it is asked its name.
          if (!(thrown instanceof EngineRefused) && statement.timeout > AT_ONCE)
            meet(server, AT_ONCE).catch(() => watch.rest(server))
          throw thrown
        }
      },
    }
    return server
  })
  const met = once(() => Promise.all(servers.map((server) => meet(server).catch(() => watch.rest(server)))))
  const of = async (shard: number): Promise<readonly Server[]> => {
    await met()
    return servers.filter((server) => server.shard === shard)
  }
  const living = async (shard: number) => (await of(shard)).filter(({ isAway }) => !isAway)
  return {
    async ask(shard, statement) {
      let failed: unknown = new Error(`No server of shard ${shard} answers.`)
      for (const server of await living(shard))
        try {
          return await server.ask(statement)
        } catch (thrown) {
          failed = thrown
        }
      throw failed
    },
    async askEach(shard, statement) {
      const answers: Rows[] = []
      for (const server of await living(shard)) answers.push(await server.ask(statement))
      return answers
    },
    copies: async (shard) => (await of(shard)).length,
    async shards() {
      await met()
      return [...new Set(servers.flatMap(({ shard }) => shard ?? []))].toSorted((a, b) => a - b)
    },
    mayAnswer: (shard) => servers.some((server) => server.shard === shard && !server.isAway),
    each: async (work) => {
      await met()
      return Promise.all(servers.map(work))
    },
    close: watch.close,
  }
}

async function meet(server: Server, timeout = SOON): Promise<void> {
  const [[shard] = []] = await server.ask({ sql: SHARD_OF_SERVER, timeout })
  if (shard !== undefined && !/^\d+$/.test(shard)) throw otherProgram()
  server.shard = Number(shard ?? 1)
}

const otherProgram = (): Error => new Error('It does not answer as ClickHouse does.')

/** Looks at servers that are away in the background: no question waits for one that did not answer just now. */
function watchServers() {
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false
  const pollAgain = (server: Server): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (isClosed) return
      meet(server).then(
        () => (server.isAway = false),
        () => pollAgain(server),
      )
    }, PAUSE).unref()
    timers.add(timer)
  }
  return {
    rest(server: Server): void {
      if (server.isAway || isClosed) return
      server.isAway = true
      pollAgain(server)
    },
    close(): void {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

export const examineServers = (servers: Servers, generation: number): Promise<readonly EngineServer[]> =>
  servers.each(async (server) => {
    const { address, shard } = server
    const nothing = { address, shard, version: '', seconds: 0, secondsAhead: 0, rows: 0, gone: 0 }
    try {
      return await examineServer(server, generation, nothing)
    } catch (thrown) {
      return { ...nothing, state: 'away' as const, said: whyFailed(thrown) }
    }
  })

async function examineServer(
  server: NamedServer,
  generation: number,
  nothing: Omit<EngineServer, 'state' | 'said'>,
): Promise<EngineServer> {
  const run = (sql: string): Promise<Rows> => server.ask({ sql, timeout: SOON })
  const began = performance.now()
  const [[version = '', now = ''] = []] = await run('SELECT version(), toUnixTimestamp(now())')
  if (!/^\d/.test(version)) throw otherProgram()
  const seconds = (performance.now() - began) / 1_000
  const met = { ...nothing, version, seconds, secondsAhead: Math.round(Number(now) - Date.now() / 1_000) }
  const wrong = await otherColumns(run, generation)
  if (wrong !== undefined) return { ...met, state: wrong === '' ? 'empty' : 'foreign', said: wrong }
  const [postings, gone] = [tableOf('postings', generation), tableOf('gone', generation)]
  const [[shards, rows, left] = []] = await run(
    `SELECT (SELECT count() FROM ${postings} WHERE term = ${SHARD_TERM}), (SELECT count() FROM ${postings}), (SELECT count() FROM ${gone})`,
  )
  return { ...met, state: Number(shards) > 0 ? 'ready' : 'empty', said: '', rows: Number(rows), gone: Number(left) }
}

/** The first table that is not as it was made; an empty text where there is none of them. */
async function otherColumns(run: (sql: string) => Promise<Rows>, generation: number): Promise<string | undefined> {
  const found = await run('SELECT table, name, type FROM system.columns WHERE database = currentDatabase()')
  for (const table of tableNames) {
    const name = tableOf(table, generation)
    const columns = found.flatMap(([of, ...column]) => (of === name ? [column.join(' ')] : [])).join(', ')
    if (columns === '') return ''
    if (columns !== COLUMNS[table]) return `${name} (${columns})`
  }
  return undefined
}
