import { limits } from '@wuku/core/limits'
import type { Kind, Source } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import type { AccountTransaction, AccountView } from '@wuku/core/ports/accounts'
import type { OriginSpec } from '@wuku/core/ports/origins'
import { readableFor, type Readable } from '@wuku/core/ports/store'
import type { ExclusiveContext, Engine } from './base/engine.ts'
import type { EngineSources, WorkspacePorts, EnginePushes } from './base/parts/engine-sources.ts'
import type { EngineInstallation } from './base/parts/installation.ts'
import type { CallerPorts, EngineCaller, EnginePorts, InstallationPorts } from './base/ports.ts'
import { freshnessWithin } from './freshness.ts'
import { createIndexing, sourcesCalled, type ImportChanges, type PlaceUnder } from './indexing.ts'
import { loadOnCall, once } from '@wuku/core/once'
import { withOnePadName } from './shown-sources.ts'
import type { PadWrites } from './pads/write-pads.ts'
import { createMeaning } from './base/question.ts'
import type { SearchPorts } from './search/search-context.ts'
import { createSourceCache, type SourceCache } from './base/source-cache.ts'
import { createRecorder } from './recording.ts'
import { pushLimits } from './base/push-limits.ts'
import { addSource, findSource, planSource, removeSource } from './source-registry.ts'
import { accessOf, isDataOwner, userOf } from './base/access.ts'
import { guardSources, libraryWriters, withoutPlaces } from './guard.ts'
import { ownershipForNew, ownershipOf, shownAs, showSource } from './accounts/ownership-rules.ts'
import { isOwner } from './base/rights.ts'
import { owner } from './base/caller.ts'
import { createContexts, createProjects } from './stored-annotations.ts'
import { withAsker, readBatched } from './batched-view.ts'
import type { EngineModels } from './base/parts/engine-search.ts'

/** The engine of the owner, from which those of other callers are made. */
export function createEngine(ports: EnginePorts): Engine {
  const core = createCore(ports, async (source, signal) =>
    (await import('./operations/import-changes.ts')).importLocalChanges(source, engine, signal),
  )
  const engine = engineFor(owner('wuku'), core)
  return engine
}

/** Parts shared by the engines of all callers; none of them passes knowledge from one caller to another. */
type Core = ReturnType<typeof createCore>

function createCore(ports: EnginePorts, importChanges: ImportChanges) {
  const { store } = ports
  const sourceCache = createSourceCache()
  return {
    ports,
    lent: lentBy(ports),
    sourceCache,
    reading: once(async () => (await loadSearch()).rememberReading(sourceCache)),
    meaning: createMeaning({ ...ports, store: readableFor(store, everything) }),
    recorder: createRecorder(store, ports.clock, {
      recordDays: ports.settings.docs.recordDays,
      failed: (error) => ports.process.warn?.(UNRECORDED, error),
    }),
    indexing: createIndexing(ports, importChanges),
    pads: once(async () => (await import('./pads/write-pads.ts')).createPadWriter(ports)),
  }
}

function engineFor(caller: EngineCaller, core: Core): Engine {
  const { indexing, reading, meaning, recorder, sourceCache } = core
  const access = accessOf(caller)
  const ports: CallerPorts = { ...core.ports, access, caller }
  const { store } = ports
  const seen = readBatched(withOnePadName(readableFor(store, access)), userOf(caller))
  const sources = () => seen.read((view) => view.sources.list())
  const search = async (): Promise<SearchPorts> => ({ ...ports, store: seen, reading: await reading(), meaning })
  const guarded = guardSources(
    { sources: sourcesFor(ports, seen, sourceCache), projects: createProjects(ports, seen) },
    caller,
    sources,
  )
  const engine: Engine = {
    ...core.lent,
    sources: guarded.sources,
    workspace: { ...core.lent.workspace, ...workspaceFor(ports, () => engine), projects: guarded.projects },
    index: indexing.operationsFor(async (names) => sourcesCalled(names, await sources()), ports),
    for(other, workspace) {
      if (workspace) return engineFor(other, workingIn(workspace, core))
      return isSame(caller, other) ? engine : engineFor(other, core)
    },
    runExclusive: (name, request, work) =>
      indexing.alone(name, request, (place) => work(placeUnder(engine, { ...place, access, caller }))),
    read: seen.read,
    search: {
      ...core.lent.search,
      find: async (request) => (await loadSearch()).searchStore(request, await search()),
      rank: async (request) => (await loadSearch()).rankStore(request, await search()),
      textReader: async () => (await reading()).textOf,
      freshness: async (documents, known) => freshnessWithin(known ?? (await sources()), documents, ports),
    },
    pads: { ...core.lent.pads, ...padsFor(core, caller, seen) },
    models: { ...core.lent.models, meaning, ...vectorsFor(ports, caller.sees === 'all' ? undefined : sources) },
    files: {
      ...core.lent.files,
      write: async (request) => (await import('./writing/write-file.ts')).writeFile(request, { ports, engine }),
      read: async (source, path) =>
        (await import('./writing/write-file.ts')).readFile(await ports.open.feed(source), path),
      picture: async (source, path) => (await ports.open.feed(source)).picture?.(path),
      async *collect(request) {
        yield* (await import('./push/collect.ts')).collectItems(request, ports)
      },
      readNow: async (source, item) => (await import('./documents/read-now.ts')).readNow(source, item, ports),
    },
    libraries: {
      ...core.lent.libraries,
      ...libraryWriters(store, caller),
      ownershipForNew: (showing) => ownershipForNew('docs', showing, ports),
      shown: (library, showing) => shownAs(showing, library, ports),
    },
    jobs: { write: (work) => store.write('jobs', ({ jobs }) => work(jobs)) },
    ...(store.searchEngine && { searchEngine: store.searchEngine }),
    record: (records) => recorder.add(records),
    close: () => closeAll(core),
  }
  return engine
}

