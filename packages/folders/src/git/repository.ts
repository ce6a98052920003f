import { attempt } from '@wuku/core/environment'
import { existsSync, lstatSync, readdirSync, realpathSync, readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { NoRepository, Repository } from '@wuku/core/ports/history'
import { isNoName } from '../root-folder.ts'

/** The repository around a folder, found by its files alone: no program is run, and none of its settings apply. */
export function findRepository(folder: string): Repository | NoRepository {
  const top = isFolder(folder) ? topAround(folder) : undefined
  if (top === undefined) return { why: 'It is not in a git repository.' }
  const folders = foldersOf(top)
  if (folders === undefined) return { why: 'Its .git leads to a place that does not know it.' }
  const head = readHead(folders)
  if (head === undefined) return { why: 'Its HEAD is in a format that is not supported.' }
  const borrowed = borrowedObjects(folders.common)
  if (borrowed !== undefined) return borrowed
  const shallow = readSmall(join(folders.common, 'shallow'))?.trim() ?? ''
  const { common } = folders
  return { top, head: head.sha, branch: head.branch, common, remotes: readRemotes(common), isShallow: shallow !== '' }
}

/** Cloned without all of its objects: git would fetch what it lacks, and here it may not. */
export const isPartial = ({ common }: Repository): boolean =>
  attempt(() => readdirSync(join(common, 'objects', 'pack')))?.some((name) => name.endsWith('.promisor')) ?? false

const isFolder = (place: string): boolean => attempt(() => lstatSync(place).isDirectory()) ?? false

function topAround(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : topAround(parent)
}

function foldersOf(top: string): GitFolders | undefined {
  const place = join(top, '.git')
  if (isFolder(place)) return hasOwnObjects(place) ? { own: place, common: place } : undefined
  const pointed = /^gitdir: (.+)$/m.exec(readSmall(place) ?? '')?.[1]?.trim()
  const own = pointed === undefined ? undefined : realFolder(resolve(top, pointed))
  const folders = own === undefined ? undefined : withCommon(own)
  return folders && knowsOf(folders, top) ? folders : undefined
}

function withCommon(own: string): GitFolders | undefined {
  const shared = readSmall(join(own, 'commondir'))?.trim()
  const common = shared === undefined ? own : realFolder(resolve(own, shared))
  return common === undefined || !hasOwnObjects(common) ? undefined : { own, common }
}

const hasOwnObjects = (common: string): boolean => realFolder(join(common, 'objects')) === join(common, 'objects')

/**
 * A `.git` file may point anywhere; a folder that was unpacked from somewhere must not show the history of another one. A
 * linked work tree is named by its repository, a submodule lies within the one around it, and both may say where they
 * are checked out.
 */
function knowsOf({ own, common }: GitFolders, top: string): boolean {
  const named = readSmall(join(own, 'gitdir'))?.trim()
  if (own !== common) {
    /** A folder of anybody's may say that it shares a repository; only the repository says who does. */
    const isItsOwn = dirname(own) === join(common, 'worktrees')
    return isItsOwn && named !== undefined && realFolder(dirname(resolve(own, named))) === top
  }
  const around = topAround(dirname(top))
  if (around !== undefined && own.startsWith(join(around, '.git', 'modules') + sep)) return true
  const checkedOut = /^[ \t]*worktree[ \t]*=[ \t]*"?([^"\n]*)/m.exec(readSmall(join(own, 'config')) ?? '')?.[1]
  return checkedOut !== undefined && realFolder(resolve(own, checkedOut.trim())) === top
}

const realFolder = (place: string): string | undefined => attempt(() => realpathSync.native(place))

/** Remotes of a repository, as `host/owner/name`: without credentials and protocol. */
export function readRemotes(common: string): readonly string[] {
  const config = readSmall(join(common, 'config')) ?? ''
  const sections = config.split(/^(?=[ \t]*\[)/m).filter((section) => /^[ \t]*\[remote[ \t]+"/.test(section))
  const urls = sections.flatMap((section) => [...section.matchAll(/^[ \t]*url[ \t]*=[ \t]*"?([^"\n]+)/gm)])
  return [...new Set(urls.flatMap(([, url]) => placeOf(url?.trim() ?? '')))]
}

/**
 * `git@host:owner/name.git` and `https://user@host:443/owner/name`; repositories on this machine are identified by
 * their folder.
 */
function placeOf(url: string): readonly string[] {
  const [, host = '', path = ''] =
    /^[a-z+]+:\/\/(?:[^@/]*@)?([^:/]+)(?::\d+)?\/+(.+)$/i.exec(url) ??
    /^(?:[^@/]*@)?([^:/]{2,}):(?!\/\/)\/*(.+)$/.exec(url) ??
    []
  const named = path.replace(/\/+$/, '').replace(/\.git$/i, '')
  return host === '' || named === '' ? [] : [`${host}/${named}`.toLowerCase()]
}

/**
 * Git follows `alternates` and links to wherever they lead, so that a folder unpacked from somewhere, with no more than
 * the hash of a commit, would show the history of another repository of this machine. Objects count only where they lie.
 */
function borrowedObjects(common: string): NoRepository | undefined {
  const objects = join(common, 'objects')
  if (holdsLinks(objects)) return leadsOut
  const alternates = attempt(() => readFileSync(join(objects, 'info', 'alternates'), 'utf8')) ?? ''
  // Comments and empty lines name nothing.
  return alternates.replaceAll(/^#.*$/gm, '').trim() === '' ? undefined : borrows
}

/** Two levels deep: `objects/ab/…`, `objects/pack/…`, `objects/info/commit-graphs/…`. */
function holdsLinks(folder: string, deeper = 2): boolean {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []
  return entries.some((entry) => {
    if (entry.isDirectory()) return deeper > 0 && holdsLinks(join(folder, entry.name), deeper - 1)
    return !entry.isFile()
  })
}

const borrows: NoRepository = {
  why: 'It borrows objects from another repository (.git/objects/info/alternates), which are not read.',
  remedy: 'Run "git repack -a -d" in it and remove .git/objects/info/alternates: then it holds all of its history.',
}

const leadsOut: NoRepository = {
  why: 'Its .git/objects contains links, whose targets are not read.',
  remedy: 'Clone it again with "git clone --no-local", and add the clone.',
}

/** Folders of a work tree: its own, and the one shared by all work trees of the repository. */
interface GitFolders {
  readonly own: string
  readonly common: string
}

/** A symbolic reference that names another and so on: git itself stops after five. */
const MAX_HOPS = 5

/**
 * Commit and branch of `HEAD`, read without git; `undefined` if it is written in a way that only git reads. There is no
 * commit (`null`) before the first.
 */
function readHead(folders: GitFolders) {
  const head = readSmall(join(folders.own, 'HEAD'))?.trim()
  if (head === undefined) return undefined
  if (isSha(head)) return { sha: head, branch: null }
  const name = nameIn(head)
  if (name === undefined || name === 'refs/heads/.invalid') return undefined
  return { sha: resolveRef(folders, name, MAX_HOPS), branch: name.replace(/^refs\/heads\//, '') }
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
  return name?.split('/').some(isNoName) ? undefined : name
}

export const isSha = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)

const LARGEST = 64 * 1024 * 1024

/** `undefined` when there is no such plain file. A link could lead to what another repository keeps. */
export const readSmall = (place: string): string | undefined =>
  attempt(() => {
    const stats = lstatSync(place)
    if (realpathSync.native(place) !== place) return undefined
    return stats.isFile() && stats.size <= LARGEST ? readFileSync(place, 'utf8') : undefined
  })
