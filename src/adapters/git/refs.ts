import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of a work tree: its own, and the one shared by all work trees of the repository. */
export interface GitFolders {
  readonly own: string
  readonly common: string
}

export interface Head {
  /** `null` before the first commit. */
  readonly sha: string | null
  readonly branch: string | null
}

/** A symbolic reference that names another and so on: git itself stops after five. */
const MOST_HOPS = 5

/** Commit and branch of `HEAD`, read without git; `undefined` if it is written in a way that only git reads. */
export function readHead(folders: GitFolders): Head | undefined {
  const head = readSmall(join(folders.own, 'HEAD'))?.trim()
  if (head === undefined) return undefined
  if (isSha(head)) return { sha: head, branch: null }
  const name = nameIn(head)
  if (name === undefined || name === 'refs/heads/.invalid') return undefined
  return { sha: resolveRef(folders, name, MOST_HOPS), branch: name.replace(/^refs\/heads\//, '') }
}

function resolveRef(folders: GitFolders, name: string, hops: number): string | null {
  const loose = (readSmall(join(folders.own, name)) ?? readSmall(join(folders.common, name)))?.trim()
  if (loose === undefined) return packedRef(folders, name)
  if (isSha(loose)) return loose
  const next = nameIn(loose)
  return next === undefined || hops === 0 ? null : resolveRef(folders, next, hops - 1)
}

/** Lines of `<sha> <name>`. */
function packedRef({ common }: GitFolders, name: string): string | null {
  const packed = readSmall(join(common, 'packed-refs')) ?? ''
  const at = packed.indexOf(` ${name}\n`)
  const sha = packed.slice(packed.lastIndexOf('\n', at) + 1, Math.max(0, at))
  return isSha(sha) ? sha : null
}

/** A name is a path below the folder of git: it must not climb out of it. */
function nameIn(text: string): string | undefined {
  const name = /^ref: *(refs\/\S+)$/.exec(text)?.[1]
  return name === undefined || name.split('/').some((part) => part === '' || part === '.' || part === '..')
    ? undefined
    : name
}

export const isSha = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)

const LARGEST = 64 * 1024 * 1024

/** `undefined` when there is no such plain file. A link could lead to what another repository keeps. */
export function readSmall(place: string): string | undefined {
  try {
    const stats = lstatSync(place)
    if (realpathSync.native(place) !== place) return undefined
    return stats.isFile() && stats.size <= LARGEST ? readFileSync(place, 'utf8') : undefined
  } catch {
    return undefined
  }
}
