import { createHash, randomUUID } from 'node:crypto'
import type { Channel, SharedCount, SharedCounts } from '../../ports/instances.ts'
import { saidByOthers, toOthers } from './channel-texts.ts'

export interface ChannelCounts extends SharedCounts {
  /** Says what was counted since the last time. */
  close(): void
}

interface ChannelCountsInput {
  readonly channel: Channel
  /** Milliseconds from any moment on; it never goes back. */
  now?(): number
}

const TOPIC = 'counts'
/** The other instances know of a count so much later. A window is a minute. */
const SAY_EVERY_MS = 250
/** A channel takes 7,000 bytes, and a count has some forty. */
const MOST_AT_ONCE = 120
/** Addresses are free for an attacker, memory is not: the oldest windows go. */
const MOST_WINDOWS = 50_000

interface Window {
  readonly until: number
  count: number
  unsaid: number
}

type SaidCount = readonly [key: string, count: number, milliseconds: number]

/**
 * Counts of all instances without a server for them: each counts for itself, and says a little later how much came to it. An
 * instance that has just started knows nothing of the window under way, and one that hears nothing counts alone.
 */
export function openChannelCounts({ channel, now = () => performance.now() }: ChannelCountsInput): ChannelCounts {
  const self = randomUUID()
  const windows = new Map<string, Window>()
  const unsaid = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const windowOf = (key: string, milliseconds: number): Window => {
    const at = now()
    for (const [old, { until }] of windows) {
      if (until > at && windows.size < MOST_WINDOWS) break
      windows.delete(old)
    }
    const found = windows.get(key)
    if (found && found.until > at) return found
    const opened: Window = { until: at + milliseconds, count: 0, unsaid: 0 }
    windows.delete(key)
    windows.set(key, opened)
    return opened
  }
  const say = (): void => {
    clearTimeout(timer)
    timer = undefined
    const said = [...unsaid].flatMap((key) => takeUnsaid(key, windows.get(key), now()))
    unsaid.clear()
    for (let at = 0; at < said.length; at += MOST_AT_ONCE)
      channel.publish(TOPIC, toOthers(self, said.slice(at, at + MOST_AT_ONCE)))
  }
  const unsubscribe = channel.subscribe(TOPIC, (text) => {
    for (const [key, count, milliseconds] of saidByOthers(text, self).filter(isSaidCount))
      windowOf(key, milliseconds).count += count
  })
  return {
    async add(key, windowMilliseconds): Promise<SharedCount> {
      const name = shortened(key)
      const window = windowOf(name, windowMilliseconds)
      window.count++
      window.unsaid++
      unsaid.add(name)
      timer ??= setTimeout(say, SAY_EVERY_MS).unref()
      return { count: window.count, milliseconds: Math.max(0, window.until - now()) }
    },
    close() {
      say()
      unsubscribe()
    },
  }
}

function takeUnsaid(key: string, window: Window | undefined, at: number): readonly SaidCount[] {
  if (!window || window.unsaid === 0 || window.until <= at) return []
  const said: SaidCount = [key, window.unsaid, Math.ceil(window.until - at)]
  window.unsaid = 0
  return [said]
}

/** Keys name credentials and addresses, and the channel may have other listeners. */
const shortened = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 16)

const isSaidCount = (said: unknown): said is SaidCount =>
  Array.isArray(said) &&
  typeof said[0] === 'string' &&
  [said[1], said[2]].every((number) => Number.isSafeInteger(number) && (number as number) > 0)
