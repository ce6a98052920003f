import { randomUUID } from 'node:crypto'
import type { Channel } from '../../ports/instances.ts'
import { saidByOthers, toOthers } from '../team/channel-texts.ts'
import type { Backend, BackendEvent, WakeEvent } from '../../surfaces/http/backend.ts'

export interface SharedEvents {
  /** The same backend, which also hears the events of other instances, and wakes them. */
  readonly backend: Backend
  stop(): void
}

const TOPIC = 'events'
/** Events of one moment go as one text: a job alone has several in a second. */
const GATHER_MS = 20
/** An event has some sixty bytes, and a channel takes 7,000. */
const MOST_AT_ONCE = 80

type Said = { readonly event: BackendEvent } | { readonly wake: WakeEvent }

/** Each instance publishes its changes to the others. Lost events are found by polling. */
export function shareEvents(backend: Backend, channel: Channel): SharedEvents {
  const self = randomUUID()
  const listeners = new Set<(event: BackendEvent) => void>()
  const voice = createVoice((said) => channel.publish(TOPIC, toOthers(self, said)))
  const unlisten = backend.onEvent((event) => {
    for (const heard of listeners) heard(event)
    // Messages are counted where they were answered.
    if (event.type === 'wrote') voice.say({ wake: event })
    else if (event.type !== 'message') voice.say({ event })
  })
  const unsubscribe = channel.subscribe(TOPIC, (text) => {
    for (const said of saidByOthers(text, self).filter(isSaid))
      if ('wake' in said) backend.wake(said.wake)
      else for (const heard of listeners) heard(said.event)
  })
  return {
    backend: {
      ...backend,
      onEvent(heard) {
        listeners.add(heard)
        return () => void listeners.delete(heard)
      },
      wake(event) {
        backend.wake(event)
        voice.say({ wake: event })
      },
    },
    stop() {
      unlisten()
      unsubscribe()
      voice.end()
    },
  }
}

/** Says each thing once in a moment, however often it happened. */
function createVoice(speak: (said: readonly Said[]) => void) {
  const waiting = new Map<string, Said>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const all = [...waiting.values()]
    waiting.clear()
    for (let at = 0; at < all.length; at += MOST_AT_ONCE) speak(all.slice(at, at + MOST_AT_ONCE))
  }
  return {
    say(said: Said): void {
      waiting.set(JSON.stringify(said), said)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    end: flush,
  }
}

const EVENTS: ReadonlySet<unknown> = new Set<BackendEvent['type']>(['job', 'sources', 'hiding'])
const WAKES: ReadonlySet<unknown> = new Set<WakeEvent['type']>(['jobs', 'cancel', 'wrote'])

function isSaid(said: unknown): said is Said {
  const { event, wake } = Object(said) as { readonly event?: unknown; readonly wake?: unknown }
  return EVENTS.has(typeOf(event)) || WAKES.has(typeOf(wake))
}

const typeOf = (value: unknown): unknown => (Object(value) as { readonly type?: unknown }).type
