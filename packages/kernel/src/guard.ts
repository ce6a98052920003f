import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Source, SourceId } from '@wuku/core/core-types'
import { isViewer, isVisible } from '@wuku/core/ports/access'
import type {
  Library,
  LibraryChange,
  LibraryTransaction,
  LibraryVersion,
  LibraryView,
} from '@wuku/core/ports/library-store'
import type { Store, StoreTransaction, WriteScope } from '@wuku/core/ports/store'
import { fold } from '@wuku/text/terms/fold'
import type { Contexts, Projects } from './stored-annotations.ts'
import { ownershipOf, libraryOwnership } from './accounts/ownership-rules.ts'
import type { EngineLibraries, GuardedTransaction } from './base/parts/engine-stores.ts'
import type { EngineSources, EngineWorkspace } from './base/parts/engine-sources.ts'
import type { EngineCaller } from './base/ports.ts'
import { requireRight, type Right } from './base/rights.ts'
import { findSource } from './source-registry.ts'

/**
 * Writers are handed a store that holds their changes against the rights of the caller, so no operation can forget it. A
 * write sees everything: it is here as well that anything the caller does not see is as if it were not there.
 * The methods that a writer may call are listed by name: a new method of the store is refused until it is added here.
 */

type WritableStore = Pick<Store, 'write' | 'tidy'>

export function libraryWriters(store: WritableStore, caller: EngineCaller): Pick<EngineLibraries, 'write' | 'add'> {
  const writeAs =
    (right: Right): EngineLibraries['write'] =>
    async (scope, work) => {
      let isRemoving = false
      const done = await store.write(scope, async (transaction) => {
        const rights = rightsIn(transaction.libraries, caller)
        await requireScope(scope, right, rights)
        const guarded = guardTransaction(transaction, { caller, right, rights })
        const removeSource = (id: SourceId): Promise<void> => {
          isRemoving = true
          return guarded.removeSource(id)
        }
        return work({ ...guarded, removeSource })
      })
      if (isRemoving) await store.tidy()
      return done
    }
  return { write: writeAs('manage'), add: writeAs('write') }
}

/** Refuse changes of libraries that the caller may not make. */
interface LibraryRights {
  of(library: number, right: Right): Promise<void>
  ofVersion(version: number, right: Right): Promise<void>
  ofSource(source: SourceId, right: Right): Promise<void>
  /** Every writer may remove the source of a version that answers nobody. */
  ofGone(source: SourceId): Promise<void>
}

const everyRight: LibraryRights = {
  of: async () => {},
  ofVersion: async () => {},
  ofSource: async () => {},
  ofGone: async () => {},
}

function rightsIn(libraries: Pick<LibraryView, 'libraries' | 'versions'>, caller: EngineCaller): LibraryRights {
  const { sees } = caller
  if (!isViewer(sees)) return everyRight
  const of = async (id: number, right: Right): Promise<void> => {
    const library = (await libraries.libraries()).find((each) => each.id === id)
    if (!library || !isVisible(libraryOwnership(library), sees))
      throw new WukuError('not-found', msg('libraryGone', { id }))
    requireRight(right, caller, { ownership: libraryOwnership(library), what: `the library "${library.name}"` })
  }
  const versionOf = async (source: SourceId): Promise<LibraryVersion | undefined> =>
    (await libraries.versions()).find((version) => version.source === source)
  return {
    of,
    ofVersion: async (id, right) =>
      of((await libraries.versions()).find((each) => each.id === id)?.library ?? 0, right),
    ofSource: async (source, right) => of((await versionOf(source))?.library ?? 0, right),
    ofGone: async (source) => {
      const version = await versionOf(source)
      const isGone = version?.status === 'staged' || version?.status === 'deleted'
      await of(version?.library ?? 0, isGone ? 'write' : 'manage')
    },
  }
}

async function requireScope(scope: WriteScope, right: Right, rights: LibraryRights): Promise<void> {
  if (typeof scope !== 'object') return
  if ('library' in scope) await rights.of(scope.library, right)
  if ('source' in scope) await rights.ofSource(scope.source, right)
}

interface TransactionCaller {
  readonly caller: EngineCaller
  readonly right: Right
  readonly rights: LibraryRights
}

function guardTransaction(transaction: StoreTransaction, owner: TransactionCaller): GuardedTransaction {
  const { right, rights } = owner
  /** Sources that are of no version yet. */
  const added = new Set<SourceId>()
  return {
    sources: transaction.sources,
    documents: transaction.documents,
    libraries: guardedLibraries(transaction.libraries, owner),
    apply: async (batch) => {
      await rights.ofSource(batch.source, right)
      if (batch.takes !== undefined) await rights.ofSource(batch.takes, right)
      await transaction.apply(batch)
    },
    addSource: async (draft) => {
      const source = await transaction.addSource(draft)
      added.add(source.id)
      return source
    },
    changeSource: async (id, change) => {
      if (!added.has(id)) await rights.ofSource(id, right)
      if (change.follows !== undefined) await rights.ofSource(change.follows, right)
      await transaction.changeSource(id, change)
    },
    removeSource: async (id) => {
      await rights.ofGone(id)
      await transaction.removeSource(id)
    },
  }
}

