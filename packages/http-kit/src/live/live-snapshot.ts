import { hash } from 'node:crypto'
import type { Kind } from '@wuku/core/core-types'
import { actorOf, reaches, type Caller } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import type { CallRecord } from '@wuku/core/ports/record-store'
import type { StoreView } from '@wuku/core/ports/store'

/** One look at what changes, as a caller sees it: plain data, which threads hand to one another. */
export interface LiveSnapshot {
  /** `null`: as it was at `before`. */
  readonly sources: readonly LiveSource[] | null
  /** Newest first; those that ended long ago are left out. */
  readonly jobs: readonly LiveJob[]
  /** Oldest first: all of the last minutes, so that a slow one that began before others is there too. */
  readonly calls: readonly LiveCall[]
  /** Pads that were written at `before.padsAt` or later. */
  readonly pads: readonly LivePad[]
  readonly marks: SnapshotMarks
}

/** For the next look. */
export interface SnapshotMarks {
  readonly sources: string
  /** When a workflow or a pad was last written. */
  readonly padsAt: number
  readonly workflows: number
}

export interface SnapshotRequest {
  readonly caller: Caller
  readonly before: SnapshotMarks | undefined
  readonly signal: AbortSignal
}

export interface LiveSource {
  readonly id: number
  readonly kind: Kind
  readonly name: string
  readonly revision: string
}

export interface LiveJob {
  readonly job_id: string
  readonly kind: string
  readonly status: string
  readonly stage: string
  readonly percent: number
  readonly message: string
}

export interface LiveCall {
  /** Two calls never have the same. */
  readonly key: string
  readonly at: string
  readonly tool: string
  readonly client: string
  readonly ms: number
  readonly failed: boolean
}

export interface LivePad {
  readonly workflow_id: string
  /** `null`: the workflow itself changed, or lost a pad. */
  readonly pad_id: string | null
  readonly version: number
}

const MAX_JOBS = 50
const MAX_CALLS = 100
const MAX_WORKFLOWS = 20
/** A call is written down at its end, with the time of its beginning; longer ones are jobs. */
const CALLS_MS = 10 * 60_000

export const readLiveSnapshot = ({ caller, before }: SnapshotRequest, engine: Engine): Promise<LiveSnapshot> =>
  engine.for(caller).read(async (view) => {
    const [listed, jobs, calls, padded] = await Promise.all([
      view.sources.list(),
      view.jobs.list({ maker: actorOf(caller), limit: MAX_JOBS, offset: 0 }),
      view.records.calls({ ...callFilter(caller), from: engine.now() - CALLS_MS, limit: MAX_CALLS, offset: 0 }),
      readPads(view, before),
    ])
    const sources = listed.map(({ id, kind, name, revision }) => ({ id, kind, name, revision }))
    const mark = hash('sha256', JSON.stringify(sources), 'base64')
    return {
      sources: mark === before?.sources ? null : sources,
      jobs: jobs.items.map(({ id, kind, status, stage, percent, message }) => ({
        job_id: id,
        kind,
        status,
        stage,
        percent,
        message: String(message),
      })),
      calls: calls.items.filter(isOfWork).map(liveCall).toReversed(),
      pads: padded.pads,
      marks: { sources: mark, padsAt: padded.at, workflows: padded.total },
    }
  })

/** As the log of calls has it: everybody their own, administrators all. */
const callFilter = (caller: Caller) => (reaches(caller.level ?? 'admin', 'admin') ? {} : { actor: actorOf(caller) })

/** A page that reads the log again at each call, and is logged for it, would never come to rest. */
const isOfWork = ({ operation }: CallRecord): boolean => operation === null || !readingLogs.has(operation)

const readingLogs: ReadonlySet<string> = new Set([
  'library-activity',
  'library-statistics',
  'list-audit',
  'list-calls',
  'list-jobs',
  'store-totals',
])

const liveCall = (call: CallRecord): LiveCall => ({
  key: [call.at, call.requestId, call.funcName, call.milliseconds, call.actor].join(),
  at: new Date(call.at).toISOString(),
  tool: call.funcName,
  client: call.client,
  ms: call.milliseconds,
  failed: call.error !== null,
})

async function readPads({ pads }: StoreView, before: SnapshotMarks | undefined) {
  const { items, total } = await pads.workflows({ limit: MAX_WORKFLOWS, offset: 0 })
  const at = items[0]?.updatedAt ?? 0
  const since = before?.padsAt ?? at
  const written = items.filter(({ updatedAt }) => updatedAt >= since)
  const within = await Promise.all(written.map(({ id }) => pads.pads(id)))
  return {
    at: Math.max(at, since),
    total,
    pads: written.flatMap((workflow, index): readonly LivePad[] => {
      const changed = (within[index] ?? []).filter(({ updatedAt }) => updatedAt >= since)
      if (changed.length === 0) return [{ workflow_id: workflow.id, pad_id: null, version: workflow.version }]
      return changed.map(({ id, version }) => ({ workflow_id: workflow.id, pad_id: id, version }))
    }),
  }
}
