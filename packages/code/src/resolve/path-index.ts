import { once } from '@wuku/core/once'

/** The files of a source, found by where they lie and by how their paths end. */
export interface PathIndex {
  readonly all: readonly string[]
  has(path: string): boolean
  filesIn(folder: string): readonly string[]
  /** Files whose path is `end` or ends in it after a slash; whole segments, with the extension. */
  endingIn(end: string): readonly string[]
  /** Folders with files in them whose path is `end` or ends in it. */
  foldersEndingIn(end: string): readonly string[]
}

/** Each map is made when it is first asked for: most questions need only the set. */
export function createPathIndex(paths: readonly string[]): PathIndex {
  const known = once(() => new Set(paths))
  const byFolder = once(() => Map.groupBy(paths, folderOf))
  const byName = once(() => Map.groupBy(paths, nameOf))
  const folders = once(() => Map.groupBy([...byFolder().keys()], nameOf))
  return {
    all: paths,
    has: (path) => known().has(path),
    filesIn: (folder) => byFolder().get(folder) ?? [],
    endingIn: (end) => (byName().get(nameOf(end)) ?? []).filter((path) => endsIn(path, end)),
    foldersEndingIn: (end) => (folders().get(nameOf(end)) ?? []).filter((folder) => endsIn(folder, end)),
  }
}

const endsIn = (path: string, end: string): boolean =>
  path.endsWith(end) && (path.length === end.length || path[path.length - end.length - 1] === '/')

/** The path that shares most folders with `from`; of equal ones the shortest, then the first by name. */
export function nearest(from: string, paths: readonly string[]): readonly string[] {
  if (paths.length < 2) return paths
  const ranked = paths.map((path) => ({ path, shared: sharedFolders(from, path) }))
  ranked.sort((a, b) => b.shared - a.shared || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
  return ranked.slice(0, 1).map(({ path }) => path)
}

export function sharedFolders(one: string, other: string): number {
  let shared = 0
  for (let at = 0; at < one.length && one[at] === other[at]; at++) if (one[at] === '/') shared++
  return shared
}

/** Paths are `/`-separated from the top of the source, without a slash at either end; the top itself is empty. */

/** `undefined` when it leads above the top: nothing outside of the source is ever named. */
export function joinPath(folder: string, relative: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const within = (folder: string, name: string): string =>
  folder === '' || name === '' ? folder + name : `${folder}/${name}`

/** Extensions that an import may leave out or write for another one. Others, as in `./users.service`, are part of a name. */
const EXTENSION =
  /(?:\.d)?\.(?:[cm]?[jt]sx?|vue|svelte|astro|json|py|pyi|go|rs|java|kts?|scala|sc|groovy|cs|php|rb|rake|c|cc|cpp|cxx|h|hh|hpp|hxx|inc|inl|ipp|exs?|l?hs|lua|dart|zig|css|scss|sass|less|html?|sh|bash|swift)$/i

export const stripExtension = (path: string): string => path.replace(EXTENSION, '')

/** Folders that a specifier leaves out between the name of a package and its parts. */
export const withoutRoots = (path: string): string => path.replaceAll(/(?<=^|\/)(?:lib|src)\//g, '')
