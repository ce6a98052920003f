import type { Looks } from '../../../ports/feed.ts'
import { below, readEntries, type Trouble } from '../entries.ts'
import { placeOf, type Tree } from '../ground.ts'
import { watchFolder } from '../watch.ts'
import { holdsItems, shapeOf } from './names.ts'

/** A conversation is written to all the time while it goes on. */
const TALKING_MS = 2_000

/**
 * As a folder is watched; besides, what a database writes is in its journal at first, and items that lie in a file are in
 * no folder that the system tells of.
 */
export function watchChats(
  tree: Tree,
  changed: (folders: readonly string[]) => void,
  signal: AbortSignal,
  looks?: Looks,
): Promise<void> {
  const { choice } = tree
  const takes = (path: string): boolean => choice.takes(path.replace(/-(?:wal|journal)$/, ''))
  const told = (folders: readonly string[]): void =>
    changed([...new Set(folders.flatMap((folder) => [folder, ...holdersIn(tree, folder)]))])
  return watchFolder({ ...tree, choice: { ...choice, takes } }, told, signal, { longest: TALKING_MS, looks })
}

function holdersIn(tree: Tree, folder: string): readonly string[] {
  const ground = tree.ground()
  const at = folder === '' ? ground?.base : ground && placeOf(ground, folder)
  if (at === undefined || ground?.only !== undefined) return []
  const names = readEntries({ path: folder, at }, nobody).map(({ name }) => below(folder, name))
  return names.filter((path) => holdsItems(shapeOf(path)) && tree.choice.takes(path))
}

const nobody: Trouble = { problem: () => undefined, lost: () => undefined }
