import { randomBytes } from 'node:crypto'
import type { LiveSnapshot, LiveJob, LivePad, LiveSource } from '@wuku/http-kit/live/live-snapshot'
import { createBell } from '../../bell.ts'

/** The newest events of one viewer, for all of its streams: each stream is a place in them. */
export interface LiveEvents {
  /** With its number, the id of an event. */
  readonly epoch: string
  /** Number of the newest event; 0: there was none yet. */
  readonly newest: number
  /** `undefined`: some of them are not kept any more. */
  after(number: number): readonly NumberedChange[] | undefined
  /** Resolves with the next event, when somebody may see less, at the signal, or after so many milliseconds. */
  news(milliseconds: number, signal: AbortSignal): Promise<void>
}

export interface NumberedChange extends Change {
  readonly number: number
}

/** Events that a viewer may have missed. */
const MAX_EVENTS = 256

export interface EventHistory extends LiveEvents {
  add(changes: readonly Change[]): void
  /** Wakes all who wait, without an event. */
  ring(): void
}

export function createEventHistory(): EventHistory {
  const history: NumberedChange[] = []
  const waiting = new Set<() => void>()
  let newest = 0
  const ring = (): void => {
    for (const wake of waiting) wake()
  }
  return {
    epoch: randomBytes(6).toString('hex'),
    get newest() {
      return newest
    },
    after(number) {
      if (number > newest || number < newest - history.length) return undefined
      return history.filter((each) => each.number > number)
    },
    async news(milliseconds, signal) {
      const bell = createBell()
      waiting.add(bell.ring)
      await bell.wait(signal, milliseconds)
      waiting.delete(bell.ring)
    },
    add(changes) {
      if (changes.some(({ isLoss }) => isLoss)) history.length = 0
      for (const change of changes) history.push({ ...change, number: ++newest })
      history.splice(0, history.length - MAX_EVENTS)
      if (changes.length > 0) ring()
    },
    ring,
  }
}

export const liveTopics = ['sources', 'jobs', 'calls', 'pads'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** All changes of a topic between two looks, as one event. */
interface Change {
  readonly topic: LiveTopic
  /** Something that the viewer saw is gone: earlier events may name it. */
  readonly isLoss: boolean
  readonly data: {
    readonly list: readonly object[]
    /** How many are left out. */
    readonly more: number
  }
}

/** Items of one event: with more, a page reads its list again anyway. */
const MAX_ITEMS = 20

/** Compares each look with the one before. The first one is the beginning, and has no changes. */
export function createChanges(): (snapshot: LiveSnapshot) => readonly Change[] {
  let before: Known | undefined
  return (snapshot) => {
    const known = before
    before = knownFrom(snapshot, known)
    if (!known) return []
    const lists: Readonly<Record<LiveTopic, readonly object[]>> = {
      sources: snapshot.sources === null ? [] : changedSources(snapshot.sources, known.sources),
      jobs: snapshot.jobs.filter((job) => known.jobs.get(job.job_id) !== JSON.stringify(job)),
      calls: snapshot.calls.flatMap(({ key, ...call }) => (known.calls.has(key) ? [] : [call])),
      pads: changedPads(snapshot, known),
    }
    return liveTopics.flatMap((topic) => {
      const list = lists[topic]
      if (list.length === 0) return []
      // The newest calls stand at the end; of the others none is more important.
      const shown = topic === 'calls' ? list.slice(-MAX_ITEMS) : list.slice(0, MAX_ITEMS)
      const isLoss = list.some((each) => 'gone' in each)
      return [{ topic, isLoss, data: { list: shown, more: list.length - shown.length } }]
    })
  }
}

interface Known {
  readonly sources: ReadonlyMap<number, LiveSource>
  /** As text. */
  readonly jobs: ReadonlyMap<string, string>
  readonly calls: ReadonlySet<string>
  /** Versions of those that were written last. */
  readonly pads: ReadonlyMap<string, number>
  readonly workflows: number
}

const knownFrom = (snapshot: LiveSnapshot, before: Known | undefined): Known => ({
  sources:
    snapshot.sources === null
      ? (before?.sources ?? new Map())
      : new Map(snapshot.sources.map((each) => [each.id, each])),
  jobs: new Map(snapshot.jobs.map((job: LiveJob) => [job.job_id, JSON.stringify(job)])),
  calls: new Set(snapshot.calls.map(({ key }) => key)),
  pads: new Map(snapshot.pads.map((pad) => [keyOf(pad), pad.version])),
  workflows: snapshot.marks.workflows,
})

/** A source goes when it is removed, or hidden from the caller. */
function changedSources(now: readonly LiveSource[], known: Known['sources']): readonly object[] {
  const there = new Set(now.map(({ id }) => id))
  return [
    ...now.filter(({ id, name, revision }) => isOther(known.get(id), { name, revision })).map(sourceFacts),
    ...[...known.values()]
      .filter(({ id }) => !there.has(id))
      .map((source) => ({ id: source.id, kind: source.kind, gone: true })),
  ]
}

const sourceFacts = ({ id, kind, name }: LiveSource) => ({ id, kind, name })

const isOther = (known: LiveSource | undefined, now: Pick<LiveSource, 'name' | 'revision'>): boolean =>
  known?.revision !== now.revision || known.name !== now.name

const keyOf = ({ workflow_id: workflow, pad_id: pad }: LivePad): string => pad ?? workflow

function changedPads({ pads, marks }: LiveSnapshot, known: Known): readonly object[] {
  const changed = pads.filter((pad) => known.pads.get(keyOf(pad)) !== pad.version)
  const isOneGone = marks.workflows < known.workflows
  return [...changed, ...(isOneGone ? [{ workflow_id: null, pad_id: null, version: null }] : [])]
}
