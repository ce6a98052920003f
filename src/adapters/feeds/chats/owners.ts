import { wholeOf } from '../../../core/parts.ts'
import type { Skipped } from '../../../core/words.ts'
import type { ListedItem } from '../../../ports/feed.ts'
import type { Tree } from '../ground.ts'
import { fileAt } from './locate.ts'
import { ownerOf } from './names.ts'
import { readPieces } from './plain.ts'
import { findSpans, NOT_TO_BE_INDEXED, PART_BYTES } from './spans.ts'
import { knownSpans } from './stamps.ts'

interface Found {
  readonly items: readonly ListedItem[]
  readonly skipped: readonly Skipped[]
  /** Stamps that the store has. */
  readonly known: ReadonlyMap<string, string>
}

/**
 * What lies in the folder of a conversation belongs to it: results of its tools, its subagents. It is left out with it, also
 * by a listing of other folders.
 */
export async function withoutAttendants(
  tree: Tree,
  { items, skipped, known }: Found,
): Promise<{ readonly items: readonly ListedItem[]; readonly skipped: readonly Skipped[] }> {
  const listed = new Set(items.map(({ path }) => path))
  const asking = new Map(skipped.filter(({ why }) => why === NOT_TO_BE_INDEXED).map(({ path }) => [path, true]))
  const attendants = new Set([...listed, ...known.keys()].filter((path) => ownerOf(path) !== undefined))
  for (const owner of new Set([...attendants].map((path) => ownerOf(path) ?? '')))
    if (!asking.has(owner)) asking.set(owner, await asksToBeLeftOut(tree, owner, { known, listed }))
  const isLeftOut = (path: string): boolean => {
    const whole = wholeOf(path)
    return asking.get(whole) === true || asking.get(ownerOf(path) ?? '') === true
  }
  const left = [...new Set([...listed, ...attendants])].filter(isLeftOut)
  return {
    items: items.filter(({ path }) => !isLeftOut(path)),
    skipped: [...skipped, ...left.map((path) => ({ path, why: NOT_TO_BE_INDEXED }))],
  }
}

interface Seen {
  readonly known: ReadonlyMap<string, string>
  readonly listed: ReadonlySet<string>
}

/** What the store has as it lies there was looked at when it was taken in; a long one was when it was listed. */
async function asksToBeLeftOut(tree: Tree, owner: string, { known, listed }: Seen): Promise<boolean> {
  const file = fileAt(tree, owner)
  if (!file || known.get(owner) === file.stamp || knownSpans(owner, file.stamp, known)) return false
  if (file.bytes > PART_BYTES && listed.has(owner)) return false
  try {
    return (await findSpans(readPieces(file))).asksToBeLeftOut
  } catch {
    return false
  }
}
