import type { Source, SourceId } from '../../core/words.ts'
import type { AloneRequest } from '../engine.ts'
import { catchUp, keepVectors } from '../meaning/catch-up.ts'
import type { EngineIndex, IndexReport, IndexRequest, ShowRun } from '../parts/index-runs.ts'
import type { NewRoot } from '../parts/sources.ts'
import type { CallerPorts, EnginePorts } from '../ports.ts'
import { findSource } from '../sources.ts'
import { compareSource } from './compare.ts'
import { keepCounting } from './count-days.ts'
import { createDeferredWork } from './deferred-work.ts'
import { forget } from './forget.ts'
import { keepFresh } from './keep-fresh.ts'
import { withLease } from './lease.ts'
import { runInOrder, type QueuedWork, type SourceQueues } from './source-queues.ts'
import { updateSources } from './update.ts'
import { watchSources } from './watch.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Looks } from '../../ports/feed.ts'

/** Documents that changed or went are found by nobody any more; their bytes are another matter. */
const UNTIDY =
  'The store could not be vacuumed, so changed or removed text may still be readable in its file; "wuku index" tries again'

/** Sources by name; all that are seen when there are none. */
type Named = (names: readonly string[]) => Promise<readonly Source[]>
/** Brings in changes from where a source was copied; `false` for a source that is read in place. */
export type BringIn = (source: Source, signal: AbortSignal) => Promise<boolean>

/** All that brings sources up to date: runs of this process know of one another. */
export function createIndexing(ports: EnginePorts, bringIn: BringIn) {
  const { store } = ports
  const queues: SourceQueues = new Map()
  const tasks = new Map<string, QueuedWork>()
  const looks = createLooks(ports.clock)
  const tidying = createDeferredWork(
    ports.clock,
    () => store.tidy(),
    (error) => ports.process.warn?.(UNTIDY, error),
  )
  const indexingOn =
    (held: EnginePorts): EngineIndex['updateOne'] =>
    (source, request) =>
      updateSources([source], { ...request, sources: [] }, { ports: held, queues, tidying })
  const operationsFor = (named: Named, caller: CallerPorts): EngineIndex => {
    const index = async (request: IndexRequest & { folders?: readonly string[] }) =>
      updateSources(await named(request.sources), request, { ports, queues, tidying })
    const indexWatched = (signal: AbortSignal, show = runUnseen) =>
      watchedIndex({ index, bringIn, named }, signal, show)
    const withVectors = async (request: Parameters<typeof index>[0]) => {
      const { signal = new AbortController().signal } = request
      const report = await indexWatched(signal)(request)
      const problems = await catchUp({ sources: await named(request.sources), signal }, ports)
      return { ...report, problems: [...report.problems, ...problems] }
    }
    return {
      update: index,
      updateOne: indexingOn(ports),
      forget: (request) => forget(request, { ports: caller, queues }),
      erases: store.abilities.has('erases'),
      compare: (place, signal) => compareSource('id' in place ? place : unregistered(place), ports, signal),
      keepFresh: async (signal, failed = () => {}, show) => {
        const context = { ports, index: indexWatched(signal, show), failed, looks: looks.of }
        const uncounted = (error: unknown): void => failed({ source: 'the growth of every source', error })
        await Promise.all([
          keepFresh(signal, context),
          keepVectors(signal, ports),
          keepCounting(signal, ports, uncounted),
        ])
      },
      lookAround: () => looks.lookAround(),
      watch: async (request) => watchSources(await named(request.sources), request, { ports, index: withVectors }),
    }
  }
  const alone = <T>(name: string, request: AloneRequest, work: (place: PlaceUnder) => Promise<T>): Promise<T> => {
    if (tasks.has(name)) request.waiting()
    const { clock, process } = ports
    const wanted = { ...request, name, owner: process.newOwner(), hasEnded: process.hasEnded }
    return runInOrder(name, tasks, () =>
      withLease(store, clock, wanted, (held) => {
        const under = { ...ports, store: held.store }
        return work({ ports: under, signal: held.signal, updateOne: indexingOn(under) })
      }),
    )
  }
  return { operationsFor, alone, finish: () => tidying.finish() }
}

