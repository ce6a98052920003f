import { msg } from '@wuku/messages/chats'
import { append } from '@wuku/core/list-helpers'
import { isWukuError } from '@wuku/core/errors'
import type { Problem, Skipped } from '@wuku/core/core-types'
import type { ListedItem, Listing, ListOptions, Sidecar } from '@wuku/core/ports/feed'
import { placeOf, type Tree } from '@wuku/folders/root-folder'
import { listFolder } from '@wuku/folders/list'
import { codeOf, refusals } from '@wuku/folders/feed-refusals'
import type { ContainerFile, ContainerListing, Container } from './container.ts'
import { unpackedPath } from './line-container.ts'
import { OTHER_DATA, type Shape, ownerOf, holdsItems, shapeOf } from './chat-file-names.ts'
import { fullPathOf } from '@wuku/core/part-paths'
import { readChunks } from './plain.ts'
import { findSpans, NOT_TO_BE_INDEXED, PART_BYTES, knownSpans } from './spans.ts'
import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { stampOf } from '@wuku/folders/entries'

/** Lists the files of a folder, split into items. A file that cannot be opened keeps its known items. */
export async function listChats(chats: Chats, options: ListOptions): Promise<Listing> {
  const { items: found, ...rest } = await listFolder(chats.tree, options)
  const known = options.known ?? new Map<string, string>()
  const files = filesAmong(found, chats)
  const items: ListedItem[] = []
  const skipped = [...rest.skipped, ...files.skipped].filter(isNewsIn(chats))
  const problems: Problem[] = [...rest.problems]
  for (const each of files.taken) {
    if (options.signal?.aborted) return { items, skipped, problems, complete: false }
    const listing = await listFile(chats, each, { ...options, known })
    for (const item of listing.items) {
      const why = chats.tree.selection.excludedBy(item.path)
      if (why !== undefined) skipped.push({ path: item.path, why })
      else items.push(remember(chats, item, each))
    }
    append(skipped, listing.skipped ?? [])
    append(problems, listing.problems ?? [])
  }
  const attended = await withoutAttendants(chats.tree, { items, skipped, known })
  return { ...attended, problems, complete: rest.complete && !options.signal?.aborted }
}

const OTHER_NAME = 'not a conversation by its name'

/** If patterns choose the conversations of a program, its settings, locks and plugins are not reported as left out. */
const isNewsIn = ({ tree: { selection } }: Chats) => {
  const known = new Set(selection.isChosen ? [String(selection.unmatched), OTHER_NAME, OTHER_DATA] : [])
  return ({ why }: Skipped): boolean => !known.has(String(why))
}

interface File {
  readonly file: ContainerFile
  readonly shape: Shape
}

function filesAmong(items: readonly ListedItem[], { tree }: Chats) {
  const foundRoot = tree.foundRoot()
  const plain = new Set(items.map(({ path }) => path))
  const acceptedFiles: File[] = []
  const skipped: Skipped[] = []
  for (const item of items) {
    const shape = shapeIn(tree, item.path)
    const at = foundRoot && placeOf(foundRoot, item.path)
    const unpacked = unpackedPath(item.path)
    if (!shape || at === undefined) skipped.push({ path: item.path, why: OTHER_NAME })
    else if (unpacked !== item.path && plain.has(unpacked))
      skipped.push({ path: item.path, why: msg('copyOf', { path: unpacked }), rule: 'a copy of a kept conversation' })
    else acceptedFiles.push({ shape, file: { ...item, at } })
  }
  return { taken: acceptedFiles, skipped }
}

const remember = ({ located }: Chats, item: ListedItem, { file, shape }: File): ListedItem => {
  located.set(item.path, { file, shape, stamp: item.stamp })
  return item
}

type ListRequest = ListOptions & { readonly known: ReadonlyMap<string, string> }

async function listFile(
  chats: Chats,
  { file, shape }: File,
  { known, signal }: ListRequest,
): Promise<ContainerListing> {
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
  if (isWukuError(error)) return { path, said: error.texts.message, remedy: error.texts.remedy }
  if (error instanceof Error && 'code' in error && /^Z(?:STD)?_/.test(String(error.code)))
    return {
      path,
      said: 'It is damaged: it cannot be unpacked.',
      remedy: 'Restore a good copy, or leave it out with --exclude.',
    }
  return refusals.unreadable(path, codeOf(error))
}

function asKnown(
  { path, modifiedAt }: ContainerFile,
  prefix: string,
  known: ReadonlyMap<string, string>,
): readonly ListedItem[] {
  const basePath = unpackedPath(path)
  const isOfIt = (item: string): boolean =>
    prefix !== '' || item === basePath || item.startsWith(`${basePath}@`) || item.startsWith(`${basePath}/`)
  return [...known].flatMap(([item, stamp]) => (isOfIt(item) ? [{ path: item, stamp, bytes: 0, modifiedAt }] : []))
}

