import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fullPathOf } from '@wuku/core/part-paths'
import { placeOf, type Tree } from '@wuku/folders/root-folder'
import { stampOf } from '@wuku/folders/entries'
import type { ContainerFile, Container } from './container.ts'
import { holdsItems, shapeOf, type Shape } from './chat-file-names.ts'
import type { Sidecar } from '@wuku/core/ports/feed'

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
export interface Located {
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
export const shapeIn = (tree: Tree, path: string): Shape | undefined =>
  shapeOf(path) ?? (tree.foundRoot()?.only === undefined ? undefined : 'database')

/** Current facts about a plain file; `undefined` for a path that leads out of the root, even by a link. */
export function fileAt(tree: Tree, path: string): ContainerFile | undefined {
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
