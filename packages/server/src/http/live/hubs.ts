import type { Caller } from '@wuku/kernel/base/caller'
import type { Backend } from '@wuku/http-kit/backend'
import { createChanges, createBell, createEventHistory, type EventHistory, type LiveEvents } from './events.ts'
import type { LiveSnapshot } from '@wuku/http-kit/live/live-snapshot'

/** A place of one stream, until it leaves. */
export interface LiveSubscription {
  readonly events: LiveEvents
  leave(): void
}

export interface LiveHubs {
  /** Resolves when the viewer's present is known, so that every later change becomes an event. */
  join(caller: Caller): Promise<LiveSubscription>
}

export interface LiveHubsInput {
  readonly backend: Pick<Backend, 'liveSnapshot' | 'onEvent'>
  /** Aborted when the server stops. */
  readonly signal: AbortSignal
  readonly pace?: Partial<LivePace>
}

/** In milliseconds. */
export interface LivePace {
  /** Between two looks at least, whatever happens. */
  readonly least: number
  /** Other processes change the store too, and say nothing: it is looked at again after this time. */
  readonly idle: number
  /** A viewer who comes back within it gets what came meanwhile. */
  readonly linger: number
}

const defaultPace: LivePace = { least: 250, idle: 1_000, linger: 60_000 }
/** All looks together keep one thread busy for a small part of its time: with many viewers each looks less often. */
const SHARE_MS = 10
const MAX_HUBS = 1_024

/** Viewers that see the same: the key of all that is found out for them. */
export const viewerOf = ({ actor, level, sees }: Caller): string => JSON.stringify([actor, level, sees])

export function openLiveHubs({ backend, signal, pace }: LiveHubsInput): LiveHubs {
  const hubs = new Map<string, Viewer>()
  const timing = { ...defaultPace, ...pace }
  const idle = (): number => Math.max(timing.idle, hubs.size * SHARE_MS)
  return {
    async join(caller) {
      const key = viewerOf(caller)
      dropLingering(hubs)
      const viewer =
        hubs.get(key) ??
        follow(caller, { backend, signal, pace: { ...timing, idle }, ended: () => void hubs.delete(key) })
      hubs.set(key, viewer)
      return viewer.subscribe()
    },
  }
}

function dropLingering(hubs: ReadonlyMap<string, Viewer>): void {
  if (hubs.size < MAX_HUBS) return
  hubs
    .values()
    .find(({ openStreams }) => openStreams === 0)
    ?.end()
}

interface Viewer {
  readonly openStreams: number
  subscribe(): Promise<LiveSubscription>
  end(): void
}

interface Following {
  readonly backend: Pick<Backend, 'liveSnapshot' | 'onEvent'>
  readonly signal: AbortSignal
  readonly pace: Omit<LivePace, 'idle'> & { idle(): number }
  ended(): void
}

/** Looks again and again for one viewer, for as long as somebody listens, and a little longer. */
function follow(caller: Caller, following: Following): Viewer {
  const ending = new AbortController()
  const signal = AbortSignal.any([following.signal, ending.signal])
  const events = createEventHistory()
  const looks = pollSnapshots(caller, events, { ...following, signal })
  let openStreams = 0
  let alarm: NodeJS.Timeout | undefined
  const end = (): void => {
    clearTimeout(alarm)
    following.ended()
    ending.abort()
  }
  return {
    get openStreams() {
      return openStreams
    },
    end,
    async subscribe() {
      openStreams++
      clearTimeout(alarm)
      const leave = once(() => {
        openStreams--
        if (openStreams === 0) alarm = setTimeout(end, following.pace.linger).unref()
      })
      try {
        await looks.started
      } catch (error) {
        end()
        throw error
      }
      return { events: events.reader, leave }
    },
  }
}

/** `started` rejects where the first look fails. Later a store that cannot be read counts as unchanged. */
function pollSnapshots(
  caller: Caller,
  events: EventHistory,
  { backend, signal, pace }: Omit<Following, 'ended'>,
): { readonly started: Promise<LiveSnapshot> } {
  const bell = createBell()
  const changes = createChanges()
  const unlisten = backend.onEvent(({ type }) => {
    if (type === 'hiding') events.ring()
    if (type === 'job' || type === 'hiding') bell.ring()
  })
  const poll = async (before: LiveSnapshot | undefined): Promise<LiveSnapshot> => {
    const found = await backend.liveSnapshot({ caller, before: before?.marks, signal })
    events.add(changes.after(found))
    return found
  }
  const first = poll(undefined)
  const goOn = async (): Promise<void> => {
    let last = await first
    while (!signal.aborted) {
      await createBell().wait(pace.least, signal)
      await bell.wait(pace.idle(), signal)
      last = await poll(last).catch(() => last)
    }
  }
  void goOn()
    .catch(() => {})
    .finally(unlisten)
  return { started: first }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}
