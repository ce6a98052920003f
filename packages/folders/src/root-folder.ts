import { attempt } from '@wuku/core/environment'
import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, extname, join, sep } from 'node:path'
import type { PathSelection } from './path-selection.ts'
import type { IgnorePolicy } from './ignore-policy.ts'

export interface Tree {
  readonly root: string
  /** `findRootFolder(root)`, a moment old at most. */
  readonly foundRoot: () => RootFolder | undefined
  readonly selection: PathSelection
  readonly policy: IgnorePolicy
  readonly maxBytes: number
  /** Files that are no text and are made it of once they are read. */
  readonly foreign?: ForeignFiles | undefined
}

interface ForeignFiles {
  /** Lower case without the dot. */
  readonly endings: ReadonlySet<string>
  readonly maxBytes: number
}

export const limitsFor = (path: string, tree: Tree) =>
  tree.foreign?.endings.has(endingIn(path))
    ? { maxBytes: tree.foreign.maxBytes, setting: 'docs.fileBytes', mayBeBinary: true }
    : { maxBytes: tree.maxBytes, setting: 'limits.fileBytes', mayBeBinary: false }

/** Lower case, without the dot. */
export const endingIn = (path: string): string => extname(path).slice(1).toLowerCase()

/** Current location of a root: a folder, or the folder around the one file that is the whole source. */
export interface RootFolder {
  readonly base: string
  readonly only?: string
  /** Another one when another folder stands at the path, such as the empty mount point of a disk. A file is replaced at every save. */
  readonly identity: string
}

/** `undefined` when the root is gone or is no longer reached without following a link. */
export const findRootFolder = (root: string): RootFolder | undefined =>
  attempt(() => {
    const stats = lstatSync(root)
    if (realpathSync.native(root) !== root) return undefined
    if (stats.isDirectory()) return { base: root, identity: `${stats.dev}:${stats.ino}` }
    return stats.isFile() ? { base: dirname(root), only: basename(root), identity: 'file' } : undefined
  })

/** The location of a root is cached for this many milliseconds, since a long run needs it for every file. */
const KNOWN_MS = 100

/** Only for reading, where the place of the open file itself is looked at again. */
export function rememberRootFolder(root: string): () => RootFolder | undefined {
  let known: RootFolder | undefined
  let until = 0
  return () => {
    if (Date.now() < until) return known
    known = findRootFolder(root)
    until = Date.now() + KNOWN_MS
    return known
  }
}

/** Absolute place of an item; `undefined` for a path that a listing could never have given. */
export function placeOf(foundRoot: RootFolder, path: string): string | undefined {
  if (foundRoot.only !== undefined && path !== foundRoot.only) return undefined
  if (path.includes('\0') || path.split('/').some(isNoName)) return undefined
  if (sep === '\\' && /[\\:]/.test(path)) return undefined
  return join(foundRoot.base, path)
}

/** Such a name would leave its folder. */
export const isNoName = (segment: string): boolean => segment === '' || segment === '.' || segment === '..'

/** A sibling whose name begins alike (`/notes-private` next to `/notes`) is not below. */
export const isBelow = (base: string, place: string) => place.startsWith(base.endsWith(sep) ? base : `${base}${sep}`)
