import { append } from '../../../core/lists.ts'
import { isWukuError } from '../../../core/errors.ts'
import type { Problem, Skipped } from '../../../core/words.ts'
import type { ListedItem, Listing, ListOptions } from '../../../ports/feed.ts'
import { placeOf } from '../ground.ts'
import { listFolder } from '../list.ts'
import { codeOf, refusals } from '../refusals.ts'
import type { ContainerFile, ContainerListing } from './container.ts'
import { unpackedPath } from './lines.ts'
import { prefixOf, shapeIn } from './locate.ts'
import type { Shape } from './names.ts'
import type { Chats } from './open.ts'
import { withoutAttendants } from './owners.ts'

/** The files of a folder, each told apart into its items. One that cannot be opened keeps what is known of it. */
export async function listChats(chats: Chats, asked: ListOptions): Promise<Listing> {
  const { items: found, ...rest } = await listFolder(chats.tree, asked)
  const known = asked.known ?? new Map<string, string>()
  const files = filesAmong(found, chats)
  const items: ListedItem[] = []
  const skipped: Skipped[] = [...rest.skipped, ...files.skipped]
  const problems: Problem[] = [...rest.problems]
  for (const each of files.taken) {
    if (asked.signal?.aborted) return { items, skipped, problems, complete: false }
    const listing = await listFile(chats, each, { ...asked, known })
    for (const item of listing.items) {
      const why = chats.tree.choice.excludedBy(item.path)
      if (why !== undefined) skipped.push({ path: item.path, why })
      else items.push(remember(chats, item, each))
    }
    append(skipped, listing.skipped ?? [])
    append(problems, listing.problems ?? [])
  }
  const attended = await withoutAttendants(chats.tree, { items, skipped, known })
  return { ...attended, problems, complete: rest.complete && !asked.signal?.aborted }
}

interface File {
  readonly file: ContainerFile
  readonly shape: Shape
}

function filesAmong(items: readonly ListedItem[], { tree }: Chats) {
  const ground = tree.ground()
  const plain = new Set(items.map(({ path }) => path))
  const taken: File[] = []
  const skipped: Skipped[] = []
  for (const item of items) {
    const shape = shapeIn(tree, item.path)
    const at = ground && placeOf(ground, item.path)
    const unpacked = unpackedPath(item.path)
    if (!shape || at === undefined) skipped.push({ path: item.path, why: 'no conversation by its name' })
    else if (unpacked !== item.path && plain.has(unpacked))
      skipped.push({ path: item.path, why: `a copy of ${unpacked}`, rule: 'a copy of what is kept' })
    else taken.push({ shape, file: { ...item, at } })
  }
  return { taken, skipped }
}

const remember = ({ located }: Chats, item: ListedItem, { file, shape }: File): ListedItem => {
  located.set(item.path, { file, shape, stamp: item.stamp })
  return item
}

type Asked = ListOptions & { readonly known: ReadonlyMap<string, string> }

async function listFile(chats: Chats, { file, shape }: File, { known, signal }: Asked): Promise<ContainerListing> {
  const prefix = prefixOf(chats.tree, shape)
  const knownThere = prefix === '' ? known : new Map([...known].map(([path, stamp]) => [prefix + path, stamp]))
  try {
    const listing = await chats.containers[shape].list(file, knownThere, signal)
    if (prefix === '') return listing
    const unprefixed = <T extends { readonly path: string }>(each: T): T => ({
      ...each,
      path: each.path.startsWith(prefix) ? each.path.slice(prefix.length) : each.path,
    })
    return { ...listing, items: listing.items.map(unprefixed), skipped: listing.skipped?.map(unprefixed) }
  } catch (error) {
    /** Stopped in the middle: the listing says so. */
    if (signal?.aborted) return { items: [] }
    return { items: asKnown(file, prefix, known), problems: [problemOf(file.path, error)] }
  }
}

function problemOf(path: string, error: unknown): Problem {
  if (isWukuError(error)) return { path, said: error.message, remedy: error.remedy }
  if (error instanceof Error && 'code' in error && /^Z(?:STD)?_/.test(String(error.code)))
    return {
      path,
      said: 'It is damaged: it cannot be unpacked.',
      remedy: 'Bring back a good copy, or leave it out with --exclude.',
    }
  return refusals.unreadable(path, codeOf(error))
}

function asKnown(
  { path, modifiedAt }: ContainerFile,
  prefix: string,
  known: ReadonlyMap<string, string>,
): readonly ListedItem[] {
  const whole = unpackedPath(path)
  const isOfIt = (item: string): boolean =>
    prefix !== '' || item === whole || item.startsWith(`${whole}@`) || item.startsWith(`${whole}/`)
  return [...known].flatMap(([item, stamp]) => (isOfIt(item) ? [{ path: item, stamp, bytes: 0, modifiedAt }] : []))
}
