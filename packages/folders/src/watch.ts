import { attempt } from '@wuku/core/environment'
import { hash } from 'node:crypto'
import { lstatSync, readFileSync, statfsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Polls } from '@wuku/core/ports/feed'
import { stampOf } from './entries.ts'
import { type Changed, FolderWatch, type WatchLimits } from './folder-watch.ts'
import { type RootFolder, findRootFolder, type Tree } from './root-folder.ts'
import { createWalk, type Folder, folderAt, silent, type Walk, walkFolder } from './walk.ts'

/** Until the signal. Falls back to looking again and again when the system cannot watch, or the root is gone. */
export async function watchFolder(
  tree: Tree,
  changed: Changed,
  signal: AbortSignal,
  { looks, ...limits }: Partial<WatchLimits> & { readonly looks?: Polls } = {},
): Promise<void> {
  const foundRoot = findRootFolder(tree.root)
  if (foundRoot && !isRemote(foundRoot.base))
    await new FolderWatch(tree, foundRoot, changed, { ...defaultLimits(), ...limits }).run(signal)
  await pollFolders(tree, { changed, signal, looks })
}

/** A folder costs a kilobyte here and one in the kernel; past so many the rounds of looking are the better bargain. */
const MAX_FOLDERS = 30_000

/** Editors and builds also need watches from the user's limit: one source takes at most half. */
const defaultLimits = (): WatchLimits => ({
  quiet: 200,
  longest: 1_000,
  folders: Math.min(MAX_FOLDERS, Math.floor(watchesOfUser() / 2)),
})

const watchesOfUser = (): number =>
  Number(attempt(() => readFileSync('/proc/sys/fs/inotify/max_user_watches', 'utf8'))) || Infinity

/**
 * File systems on which writes by other machines are not reported here: NFS, SMB, 9P (Windows drives in WSL), AFS,
 * Ceph, FUSE.
 */
const REMOTE: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x5346414f, 0x00c36400, 0x65735546,
])

const isRemote = (folder: string): boolean =>
  process.platform === 'linux' && (attempt(() => REMOTE.has(statfsSync(folder).type >>> 0)) ?? false)

interface Polling {
  changed(folders: readonly string[]): void
  readonly signal: AbortSignal
  readonly looks?: Polls
  /** Milliseconds between two times of looking. */
  readonly every?: number
}

const EVERY_MS = 5_000

/**
 * Milliseconds in each interval; a round through many files takes several, so that an unchanged folder costs at most 2
 * % of a core.
 */
const AT_ONCE_MS = 100

/**
 * Watches by polling, folder by folder, for systems that do not report writes. One hash per folder is kept. The first
 * round reports every folder: earlier changes are unknown.
 */
export async function pollFolders(tree: Tree, { changed, signal, looks, every = EVERY_MS }: Polling): Promise<void> {
  const rounds = new Rounds(tree, changed, signal)
  await rounds.poll(Infinity)
  const withdraw = looks?.offer((milliseconds) => rounds.poll(milliseconds))
  while (!signal.aborted) {
    // An aborted wait is a short one.
    await setTimeout(every, undefined, { signal }).catch(() => undefined)
    await rounds.poll(AT_ONCE_MS)
  }
  withdraw?.()
}

/** One round through the folders after the other, each as often interrupted as need be. */
class Rounds {
  private readonly tree: Tree
  private readonly changed: Polling['changed']
  private readonly signal: AbortSignal
  private readonly hashes = new Map<string, string>()
  private round: Round | undefined
  private looking: Promise<unknown> = Promise.resolve()

  constructor(tree: Tree, changed: Polling['changed'], signal: AbortSignal) {
    this.tree = tree
    this.changed = changed
    this.signal = signal
  }

  /** Goes on for so many milliseconds, and no longer than one look at everything takes; answers whether anything was reported. */
  poll(milliseconds: number): Promise<boolean> {
    const done = this.looking.then(() => this.goOn(performance.now() + milliseconds))
    this.looking = done
    return done
  }

  private async goOn(until: number): Promise<boolean> {
    const found = new Set<string>()
    // Entries read before an interruption may be outdated by now: another round follows.
    let again = this.round !== undefined
    this.round ??= beginRound(this.tree, this.signal)
    while (this.round && !this.signal.aborted && performance.now() < until) {
      const folder = this.round.queue.pop()
      if (!folder) {
        this.end(this.round, found)
        this.round = again ? beginRound(this.tree, this.signal) : undefined
        again = false
      } else await this.visit(folder, this.round, found)
    }
    if (found.size === 0 || this.signal.aborted) return false
    this.changed([...found].toSorted())
    return true
  }

  private async visit(folder: Folder, round: Round, found: Set<string>): Promise<void> {
    round.stamps.length = 0
    round.queue.push(...(await walkFolder(round.walk, folder)))
    this.note(folder.path, hash('sha1', round.stamps.toSorted().join('\0')), round, found)
  }

  private note(path: string, now: string, { seen }: Round, found: Set<string>): void {
    seen.add(path)
    if (this.hashes.get(path) !== now) found.add(path)
    this.hashes.set(path, now)
  }

  private end(round: Round, found: Set<string>): void {
    const { foundRoot, seen } = round
    if (foundRoot.only !== undefined) this.note('', stampAt(this.tree.root), round, found)
    // A folder that could not be read, or a root that was changed for another, proves nothing about what was not seen.
    if (round.isBroken || findRootFolder(this.tree.root)?.identity !== foundRoot.identity) return
    for (const path of this.hashes.keys()) if (!seen.has(path) && this.hashes.delete(path)) found.add(path)
  }
}

interface Round {
  readonly foundRoot: RootFolder
  readonly walk: Walk
  readonly queue: Folder[]
  readonly seen: Set<string>
  /** Stamps of the files in the current folder. */
  readonly stamps: string[]
  isBroken: boolean
}

/** `undefined` while the root is gone. */
function beginRound(tree: Tree, signal: AbortSignal): Round | undefined {
  const foundRoot = findRootFolder(tree.root)
  if (!foundRoot) return undefined
  const stamps: string[] = []
  const sink = {
    ...silent,
    file: (path: string, at: string) => void stamps.push(`${path}\0${stampAt(at)}`),
    lost: () => void (round.isBroken = true),
  }
  const walk = createWalk(foundRoot, tree, sink, signal)
  const round: Round = { foundRoot, walk, queue: [], seen: new Set(), stamps, isBroken: false }
  const root = foundRoot.only === undefined ? folderAt(walk, '') : undefined
  if (root) round.queue.push(root)
  return round
}

function stampAt(at: string): string {
  const stats = attempt(() => lstatSync(at, { bigint: true, throwIfNoEntry: false }))
  return stats?.isFile() ? stampOf(stats) : ''
}
