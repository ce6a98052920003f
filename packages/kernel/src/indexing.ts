import type { Source, SourceId } from '@wuku/core/core-types'
import type { ExclusiveRequest } from './base/engine.ts'
import {
  changesIn,
  type EngineIndex,
  type IndexReport,
  type IndexRequest,
  type ShowRun,
} from './base/parts/index-runs.ts'
import type { NewRoot } from './base/parts/engine-sources.ts'
import type { CallerPorts, EnginePorts } from './base/ports.ts'
import { findSource } from './source-registry.ts'
import { createDeferredWork } from './index/deferred-work.ts'
import type { QueuedWork, SourceQueues } from './index/source-queues.ts'
import type { Clock } from '@wuku/core/ports/clock'
import type { Polls } from '@wuku/core/ports/feed'

/** Documents that changed or went are found by nobody any more; their bytes are another matter. */
const UNTIDY =
  'The store could not be vacuumed, so changed or removed text may still be readable in its file; "wuku index" tries again'

/** Sources by name; all that are seen when there are none. */
type Named = (names: readonly string[]) => Promise<readonly Source[]>
/** Brings in changes from where a source was copied; `false` for a source that is read in place. */
export type ImportChanges = (source: Source, signal: AbortSignal) => Promise<boolean>

const loadUpdate = () => import('./index/update.ts')
const loadCatchUp = () => import('./meaning/catch-up.ts')

/** All that brings sources up to date: runs of this process know of one another, and load their parts when they begin. */
export function createIndexing(ports: EnginePorts, importChanges: ImportChanges) {
  const { store } = ports
  const queues: SourceQueues = new Map()
  const polls = createPolls(ports.clock)
  const warn = (error: unknown): void => ports.process.warn?.(UNTIDY, error)
  const tidying = createDeferredWork(ports.clock, () => store.tidy(), warn)
  const indexingOn =
    (lease: EnginePorts): EngineIndex['updateOne'] =>
    async (source, request) =>
      (await loadUpdate()).updateSources([source], { ...request, sources: [] }, { ports: lease, queues, tidying })
  const operationsFor = (named: Named, caller: CallerPorts): EngineIndex => {
    const index = async (request: IndexRequest & { folders?: readonly string[] }) =>
      (await loadUpdate()).updateSources(await named(request.sources), request, { ports, queues, tidying })
    const indexWatched = (signal: AbortSignal, show = runUnseen) =>
      watchedIndex({ index, importChanges, named }, signal, show)
    const withVectors = async (request: Parameters<typeof index>[0]) => {
      const { signal = new AbortController().signal } = request
      const report = await indexWatched(signal)(request)
      const { catchUp } = await loadCatchUp()
      const problems = await catchUp({ sources: await named(request.sources), signal }, ports)
      return { ...report, problems: [...report.problems, ...problems] }
    }
    return {
      update: index,
      updateOne: indexingOn(ports),
      forget: async (request) => (await import('./index/forget.ts')).forget(request, { ports: caller, queues }),
      erases: store.abilities.has('erases'),
      compare: async (place, signal) =>
        (await import('./index/compare.ts')).compareSource('id' in place ? place : unregistered(place), ports, signal),
      keepFresh: async (signal, failed = () => {}, show) => {
        const context = { ports, index: indexWatched(signal, show), failed, looks: polls.of }
        const uncounted = (error: unknown): void => failed({ source: 'the growth of every source', error })
        const [{ keepFresh }, { keepVectors }, { keepCounting }] = await Promise.all([
          import('./index/keep-fresh.ts'),
          loadCatchUp(),
          import('./index/count-days.ts'),
        ])
        await Promise.all([
          keepFresh(signal, context),
          keepVectors(signal, ports),
          keepCounting(signal, ports, uncounted),
        ])
      },
      pollChanges: () => polls.pollChanges(),
      watch: async (request) =>
        (await import('./index/watch.ts')).watchSources(await named(request.sources), request, {
          ports,
          index: withVectors,
        }),
    }
  }
  return { operationsFor, alone: createRunExclusive(ports, indexingOn), finish: () => tidying.finish() }
}

