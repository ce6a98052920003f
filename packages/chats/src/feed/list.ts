import { msg } from '@wuku/messages/chats'
import { append } from '@wuku/core/list-helpers'
import { isWukuError } from '@wuku/core/errors'
import type { Problem, Skipped } from '@wuku/core/core-types'
import type { ListedItem, Listing, ListOptions, Sidecar } from '@wuku/core/ports/feed'
import { placeOf, type Tree } from '@wuku/folders/root-folder'
import { listFolder } from '@wuku/folders/list'
import { fileAt } from '@wuku/folders/read'
import { codeOf, refusals } from '@wuku/folders/feed-refusals'
import type { ContainerFile, ContainerListing, Container } from './container.ts'
import { OTHER_DATA, type Shape, ownerOf, holdsItems, shapeOf } from './chat-file-names.ts'
import { fullPathOf } from '@wuku/core/part-paths'
import { readChunks } from './plain.ts'
import { findSpans, NOT_TO_BE_INDEXED, PART_BYTES, knownSpans, unpackedPath } from './line-container.ts'
import { basename, dirname } from 'node:path'

/** Lists the files of a folder, split into items. A file that cannot be opened keeps its known items. */
export async function listChats(chats: Chats, options: ListOptions): Promise<Listing> {
  const { items: found, ...rest } = await listFolder(chats.tree, { signal: options.signal, folders: options.folders })
  const known = options.known ?? new Map<string, string>()
  const files = filesAmong(found, chats)
  const items: ListedItem[] = []
  const skipped = [...rest.skipped, ...files.skipped].filter(isNewsIn(chats))
  const problems: Problem[] = [...rest.problems]
  for (const each of files.taken) {
    if (options.signal?.aborted) return { items, skipped, problems, complete: false }
    const listing = await listFile(chats, each, { signal: options.signal, known })
    for (const item of listing.items) {
      const why = chats.tree.selection.excludedBy(item.path)
      if (why !== undefined) skipped.push({ path: item.path, why })
      else {
        items.push(item)
        chats.located.set(item.path, { ...each, stamp: item.stamp })
      }
    }
    append(skipped, listing.skipped ?? [])
    append(problems, listing.problems ?? [])
  }
  const attended = await withoutAttendants(chats.tree, { items, skipped }, known)
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

function asKnown({ path, modifiedAt }: ContainerFile, prefix: string, known: ReadonlyMap<string, string>) {
  const basePath = unpackedPath(path)
  const isOfIt = (item: string): boolean =>
    prefix !== '' || item === basePath || item.startsWith(`${basePath}@`) || item.startsWith(`${basePath}/`)
  return [...known].flatMap(([item, stamp]) => (isOfIt(item) ? [{ path: item, stamp, bytes: 0, modifiedAt }] : []))
}

/**
 * Files in the folder of a conversation belong to it: results of its tools, its subagents. They are left out along with
 * it, even in a listing of other folders.
 */
async function withoutAttendants(
  tree: Tree,
  { items, skipped }: Pick<Listing, 'items' | 'skipped'>,
  known: ReadonlyMap<string, string>,
): Promise<Pick<Listing, 'items' | 'skipped'>> {
  const listed = new Set(items.map(({ path }) => path))
  const optOuts = new Map(skipped.filter(({ why }) => why === NOT_TO_BE_INDEXED).map(({ path }) => [path, true]))
  const attendants = new Set([...listed, ...known.keys()].filter((path) => ownerOf(path) !== undefined))
  for (const owner of new Set([...attendants].map((path) => ownerOf(path) ?? '')))
    if (!optOuts.has(owner))
      optOuts.set(owner, await asksToBeLeftOut(fileAt(tree.foundRoot(), owner), known, listed.has(owner)))
  const isLeftOut = (path: string): boolean =>
    optOuts.get(fullPathOf(path)) === true || optOuts.get(ownerOf(path) ?? '') === true
  const left = [...new Set([...listed, ...attendants])].filter(isLeftOut)
  return {
    items: items.filter(({ path }) => !isLeftOut(path)),
    skipped: [...skipped, ...left.map((path) => ({ path, why: NOT_TO_BE_INDEXED }))],
  }
}

/** An unchanged conversation was examined when it was indexed, and a long one when it was listed. */
async function asksToBeLeftOut(file: ContainerFile | undefined, known: ReadonlyMap<string, string>, isListed: boolean) {
  if (!file || known.get(file.path) === file.stamp || knownSpans(file.path, file.stamp, known)) return false
  if (file.bytes > PART_BYTES && isListed) return false
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
  /** Places of the items in the last listing, with the stamps of then. */
  readonly located: Map<string, File & { readonly stamp: string }>
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

/** The file of an item that was not listed: its path is the item's, or contains it. */
export function fileOf(tree: Tree, item: string): File | undefined {
  const only = tree.foundRoot()?.only
  const basePath = fullPathOf(item)
  const candidates = only === undefined ? [basePath, `${basePath}.zst`, ...foldersOf(item)] : [only]
  for (const path of candidates) {
    const shape = shapeIn(tree, path)
    const isContainer = path !== basePath && path !== `${basePath}.zst` && only === undefined
    const file = shape && (!isContainer || holdsItems(shape)) ? fileAt(tree.foundRoot(), path) : undefined
    if (file && shape) return { file, shape }
  }
  return undefined
}

/** The user named a file: where its name says nothing it is taken for a database, and looked into. */
const shapeIn = (tree: Tree, path: string): Shape | undefined =>
  shapeOf(path) ?? (tree.foundRoot()?.only === undefined ? undefined : 'database')

/** `a/b/c` lies in `a/b` and in `a`. */
const foldersOf = (path: string): readonly string[] =>
  path.lastIndexOf('/') > 0 ? [dirname(path), ...foldersOf(dirname(path))] : []

/**
 * Prefix that containers add to items and that is removed if the file is the whole source, since ids alone name items
 * there. `''` for all others.
 */
export const prefixOf = (tree: Tree, shape: Shape): string =>
  tree.foundRoot()?.only !== undefined && holdsItems(shape) ? `${basename(tree.root)}/` : ''
