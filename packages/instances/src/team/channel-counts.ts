import { createHash, randomUUID } from 'node:crypto'
import type { Channel, SharedCount } from '@wuku/core/ports/instances'
import { partsFromOthers, toOthers } from './channel-texts.ts'

interface ChannelCountsInput {
  readonly channel: Channel
  /** Milliseconds from any moment on; it never goes back. */
  now?(): number
}

const TOPIC = 'counts'
/** The other instances know of a count so much later. A window is a minute. */
const PUBLISH_INTERVAL_MS = 250
/** A channel takes 7,000 bytes, and a count has some forty. */
const MAX_AT_ONCE = 120
/** Addresses are free for an attacker, memory is not: the oldest windows go. */
const MAX_WINDOWS = 50_000

interface Window {
  readonly until: number
  count: number
  unpublished: number
}

type PublishedCount = readonly [key: string, count: number, milliseconds: number]

/**
 * Counts of all instances without a server for them: each counts for itself, and says a little later how much came to it. An
 * instance that has just started knows nothing of the window under way, and one that hears nothing counts alone.
 */
export function openChannelCounts({ channel, now = () => performance.now() }: ChannelCountsInput) {
  const self = randomUUID()
  const windows = new Map<string, Window>()
  const unpublished = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const windowOf = (key: string, milliseconds: number): Window => {
    const at = now()
    for (const [old, { until }] of windows) {
      if (until > at && windows.size < MAX_WINDOWS) break
      windows.delete(old)
    }
    const found = windows.get(key)
    if (found && found.until > at) return found
    const opened: Window = { until: at + milliseconds, count: 0, unpublished: 0 }
    windows.delete(key)
    windows.set(key, opened)
    return opened
  }
  const publish = (): void => {
    clearTimeout(timer)
    timer = undefined
    const published = [...unpublished].flatMap((key) => unpublishedCount(key, windows.get(key), now()))
    unpublished.clear()
    for (let at = 0; at < published.length; at += MAX_AT_ONCE)
      channel.publish(TOPIC, toOthers(self, published.slice(at, at + MAX_AT_ONCE)))
  }
  const unsubscribe = channel.subscribe(TOPIC, (text) => {
    for (const [key, count, milliseconds] of partsFromOthers(text, self).filter(isPublishedCount))
      windowOf(key, milliseconds).count += count
  })
  return {
    async add(key: string, windowMilliseconds: number): Promise<SharedCount> {
      const name = shortened(key)
      const window = windowOf(name, windowMilliseconds)
      window.count++
      window.unpublished++
      unpublished.add(name)
      timer ??= setTimeout(publish, PUBLISH_INTERVAL_MS).unref()
      return { count: window.count, milliseconds: Math.max(0, window.until - now()) }
    },
    close(): void {
      publish()
      unsubscribe()
    },
  }
}

function unpublishedCount(key: string, window: Window | undefined, at: number): readonly PublishedCount[] {
  if (!window || window.unpublished === 0 || window.until <= at) return []
  const published: PublishedCount = [key, window.unpublished, Math.ceil(window.until - at)]
  window.unpublished = 0
  return [published]
}

/** Keys name credentials and addresses, and the channel may have other listeners. */
const shortened = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 16)

const isPublishedCount = (published: unknown): published is PublishedCount =>
  Array.isArray(published) &&
  typeof published[0] === 'string' &&
  [published[1], published[2]].every((number) => Number.isSafeInteger(number) && (number as number) > 0)
