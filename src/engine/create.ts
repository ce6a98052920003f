import type { Kind, Source, SourceId } from '../core/words.ts'
import { everything } from '../ports/access.ts'
import type { OriginSpec } from '../ports/origins.ts'
import { readableFor } from '../ports/store.ts'
import type { AlonePlace, AloneRequest, Engine } from './engine.ts'
import type { WorkspacePorts } from './parts/sources.ts'
import type { CallerPorts, EnginePorts } from './ports.ts'
import type { EngineIndex, IndexReport, IndexRequest, ShowRun } from './parts/index-runs.ts'
import type { NewRoot } from './parts/sources.ts'
import { freshnessWithin } from './freshness.ts'
import { createDeferredWork } from './index/deferred-work.ts'
import { compareSource } from './index/compare.ts'
import { forget } from './index/forget.ts'
import { bringInNear } from './operations/bring-in.ts'
import { keepFresh } from './index/keep-fresh.ts'
import { createLooks } from './index/looks.ts'
import { runInOrder, type QueuedWork, type SourceQueues } from './index/source-queues.ts'
import { updateSources } from './index/update.ts'
import { withLease } from './index/lease.ts'
import { padsFor } from './pads/pads-of-caller.ts'
import { createPadWriter } from './pads/write-pads.ts'
import { watchSources } from './index/watch.ts'
import { maskHistory } from './documents/masked-history.ts'
import { readNow } from './documents/read-now.ts'
import { catchUp, keepVectors } from './meaning/catch-up.ts'
import { embedNamed } from './meaning/embed-named.ts'
import { createMeaning } from './meaning/question.ts'
import { rankStore, searchStore } from './search/search.ts'
import { rememberReading, type SearchPorts } from './search/context.ts'
import { demandProjectFolder } from './project-folder.ts'
import { belongingOf } from './project/belonging.ts'
import { moveSource } from './moving.ts'
import { createRecorder } from './recording.ts'
import { readFile, writeFile } from './writing/write-file.ts'
import { addSource, findSource, removeSource } from './sources.ts'
import { accessOf, isDataOwner } from './access.ts'
import type { Caller } from './caller.ts'
import { createContexts, createProjects } from './annotations.ts'
import { readBatched } from './batched-view.ts'
import type { EngineModels } from './parts/search.ts'

/** The engine of the owner, from which those of other callers are made. */
export function createEngine(ports: EnginePorts): Engine {
  const core = createCore(ports, (source, signal) => bringInNear(source, engine, signal))
  const engine = engineFor({ sees: 'all', mayWrite: true }, core)
  return engine
}

/** What engines of all callers share: nothing of it tells what it knows from one to another. */
type Core = ReturnType<typeof createCore>

function createCore(ports: EnginePorts, bringIn: BringIn) {
  const { store } = ports
  return {
    ports,
    lent: lentBy(ports),
    reading: rememberReading(),
    meaning: createMeaning({ ...ports, store: readableFor(store, everything) }),
    recorder: createRecorder(store, ports.clock, {
      recordDays: ports.settings.docs.recordDays,
      failed: (error) => ports.process.warn?.(UNRECORDED, error),
    }),
    indexing: createIndexing(ports, bringIn),
    pads: createPadWriter(ports),
  }
}

/** Enough of a caller to know what it sees, and what it may do with it. */
type EngineCaller = Pick<Caller, 'sees' | 'actor' | 'level' | 'mayWrite'>

function engineFor(caller: EngineCaller, core: Core): Engine {
  const { indexing, reading, meaning, recorder } = core
  const access = accessOf(caller)
  const ports: CallerPorts = { ...core.ports, access }
  const { store } = ports
  const seen = readBatched(readableFor(store, access))
  const sources = () => seen.read((view) => view.sources.list())
  const isOwner = isDataOwner(caller)
  const search: SearchPorts = { ...ports, store: seen, reading, meaning }
  const engine: Engine = {
    ...core.lent,
    sources: {
      contexts: createContexts(ports, seen),
      add: (request) => addSource(request, ports),
      remove: (name) => removeSource(name, ports),
      move: (request) => moveSource(request, ports),
      isThere: (source) => ports.open.feed(source).isThere(),
      named: async (name) => findSource(await sources(), name),
      cache: reading.sourceCache,
    },
    workspace: {
      ...core.lent.workspace,
      projects: createProjects(ports, seen),
      belonging: (project) => belongingOf(project, ports),
      readProject: async (root, isWanted) =>
        ports.workspace.readProject(await demandProjectFolder(root, ports), isWanted),
    },
    index: indexing.operationsFor(async (names) => sourcesCalled(names, await sources()), ports),
    for(other, workspace) {
      if (workspace) return engineFor(other, workingIn(workspace, core))
      return isOwner && isDataOwner(other) ? engine : engineFor(other, core)
    },
    alone: (name, request, work) =>
      indexing.alone(name, request, (place) => work(placeUnder(engine, { ...place, access }))),
    read: seen.read,
    search: {
      ...core.lent.search,
      find: (request) => searchStore(request, search),
      rank: (request) => rankStore(request, search),
      textOf: reading.textOf,
      freshness: async (documents, known) => freshnessWithin(known ?? (await sources()), documents, ports),
    },
    pads: { ...core.lent.pads, ...(isOwner ? core.pads : padsFor(core.pads, caller, seen)) },
    models: { ...core.lent.models, meaning, ...vectorsFor(ports, caller.sees === 'all' ? undefined : sources) },
    files: {
      ...core.lent.files,
      write: (request) => writeFile(request, { ports, engine }),
      read: (source, path) => readFile(ports.open.feed(source), path),
      readNow: (source, item) => readNow(source, item, ports),
    },
    libraries: {
      ...core.lent.libraries,
      write: (scope, work) => store.write(scope, work),
      dropSource: (id) => store.removeSource(id),
    },
    jobs: { write: (work) => store.write('jobs', ({ jobs }) => work(jobs)) },
    record: (records) => recorder.add(records),
    close: () => closeAll(core),
  }
  return engine
}

