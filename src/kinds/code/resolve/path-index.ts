import { once } from '../../../core/once.ts'
import { folderOf, nameOf } from './paths.ts'

/** The files of a source, found by where they lie and by how their paths end. */
export interface PathIndex {
  readonly all: readonly string[]
  has(path: string): boolean
  /** Files that lie directly in the folder. */
  filesIn(folder: string): readonly string[]
  /** Files whose path is `end` or ends in it after a slash; whole segments, with the extension. */
  endingIn(end: string): readonly string[]
  /** Folders with files in them whose path is `end` or ends in it. */
  foldersEndingIn(end: string): readonly string[]
}

/** Each map is made when it is first asked for: most questions need only the set. */
export function createPathIndex(paths: readonly string[]): PathIndex {
  const known = once(() => new Set(paths))
  const byFolder = once(() => grouped(paths, folderOf))
  const byName = once(() => grouped(paths, nameOf))
  const folders = once(() => grouped([...byFolder().keys()], nameOf))
  return {
    all: paths,
    has: (path) => known().has(path),
    filesIn: (folder) => byFolder().get(folder) ?? [],
    endingIn: (end) => (byName().get(nameOf(end)) ?? []).filter((path) => endsIn(path, end)),
    foldersEndingIn: (end) => (folders().get(nameOf(end)) ?? []).filter((folder) => endsIn(folder, end)),
  }
}

export function grouped(values: readonly string[], keyOf: (value: string) => string): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

const endsIn = (path: string, end: string): boolean =>
  path.endsWith(end) && (path.length === end.length || path[path.length - end.length - 1] === '/')

/** Those that share most of their folders with `from`; of these the shortest, then the first by name. */
export function nearest(from: string, paths: readonly string[]): readonly string[] {
  if (paths.length < 2) return paths
  const ranked = paths.map((path) => ({ path, shared: sharedFolders(from, path) }))
  ranked.sort((a, b) => b.shared - a.shared || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
  return ranked.slice(0, 1).map(({ path }) => path)
}

function sharedFolders(one: string, other: string): number {
  let shared = 0
  for (let at = 0; at < one.length && one[at] === other[at]; at++) if (one[at] === '/') shared++
  return shared
}
