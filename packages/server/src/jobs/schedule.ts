import { hash } from 'node:crypto'
import type { Engine } from '@wuku/kernel/base/engine'
import { queueOf } from '@wuku/kernel/jobs/start-job'
import { submitJob } from '@wuku/kernel/jobs/submit'
import { hasEnded } from '@wuku/kernel/jobs/job-output'
import { knownLibraries, type KnownLibrary } from '@wuku/docs/libraries/known'
import type { Clock } from '@wuku/core/ports/clock'
import type { Job } from '@wuku/core/ports/jobs'
import type { Library } from '@wuku/core/ports/library-store'
import { openJobs } from './run-jobs.ts'

/** The actor of refreshes that no user asked for. */
export const SCHEDULE = 'schedule'

/** Libraries are few, and the shortest period is a minute. */
const POLL_INTERVAL_MS = 20_000
/** Libraries that were imported together are fetched again up to a tenth of their period apart. */
const JITTER = 0.1

export interface ScheduleInput {
  readonly engine: Engine
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly signal: AbortSignal
  /** Hears of each job that it adds. */
  added(job: string): void
  failed(error: unknown): void
}

/** Has libraries fetched again when their time has come, until the signal. */
export async function scheduleRefreshes({ engine, clock, signal, added, failed }: ScheduleInput): Promise<void> {
  while (!signal.aborted) {
    try {
      const job = await scheduleNext(engine, clock.now())
      if (job) added(job.id)
    } catch (error) {
      if (!signal.aborted) failed(error)
    }
    await clock.sleep(POLL_INTERVAL_MS, signal)
  }
}

/**
 * Adds a job for the library that has waited longest. One at a time: after a long rest all are due at once, and work that
 * people ask for does not wait behind them. A refresh that fails is tried again after a whole period.
 */
export async function scheduleNext(engine: Engine, now: number): Promise<Job | undefined> {
  const { known, open } = await engine.read(async (view) => ({
    known: await knownLibraries(view),
    open: await openJobs(view),
  }))
  if (open.some(({ actor, ...job }) => actor === SCHEDULE && !hasEnded(job))) return undefined
  const busy = new Set(open.map(({ library }) => library))
  const byDefault = engine.libraries.settings.refreshEvery
  const [next] = known
    .filter(({ library }) => !busy.has(library.id))
    .map((each) => ({ ...each, dueAt: dueAt(each, byDefault) }))
    .filter((each) => each.dueAt <= now)
    .toSorted((one, other) => one.dueAt - other.dueAt)
  if (!next) return undefined
  const { library, byDefault: version } = next
  // Before the job: a server that ends in between lets one refresh pass, and never asks for it again and again.
  if (!(await noteScheduled(library, { engine, now }))) return undefined
  const subject = { library: library.id, name: library.name, version: version?.version ?? null }
  const queue = queueOf('refresh', subject)
  const input = { library: library.id, ...(version && { version: version.version }) }
  return submitJob(
    {
      kind: 'refresh',
      subject,
      ...(queue !== undefined && { queue }),
      actor: SCHEDULE,
      request: { operation: 'refresh-library', input, caller: { client: SCHEDULE, sees: 'all', actor: SCHEDULE } },
    },
    engine,
  )
}

/** `false`: another server was faster, or the library is gone. */
const noteScheduled = (
  { id, scheduledAt }: Library,
  { engine, now }: { readonly engine: Engine; readonly now: number },
): Promise<boolean> =>
  engine.libraries.write({ library: id }, async ({ libraries }) => {
    const known = (await libraries.libraries()).find((each) => each.id === id)
    if (!known || known.scheduledAt !== scheduledAt) return false
    await libraries.changeLibrary(id, { scheduledAt: now })
    return true
  })

/** `Infinity`: never. */
export function dueAt({ library, byDefault: version }: KnownLibrary, byDefault: number): number {
  const every = library.refreshEvery ?? byDefault
  if (every === 0 || !version?.origin) return Infinity
  const last = Math.max(version.indexedAt ?? version.createdAt, library.scheduledAt ?? 0)
  return last + Math.round(every * (1 + JITTER * shareOf(library.slug)))
}

/** From 0 to 1, always the same of a library. */
const shareOf = (slug: string): number => Number.parseInt(hash('sha256', slug, 'hex').slice(0, 8), 16) / 0x1_0000_0000
