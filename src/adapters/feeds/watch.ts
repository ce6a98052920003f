import { readFileSync, statfsSync } from 'node:fs'
import type { Looks } from '../../ports/feed.ts'
import { FolderWatch, type Changed, type WatchLimits } from './folder-watch.ts'
import { groundOf, type Tree } from './ground.ts'
import { pollFolders } from './poll.ts'

/** Until the signal. Falls back to looking again and again when the system cannot watch, or the root is gone. */
export async function watchFolder(
  tree: Tree,
  changed: Changed,
  signal: AbortSignal,
  { looks, ...limits }: Partial<WatchLimits> & { readonly looks?: Looks } = {},
): Promise<void> {
  const ground = groundOf(tree.root)
  if (ground && !isRemote(ground.base))
    await new FolderWatch(tree, ground, changed, { ...usualLimits(), ...limits }).run(signal)
  await pollFolders(tree, { changed, signal, looks })
}

/** A folder costs a kilobyte here and one in the kernel; past so many the rounds of looking are the better bargain. */
const MOST_FOLDERS = 30_000

/** Of the watches that a user may have, editors and builds need theirs: one source takes half at most. */
const usualLimits = (): WatchLimits => ({
  quiet: 200,
  longest: 1_000,
  folders: Math.min(MOST_FOLDERS, Math.floor(watchesOfUser() / 2)),
})

function watchesOfUser(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_user_watches', 'utf8')) || Infinity
  } catch {
    return Infinity
  }
}

/** What others write to such a file system is not told here: NFS, SMB, 9P (Windows drives in WSL), AFS, Ceph, FUSE. */
const REMOTE: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x5346414f, 0x00c36400, 0x65735546,
])

function isRemote(folder: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    return REMOTE.has(statfsSync(folder).type >>> 0)
  } catch {
    return false
  }
}
