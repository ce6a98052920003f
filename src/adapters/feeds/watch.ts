import type { Listing } from '../../ports/feed.ts'
import { FolderWatch, type Changed } from './folder-watch.ts'
import { groundOf, type Tree } from './ground.ts'
import { listFolder } from './list.ts'
import { pollFolders } from './poll.ts'

/** Milliseconds between listings where nothing better is to be had; one of 50,000 files takes a quarter of a second. */
const POLL_EVERY = 5_000

/** Until the signal. Falls back to listing again and again when the system has no watches left or the root is gone. */
export async function watchFolder(tree: Tree, changed: Changed, signal: AbortSignal): Promise<void> {
  const ground = groundOf(tree.root)
  if (ground) await new FolderWatch(tree, ground, changed).run(signal)
  const list = (): Promise<Listing> => listFolder(tree, { signal })
  await pollFolders({ list, changed, every: POLL_EVERY, signal })
}
