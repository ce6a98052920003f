import { WukuError } from '@wuku/core/errors'
import {
  noCounts,
  type Library,
  type LibraryChange,
  type LibraryTransaction,
  type LibraryDraft,
  type FileDraft,
  type LibraryVersion,
  type VersionChange,
  type VersionDraft,
} from '@wuku/core/ports/library-store'
import { checkPath, checkTexts, demand, noneTwice } from './checks.ts'
import { createLibraryView, type KeptVersion, type LibrariesState } from './libraries-view.ts'

/** Works on what `now` answers, and hands every next state to `become`. */
export function createLibraryDesk(
  now: () => LibrariesState,
  become: (next: LibrariesState) => void,
): LibraryTransaction {
  return {
    ...createLibraryView(now),
    addLibrary: async (draft) => {
      const id = now().nextLibrary
      become(addLibrary(now(), draft))
      return requireLibrary(now(), id)
    },
    changeLibrary: async (id, change) => {
      become(changeLibrary(now(), id, change))
      return requireLibrary(now(), id)
    },
    removeLibrary: async (id) => become(removeLibrary(now(), id)),
    addVersion: async (draft) => {
      const id = now().nextVersion
      become(addVersion(now(), draft))
      return requireVersion(now(), id).facts
    },
    changeVersion: async (id, change) => {
      become(changeVersion(now(), id, change))
      return requireVersion(now(), id).facts
    },
    removeVersion: async (id) => become(removeVersion(now(), id)),
    putFiles: async (version, files) => become(putFiles(now(), version, files)),
    removeFiles: async (version, paths) => become(removeFiles(now(), version, paths)),
  }
}

function addLibrary(state: LibrariesState, draft: LibraryDraft): LibrariesState {
  const library: Library = { ...draft, id: state.nextLibrary, status: 'active', deletedAt: null }
  return withLibrary({ ...state, nextLibrary: library.id + 1 }, library)
}

const changeLibrary = (state: LibrariesState, id: number, change: LibraryChange): LibrariesState =>
  withLibrary(state, withChange(requireLibrary(state, id), change))

function removeLibrary(state: LibrariesState, id: number): LibrariesState {
  requireLibrary(state, id)
  const versions = [...state.versions].filter(([, { facts }]) => facts.library !== id)
  return { ...state, libraries: without(state.libraries, id), versions: new Map(versions) }
}

function addVersion(state: LibrariesState, draft: VersionDraft): LibrariesState {
  const facts: LibraryVersion = {
    ...draft,
    id: state.nextVersion,
    indexedAt: null,
    deletedAt: null,
    counts: noCounts,
  }
  return withVersion({ ...state, nextVersion: facts.id + 1 }, { facts, files: new Map() })
}

function changeVersion(state: LibrariesState, id: number, change: VersionChange): LibrariesState {
  const { facts, files } = requireVersion(state, id)
  return withVersion(state, { facts: withChange(facts, change), files })
}

function removeVersion(state: LibrariesState, id: number): LibrariesState {
  requireVersion(state, id)
  return { ...state, versions: without(state.versions, id) }
}

function putFiles(state: LibrariesState, version: number, files: readonly FileDraft[]): LibrariesState {
  const before = requireVersion(state, version)
  const paths = files.map(({ path }) => path)
  noneTwice('path of a file', paths)
  for (const path of paths) checkPath(path)
  for (const { title, type, error, url } of files) checkTexts(title, type, String(error ?? ''), url ?? '')
  const known = idsAt(state, before)
  let { nextFile } = state
  const put = files.map((file) => [file.path, { ...file, version, id: known.get(file.path) ?? nextFile++ }] as const)
  return withVersion({ ...state, nextFile }, { ...before, files: new Map([...before.files, ...put]) })
}

/** Numbers of files in this version, and in others of its name. */
function idsAt({ versions }: LibrariesState, { facts, files }: KeptVersion): ReadonlyMap<string, number> {
  const named = [...versions.values()].filter(
    (other) => other.facts.library === facts.library && other.facts.version === facts.version,
  )
  const all = [...named.map((other) => other.files), files].flatMap((each) => [...each.values()])
  return new Map(all.map(({ path, id }) => [path, id]))
}

function removeFiles(state: LibrariesState, version: number, paths: readonly string[]): LibrariesState {
  const before = requireVersion(state, version)
  const files = [...before.files].filter(([path]) => !paths.includes(path))
  return withVersion(state, { ...before, files: new Map(files) })
}

function requireLibrary({ libraries }: LibrariesState, id: number): Library {
  const library = libraries.get(id)
  if (!library) throw new WukuError('not-found', `There is no library ${id}.`, 'List the libraries.')
  return library
}

function requireVersion({ versions }: LibrariesState, id: number): KeptVersion {
  const version = versions.get(id)
  if (!version) throw new WukuError('not-found', `There is no version ${id}.`, 'List the versions.')
  return version
}

function withLibrary(state: LibrariesState, library: Library): LibrariesState {
  const { id, slug, name, description } = library
  checkTexts(slug, name, description)
  demand(/^\/[^/]+\/[^/]+$/.test(slug), `"${slug}" is no slug of two segments`)
  demand(name !== '' && name.length <= 255, `the name of a library has ${name.length} characters`)
  for (const other of state.libraries.values())
    if (other.id !== id && other.slug === slug)
      throw new WukuError('conflict', `There is already a library "${other.name}".`, 'Choose another slug.')
  return { ...state, libraries: new Map([...state.libraries, [id, library]]) }
}

function withVersion(state: LibrariesState, kept: KeptVersion): LibrariesState {
  const { id, library, version, originals, status } = kept.facts
  requireLibrary(state, library)
  checkTexts(version, originals)
  demand(version !== '', 'a version without a name')
  demand(originals.endsWith('/'), `the originals lie below "${originals}", which does not end with a slash`)
  const rivals = [...state.versions.values()].map(({ facts }) => facts)
  const isTaken = (other: LibraryVersion): boolean =>
    other.id !== id && other.library === library && other.version === version && holdsItsName(other)
  if (holdsItsName({ status }) && rivals.some(isTaken))
    throw new WukuError('conflict', `There is already a version "${version}".`, 'Choose another version.')
  return { ...state, versions: new Map([...state.versions, [id, kept]]) }
}

const holdsItsName = ({ status }: Pick<LibraryVersion, 'status'>): boolean =>
  status !== 'deleted' && status !== 'staged'

/** What a change does not say stays as it was. */
const withChange = <Kept extends object>(before: Kept, change: NoInfer<Partial<Kept>>): Kept => ({
  ...before,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})

const without = <T>(map: ReadonlyMap<number, T>, id: number): ReadonlyMap<number, T> =>
  new Map([...map].filter(([key]) => key !== id))
