import { msg } from '@wuku/messages/server'
import { knownNames } from '@wuku/http-kit/target'
import type { Backend } from '@wuku/http-kit/backend'
import { badInput, echoed } from '@wuku/http-kit/http-failures'
import type { LiveSnapshot } from '@wuku/http-kit/live/live-snapshot'
import type { HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import type { Caller } from '@wuku/kernel/base/caller'
import { once } from '@wuku/core/once'
import { eventText, KEEP_ALIVE, KEEP_ALIVE_MS, RETRY, streamHeaders } from '../sse.ts'
import { buildRoute } from '../build-route.ts'
import { systemClock } from '@wuku/settings/this-process'
import { createBell } from '../../bell.ts'
import {
  liveTopics,
  type LiveTopic,
  type LiveEvents,
  createChanges,
  createEventHistory,
  type EventHistory,
} from './events.ts'

/** A credential that ended while nothing happened ends its streams this much later. */
const CHECK_MS = 5_000

export interface LiveInput {
  /** Aborted when the server stops. */
  readonly signal: AbortSignal
  readonly pace?: Partial<LivePace>
}

const text = { type: 'string' } as const

/** Resolves when the viewer's present is known, so that every later change becomes an event. */
type JoinLive = (caller: Caller) => Promise<LiveSubscription>

/** In milliseconds. */
interface LivePace {
  /** Between two looks at least, whatever happens. */
  readonly least: number
  /** Other processes change the store too, and say nothing: it is looked at again after this time. */
  readonly idle: number
  /** A viewer who comes back within it gets what came meanwhile. */
  readonly linger: number
}

/** Small events for pages that show the present: which things changed, and not how. Each viewer hears of what it sees. */
export function liveRoutes({ signal, pace }: LiveInput): readonly Route[] {
  let join: JoinLive | undefined
  const joinIn = ({ backend }: RouteContext) => (join ??= openLiveHubs({ backend, signal, ...(pace && { pace }) }))
  return [
    buildRoute('GET', '/api/v1/live', {
      tag: 'live',
      title: 'Stream what changes: sources, jobs, calls, pads',
      query: {
        type: 'object',
        properties: {
          topics: { ...text, description: `Only these, separated by commas: ${liveTopics.join(', ')}.` },
          last_event_id: { ...text, description: 'As the header Last-Event-ID.' },
        },
        additionalProperties: false,
      },
      mediaType: 'text/event-stream',
      level: 'read',
      async answer(request, context) {
        const subscription = { topics: topicsOf(request), last: lastOf(request) }
        return { headers: streamHeaders, body: streamChanges(subscription, request, joinIn(context)) }
      },
    }),
  ]
}

function topicsOf({ query }: HttpRequest): ReadonlySet<LiveTopic> {
  const topicList = query['topics']
  if (topicList === undefined) return new Set(liveTopics)
  const names = topicList.split(',').map((name) => name.trim())
  const known = liveTopics.filter((topic) => names.includes(topic))
  const unknown = names.find((name) => !liveTopics.some((topic) => topic === name))
  if (unknown !== undefined) throw badInput(msg('noSuchTopic', { topic: echoed(unknown) }), knownNames(liveTopics))
  return new Set(known)
}

interface Subscription {
  readonly topics: ReadonlySet<LiveTopic>
  /** The last event that the client has; absent: it has none. */
  readonly last: string | undefined
}

const lastOf = ({ headers, query }: HttpRequest): string | undefined =>
  (headers['last-event-id'] ?? query['last_event_id'])?.trim() || undefined

/** Ends when the client leaves, its credential ends or sees something else, or the server stops. */
async function* streamChanges(subscription: Subscription, request: HttpRequest, join: JoinLive) {
  const { signal, caller } = request
  const { events, leave } = await join(caller)
  try {
    yield RETRY
    const resumed = placeIn(events, subscription.last)
    let at = resumed ?? events.newest
    if (resumed === undefined)
      yield written(events, at, subscription.last === undefined ? 'ready' : 'reset', aboutTopics(subscription))
    let silent = 0
    while (!signal.aborted && (await isSame(request))) {
      const changes = events.after(at)
      const matching = changes ? changes.filter(({ topic }) => subscription.topics.has(topic)) : []
      at = events.newest
      if (!changes) yield written(events, at, 'reset', aboutTopics(subscription))
      else if (matching.length > 0)
        yield matching.map((change) => written(events, change.number, change.topic, change.data)).join('')
      silent = !changes || matching.length > 0 ? 0 : silent + CHECK_MS
      if (silent >= KEEP_ALIVE_MS) {
        yield KEEP_ALIVE
        silent = 0
      }
      if (at === events.newest) await events.news(CHECK_MS, signal)
    }
  } finally {
    leave()
  }
}

/** An id of another viewer, or of before a restart, is no place here. */
function placeIn(events: LiveEvents, last: string | undefined): number | undefined {
  const [epoch, number = ''] = (last ?? '').split('-')
  if (epoch !== events.epoch || !/^\d{1,15}$/.test(number)) return undefined
  return events.after(Number(number)) && Number(number)
}

/** Asked before each event, so that none is sent on a credential that ended, or to somebody who sees less now. */
async function isSame({ again, caller }: HttpRequest): Promise<boolean> {
  const now = await again().catch(() => undefined)
  return now !== undefined && viewerOf(now) === viewerOf(caller)
}

const aboutTopics = ({ topics }: Subscription) => ({ topics: [...topics] })

const written = ({ epoch }: LiveEvents, number: number, event: string, data: object): string =>
  eventText({ id: `${epoch}-${number}`, event, data })

/** A place of one stream, until it leaves. */
interface LiveSubscription {
  readonly events: LiveEvents
  leave(): void
}

interface LiveHubsInput extends LiveInput {
  readonly backend: Pick<Backend, 'liveSnapshot' | 'onEvent'>
}

const defaultPace: LivePace = { least: 250, idle: 1_000, linger: 60_000 }
/** All looks together keep one thread busy for a small part of its time: with many viewers each looks less often. */
const SHARE_MS = 10
const MAX_HUBS = 1_024

/** Viewers that see the same: the key of all that is found out for them. */
const viewerOf = ({ actor, level, sees }: Caller): string => JSON.stringify([actor, level, sees])

function openLiveHubs({ backend, signal, pace }: LiveHubsInput): JoinLive {
  const hubs = new Map<string, Viewer>()
  const timing = { ...defaultPace, ...pace }
  const idle = (): number => Math.max(timing.idle, hubs.size * SHARE_MS)
  return async (caller) => {
    const key = viewerOf(caller)
    dropLingering(hubs)
    const viewer =
      hubs.get(key) ??
      follow(caller, { backend, signal, pace: { ...timing, idle }, ended: () => void hubs.delete(key) })
    hubs.set(key, viewer)
    return viewer.subscribe()
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

interface Following extends Omit<LiveHubsInput, 'pace'> {
  readonly pace: Omit<LivePace, 'idle'> & { idle(): number }
  ended(): void
}

/** Looks again and again for one viewer, for as long as somebody listens, and a little longer. */
function follow(caller: Caller, following: Following): Viewer {
  const ending = new AbortController()
  const signal = AbortSignal.any([following.signal, ending.signal])
  const events = createEventHistory()
  const firstPoll = pollSnapshots(caller, events, { ...following, signal })
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
        await firstPoll
      } catch (error) {
        end()
        throw error
      }
      return { events, leave }
    },
  }
}

/** The first look, which may fail. Later a store that cannot be read counts as unchanged. */
function pollSnapshots(caller: Caller, events: EventHistory, { backend, signal, pace }: Omit<Following, 'ended'>) {
  const bell = createBell()
  const changesAfter = createChanges()
  const unlisten = backend.onEvent(({ type }) => {
    if (type === 'hiding') events.ring()
    if (type === 'job' || type === 'hiding') bell.ring()
  })
  const poll = async (before: LiveSnapshot | undefined): Promise<LiveSnapshot> => {
    const found = await backend.liveSnapshot({ caller, before: before?.marks, signal })
    events.add(changesAfter(found))
    return found
  }
  const first = poll(undefined)
  const goOn = async (): Promise<void> => {
    let last = await first
    while (!signal.aborted) {
      await systemClock.sleep(pace.least, signal)
      await bell.wait(signal, pace.idle())
      last = await poll(last).catch(() => last)
    }
  }
  void goOn()
    .catch(() => {})
    .finally(unlisten)
  return first
}
