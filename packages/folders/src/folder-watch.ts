import { watch, type FSWatcher } from 'node:fs'
import { basename } from 'node:path'
import { below, entryAt } from './entries.ts'
import { findRootFolder, placeOf, type RootFolder, type Tree } from './root-folder.ts'
import { isIgnoreFile } from './ignore-files.ts'
import { codeOf } from './feed-refusals.ts'
import { createWalk, folderAt, silent, walkTree } from './walk.ts'

export type Changed = (folders: readonly string[]) => void

export interface WatchLimits extends Waits {
  /** Folders that are watched; where there are more, none is. */
  readonly folders: number
}

/** So many events in one report may be more than the system's queue could hold (16,384 on Linux): all is suspect. */
const FLOOD = 8_000

const noWatchesLeft: readonly string[] = ['ENOSPC', 'EMFILE', 'ENFILE']

/** One watch a folder, found by the same walk as a listing: what is ignored costs nothing. No file is remembered. */
export class FolderWatch {
  private readonly tree: Tree
  private readonly foundRoot: RootFolder
  private readonly changed: Changed
  private readonly debounce: ReturnType<typeof createDebounce>
  private readonly watchers = new Map<string, FSWatcher>()
  private readonly written = new Set<string>()
  /** Folders that came, went or follow other rules now: they and all below are walked again. */
  private readonly unsettled = new Set<string>()
  private readonly over = new AbortController()
  private readonly end = Promise.withResolvers<void>()
  private readonly maxFolders: number
  private events = 0

  constructor(tree: Tree, foundRoot: RootFolder, changed: Changed, { folders, ...waits }: WatchLimits) {
    this.tree = tree
    this.foundRoot = foundRoot
    this.changed = changed
    this.maxFolders = folders
    this.debounce = createDebounce(() => this.report(), waits)
  }

  /** Ends with the signal, when there are no watches left or too many folders, or when another root stands at the path. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = (): void => this.finish()
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      await Promise.all([this.survey(''), this.end.promise])
    } finally {
      signal.removeEventListener('abort', stop)
      this.finish()
      for (const watcher of this.watchers.values()) watcher.close()
    }
  }

  private finish(): void {
    this.debounce.stop()
    this.over.abort()
    this.end.resolve()
  }

  /** Places a watch on a folder and on all below, before each is read; answers those that were and those that are. */
  private async survey(path: string): Promise<Iterable<string>> {
    const before = [...this.watchers.keys()].filter((watched) => isWithin(watched, path))
    const now = new Set<string>()
    const see = (folder: string): void => {
      now.add(folder)
      this.place(folder)
    }
    const walk = createWalk(this.foundRoot, this.tree, { ...silent, folder: see }, this.over.signal)
    const folder = folderAt(walk, path)
    if (this.foundRoot.only !== undefined) see('')
    else if (folder) await walkTree(walk, folder)
    for (const gone of before.filter((watched) => !now.has(watched))) this.drop(gone)
    return [...before, ...now]
  }

  private place(path: string): void {
    const at = path === '' ? this.foundRoot.base : placeOf(this.foundRoot, path)
    if (at === undefined || this.over.signal.aborted) return
    if (this.watchers.size >= this.maxFolders && !this.watchers.has(path)) return this.finish()
    try {
      const watcher = watch(at, (type, name) => this.handleEvent(path, type, name))
      watcher.on('error', () => this.unsettle(path))
      this.watchers.get(path)?.close()
      this.watchers.set(path, watcher)
    } catch (error) {
      /** A folder that is gone or closed to us is the listing's to report. */
      if (noWatchesLeft.includes(codeOf(error))) this.finish()
    }
  }

  private drop(path: string): void {
    this.watchers.get(path)?.close()
    this.watchers.delete(path)
  }

  private handleEvent(folder: string, type: string, name: string | null): void {
    if (name === null || this.isRootItself(folder, name)) return this.write(folder)
    if (this.foundRoot.only !== undefined) return name === this.foundRoot.only ? this.write('') : undefined
    if (isIgnoreFile(name)) return this.unsettle(folder)
    const path = below(folder, name)
    if (type === 'rename' && this.isFolder(path)) return this.unsettle(path)
    if (this.tree.selection.takes(path) && !isEditorsOwn(name)) this.write(folder)
  }

  /** The system reports the end of a watched folder as if it were an entry in it. */
  private isRootItself(folder: string, name: string): boolean {
    return folder === '' && name === basename(this.foundRoot.base)
  }

  private isFolder(path: string): boolean {
    const at = placeOf(this.foundRoot, path)
    return this.watchers.has(path) || (at !== undefined && entryAt(at)?.isDirectory() === true)
  }

  private write(folder: string): void {
    this.written.add(folder)
    this.stir()
  }

  private unsettle(folder: string): void {
    this.unsettled.add(folder)
    this.stir()
  }

  private stir(): void {
    this.events += 1
    if (this.events === FLOOD) this.unsettled.add('')
    if (!this.over.signal.aborted) this.debounce.stir()
  }

  private async report(): Promise<void> {
    try {
      const folders = new Set(this.written)
      const surveys = [...this.unsettled].filter((path) => !hasParentIn(path, this.unsettled))
      this.written.clear()
      this.unsettled.clear()
      this.events = 0
      for (const path of surveys) for (const folder of await this.survey(path)) folders.add(folder)
      if (this.over.signal.aborted) return
      if (findRootFolder(this.tree.root)?.identity !== this.foundRoot.identity) return this.finish()
      if (folders.size > 0) this.changed([...folders].toSorted())
    } catch (error) {
      this.end.reject(error)
    }
  }
}

/** Files that editors create while they save another one. */
const isEditorsOwn = (name: string): boolean => /^4913$|~$|\.(?:sw[a-z]|tmp)$|^\.#|^#.*#$/.test(name)

const isWithin = (path: string, folder: string) => folder === '' || path === folder || path.startsWith(`${folder}/`)

function hasParentIn(path: string, folders: ReadonlySet<string>): boolean {
  if (path === '') return false
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  return folders.has(parent) || hasParentIn(parent, folders)
}

interface Waits {
  /** Milliseconds without a stir: an editor's save is several writes. */
  readonly quiet: number
  /** Milliseconds after the first stir: a log that is written all day is reported all the same. */
  readonly longest: number
}

/** One `run` at a time; what stirs meanwhile is for the next. */
function createDebounce(run: () => Promise<void>, waits: Waits) {
  let timer: NodeJS.Timeout | undefined
  let firstAt: number | undefined
  let isRunning = false
  const arm = (): void => {
    if (isRunning || firstAt === undefined) return
    clearTimeout(timer)
    timer = setTimeout(fire, Math.max(0, Math.min(waits.quiet, firstAt + waits.longest - Date.now())))
  }
  const fire = async (): Promise<void> => {
    firstAt = undefined
    isRunning = true
    await run()
    isRunning = false
    arm()
  }
  /** Something happened; `run` follows when it has been quiet, or after the longest wait. */
  const stir = (): void => {
    firstAt ??= Date.now()
    arm()
  }
  return { stir, stop: () => clearTimeout(timer) }
}