interface Found {
  readonly items: readonly ListedItem[]
  readonly skipped: readonly Skipped[]
  /** Stamps that the store has. */
  readonly known: ReadonlyMap<string, string>
}

/**
 * Files in the folder of a conversation belong to it: results of its tools, its subagents. They are left out along with
 * it, even in a listing of other folders.
 */
async function withoutAttendants(
  tree: Tree,
  { items, skipped, known }: Found,
): Promise<{ readonly items: readonly ListedItem[]; readonly skipped: readonly Skipped[] }> {
  const listed = new Set(items.map(({ path }) => path))
  const optOuts = new Map(skipped.filter(({ why }) => why === NOT_TO_BE_INDEXED).map(({ path }) => [path, true]))
  const attendants = new Set([...listed, ...known.keys()].filter((path) => ownerOf(path) !== undefined))
  for (const owner of new Set([...attendants].map((path) => ownerOf(path) ?? '')))
    if (!optOuts.has(owner)) optOuts.set(owner, await asksToBeLeftOut(tree, owner, { known, listed }))
  const isLeftOut = (path: string): boolean => {
    const basePath = fullPathOf(path)
    return optOuts.get(basePath) === true || optOuts.get(ownerOf(path) ?? '') === true
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

/** An unchanged conversation was examined when it was indexed, and a long one when it was listed. */
async function asksToBeLeftOut(tree: Tree, owner: string, { known, listed }: Seen): Promise<boolean> {
  const file = fileAt(tree, owner)
  if (!file || known.get(owner) === file.stamp || knownSpans(owner, file.stamp, known)) return false
  if (file.bytes > PART_BYTES && listed.has(owner)) return false
  try {
    return (await findSpans(readChunks(file))).asksToBeLeftOut
  } catch {
    return false
  }
}

/** A source of conversations, between its calls. */
export interface Chats {
  readonly tree: Tree
  readonly containers: Readonly<Record<Shape, Container>>
  readonly exclusions: Exclusions
  /** Places of the items in the last listing. */
  readonly located: Map<string, Located>
}

/**
 * Conversations that the user keeps out of the index, in any source: by id, or by the folder in which the agent worked.
 * A leading `/`, drive or `~` marks a folder; the caller expands it.
 */
export interface Exclusions {
  /** Globs of paths below a root, for exclusions that the name of a file or folder shows. */
  readonly paths: readonly string[]
  /** The glob that a conversation falls under by the folder in which it was held. */
  against(bytes: Uint8Array, siblingFacts: Sidecar | undefined): string | undefined
}

/** Location of an item. */
interface Located {
  readonly file: ContainerFile
  readonly shape: Shape
  /** As it was listed. */
  readonly stamp: string
}

/** The file of an item that was not listed: its path is the item's, or contains it. */
export function fileOf(tree: Tree, item: string): { readonly file: ContainerFile; readonly shape: Shape } | undefined {
  const only = tree.foundRoot()?.only
  const basePath = fullPathOf(item)
  const candidates = only === undefined ? [basePath, `${basePath}.zst`, ...foldersOf(item)] : [only]
  for (const path of candidates) {
    const shape = shapeIn(tree, path)
    const isContainer = path !== basePath && path !== `${basePath}.zst` && only === undefined
    const file = shape && (!isContainer || holdsItems(shape)) ? fileAt(tree, path) : undefined
    if (file && shape) return { file, shape }
  }
  return undefined
}

/** The user named a file: where its name says nothing it is taken for a database, and looked into. */
const shapeIn = (tree: Tree, path: string): Shape | undefined =>
  shapeOf(path) ?? (tree.foundRoot()?.only === undefined ? undefined : 'database')

/** Current facts about a plain file; `undefined` for a path that leads out of the root, even by a link. */
function fileAt(tree: Tree, path: string): ContainerFile | undefined {
  const foundRoot = tree.foundRoot()
  const at = foundRoot && placeOf(foundRoot, path)
  if (at === undefined) return undefined
  try {
    const stats = lstatSync(at, { bigint: true })
    if (!stats.isFile() || realpathSync.native(dirname(at)) !== dirname(at)) return undefined
    return { path, at, stamp: stampOf(stats), bytes: Number(stats.size), modifiedAt: Number(stats.mtimeMs) }
  } catch {
    return undefined
  }
}

/** `a/b/c` lies in `a/b` and in `a`. */
const foldersOf = (path: string): readonly string[] =>
  path.lastIndexOf('/') > 0 ? [dirname(path), ...foldersOf(dirname(path))] : []

/**
 * Prefix that containers add to items and that is removed if the file is the whole source, since ids alone name items
 * there. `''` for all others.
 */
export const prefixOf = (tree: Tree, shape: Shape): string =>
  tree.foundRoot()?.only !== undefined && holdsItems(shape) ? `${basename(tree.root)}/` : ''
