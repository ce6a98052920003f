import { lstatSync } from 'node:fs'
import { sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Skipped } from '@wuku/core/core-types'
import type { PathSelection } from './path-selection.ts'
import { below, entryAt, readEntries, type Entry, type NamedEntry, type Trouble } from './entries.ts'
import type { RootFolder } from './root-folder.ts'
import {
  fromTop,
  ignoreFilesOf,
  namesIn,
  rulesAbove,
  rulesWithin,
  type IgnoreFiles,
  type Names,
} from './ignore-files.ts'
import { filterEntry, type EntryRules, type Spot, type Verdict } from './filter-entry.ts'
import { codeOf, isGone, refusals } from './feed-refusals.ts'
import type { IgnorePolicy } from './ignore-policy.ts'

/** Receiver of everything that a walk finds. */
export interface Sink extends Trouble {
  /** Told before the folder is read, so that a watch placed now misses nothing. */
  folder(path: string): void
  file(path: string, at: string): void
  skipped(skipped: Skipped): void
}

const noted = (): void => {}
/** For callers that need only the verdicts, or some of it. */
export const silent: Sink = { folder: noted, file: noted, skipped: noted, problem: noted, lost: noted }

/** Choice among the files of a folder. */
export interface FileChoice {
  readonly selection: PathSelection
  readonly policy: IgnorePolicy
}

export interface Walk extends FileChoice {
  readonly foundRoot: RootFolder
  readonly sink: Sink
  readonly signal: AbortSignal | undefined
  readonly files: IgnoreFiles
  /** Folders that were asked for by path, with those above them, and the law in those that others were sought in. */
  readonly known: Map<string, Folder | undefined>
  readonly laws: Map<Folder, EntryRules>
  /** Folders in which files were judged that need not be there. */
  readonly judged: Map<string, Inside>
  /** Waits for others when enough was done in one go. */
  pause(): Promise<void> | undefined
}

export interface Folder extends Omit<Spot, 'name'> {
  /** Rules of the folder around it: its own ignore files are read when its entries are. */
  readonly above: EntryRules
}

/**
 * Entries judged before timers, signals and other work get their turn. Synchronous calls are three times as fast as
 * awaited ones; 500 of them take 2 ms.
 */
const AT_ONCE = 500

export function createWalk(
  foundRoot: RootFolder,
  { selection, policy }: FileChoice,
  sink: Sink,
  signal?: AbortSignal,
): Walk {
  const { base } = foundRoot
  const heedsGit = policy.heedsGit !== false
  const files = ignoreFilesOf({ base, heedsGit, problem: (problem) => sink.problem(problem) })
  let judged = 0
  const pause = (): Promise<void> | undefined => (++judged % AT_ONCE === 0 ? setImmediate() : undefined)
  const caches = { known: new Map(), laws: new Map(), judged: new Map() }
  return { foundRoot, selection, policy, sink, signal, files, pause, ...caches }
}

/** A folder and everything below it. */
export async function walkTree(walk: Walk, folder: Folder): Promise<void> {
  for (const child of await walkFolder(walk, folder)) {
    if (walk.signal?.aborted) return
    await walkTree(walk, child)
  }
}

/** One folder; answers those in it that are to be entered. */
export async function walkFolder(walk: Walk, folder: Folder): Promise<readonly Folder[]> {
  walk.sink.folder(folder.path)
  const children: Folder[] = []
  const entries = readEntries(folder, walk.sink)
  const context = lawIn(walk, folder, hiddenNames(entries))
  for (const entry of entries) {
    const spot = spotIn(folder, entry.name)
    const verdict = filterEntry(entry, spot, context)
    if (verdict === 'folder') children.push(enter(spot, context))
    else reportVerdict(walk.sink, spot, verdict)
    const pause = walk.pause()
    if (pause) await pause
    if (walk.signal?.aborted) break
  }
  return children
}

/** The folder at a path with the rules that hold there; `undefined` when it is gone, is no folder or is left out. */
export function folderAt(walk: Walk, path: string): Folder | undefined {
  if (!walk.known.has(path)) walk.known.set(path, path === '' ? rootFolder(walk) : childAt(walk, path))
  return walk.known.get(path)
}

