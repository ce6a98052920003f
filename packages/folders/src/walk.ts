import { lstatSync } from 'node:fs'
import { sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Skipped } from '@wuku/core/core-types'
import { once, onceFor } from '@wuku/core/once'
import { below, entryAt, readEntries, type NamedEntry, type Trouble } from './entries.ts'
import type { RootFolder } from './root-folder.ts'
import type { IgnoreFiles, Names } from './ignore-files.ts'
import { fromTop, ignoreFilesOf, namesIn, rulesAbove, rulesWithin } from './ignore-files.ts'
import { filterEntry, type EntryRules, type FileChoice, type Spot, type Verdict } from './filter-entry.ts'
import { codeOf, isGone, refusals } from './feed-refusals.ts'
export interface Sink extends Trouble {
  /** Told before the folder is read, so that a watch placed now misses nothing. */
  folder(path: string): void
  file(path: string, at: string): void
  skipped(skipped: Skipped): void
}

const noted = (): void => {}
/** For callers that need only the verdicts, or some of it. */
export const silent: Sink = { folder: noted, file: noted, skipped: noted, problem: noted, lost: noted }

export interface Walk extends FileChoice {
  readonly foundRoot: RootFolder
  readonly sink: Sink
  readonly signal: AbortSignal | undefined
  readonly files: IgnoreFiles
  /** The folder at a path, which need not be there, each judged once. */
  readonly inside: (path: string) => Inside
  /** Waits for others when enough was done in one go. */
  pause(): Promise<void> | undefined
}

export interface Folder extends Spot {
  /** Rules of the folder around it: its own ignore files are read when its entries are. */
  readonly above: EntryRules
}

/**
 * Entries judged before timers, signals and other work get their turn. Synchronous calls are three times as fast as
 * awaited ones; 500 of them take 2 ms.
 */
const AT_ONCE = 500

export function createWalk(foundRoot: RootFolder, { selection, policy }: FileChoice, sink: Sink, signal?: AbortSignal) {
  const { base } = foundRoot
  const heedsGit = policy.heedsGit !== false
  const files = ignoreFilesOf({ base, heedsGit, problem: (problem) => sink.problem(problem) })
  let judged = 0
  const pause = (): Promise<void> | undefined => (++judged % AT_ONCE === 0 ? setImmediate() : undefined)
  const inside = onceFor((path: string): Inside => judgeFolderAt(walk, path))
  const walk: Walk = { foundRoot, selection, policy, sink, signal, files, pause, inside }
  return walk
}

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
    if (verdict === 'folder') children.push({ ...spot, above: context })
    else reportVerdict(walk.sink, spot, verdict)
    const pause = walk.pause()
    if (pause) await pause
    if (walk.signal?.aborted) break
  }
  return children
}

/** The folder at a path with the rules that hold there; `undefined` when it is gone, is no folder or is left out. */
export function folderAt(walk: Walk, path: string): Folder | undefined {
  const inside = walk.inside(path)
  if (!('folder' in inside)) return undefined
  try {
    return path === '' || lstatSync(inside.folder.at).isDirectory() ? inside.folder : undefined
  } catch (error) {
    if (!isGone(error)) walk.sink.lost(refusals.unreadable(path, codeOf(error)))
    return undefined
  }
}

/** The verdict on a file at a path, whether or not it is there: a folder that is not there has no rules of its own. */
export const judgeFileAt = (walk: Walk, path: string): Verdict => judgeAt(walk, path, 'file').verdict

/** A folder and the rules that apply in it, or the verdict by which it is not entered. */
type Inside = { readonly folder: Folder; readonly rules: () => EntryRules } | Exclude<Verdict, string>

function judgeFolderAt(walk: Walk, path: string): Inside {
  const { verdict, folder } =
    path === '' ? { verdict: 'folder', folder: rootFolder(walk) } : judgeAt(walk, path, 'folder')
  if (verdict === 'folder' && folder) return { folder, rules: once(() => lawIn(walk, folder, namesIn(folder.at))) }
  return typeof verdict === 'object' ? verdict : { problem: refusals.notInside(path) }
}

/** As what is there, else as if `otherwise` were. */
function judgeAt(walk: Walk, path: string, otherwise: 'file' | 'folder') {
  const cut = path.lastIndexOf('/')
  const around = walk.inside(path.slice(0, Math.max(0, cut)))
  if (!('folder' in around)) return { verdict: around }
  const spot = spotIn(around.folder, path.slice(cut + 1))
  const above = around.rules()
  return { verdict: filterEntry(entryAt(spot.at) ?? otherwise, spot, above), folder: { ...spot, above } }
}

function rootFolder(walk: Walk): Folder {
  const { files, selection, policy, foundRoot } = walk
  const { base } = foundRoot
  const above = { base, selection, policy, rules: rulesAbove(files), inWorkTree: files.inWorkTree }
  return { name: '', path: '', fromTop: fromTop(files, base), at: base, depth: 0, above }
}

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
