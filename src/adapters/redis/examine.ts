import { Cluster } from 'ioredis'
import type { RedisAddress } from './address.ts'
import { openClient } from './connection.ts'

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
    const told = await client.info('server')
    const began = performance.now()
    await client.ping()
    return {
      version: versionIn(told),
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

function versionIn(told: string): string {
  const of = (name: string): string | undefined => new RegExp(`^${name}:(\\S+)`, 'm').exec(told)?.[1]
  const valkey = of('valkey_version')
  return valkey === undefined ? `Redis ${of('redis_version') ?? 'of an unknown version'}` : `Valkey ${valkey}`
}
