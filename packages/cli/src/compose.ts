import { resolve } from 'node:path'
import { msg } from '@wuku/messages/cli'
import { makeFolder } from '@wuku/store-sql/make-folder'
import { messageOf, WukuError } from '@wuku/core/errors'
import type { Kind } from '@wuku/core/core-types'
import { createEngine } from '@wuku/kernel/create'
import type { Engine } from '@wuku/kernel/base/engine'
import type { WorkspacePorts } from '@wuku/kernel/base/parts/engine-sources'
import type { Store } from '@wuku/core/ports/store'
import { once } from '@wuku/core/once'
import { storehouses } from '@wuku/storehouses/storehouses'
import type { SliceJob, SliceResult, WorkerPool } from '@wuku/core/ports/worker-pool'
import { openDeclared } from '@wuku/settings/declared'
import { lazyConnections, lazyConverter, lazyOrigins } from './fetching.ts'
import { followSettings } from './installation/follow.ts'
import { openInstallation } from './installation/open-installation.ts'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import { openCache } from '@wuku/instances/team/open-redis'
import { openStore, type StorePlace } from '@wuku/settings/team-open-store'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { hasEnded, newOwner, systemClock, warn } from '@wuku/settings/this-process'
import { expandPath, findWorkspace, readUserFile } from '@wuku/settings/user-path'
import type { Models } from '@wuku/core/ports/models'
import { isOffline, noEmbedder, noGenerator } from '@wuku/settings/model-settings'

/** Asked for each question. */
const loadFeeds = once(() => import('./open-feeds.ts'))

/** The one place where adapters are chosen and everything is put together. */
export async function compose(
  started: Settings,
  environment: Environment,
  openedStore: (place: StorePlace) => Promise<Store> = openStore,
): Promise<Engine> {
  const settings = followSettings(started, environment)
  await makeFolder(settings.home).catch((error: unknown) => {
    throw homeRefused(settings.home, error)
  })
  const store = await openedStore(settings)
  const blobs = openBlobs(settings, environment)
  const answers = await openCache(settings)
  const converter = lazyConverter({ home: settings.home, fileBytes: settings.docs.fileBytes })
  const noteConverter = once(async () => (await import('@wuku/folders/folder')).rememberRefusals(converter))
  const git = once(async () => (await import('@wuku/folders/git/run')).rememberGit(environment.env['PATH']))
  const findGit = async (): Promise<string | undefined> => (await git())()
  const feeds = { settings, environment, store, blobs, converter, noteConverter, findGit }
  const engine = createEngine({
    store,
    workerPool: workerPoolOf(settings),
    clock: systemClock,
    declared: openDeclared(settings.file),
    kinds: storehouses,
    open: {
      feed: async (source) => (await loadFeeds()).openFeed(source, feeds),
      history: async ({ root }) =>
        (await import('@wuku/folders/git/history')).openHistory({ folder: root, git: await findGit() }),
      origin: lazyOrigins(settings),
      padArchive: async (path) => {
        const { openScratchpadMcp } = await import('@wuku/chats/databases/scratchpad-mcp')
        return openScratchpadMcp(await rootOf(path, environment))
      },
    },
    connections: lazyConnections(settings, noteConverter),
    workspace: workspaceOf(settings, environment),
    settings: {
      pads: settings.pads,
      docs: settings.docs,
      push: settings.push,
      keysPerUser: settings.auth.keysPerUser,
      quotas: settings.server.limits.quotas,
      visibility: settings.auth.visibility,
    },
    blobs,
    cache: answers.cache,
    models: await modelsOf(settings),
    installation: openInstallation(settings, environment),
    process: { warn, newOwner, hasEnded },
  })
  return {
    ...engine,
    close: async () => {
      await converter.close()
      await engine.close()
      answers.close()
    },
  }
}