/** The data folder has one owner; of all others each has an engine of its own. */
const isSame = (one: EngineCaller, other: EngineCaller): boolean =>
  isDataOwner(one) && isDataOwner(other) && !one.isRemote && !other.isRemote

/** Asked for each question, and even for a loaded module an `import` takes a twentieth of a millisecond. */
const loadSearch = once(() => import('./search/search-store.ts'))

const padsFor = ({ pads }: Core, caller: EngineCaller, seen: Readable): PadWrites =>
  loadOnCall(
    async () => (await import('./pads/pads-of-caller.ts')).padsFor(await pads(), caller, seen),
    ['write', 'change'],
  )

const pushesOf = (store: EnginePorts['store'], caller: EngineCaller): EnginePushes =>
  loadOnCall(async () => (await import('./push/write-pushed.ts')).pushedWriters(store, caller), ['of', 'write', 'drop'])

const sourcesFor = (ports: CallerPorts, seen: Readable, sourceCache: SourceCache): EngineSources => ({
  contexts: createContexts(ports, seen),
  add: (request) => addSource(request, ports),
  recognise: async (address, given) => ports.connections?.recognise(address, given),
  check: async ({ name = '', root, options }, signal) => ports.connections?.open({ name, root, options }).check(signal),
  plan: (request, signal) => planSource(request, signal, ports),
  remove: (name) => removeSource(name, ports),
  move: async (request) => (await import('./move-source.ts')).moveSource(request, ports),
  show: (source, showing) => showSource(source, showing, ports),
  isOwn: (source) => isOwner(ports.caller, ownershipOf(source)),
  isThere: async (source) => (await ports.open.feed(source)).isThere(),
  named: async (name) => findSource(await seen.read((view) => view.sources.list()), name),
  cache: sourceCache,
  pushed: pushesOf(ports.store, ports.caller),
})

/** `sources`: what is caught up with where a request names none; all that is registered when absent. */
const vectorsFor = (
  ports: CallerPorts,
  sources?: () => Promise<readonly Source[]>,
): Pick<EngineModels, 'embed' | 'catchUp'> => ({
  embed: async (request) => (await import('./meaning/embed-named.ts')).embedNamed(request, ports),
  catchUp: async (request) =>
    (await import('./meaning/catch-up.ts')).catchUp(
      sources ? { sources: await sources(), ...request } : request,
      ports,
    ),
})

const workspaceFor = (ports: CallerPorts, engine: () => Engine) => ({
  ...(ports.caller.isRemote && withoutPlaces),
  installation: installationFor(ports, engine),
  projectScope: async (project: string) => (await import('./project/belonging.ts')).resolveProjectScope(project, ports),
  readProject: async (root: string, isIncluded: (path: string) => boolean) =>
    ports.workspace.readProject(
      await (await import('./project-folder.ts')).requireProjectFolder(root, ports),
      isIncluded,
    ),
})

function installationFor({ installation }: CallerPorts, engine: () => Engine): EngineInstallation {
  const known = (): InstallationPorts => {
    if (installation) return installation
    throw new Error('This engine knows no installation.')
  }
  return {
    home: installation?.home ?? '',
    check: async () => known().check(engine()),
    clients: async (request) => known().clients(request),
    settings: async () => known().settings(),
    changeSetting: async (name, value) => known().changeSetting(name, value),
  }
}

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
  { ports, access, caller, signal, updateOne }: PlaceUnder & Pick<CallerPorts, 'access' | 'caller'>,
): ExclusiveContext => ({
  engine: {
    ...engine,
    read: (work) => ports.store.read({ ...access, hidden: true }, (view) => work(withAsker(userOf(caller), view))),
    sources: { ...engine.sources, pushed: pushesOf(ports.store, caller) },
    libraries: { ...engine.libraries, ...libraryWriters(ports.store, caller) },
    jobs: { write: (work) => ports.store.write('jobs', ({ jobs }) => work(jobs)) },
    index: { ...engine.index, updateOne },
  },
  signal,
})

function workingIn(workspace: WorkspacePorts, core: Core): Core {
  const ports = { ...core.ports, workspace }
  return { ...core, ports, lent: lentBy(ports) }
}

/** Parts of the ports that operations use unchanged. */
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
    foldersIn: (root: string) => ports.workspace.foldersIn(root),
  },
  models: {
    generator: () => ports.models.generator(),
    embedder: () => ports.models.embedder(),
    reranker: () => ports.models.reranker(),
    timeouts: ports.models.timeouts,
  },
  files: {
    historyOf: async (source: Source) =>
      (await import('./documents/masked-history.ts')).maskHistory(await ports.open.history(source)),
    blobs: ports.blobs,
    pushLimits: ports.settings.push ?? pushLimits,
  },
  libraries: {
    openOrigin: (spec: OriginSpec) => ports.open.origin(spec),
    settings: ports.settings.docs,
  },
  search: { cache: ports.cache },
  accounts: {
    read: <T>(work: (view: AccountView) => Promise<T>) => ports.store.accounts.read(work),
    write: <T>(work: (transaction: AccountTransaction) => Promise<T>) => ports.store.accounts.write(work),
    keysPerUser: ports.settings.keysPerUser ?? limits.keysPerUser,
    quotas: ports.settings.quotas ?? [],
  },
  now: () => ports.clock.now(),
})

const UNRECORDED = 'The log of calls could not be written, so these calls are missing from records and counts'
