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
  const poll = createRounds(tree, changed, signal)
  await poll(Infinity)
  const withdraw = looks?.offer(poll)
  while (!signal.aborted) {
    // An aborted wait is a short one.
    await setTimeout(every, undefined, { signal }).catch(() => undefined)
    await poll(AT_ONCE_MS)
  }
  withdraw?.()
}

/**
 * One round through the folders after the other, each as often interrupted as need be. Each call goes on for so many
 * milliseconds, and no longer than one look at everything takes; it answers whether anything was reported.
 */
function createRounds(tree: Tree, changed: Polling['changed'], signal: AbortSignal) {
  const hashes = new Map<string, string>()
  let round: Round | undefined
  let looking: Promise<unknown> = Promise.resolve()
  const note = (path: string, now: string, { seen }: Round, found: Set<string>): void => {
    seen.add(path)
    if (hashes.get(path) !== now) found.add(path)
    hashes.set(path, now)
  }
  const visit = async (folder: Folder, current: Round, found: Set<string>): Promise<void> => {
    current.stamps.length = 0
    current.queue.push(...(await walkFolder(current.walk, folder)))
    note(folder.path, hash('sha1', current.stamps.toSorted().join('\0')), current, found)
  }
  const end = (ended: Round, found: Set<string>): void => {
    const { foundRoot, seen } = ended
    if (foundRoot.only !== undefined) note('', stampAt(tree.root), ended, found)
    // A folder that could not be read, or a root that was changed for another, proves nothing about what was not seen.
    if (ended.isBroken || findRootFolder(tree.root)?.identity !== foundRoot.identity) return
    for (const path of hashes.keys()) if (!seen.has(path) && hashes.delete(path)) found.add(path)
  }
  const goOn = async (until: number): Promise<boolean> => {
    const found = new Set<string>()
    // Entries read before an interruption may be outdated by now: another round follows.
    let again = round !== undefined
    round ??= beginRound(tree, signal)
    while (round && !signal.aborted && performance.now() < until) {
      const folder = round.queue.pop()
      if (!folder) {
        end(round, found)
        round = again ? beginRound(tree, signal) : undefined
        again = false
      } else await visit(folder, round, found)
    }
    if (found.size === 0 || signal.aborted) return false
    changed([...found].toSorted())
    return true
  }
  return (milliseconds: number): Promise<boolean> => {
    const done = looking.then(() => goOn(performance.now() + milliseconds))
    looking = done
    return done
  }
}

interface Round {
  readonly foundRoot: RootFolder
  readonly walk: Walk
  readonly queue: Folder[]
  readonly seen: Set<string>
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
