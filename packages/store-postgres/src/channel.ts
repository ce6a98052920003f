import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel } from '@wuku/core/ports/instances'
import { clientTo, hangUp } from './connection/client.ts'

export interface PostgresChannelOptions {
  readonly url: string
  /** Only stores of the same one hear one another. */
  readonly schema: string
  failed?(error: unknown): void
}

/** A connection that broke without a word is found out by asking. */
const PING_MS = 10_000
const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/** For a server to hear that the connection ends. */
const GOODBYE_MS = 1_000

/** A server that stands still takes nothing. Further texts are dropped. */
const MAX_WAITING = 1_000

interface Line {
  /** One after the other; `undefined` where too many wait. */
  send(sql: string, values?: readonly string[]): Promise<void> | undefined
  end(): Promise<void>
  readonly ended: Promise<void>
}

/**
 * LISTEN and NOTIFY on a connection of its own. A pooler that lends connections for a transaction passes nothing on:
 * then nobody hears anything, and finds it out by looking.
 */
export function openPostgresChannel({ url, schema, failed = () => {} }: PostgresChannelOptions): Channel {
  const name = `wuku_${createHash('sha256').update(schema).digest('hex').slice(0, 24)}`
  const listeners = new Map<string, Set<(text: string) => void>>()
  const closing = new AbortController()
  let line: Line | undefined
  const deliver = (payload: string): void => {
    const [topic = '', ...lines] = payload.split('\n')
    for (const listener of listeners.get(topic) ?? []) listener(lines.join('\n'))
  }
  const keepLine = async (): Promise<void> => {
    for (let pause = SHORTEST_PAUSE_MS; !closing.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        line = await connect(url, name, deliver)
        pause = SHORTEST_PAUSE_MS
        if (!closing.signal.aborted) await Promise.race([line.ended, once(closing.signal, 'abort')])
      } catch (error) {
        failed(error)
      }
      void line?.end()
      line = undefined
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const maintenance = keepLine()
  return {
    publish(topic, text) {
      line?.send('SELECT pg_notify($1, $2)', [name, `${topic}\n${text}`])?.catch(failed)
    },
    subscribe(topic, listener) {
      const those = listeners.get(topic) ?? new Set()
      listeners.set(topic, those.add(listener))
      return () => void those.delete(listener)
    },
    async close() {
      const last = line?.ended
      closing.abort()
      await maintenance
      await last
    },
  }
}

async function connect(url: string, name: string, deliver: (payload: string) => void): Promise<Line> {
  const client = clientTo(url, {
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
    application_name: 'wuku channel',
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.on('error', () => resolve())
  })
  client.on('notification', ({ payload = '' }) => deliver(payload))
  await client.connect()
  try {
    await client.query(`LISTEN "${name}"`)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  const end = (): Promise<void> => {
    // A network that forgot it passes no farewell on.
    setTimeout(() => hangUp(client), GOODBYE_MS).unref()
    return client.end().catch(() => {})
  }
  const send: Line['send'] = (sql, values = []) => {
    if (waiting >= MAX_WAITING) return undefined
    waiting++
    const sent = last.then(async () => void (await client.query(sql, [...values]))).finally(() => waiting--)
    last = sent.catch(() => {})
    return sent
  }
  const pinging = setInterval(() => void send('SELECT 1')?.catch(end), PING_MS).unref()
  return { send, end, ended: ended.finally(() => clearInterval(pinging)) }
}