/** Names of work that is under way in this process wait for one another before they ask for a lease. */
function createRunExclusive(ports: EnginePorts, indexingOn: (lease: EnginePorts) => EngineIndex['updateOne']) {
  const tasks = new Map<string, QueuedWork>()
  return async <T>(name: string, request: ExclusiveRequest, work: (place: PlaceUnder) => Promise<T>): Promise<T> => {
    const [{ runInOrder }, { withLeasedPorts }] = await Promise.all([
      import('./index/source-queues.ts'),
      import('./index/lease.ts'),
    ])
    if (tasks.has(name)) request.waiting()
    return runInOrder(name, tasks, () =>
      withLeasedPorts(name, ports, request, (under, signal) =>
        work({ ports: under, signal, updateOne: indexingOn(under) }),
      ),
    )
  }
}

/** A place for work that is done alone: its writes are those of the lease. */
export interface PlaceUnder extends Pick<EngineIndex, 'updateOne'> {
  readonly ports: EnginePorts
  readonly signal: AbortSignal
}

interface WatchedIndex {
  index(request: WatchedRequest): Promise<IndexReport>
  readonly importChanges: ImportChanges
  readonly named: Named
}

type WatchedRequest = IndexRequest & { readonly folders?: readonly string[] }

/** The signal is the server's own: an import replaces the source whose watch began it. */
const watchedIndex =
  ({ index, importChanges, named }: WatchedIndex, signal: AbortSignal, show: ShowRun) =>
  (request: WatchedRequest): Promise<IndexReport> =>
    show(request.sources.join(), async ({ progress, signal: stopped }) => {
      const ending = AbortSignal.any([signal, stopped])
      const imported = await Promise.all((await named(request.sources)).map((source) => importChanges(source, ending)))
      const isNew = imported.includes(true)
      const given = request.signal ? AbortSignal.any([request.signal, stopped]) : ending
      const report = await index(
        isNew ? { ...request, folders: undefined, progress, signal: ending } : { ...request, progress, signal: given },
      )
      return { report, isChanged: isNew || changesIn(report) > 0 }
    })

/** Nobody follows it. */
const runUnseen: ShowRun = async (_, run) =>
  (await run({ progress: () => {}, signal: new AbortController().signal })).report

export const sourcesCalled = (names: readonly string[], sources: readonly Source[]): readonly Source[] =>
  names.length === 0 ? sources : [...new Set(names.map((name) => findSource(sources, name)))]

/** Ids of sources begin at 1: the store has nothing of this one. */
const unregistered = (root: NewRoot): Source => ({ ...root, id: 0 as SourceId, name: '', indexedAt: null })

/** Milliseconds that a question may look for changes in sources that cannot be watched. */
const POLL_MS = 50
/** And that it may wait until what was found is taken in; a longer run goes on behind the answer. */
const INGEST_WAIT_MS = 500

function createPolls(clock: Pick<Clock, 'now' | 'sleep'>) {
  const offered = new Set<Offered>()
  let underWay: Promise<void> | undefined
  return {
    /** For one source: `settled` resolves when all that was reported for it so far is taken in. */
    of: (settled: () => Promise<void>): Polls => ({
      offer(poll) {
        const each = { poll, settled }
        offered.add(each)
        return () => void offered.delete(each)
      },
    }),
    /** Looks for changes where no watch reports them; returns at once if everything is watched. */
    pollChanges: () =>
      offered.size === 0
        ? Promise.resolve()
        : (underWay ??= pollOffered(offered, clock).finally(() => {
            underWay = undefined
          })),
  }
}

interface Offered {
  readonly poll: Parameters<Polls['offer']>[0]
  readonly settled: () => Promise<void>
}

async function pollOffered(offered: Set<Offered>, clock: Pick<Clock, 'now' | 'sleep'>): Promise<void> {
  const until = clock.now() + POLL_MS
  const found: Promise<void>[] = []
  const inTurn = Array.from(offered)
  for (const each of inTurn) {
    const left = until - clock.now()
    if (left <= 0) break
    // A source that was examined goes to the end of the queue.
    if (offered.delete(each)) offered.add(each)
    if (await each.poll(left)) found.push(each.settled())
  }
  if (found.length === 0) return
  const over = new AbortController()
  await Promise.race([Promise.all(found), clock.sleep(INGEST_WAIT_MS, over.signal)])
  over.abort()
}