/** Place in which a user works: the one who started this process, or an agent of a server, whose paths begin in its own folder. */
export function workspaceOf(settings: Settings, environment: Environment): WorkspacePorts {
  const { startedIn } = settings.code
  const absolute = (path: string): string => {
    const expanded = expandPath(path, environment)
    return startedIn && expanded !== undefined ? resolve(startedIn, expanded) : path
  }
  return {
    resolveRoot: async (root, kind) => requireIndexable(await rootOf(absolute(root), environment), kind),
    foldersIn: async (root) => (await import('@wuku/folders/list-folders')).foldersIn(root),
    recogniseRoot: async (root) => (await import('@wuku/chats/feed/recognise')).recogniseRoot(root, hasChats),
    folder: () => findWorkspace(settings, environment),
    isShared: startedIn === '',
    readUserFile: (path) => readUserFile(absolute(path), environment),
    readProject: async (...given) => (await import('@wuku/folders/read-project')).readProject(...given),
    ...(settings.chats.current !== '' && { chat: settings.chats.current }),
  }
}

const rootOf = async (root: string, environment: Environment): Promise<string> =>
  (await import('@wuku/folders/folder')).resolveRoot(expandPath(root, environment) ?? root)

const homeRefused = (home: string, cause: unknown): WukuError =>
  new WukuError('store-unwritable', msg('couldNotCreateDataFolder', { home, cause: messageOf(cause) }), { cause })

/** Threads are loaded when something is analysed. */
function workerPoolOf({ workers, allowedSecrets, chats: { leaveOutRetrieved } }: Settings): WorkerPool {
  let opened: Promise<WorkerPool> | undefined
  const open = async (): Promise<WorkerPool> => {
    const [{ openWorkerPool }, { keepHeapsSmall }] = await Promise.all([
      import('./worker-pool.ts'),
      import('./v8-flags.ts'),
    ])
    keepHeapsSmall()
    const script = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
    return openWorkerPool({ width: workers, script: new URL(script, import.meta.url), analyseHere })
  }
  const asSet = (job: SliceJob): SliceJob => ({
    ...job,
    ...(allowedSecrets.length > 0 && { allowed: allowedSecrets }),
    ...(job.known && leaveOutRetrieved && { known: { ...job.known, leaveOutRetrieved } }),
  })
  return {
    width: workers,
    analyse: async (job) => (await (opened ??= open())).analyse(asSet(job)),
    close: async () => (await opened)?.close(),
  }
}

async function analyseHere(job: SliceJob): Promise<SliceResult> {
  const { analyseSlice, prepareReaders } = await import('@wuku/kernel/index/analyse')
  const { loadReader } = await import('@wuku/storehouses/storehouses')
  const readers = [await loadReader(job.kind)]
  await prepareReaders(readers, job)
  return analyseSlice(readers, job)
}

async function hasChats(file: string): Promise<boolean> {
  const [{ holdsChats }, { openChatDatabase }] = await Promise.all([
    import('@wuku/chats/feed/probe'),
    import('@wuku/chats/databases/chat-databases'),
  ])
  return holdsChats(file, openChatDatabase)
}

/** A database is no text; one that holds conversations can be read by their storehouse, and by no other. */
async function requireIndexable(root: string, kind: Kind | undefined): Promise<string> {
  const mayHoldChats = kind === 'chats' || (kind === undefined && (await hasChats(root)))
  return mayHoldChats ? root : (await import('@wuku/chats/databases/foreign-database')).requireNoDatabase(root)
}

/** Code that opens models is loaded where one is set up: most have none, and every agent starts a server of its own. */
async function modelsOf(settings: Settings): Promise<Models> {
  const { embedder, generator, reranker } = settings
  const named = [embedder.provider, reranker.provider, generator.url, generator.model, generator.key()]
  // An API of OpenAI's kind is the usual one, and no server by itself.
  const isAnySet = generator.provider !== 'openai' || named.some((each) => each !== '')
  return isAnySet ? (await import('./open-models.ts')).openModels(settings) : withoutModels(settings)
}

const withoutModels = (settings: Settings): Models => ({
  embedder() {
    throw settings.offline ? isOffline('embedding model', settings) : noEmbedder(settings)
  },
  embedderOf: () => undefined,
  generator() {
    throw settings.offline ? isOffline('language model', settings) : noGenerator(settings)
  },
  reranker: () => undefined,
  timeouts: settings.timeouts,
  price: settings.embedderPrice,
  close: async () => {},
})
