import { join, resolve } from 'node:path'
import { makeFolder } from '@wuku/store-sql/make-folder'
import { holdsChats } from '@wuku/chats/feed/probe'
import { openChatDatabase } from '@wuku/chats/databases/chat-databases'
import { openScratchpadMcp } from '@wuku/chats/databases/scratchpad-mcp'
import { requireNoDatabase } from '@wuku/chats/databases/foreign-database'
import { openFileRules } from '@wuku/folders/file-rules'
import { rememberRefusals, resolveRoot, openFolder } from '@wuku/folders/folder'
import { readProject } from '@wuku/folders/read-project'
import { recogniseRoot } from '@wuku/chats/feed/recognise'
import { openHistory } from '@wuku/code/git/history'
import { rememberGit } from '@wuku/code/git/run'
import { WukuError } from '@wuku/core/errors'
import type { Kind, Source } from '@wuku/core/core-types'
import { createEngine } from '@wuku/kernel/create'
import type { Engine } from '@wuku/kernel/base/engine'
import type { WorkspacePorts } from '@wuku/kernel/base/parts/engine-sources'
import { type Store, readableFor } from '@wuku/core/ports/store'
import type { SliceJob, WorkerPool } from '@wuku/core/ports/worker-pool'
import { openDeclared } from '@wuku/settings/declared'
import { lazyConverter, lazyOrigins } from './fetching.ts'
import { followSettings } from './installation/follow.ts'
import { openInstallation } from './installation/open-installation.ts'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import { openCache } from '@wuku/instances/team/open-redis'
import { openStore, type StorePlace } from '@wuku/settings/team-open-store'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { keepHeapsSmall } from './small-heap.ts'
import { storehouses, storehouseOf } from '@wuku/storehouses/storehouses'
import { hasEnded, newOwner, systemClock, warn } from '@wuku/settings/this-process'
import { expandPath, findWorkspace, readUserFile } from '@wuku/settings/user-path'
import { openWorkerPool } from './worker-pool.ts'
import type { Models } from '@wuku/core/ports/models'
import { isOffline, noEmbedder, noGenerator } from '@wuku/settings/model-settings'
import { openChats } from '@wuku/chats/feed/open-chats-feed'
import { chatPlaceOf } from '@wuku/chats/feed/chat-places'
import { openDocsFeed } from '@wuku/docs/feed/feed'
import { openPadFeed } from '@wuku/folders/pads'
import { openPushedFeed, openSealedFeed } from '@wuku/folders/pushed-feed'
import { codePolicy } from '@wuku/folders/ignore-policy'
import { withHistory } from '@wuku/code/git/feed'
import type { FeedType } from '@wuku/kernel/base/kind'
import { documentEndings } from '@wuku/docs/docs-facts'
import { isWritten } from '@wuku/code/roles'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { Converter } from '@wuku/core/ports/converter'
import type { Feed } from '@wuku/core/ports/feed'
import { everything } from '@wuku/core/ports/access'

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
  const noteConverter = rememberRefusals(converter)
  const gitProgram = rememberGit(environment.env['PATH'])
  const engine = createEngine({
    store,
    workerPool: workerPoolOf(settings),
    clock: systemClock,
    declared: openDeclared(settings.file),
    kinds: storehouses,
    open: {
      feed: (source) => openFeed(source, { settings, environment, store, blobs, converter, noteConverter, gitProgram }),
      history: ({ root }) => openHistory({ folder: root, git: gitProgram() }),
      origin: lazyOrigins(settings),
      padArchive: async (path) => openScratchpadMcp(await rootOf(path, environment)),
    },
    workspace: workspaceOf(settings, environment),
    settings: {
      pads: settings.pads,
      docs: settings.docs,
      push: settings.push,
      keysPerUser: settings.auth.keysPerUser,
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
    recogniseRoot: (root) => recogniseRoot(root, hasChats),
    folder: () => findWorkspace(settings, environment),
    isShared: startedIn === '',
    readUserFile: (path) => readUserFile(absolute(path), environment),
    readProject,
    ...(settings.chats.current !== '' && { chat: settings.chats.current }),
  }
}

const rootOf = (root: string, environment: Environment): Promise<string> =>
  resolveRoot(expandPath(root, environment) ?? root)

const homeRefused = (home: string, cause: unknown): WukuError =>
  new WukuError(
    'store-unwritable',
    `Could not create the data folder ${home}: ${cause instanceof Error ? cause.message : String(cause)}`,
    'Set WUKU_HOME to a folder that you may write to.',
    { cause },
  )

function workerPoolOf({ workers, allowedSecrets, chats: { leaveOutRetrieved } }: Settings): WorkerPool {
  const script = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
  keepHeapsSmall()
  const workerPool = openWorkerPool({
    width: workers,
    script: new URL(script, import.meta.url),
    analyseHere: async (job) => {
      const { analyseSlice, prepareReaders } = await import('@wuku/kernel/index/analyse')
      const { loadReader } = await import('@wuku/storehouses/storehouses')
      const readers = [await loadReader(job.kind)]
      await prepareReaders(readers, job)
      return analyseSlice(readers, job)
    },
  })
  const asSet = (job: SliceJob): SliceJob => ({
    ...job,
    ...(allowedSecrets.length > 0 && { allowed: allowedSecrets }),
    ...(job.known && leaveOutRetrieved && { known: { ...job.known, leaveOutRetrieved } }),
  })
  return { ...workerPool, analyse: (job) => workerPool.analyse(asSet(job)) }
}

const hasChats = (file: string): Promise<boolean> => holdsChats(file, openChatDatabase)

/** A database is no text; one that holds conversations can be read by their storehouse, and by no other. */
async function requireIndexable(root: string, kind: Kind | undefined): Promise<string> {
  const mayHoldChats = kind === 'chats' || (kind === undefined && (await hasChats(root)))
  return mayHoldChats ? root : requireNoDatabase(root)
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

interface FeedContext {
  readonly settings: Settings
  readonly environment: Environment
  readonly store: Store
  readonly blobs: Blobs
  readonly converter: Converter
  readonly noteConverter: Converter
  readonly gitProgram: () => string | undefined
}

/** Feed of a source, by the type that its storehouse declares. */
function openFeed(source: Source, context: FeedContext): Feed {
  const { pushed, sealed } = source.options
  if (sealed !== undefined) return openSealedFeed()
  if (pushed) return openPushedFeed({ blobs: context.blobs, place: pushed })
  const { feed, facts } = storehouseOf(source.kind)
  return feeds[feed]({ ...source, patterns: source.options.patterns ?? facts.patterns }, context)
}

interface FeedTarget extends Pick<Source, 'root' | 'options'> {
  /** The user's, or those of the storehouse. */
  readonly patterns: readonly string[]
}

const feeds: Readonly<Record<FeedType, (target: FeedTarget, context: FeedContext) => Feed>> = {
  folder: ({ root, patterns, options: { exclude = [] } }, { settings, noteConverter }) => {
    const converting = { converter: noteConverter, maxBytes: settings.docs.fileBytes }
    return openFolder({ root, patterns, exclude, maxBytes: settings.fileBytes, converting })
  },
  repository: ({ root, patterns, options: { exclude = [] } }, { settings, gitProgram }) => {
    const { fileBytes, commits } = settings.code
    const folder = { root, patterns, exclude, policy: codePolicy, maxBytes: fileBytes }
    const rules = openFileRules(folder, isWritten)
    const memory = join(settings.home, 'git')
    return withHistory(openFolder(folder), { folder: root, git: gitProgram(), commits, memory, rules })
  },
  /** The folder that a program keeps everything in is narrowed to its conversations, unless the user says what to take. */
  conversations: ({ root, patterns, options }, { settings, environment }) =>
    openChats({
      root,
      patterns: options.patterns ?? chatPlaceOf(root)?.patterns ?? patterns,
      exclude: options.exclude ?? [],
      leaveOut: settings.chats.exclude.map((glob) => expandPath(glob, environment) ?? glob),
      openDatabase: openChatDatabase,
    }),
  scratchpads: (_, { store }) => openPadFeed(readableFor(store, everything)),
  library: ({ root, options }, { settings, blobs, converter }) =>
    openDocsFeed({
      blobs,
      originals: options.originals ?? '',
      root,
      converter,
      endings: documentEndings,
      unreadableMilliseconds: settings.docs.unreadableSeconds * 1_000,
    }),
}
