import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { Choice } from './choice.ts'

/** A root and what is wanted of it. */
export interface Tree {
  readonly root: string
  readonly choice: Choice
  readonly maxBytes: number
}

/** Where a root stands today: a folder, or the folder around the one file that is the whole source. */
export interface Ground {
  readonly base: string
  readonly only?: string
  /** Another one when another folder stands at the path, such as the empty mount point of a disk. A file is replaced at every save. */
  readonly identity: string
}

/** `undefined` when the root is gone or is no longer reached without following a link. */
export function groundOf(root: string): Ground | undefined {
  try {
    const stats = lstatSync(root)
    if (realpathSync.native(root) !== root) return undefined
    if (stats.isDirectory()) return { base: root, identity: `${stats.dev}:${stats.ino}` }
    return stats.isFile() ? { base: dirname(root), only: basename(root), identity: 'file' } : undefined
  } catch {
    return undefined
  }
}

/** Absolute place of an item; `undefined` for a path that a listing could never have given. */
export function placeOf(ground: Ground, path: string): string | undefined {
  if (ground.only !== undefined && path !== ground.only) return undefined
  if (path.includes('\0') || path.split('/').some(isNoName)) return undefined
  if (sep === '\\' && /[\\:]/.test(path)) return undefined
  return join(ground.base, path)
}

const isNoName = (segment: string): boolean => segment === '' || segment === '.' || segment === '..'

/** A sibling whose name begins alike (`/notes-private` beside `/notes`) is not below. */
export const isBelow = (base: string, place: string): boolean =>
  place.startsWith(base.endsWith(sep) ? base : `${base}${sep}`)
