import { Cluster, Redis } from 'ioredis'
import type { RedisAddress } from './redis-address.ts'

/** Redis answers quickly or not at all: every caller can also do without it. */
export interface RedisConnection {
  /** `undefined` where it does not answer just now. */
  ask<T>(command: (client: Redis | Cluster) => Promise<T>): Promise<T | undefined>
  close(): void
}

const COMMAND_MS = 250
const CONNECT_MS = 2_000
/** Nobody asks for so long after a failure, so that not each request waits in vain. */
const REST_MS = 1_000
/** A connection that has been silent this often in turn is broken, though the network has not said so. */
const SILENCES = 3

/** Connects in the background when it is first asked, and again whenever the connection breaks. */
export function openRedis(address: RedisAddress, failed: (error: unknown) => void = () => {}): RedisConnection {
  const client = openClient(address)
  const notifyFailure = createNotice(failed)
  client.on('error', notifyFailure)
  let restsUntil = 0
  let failures = 0
  client.on('ready', () => {
    restsUntil = 0
    failures = 0
  })
  return {
    async ask(command) {
      if (client.status === 'wait') void client.connect().catch(notifyFailure)
      if (client.status !== 'ready' || performance.now() < restsUntil) return undefined
      try {
        const answer = await command(client)
        failures = 0
        return answer
      } catch (error) {
        restsUntil = performance.now() + REST_MS
        if (++failures % SILENCES === 0) client.disconnect(true)
        notifyFailure(error)
        return undefined
      }
    },
    close: () => client.disconnect(),
  }
}

/** Neither connected nor in a hurry to be: the first question connects. Nothing waits in a queue. */
export function openClient({ nodes, isCluster, isEncrypted, username, password, database }: RedisAddress) {
  const shared = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isEncrypted && { tls: {} }),
    commandTimeout: COMMAND_MS,
    connectTimeout: CONNECT_MS,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
  }
  if (isCluster)
    return new Cluster(
      nodes.map((node) => ({ ...node })),
      {
        redisOptions: shared,
        lazyConnect: true,
        enableOfflineQueue: false,
        clusterRetryStrategy: pauseBefore,
        slotsRefreshTimeout: CONNECT_MS,
        slotsRefreshInterval: 10_000,
        // A question that waits for a new leader would be too late anyway.
        maxRedirections: 3,
        retryDelayOnFailover: 50,
        retryDelayOnClusterDown: 50,
        retryDelayOnTryAgain: 50,
        // Nodes behind one address have the names that the certificate has.
        ...(isEncrypted && { dnsLookup: (host, answer) => answer(null, host) }),
      },
    )
  const [node] = nodes
  return new Redis({
    ...shared,
    ...node,
    db: database,
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: pauseBefore,
  })
}

const LONGEST_PAUSE_MS = 2_000

const pauseBefore = (attempt: number): number =>
  Math.min(50 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)

const A_MINUTE = 60_000

/** Each attempt to connect fails again: the log gets one line in a minute. */
function createNotice(failed: (error: unknown) => void): (error: unknown) => void {
  let notifiedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() < notifiedAt + A_MINUTE) return
    notifiedAt = performance.now()
    failed(error)
  }
}

/** Facts about what `REDIS_URL` names, for a person who looks after it. */
export interface RedisFacts {
  /** `Valkey 8.1.1`, `Redis 7.4.0` */
  readonly version: string
  /** Nodes of a cluster; 0: it is none. */
  readonly nodes: number
  readonly milliseconds: number
}

/** Asks once; the reason of a connection that fails is thrown. */
export async function examineRedis(address: RedisAddress): Promise<RedisFacts> {
  const client = openClient(address)
  let reason: unknown
  client.on('error', (error) => (reason = rootOf(error)))
  try {
    await client.connect()
    const serverInfo = await client.info('server')
    const began = performance.now()
    await client.ping()
    return {
      version: versionIn(serverInfo),
      nodes: client instanceof Cluster ? client.nodes().length : 0,
      milliseconds: performance.now() - began,
    }
  } catch (thrown) {
    throw reason ?? thrown
  } finally {
    client.disconnect()
  }
}

/** A cluster reports that all nodes failed; the error of the last one says more. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && 'lastNodeError' in error && error.lastNodeError instanceof Error
    ? error.lastNodeError
    : error

function versionIn(serverInfo: string): string {
  const of = (name: string): string | undefined => new RegExp(`^${name}:(\\S+)`, 'm').exec(serverInfo)?.[1]
  const valkey = of('valkey_version')
  return valkey === undefined ? `Redis ${of('redis_version') ?? 'of an unknown version'}` : `Valkey ${valkey}`
}