/** The verdict on a file at a path, whether or not it is there: a folder that is not there has no rules of its own. */
export function judgeFileAt(walk: Walk, path: string): Verdict {
  const cut = path.lastIndexOf('/')
  const inside = insideOf(walk, path.slice(0, Math.max(0, cut)))
  if (!('folder' in inside)) return inside
  const spot = spotIn(inside.folder, path.slice(cut + 1))
  return filterEntry(entryAt(spot.at) ?? PLAIN_FILE, spot, inside.context)
}

/** The rules that apply in a folder, or the verdict by which it is not entered. */
type Inside = { readonly folder: Folder; readonly context: EntryRules } | Exclude<Verdict, string>

function insideOf(walk: Walk, path: string): Inside {
  const now = walk.judged.get(path) ?? judgeFolderAt(walk, path)
  walk.judged.set(path, now)
  return now
}

function judgeFolderAt(walk: Walk, path: string): Inside {
  const within = (folder: Folder): Inside => ({ folder, context: lawIn(walk, folder, namesIn(folder.at)) })
  if (path === '') return within(rootFolder(walk))
  const cut = path.lastIndexOf('/')
  const around = insideOf(walk, path.slice(0, Math.max(0, cut)))
  if (!('folder' in around)) return around
  const spot = spotIn(around.folder, path.slice(cut + 1))
  const verdict = filterEntry(entryAt(spot.at) ?? PLAIN_FOLDER, spot, around.context)
  if (verdict === 'folder') return within(enter(spot, around.context))
  return verdict === 'file' ? { problem: refusals.notInside(path) } : verdict
}

const no = (): boolean => false
const NOTHING: Entry = {
  isDirectory: no,
  isFile: no,
  isSymbolicLink: no,
  isFIFO: no,
  isSocket: no,
  isBlockDevice: no,
  isCharacterDevice: no,
}
const PLAIN_FOLDER: Entry = { ...NOTHING, isDirectory: () => true }
const PLAIN_FILE: Entry = { ...NOTHING, isFile: () => true }

function childAt(walk: Walk, path: string): Folder | undefined {
  const cut = path.lastIndexOf('/')
  const parent = folderAt(walk, path.slice(0, Math.max(0, cut)))
  if (!parent) return undefined
  const spot = spotIn(parent, path.slice(cut + 1))
  const context = walk.laws.get(parent) ?? lawIn(walk, parent, namesIn(parent.at))
  walk.laws.set(parent, context)
  try {
    return filterEntry(lstatSync(spot.at), spot, context) === 'folder' ? enter(spot, context) : undefined
  } catch (error) {
    if (!isGone(error)) walk.sink.lost(refusals.unreadable(path, codeOf(error)))
    return undefined
  }
}

function rootFolder(walk: Walk): Folder {
  const { files, selection, policy, foundRoot } = walk
  const { base } = foundRoot
  const above = { base, selection, policy, rules: rulesAbove(files), inWorkTree: files.inWorkTree }
  return enter({ path: '', fromTop: fromTop(files, base), at: base, depth: 0 }, above)
}

const enter = (spot: Omit<Spot, 'name'>, above: EntryRules): Folder => ({
  path: spot.path,
  fromTop: spot.fromTop,
  at: spot.at,
  depth: spot.depth,
  above,
})

function lawIn(walk: Walk, folder: Folder, names: Names): EntryRules {
  const { above } = folder
  const rules = rulesWithin(walk.files, folder.at, names, above.rules)
  const inWorkTree = above.inWorkTree || names.has('.git')
  return rules === above.rules && inWorkTree === above.inWorkTree ? above : { ...above, rules, inWorkTree }
}

/** Hidden names only: no other is looked up. */
const hiddenNames = (entries: readonly NamedEntry[]): Names =>
  new Set(entries.filter(({ name }) => name.startsWith('.')).map(({ name }) => name))

const spotIn = (folder: Folder, name: string): Spot => ({
  name,
  path: below(folder.path, name),
  fromTop: below(folder.fromTop, name),
  at: folder.at.endsWith(sep) ? folder.at + name : folder.at + sep + name,
  depth: folder.depth + 1,
})

function reportVerdict(sink: Sink, spot: Spot, verdict: Exclude<Verdict, 'folder'>): void {
  if (verdict === 'file') sink.file(spot.path, spot.at)
  else if ('skipped' in verdict) sink.skipped(verdict.skipped)
  else sink.problem(verdict.problem)
}
