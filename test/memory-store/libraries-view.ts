import type { FileStatus, Library, LibraryFile, LibraryVersion, LibraryView } from '@wuku/core/ports/library-store'
import { byBytes, pageOf } from './pages.ts'

/** Libraries, their versions and files at one moment; never changed in place. */
export interface LibrariesState {
  /** In the order of their ids, as the versions are. */
  readonly libraries: ReadonlyMap<number, Library>
  readonly versions: ReadonlyMap<number, KeptVersion>
  readonly nextLibrary: number
  readonly nextVersion: number
  readonly nextFile: number
}

export interface KeptVersion {
  readonly facts: LibraryVersion
  /** By path. */
  readonly files: ReadonlyMap<string, LibraryFile>
}

export const emptyLibraries: LibrariesState = {
  libraries: new Map(),
  versions: new Map(),
  nextLibrary: 1,
  nextVersion: 1,
  nextFile: 1,
}

/** As the store folds: ASCII letters alone. */
const folded = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Of whatever `now` answers when it is asked. */
export function createLibraryView(now: () => LibrariesState): LibraryView {
  const everyFileOf = (version: number): LibraryFile[] => [...(now().versions.get(version)?.files.values() ?? [])]
  const filesOf = (version: number): LibraryFile[] => everyFileOf(version).filter(isThere)
  return {
    libraries: async () => [...now().libraries.values()],
    versions: async (library) =>
      [...now().versions.values()]
        .map(({ facts }) => facts)
        .filter((facts) => library === undefined || facts.library === library),
    files: async ({ version, statuses, query, ...page }) => {
      const all = [...new Set([version].flat())].flatMap(statuses ? everyFileOf : filesOf)
      const holds = ({ path, title }: LibraryFile): boolean =>
        query === undefined || [path, title].some((text) => folded(text).includes(folded(query)))
      const wanted = all.filter((file) => (statuses?.includes(file.status) ?? true) && holds(file))
      return pageOf(
        wanted.toSorted((a, b) => byBytes(a.path, b.path) || a.version - b.version),
        page,
      )
    },
    file: async (id) => {
      const answering = [...now().versions.values()].filter(
        ({ facts: { status } }) => status !== 'staged' && status !== 'deleted',
      )
      return answering.flatMap(({ files }) => [...files.values()]).findLast((file) => file.id === id && isThere(file))
    },
    filesAt: async (version, paths) => filesOf(version).filter(({ path }) => paths.includes(path)),
    fileCounts: async (version) => countByStatus(filesOf(version)),
  }
}

const isThere = ({ status }: LibraryFile): boolean => status !== 'deleted'

function countByStatus(files: readonly LibraryFile[]): Partial<Record<FileStatus, number>> {
  const counts: Partial<Record<FileStatus, number>> = {}
  for (const { status } of files) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
