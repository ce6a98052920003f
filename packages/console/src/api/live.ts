import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import { followStream } from './sse.ts'
import { useStale } from './stale.ts'

/** Subjects of the stream, as the server names its events. */
export type Topic = 'sources' | 'jobs' | 'calls' | 'pads'

/** Keys of the queries that a change of a subject makes stale. Rooms begin their keys with these words. */
const STALE: Readonly<Record<Topic, readonly string[]>> = {
  sources: ['sources', 'libraries', 'documents', 'files', 'totals'],
  jobs: ['jobs'],
  calls: ['calls', 'stats'],
  pads: ['pads'],
}

const topics = Object.keys(STALE) as readonly Topic[]

/** Changes at the server, as they happen: one stream for the whole console. */
export const useLive = defineStore('live', () => {
  const makeStale = useStale()
  const isLost = ref(false)
  const listeners = new Map<Topic, Set<(data: unknown) => void>>()
  let stop: AbortController | undefined

  function start(): void {
    stop?.abort()
    stop = new AbortController()
    void followStream({
      path: '/api/v1/live',
      signal: stop.signal,
      onState: (state) => {
        // Whatever happened while nobody listened is asked anew.
        if (state === 'open' && isLost.value) refreshAll()
        isLost.value = state === 'lost'
      },
      onEvent: ({ event, data }) => {
        if (event === 'reset') refreshAll()
        // Lists that were read before the server began to look miss what changed in between.
        else if (event === 'ready') tellAll()
        else if (isTopic(event)) hear(event, data)
      },
    })
  }

  function hear(topic: Topic, data: string): void {
    let told: unknown
    try {
      told = JSON.parse(data)
    } catch {
      return
    }
    if (topic === 'calls' && hasChange(told)) {
      makeStale(...CHANGED)
      tell('sources', undefined)
    }
    if (topic === 'calls' && isOwn(told)) return
    tell(topic, told)
    makeStale(...STALE[topic])
  }

  function tell(topic: Topic, told: unknown): void {
    for (const listener of listeners.get(topic) ?? []) listener(told)
  }

  const tellAll = (): void => topics.forEach((topic) => tell(topic, undefined))

  function refreshAll(): void {
    tellAll()
    makeStale()
  }

  /** Tells each change of a subject, as long as the component lives; `undefined` after a gap in what was told. */
  function onChange(topic: Topic, listener: (data: unknown) => void): void {
    const known = listeners.get(topic) ?? new Set()
    listeners.set(topic, known.add(listener))
    onScopeDispose(() => known.delete(listener))
  }

  return { isLost, start, stop: () => stop?.abort(), refreshAll, onChange }
})

/** What operations change that no subject of the stream tells of. */
const CHANGED = ['sources', 'libraries', 'documents', 'users', 'keys', 'settings'] as const
const CHANGING =
  /^(?:add|archive|change|create|delete|import|move|purge|remove|rename|restore|retry|revoke|share|update|upload)(?:[-_]|$)/

interface ToldCalls {
  readonly list?: readonly { readonly tool?: string; readonly client?: string }[]
}

const hasChange = (told: unknown): boolean =>
  ((told ?? {}) as ToldCalls).list?.some(({ tool = '' }) => CHANGING.test(tool)) ?? false

/** Pages that look at calls call too: what the console asked makes nothing stale, or they would never rest. */
function isOwn(told: unknown): boolean {
  const { list = [] } = (told ?? {}) as ToldCalls
  return list.length > 0 && list.every(({ client }) => client === 'console' || client === 'Mozilla')
}

const isTopic = (event: string): event is Topic => (topics as readonly string[]).includes(event)
