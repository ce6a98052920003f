import type { Look, LookedJob, LookedPad, LookedSource } from './look.ts'

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
const MOST = 20

/** Compares each look with the one before. The first one is the beginning, and has no changes. */
export interface Changes {
  after(look: Look): readonly Change[]
}

export function createChanges(): Changes {
  let before: Known | undefined
  return {
    after(look) {
      const known = before
      before = knownFrom(look, known)
      if (!known) return []
      const lists: Readonly<Record<LiveTopic, readonly object[]>> = {
        sources: look.sources === null ? [] : changedSources(look.sources, known.sources),
        jobs: look.jobs.filter((job) => known.jobs.get(job.job_id) !== JSON.stringify(job)),
        calls: look.calls.flatMap(({ key, ...call }) => (known.calls.has(key) ? [] : [call])),
        pads: changedPads(look, known),
      }
      return liveTopics.flatMap((topic) => {
        const list = lists[topic]
        if (list.length === 0) return []
        // The newest calls stand at the end; of the others none is more important.
        const shown = topic === 'calls' ? list.slice(-MOST) : list.slice(0, MOST)
        const isLoss = list.some((each) => 'gone' in each)
        return [{ topic, isLoss, data: { list: shown, more: list.length - shown.length } }]
      })
    },
  }
}

interface Known {
  readonly sources: ReadonlyMap<number, LookedSource>
  /** As text. */
  readonly jobs: ReadonlyMap<string, string>
  readonly calls: ReadonlySet<string>
  /** Versions of those that were written last. */
  readonly pads: ReadonlyMap<string, number>
  readonly workflows: number
}

const knownFrom = (look: Look, before: Known | undefined): Known => ({
  sources:
    look.sources === null ? (before?.sources ?? new Map()) : new Map(look.sources.map((each) => [each.id, each])),
  jobs: new Map(look.jobs.map((job: LookedJob) => [job.job_id, JSON.stringify(job)])),
  calls: new Set(look.calls.map(({ key }) => key)),
  pads: new Map(look.pads.map((pad) => [keyOf(pad), pad.version])),
  workflows: look.marks.workflows,
})

/** A source goes when it is removed, or hidden from the caller. */
function changedSources(now: readonly LookedSource[], known: Known['sources']): readonly object[] {
  const there = new Set(now.map(({ id }) => id))
  return [
    ...now.filter(({ id, name, revision }) => isOther(known.get(id), { name, revision })).map(toldSource),
    ...[...known.values()]
      .filter(({ id }) => !there.has(id))
      .map((source) => ({ id: source.id, kind: source.kind, gone: true })),
  ]
}

const toldSource = ({ id, kind, name }: LookedSource) => ({ id, kind, name })

const isOther = (known: LookedSource | undefined, now: Pick<LookedSource, 'name' | 'revision'>): boolean =>
  known?.revision !== now.revision || known.name !== now.name

const keyOf = ({ workflow_id: workflow, pad_id: pad }: LookedPad): string => pad ?? workflow

function changedPads({ pads, marks }: Look, known: Known): readonly object[] {
  const changed = pads.filter((pad) => known.pads.get(keyOf(pad)) !== pad.version)
  const isOneGone = marks.workflows < known.workflows
  return [...changed, ...(isOneGone ? [{ workflow_id: null, pad_id: null, version: null }] : [])]
}