function guardedLibraries(
  libraries: StoreTransaction['libraries'],
  owner: TransactionCaller,
): StoreTransaction['libraries'] {
  const { caller, right, rights } = owner
  const ofVersion =
    <Rest extends readonly unknown[], Result>(change: (version: number, ...rest: Rest) => Promise<Result>) =>
    async (version: number, ...rest: Rest): Promise<Result> => {
      await rights.ofVersion(version, right)
      return change(version, ...rest)
    }
  return {
    libraries: libraries.libraries,
    versions: libraries.versions,
    files: libraries.files,
    file: libraries.file,
    filesAt: libraries.filesAt,
    fileCounts: libraries.fileCounts,
    addLibrary: async (draft) => {
      await requireFreeName(draft, libraries, caller)
      return libraries.addLibrary(draft)
    },
    changeLibrary: async (id, change) => {
      await requireChangeRights({ id, change }, libraries, owner)
      return libraries.changeLibrary(id, change)
    },
    removeLibrary: async (id) => {
      await rights.of(id, 'manage')
      await libraries.removeLibrary(id)
    },
    addVersion: async (draft) => {
      await rights.of(draft.library, right)
      return libraries.addVersion(draft)
    },
    changeVersion: ofVersion(libraries.changeVersion),
    removeVersion: ofVersion(libraries.removeVersion),
    putFiles: ofVersion(libraries.putFiles),
    removeFiles: ofVersion(libraries.removeFiles),
  }
}

async function requireChangeRights(
  { id, change }: { readonly id: number; readonly change: LibraryChange },
  libraries: Pick<LibraryView, 'libraries'>,
  { caller, right, rights }: TransactionCaller,
): Promise<void> {
  const before = isViewer(caller.sees) ? (await libraries.libraries()).find((each) => each.id === id) : undefined
  await rights.of(id, before && isAddition(change, before) ? right : 'manage')
  if (change.name !== undefined) await requireFreeName({ name: change.name, id }, libraries, caller)
}

/** An import or an upload changes no more of the library itself than its origin, and a description that was empty. */
const isAddition = (change: LibraryChange, { description }: Library): boolean =>
  Object.keys(change).every(
    (key) => key === 'updatedAt' || key === 'origin' || (key === 'description' && description === ''),
  )

/** Counts only libraries that the caller sees: the private one of somebody else may have the same name. */
async function requireFreeName(
  { name, id }: Pick<Library, 'name'> & { readonly id?: number },
  libraries: Pick<LibraryTransaction, 'libraries'>,
  { sees }: EngineCaller,
): Promise<void> {
  const folded = fold(name)
  const namesake = (await libraries.libraries()).find(
    (each) =>
      each.id !== id && fold(each.name) === folded && (!isViewer(sees) || isVisible(libraryOwnership(each), sees)),
  )
  if (!namesake) return
  const isDeleted = namesake.status === 'deleted'
  throw new WukuError(
    'conflict',
    msg('libraryExistsAlready', {
      name: namesake.name,
      slug: namesake.slug,
      isDeletedPart: isDeleted ? msg('deleted') : '',
      isDeletedPart2: isDeleted ? msg('restoreOrPurge') : msg('use'),
    }),
  )
}

interface GuardedSources {
  readonly sources: EngineSources
  readonly projects: Projects
}

/** Sources, and what is said of them, for a caller who does not see everything. */
export function guardSources(
  { sources, projects }: GuardedSources,
  caller: EngineCaller,
  list: () => Promise<readonly Source[]>,
): GuardedSources {
  if (!isViewer(caller.sees)) return { sources, projects }
  const requireManageByName = async (name: string): Promise<void> =>
    requireManage(findSource(await list(), name), caller)
  const requireManagePlaces = async (collections: readonly string[]): Promise<void> => {
    if (collections.includes('')) throw forAdministrators('What is said of everything')
    for (const source of await list()) if (collections.includes(source.name)) requireManage(source, caller)
  }
  const contexts: Contexts = {
    list: sources.contexts.list,
    declared: sources.contexts.declared,
    set: async (requested) => {
      await requireManagePlaces(requested.map(({ collection }) => collection))
      await sources.contexts.set(requested)
    },
    remove: async (place) => {
      await requireManagePlaces([place.collection])
      return sources.contexts.remove(place)
    },
  }
  return {
    sources: {
      add: sources.add,
      isOwn: sources.isOwn,
      isThere: sources.isThere,
      named: sources.named,
      plan: sources.plan,
      recognise: sources.recognise,
      check: sources.check,
      cache: sources.cache,
      pushed: sources.pushed,
      contexts,
      remove: async (name) => {
        await requireManageByName(name)
        return sources.remove(name)
      },
      show: async (source, showing) => {
        requireManage(source, caller)
        if (source.options.connected) throw shownByService(source.name)
        return sources.show(source, showing)
      },
      move: async (request) => {
        await requireManageByName(request.source)
        return sources.move(request)
      },
    },
    projects: {
      file: projects.file,
      list: projects.list,
      change: () => Promise.reject(forAdministrators('The projects of everybody')),
    },
  }
}

export const requireManage = (source: Source, caller: EngineCaller): void =>
  requireRight('manage', caller, { ownership: ownershipOf(source), what: `${source.kind}/${source.name}` })

const forAdministrators = (what: string): WukuError => new WukuError('forbidden', msg('forAdministrators', { what }))

export const isAddress = (written = ''): boolean => /^(?:https?:\/\/|git@)/i.test(written)

/** Paths of this machine mean nothing to somebody on another. */
export const localOnly = (path: string): WukuError =>
  new WukuError('local-only', msg('localOnly', { path: path.slice(0, 200) }))

const refusePlace = (path: string): Promise<never> => Promise.reject(localOnly(path))

export const withoutPlaces: Pick<EngineWorkspace, 'resolveRoot' | 'foldersIn' | 'readUserFile'> = {
  resolveRoot: refusePlace,
  foldersIn: refusePlace,
  readUserFile: refusePlace,
}

const shownByService = (name: string): WukuError => new WukuError('conflict', msg('shownByService', { name }))
