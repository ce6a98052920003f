import { randomUUID } from 'node:crypto'
import type { Channel } from '@wuku/core/ports/instances'
import { partsFromOthers, toOthers } from '@wuku/instances/team/channel-texts'
import type { Backend, BackendEvent, WakeEvent } from '@wuku/http-kit/backend'

const TOPIC = 'events'
/** Events of one moment go as one text: a job alone has several in a second. */
const GATHER_MS = 20
/** An event has some sixty bytes, and a channel takes 7,000. */
const MAX_AT_ONCE = 80

type SharedMessage = { readonly event: BackendEvent } | { readonly wake: WakeEvent }

/**
 * The same backend, which also hears the events of other instances, and wakes them: each instance publishes its changes to
 * the others. Lost events are found by polling.
 */
export function shareEvents(backend: Backend, channel: Channel) {
  const self = randomUUID()
  const listeners = new Set<(event: BackendEvent) => void>()
  const sender = createSender((message) => channel.publish(TOPIC, toOthers(self, message)))
  const unlisten = backend.onEvent((event) => {
    for (const listener of listeners) listener(event)
    // Messages are counted where they were answered.
    if (event.type === 'wrote') sender.send({ wake: event })
    else if (event.type !== 'message' && event.type !== 'measured') sender.send({ event })
  })
  const unsubscribe = channel.subscribe(TOPIC, (text) => {
    for (const message of partsFromOthers(text, self).filter(isSharedMessage))
      if ('wake' in message) backend.wake(message.wake)
      else for (const listener of listeners) listener(message.event)
  })
  return {
    backend: {
      ...backend,
      onEvent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      wake(event) {
        backend.wake(event)
        sender.send({ wake: event })
      },
    } satisfies Backend,
    stop(): void {
      unlisten()
      unsubscribe()
      sender.end()
    },
  }
}

/** Says each thing once in a moment, however often it happened. */
function createSender(publish: (message: readonly SharedMessage[]) => void) {
  const waiting = new Map<string, SharedMessage>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const all = [...waiting.values()]
    waiting.clear()
    for (let at = 0; at < all.length; at += MAX_AT_ONCE) publish(all.slice(at, at + MAX_AT_ONCE))
  }
  return {
    send(message: SharedMessage): void {
      waiting.set(JSON.stringify(message), message)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    end: flush,
  }
}

const EVENTS: ReadonlySet<unknown> = new Set<BackendEvent['type']>(['job', 'sources', 'hiding'])
const WAKES: ReadonlySet<unknown> = new Set<WakeEvent['type']>(['jobs', 'cancel', 'wrote'])

function isSharedMessage(message: unknown): message is SharedMessage {
  const { event, wake } = Object(message) as { readonly event?: unknown; readonly wake?: unknown }
  return EVENTS.has(typeOf(event)) || WAKES.has(typeOf(wake))
}

const typeOf = (value: unknown): unknown => (Object(value) as { readonly type?: unknown }).type