/** A place for work that is done alone: its writes are those of the lease. */
export interface PlaceUnder extends Pick<EngineIndex, 'updateOne'> {
  readonly ports: EnginePorts
  readonly signal: AbortSignal
}

interface WatchedIndex {
  index(request: WatchedRequest): Promise<IndexReport>
  readonly bringIn: BringIn
  readonly named: Named
}

type WatchedRequest = IndexRequest & { readonly folders?: readonly string[] }

/** The signal is the server's own: an import replaces the source whose watch began it. */
const watchedIndex =
  ({ index, bringIn, named }: WatchedIndex, signal: AbortSignal, show: ShowRun) =>
  (request: WatchedRequest): Promise<IndexReport> =>
    show(request.sources.join(), async ({ progress, signal: stopped }) => {
      const ending = AbortSignal.any([signal, stopped])
      const brought = await Promise.all((await named(request.sources)).map((source) => bringIn(source, ending)))
      const isNew = brought.includes(true)
      const given = request.signal ? AbortSignal.any([request.signal, stopped]) : ending
      const report = await index(
        isNew ? { ...request, folders: undefined, progress, signal: ending } : { ...request, progress, signal: given },
      )
      return { report, isChanged: isNew || report.added + report.changed + report.moved + report.removed > 0 }
    })

/** Nobody follows it. */
const runUnseen: ShowRun = async (_, run) =>
  (await run({ progress: () => {}, signal: new AbortController().signal })).report

export const sourcesCalled = (names: readonly string[], sources: readonly Source[]): readonly Source[] =>
  names.length === 0 ? sources : [...new Set(names.map((name) => findSource(sources, name)))]

/** Ids of sources begin at 1: the store has nothing of this one. */
const unregistered = (root: NewRoot): Source => ({ ...root, id: 0 as SourceId, name: '', indexedAt: null })

/** Milliseconds that a question may look for changes in sources that cannot be watched. */
const LOOK_MS = 50
/** And that it may wait until what was found is taken in; a longer run goes on behind the answer. */
const TAKE_IN_MS = 500

interface OfferedLooks {
  /** For one source: `settled` resolves when all that was reported for it so far is taken in. */
  of(settled: () => Promise<void>): Looks
  /** Looks for changes where no watch reports them; returns at once if everything is watched. */
  lookAround(): Promise<void>
}

function createLooks(clock: Pick<Clock, 'now' | 'sleep'>): OfferedLooks {
  const offered = new Set<Offered>()
  let underWay: Promise<void> | undefined
  return {
    of: (settled) => ({
      offer(look) {
        const each = { look, settled }
        offered.add(each)
        return () => void offered.delete(each)
      },
    }),
    lookAround: () =>
      offered.size === 0
        ? Promise.resolve()
        : (underWay ??= lookAt(offered, clock).finally(() => {
            underWay = undefined
          })),
  }
}

interface Offered {
  readonly look: Parameters<Looks['offer']>[0]
  readonly settled: () => Promise<void>
}

async function lookAt(offered: Set<Offered>, clock: Pick<Clock, 'now' | 'sleep'>): Promise<void> {
  const until = clock.now() + LOOK_MS
  const found: Promise<void>[] = []
  const inTurn = Array.from(offered)
  for (const each of inTurn) {
    const left = until - clock.now()
    if (left <= 0) break
    // A source that was examined goes to the end of the queue.
    if (offered.delete(each)) offered.add(each)
    if (await each.look(left)) found.push(each.settled())
  }
  if (found.length === 0) return
  const over = new AbortController()
  await Promise.race([Promise.all(found), clock.sleep(TAKE_IN_MS, over.signal)])
  over.abort()
}