/** `sources`: what is caught up with where a request names none; all that is registered when absent. */
const vectorsFor = (
  ports: CallerPorts,
  sources?: () => Promise<readonly Source[]>,
): Pick<EngineModels, 'embed' | 'catchUp'> => ({
  embed: (request) => embedNamed(request, ports),
  catchUp: async (request) => catchUp(sources ? { sources: await sources(), ...request } : request, ports),
})

async function closeAll({ ports, recorder, indexing }: Core): Promise<void> {
  await recorder.flush()
  await indexing.finish()
  await ports.workerPool.close()
  await ports.models.close()
  await ports.store.close()
}

/** An engine that writes through the store of a lease, and sees what it makes. */
const placeUnder = (
  engine: Engine,
  { ports, access, signal, updateOne }: PlaceUnder & Pick<CallerPorts, 'access'>,
): AlonePlace => ({
  engine: {
    ...engine,
    read: (work) => ports.store.read({ ...access, hidden: true }, work),
    libraries: {
      ...engine.libraries,
      write: (scope, work) => ports.store.write(scope, work),
      dropSource: (id) => ports.store.removeSource(id),
    },
    jobs: { write: (work) => ports.store.write('jobs', ({ jobs }) => work(jobs)) },
    index: { ...engine.index, updateOne },
  },
  signal,
})

interface PlaceUnder extends Pick<EngineIndex, 'updateOne'> {
  readonly ports: EnginePorts
  readonly signal: AbortSignal
}

function workingIn(workspace: WorkspacePorts, core: Core): Core {
  const ports = { ...core.ports, workspace }
  return { ...core, ports, lent: lentBy(ports) }
}

/** What operations use of the ports as they are. */
const lentBy = (ports: EnginePorts) => ({
  kinds: ports.kinds,
  pads: {
    limits: ports.settings.pads,
    openArchive: (path: string) => ports.open.padArchive(path),
  },
  workspace: {
    chat: ports.workspace.chat,
    readUserFile: (path: string) => ports.workspace.readUserFile(path),
    folder: () => ports.workspace.folder(),
    isShared: ports.workspace.isShared,
    resolveRoot: (path: string, kind?: Kind) => ports.workspace.resolveRoot(path, kind),
  },
  models: {
    generator: () => ports.models.generator(),
    embedder: () => ports.models.embedder(),
    reranker: () => ports.models.reranker(),
    patience: ports.models.patience,
  },
  files: {
    historyOf: (source: Source) => maskHistory(ports.open.history(source)),
    blobs: ports.blobs,
  },
  libraries: {
    openOrigin: (spec: OriginSpec) => ports.open.origin(spec),
    settings: ports.settings.docs,
  },
  search: { cache: ports.cache },
  now: () => ports.clock.now(),
})

/** Documents that changed or went are found by nobody any more; their bytes are another matter. */
const UNTIDY =
  'The store could not be vacuumed, so changed or removed text may still be readable in its file; "wuku index" tries again'

const UNRECORDED = 'The log of calls could not be written, so these calls are missing from records and counts'

/** Sources by name; all that are seen when there are none. */
type Named = (names: readonly string[]) => Promise<readonly Source[]>
/** What changed where a source was taken from; `false` for one that is read where it lies. */
type BringIn = (source: Source, signal: AbortSignal) => Promise<boolean>

/** All that brings sources up to date: runs of this process know of one another. */
function createIndexing(ports: EnginePorts, bringIn: BringIn) {
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
        await Promise.all([keepFresh(signal, context), keepVectors(signal, ports)])
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

const sourcesCalled = (names: readonly string[], sources: readonly Source[]): readonly Source[] =>
  names.length === 0 ? sources : [...new Set(names.map((name) => findSource(sources, name)))]

/** Ids of sources begin at 1: the store has nothing of this one. */
const unregistered = (root: NewRoot): Source => ({ ...root, id: 0 as SourceId, name: '', indexedAt: null })
