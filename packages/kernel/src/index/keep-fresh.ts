import { msg, packed } from '@wuku/messages/kernel'
import { everything } from '@wuku/core/ports/access'
import { isReadOnly, isWukuError, messageOf } from '@wuku/core/errors'
import type { Json, Problem, Source, SourceId } from '@wuku/core/core-types'
import { WATCH_LEASE } from '@wuku/core/ports/index-view'
import type { EnginePorts } from '../base/ports.ts'
import type { NotFresh } from '../base/parts/index-runs.ts'
import { keepRenewing, LEASE_MS } from './lease.ts'
import { isPart } from '../shown-sources.ts'
import { ownersAccess } from '../base/access.ts'
import { watchSources, type WatchContext } from './watch.ts'

/** A server answers its client first; what changed while nobody looked can wait so long. */
const STARTUP_DELAY_MS = 1_000
/** Interval at which new sources and changed options of other processes are noticed: it reads a small table. */
const SOURCES_MS = 2_000
/** One of several servers watches; the others check at this interval whether it still does. */
const RETRY_MS = 10_000
/** After a failure: long enough that another server looks first, and longer each time. */
const REST_MS = 2.5 * RETRY_MS
const LONGEST_REST_MS = 15 * 60_000

export interface KeepContext extends WatchContext {
  readonly ports: EnginePorts
  /** Hears of each watch and each run that failed. */
  failed(failure: NotFresh): void
}

interface Watched {
  readonly source: Source
  readonly stop: AbortController
  readonly done: Promise<void>
}

/**
 * Sources that lie in a folder, or were copied from one, are watched unless their options say otherwise. Sources stored
 * here change only through us.
 */
export function isWatched(source: Source, kinds: EnginePorts['kinds']): boolean {
  if (source.options.watch === false || isPart(source)) return false
  const kind = kinds.find((known) => known.kind === source.kind)
  return !kind?.keeping?.ingest || kind.keeping.upkeep?.isNear(source) === true
}

/** Watches all sources that are to be watched, for as long as they are, unless another process does, until the signal. */
export async function keepFresh(signal: AbortSignal, given: KeepContext): Promise<void> {
  const { clock, store } = given.ports
  const watched = new Map<SourceId, Watched>()
  const context = { ...given, index: oneAtATime(given.index) }
  await clock.sleep(STARTUP_DELAY_MS, signal)
  while (!signal.aborted) {
    try {
      follow(await store.read(ownersAccess, (view) => view.sources.list()), watched, { ...context, signal })
    } catch (error) {
      // A store that cannot be read now, as one on a full disk, is asked again.
      if (!signal.aborted) context.failed({ source: 'every source', error })
    }
    await clock.sleep(SOURCES_MS, signal)
  }
  await Promise.all([...watched.values()].map(({ done }) => done))
}

/** Every source is looked through when its watch begins: one after the other, so that a server that starts has time for its client. */
function oneAtATime(index: KeepContext['index']): KeepContext['index'] {
  let turn: Promise<unknown> = Promise.resolve()
  return (request) => {
    if (request.folders) return index(request)
    const run = turn.then(() => index(request))
    // Its failure goes to its own caller; the next one begins all the same.
    turn = run.catch(() => {})
    return run
  }
}

type FollowContext = KeepContext & { readonly signal: AbortSignal }

/** Begins to watch what is to be watched, and ends what was removed, lies elsewhere now, or is not to be watched any more. */
function follow(sources: readonly Source[], watched: Map<SourceId, Watched>, context: FollowContext): void {
  const watchable = sources.filter((source) => isWatched(source, context.ports.kinds))
  /** Their leases are still to be given back. */
  const ending = new Map<SourceId, Promise<void>>()
  for (const [id, { source: before, stop, done }] of watched)
    if (!watchable.some((source) => source.id === id && watchKey(source) === watchKey(before))) {
      stop.abort()
      ending.set(id, done)
      watched.delete(id)
    }
  for (const source of watchable.filter(({ id }) => !watched.has(id))) {
    const stop = new AbortController()
    const signal = AbortSignal.any([context.signal, stop.signal])
    const done = (ending.get(source.id) ?? Promise.resolve()).then(() => keepSource(source, signal, context))
    watched.set(source.id, { source, stop, done })
  }
}

/** Settings of a watch: if the folder or the patterns change, it starts again. */
const watchKey = ({ root, options: { patterns, exclude } }: Source): string => JSON.stringify([root, patterns, exclude])

/** Never fails: a watch that fails is reported, releases its lease, and is tried again later. */
async function keepSource(source: Source, signal: AbortSignal, context: KeepContext): Promise<void> {
  for (let rest = REST_MS; !signal.aborted;) {
    try {
      await watchInTurn(source, signal, context)
    } catch (error) {
      // A read-only data folder is kept fresh by the process that writes to it.
      if (signal.aborted || isReadOnly(error)) return
      await recordFailure(source, error, context)
      await context.ports.clock.sleep(rest, signal)
      rest = Math.min(rest * 2, LONGEST_REST_MS)
    }
  }
}

/** Watches while this process holds the lease; returns when another does. */
async function watchInTurn(source: Source, signal: AbortSignal, context: KeepContext): Promise<void> {
  const {
    store,
    clock,
    process: { newOwner, hasEnded },
  } = context.ports
  const [name, owner] = [`${WATCH_LEASE}${source.id}`, newOwner()]
  const leaseOwner = await store.lease(name, owner, LEASE_MS)
  if (leaseOwner !== owner)
    return hasEnded(leaseOwner) ? store.release(name, leaseOwner) : clock.sleep(RETRY_MS, signal)
  const renewal = keepRenewing(store, clock, { name, owner })
  try {
    const ending = AbortSignal.any([signal, renewal.lost])
    const failed = (error: unknown): void => reportFailure(source, error, context)
    await watchSources([source], { sources: [], signal: ending, failed }, context)
    // A source that cannot be watched was brought up to date, and is again after a while.
    await clock.sleep(RETRY_MS, ending)
  } finally {
    await renewal.stop()
    await store.release(name, owner)
  }
}

/** Also shown by `sources` and `doctor`, until a run of the whole source writes its next report. */
async function recordFailure(source: Source, error: unknown, context: KeepContext): Promise<void> {
  reportFailure(source, error, context)
  const { store } = context.ports
  try {
    const [facts] = await store.read(everything, (view) => view.sources.facts({ ids: [source.id] }))
    if (facts) await store.changeSource(source.id, { report: withProblem(facts.report, problemOf(error)) })
  } catch (thrown) {
    reportFailure(source, thrown, context)
  }
}

/** A source that was removed has no more runs: its watch ends with the next look. */
function reportFailure({ kind, name }: Source, error: unknown, { failed }: KeepContext): void {
  if (!isWukuError(error) || error.code !== 'unknown-source') failed({ source: `${kind}/${name}`, error })
}

const problemOf = (error: unknown): Problem => ({
  path: '.',
  said: packed(msg('notWatched', { reason: messageOf(error) })),
  remedy: isWukuError(error) ? packed(error.texts.remedy) : 'wuku tries again later. Until then, run "wuku index".',
})

function withProblem(report: Json, problem: Problem): Json {
  const known = typeof report === 'object' && report !== null && !Array.isArray(report) ? report : {}
  const { problems = [], problemCount = 0 } = known as { readonly problems?: readonly Json[]; problemCount?: number }
  const others = problems.filter((each) => (each as unknown as Problem).path !== problem.path)
  const added = 1 - (problems.length - others.length)
  return { ...known, problems: [{ ...problem }, ...others], problemCount: problemCount + added }
}
