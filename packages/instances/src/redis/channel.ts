import type { Channel } from '@wuku/core/ports/instances'
import type { RedisAddress } from './redis-address.ts'
import { openClient, type RedisConnection } from './connection.ts'

export interface RedisChannelOptions {
  readonly address: RedisAddress
  /** Publishes: a connection that listens does nothing else. */
  readonly redis: RedisConnection
  readonly prefix: string
}

/** A connection that broke without a word is found out by asking. */
const PING_MS = 5_000

/** The connection that publishes says what is wrong with the server of both. */
const ignore = (): void => {}

export function openRedisChannel({ address, redis, prefix }: RedisChannelOptions): Channel {
  const client = openClient(address)
  const listeners = new Map<string, Set<(text: string) => void>>()
  const nameOf = (topic: string): string => `${prefix}channel:${topic}`
  const again = (): void => client.disconnect(true)
  const listen = (): void => {
    if (client.status === 'ready' && listeners.size > 0) client.subscribe(...listeners.keys()).catch(again)
  }
  client.on('error', ignore)
  client.on('ready', listen)
  client.on('message', (name: string, text: string) => {
    for (const listener of listeners.get(name) ?? []) listener(text)
  })
  void client.connect().catch(ignore)
  const pinging = setInterval(() => {
    if (client.status === 'ready') client.ping().catch(again)
  }, PING_MS).unref()
  return {
    publish: (topic, text) => void redis.ask((other) => other.publish(nameOf(topic), text)),
    subscribe(topic, listener) {
      const name = nameOf(topic)
      const those = listeners.get(name) ?? new Set()
      listeners.set(name, those.add(listener))
      listen()
      return () => void those.delete(listener)
    },
    async close() {
      clearInterval(pinging)
      client.disconnect()
    },
  }
}
