import type { LiveSnapshot, LiveJob, LivePad, LiveSource } from '@wuku/http-kit/live/live-snapshot'

export const liveTopics = ['sources', 'jobs', 'calls', 'pads'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** All changes of a topic between two looks, as one event. */
export interface Change {
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
export interface Changes {
  after(snapshot: LiveSnapshot): readonly Change[]
}

export function createChanges(): Changes {
  let before: Known | undefined
  return {
    after(snapshot) {
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
    },
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
