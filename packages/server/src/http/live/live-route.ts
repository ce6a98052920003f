import { badInput, echoed } from '@wuku/http-kit/http-failures'
import type { HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import { streamHeaders } from '../sse.ts'
import { liveTopics, type LiveTopic, type LiveEvents, type NumberedChange } from './events.ts'
import { openLiveHubs, viewerOf, type LiveHubs, type LivePace } from './hubs.ts'

/** Proxies and browsers give up on what is silent for longer. */
const KEEP_ALIVE_MS = 15_000
const RETRY_MS = 2_000
/** A credential that ended while nothing happened ends its streams this much later. */
const CHECK_MS = 5_000

export interface LiveInput {
  /** Aborted when the server stops. */
  readonly signal: AbortSignal
  readonly pace?: Partial<LivePace>
}

const text = { type: 'string' } as const

/** Small events for pages that show the present: which things changed, and not how. Each viewer hears of what it sees. */
export function liveRoutes({ signal, pace }: LiveInput): readonly Route[] {
  let hubs: LiveHubs | undefined
  const hubsIn = ({ backend }: RouteContext): LiveHubs =>
    (hubs ??= openLiveHubs({ backend, signal, ...(pace && { pace }) }))
  return [
    {
      method: 'GET',
      path: '/api/v1/live',
      level: 'read',
      changes: false,
      description: {
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
      },
      async answer(request, context) {
        const subscription = { topics: topicsOf(request), last: lastOf(request) }
        return { headers: streamHeaders, body: streamChanges(subscription, request, hubsIn(context)) }
      },
    },
  ]
}

function topicsOf({ query }: HttpRequest): ReadonlySet<LiveTopic> {
  const topicList = query['topics']
  if (topicList === undefined) return new Set(liveTopics)
  const names = topicList.split(',').map((name) => name.trim())
  const known = liveTopics.filter((topic) => names.includes(topic))
  const unknown = names.find((name) => !liveTopics.some((topic) => topic === name))
  if (unknown !== undefined) throw badInput(`There is no topic ${echoed(unknown)}.`, `Known: ${liveTopics.join(', ')}.`)
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
async function* streamChanges(
  subscription: Subscription,
  request: HttpRequest,
  hubs: LiveHubs,
): AsyncGenerator<string> {
  const { signal, caller } = request
  const { events, leave } = await hubs.join(caller)
  try {
    yield `retry: ${RETRY_MS}\n\n`
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
      else if (matching.length > 0) yield matching.map((change) => writtenChange(events, change)).join('')
      silent = !changes || matching.length > 0 ? 0 : silent + CHECK_MS
      if (silent >= KEEP_ALIVE_MS) {
        yield ': keep-alive\n\n'
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

const writtenChange = (events: LiveEvents, { number, topic, data }: NumberedChange): string =>
  written(events, number, topic, data)

/** No line break stands within JSON. */
const written = ({ epoch }: LiveEvents, number: number, event: string, data: object): string =>
  `id: ${epoch}-${number}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
