import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { WukuError } from '../../core/errors.ts'
import type { Converter } from '../../ports/converter.ts'
import { isRefusal, type Feed } from '../../ports/feed.ts'
import { createChoice } from './choice.ts'
import { convertItem } from './convert-item.ts'
import { isForeign, rememberGround, type Tree } from './ground.ts'
import { listFolder } from './list.ts'
import { readItem, stampOfItem } from './read.ts'
import { notesTaste, type Taste } from './taste.ts'
import { watchFolder } from './watch.ts'
import { replaceItem } from './write.ts'

export interface FolderOptions {
  /** Absolute real path of a folder, or of the one file that is the whole source. */
  readonly root: string
  /** Globs of files to take, matched in any case against the path below the root. */
  readonly patterns: readonly string[]
  /** Globs of files and folders to leave out. */
  readonly exclude: readonly string[]
  /** Larger files are not taken. */
  readonly maxBytes: number
  /** Of notes when absent. */
  readonly taste?: Taste
  /** What it makes text of is taken though it is none; without it such files are refused as binary. */
  readonly converting?: Converting
}

export interface Converting {
  readonly converter: Converter
  /** Larger files of its kinds are not taken. */
  readonly maxBytes: number
}

/** Nothing is opened until it is asked for: a root that comes and goes is found again by the next call. */
export function openFolder(options: FolderOptions): Feed {
  const { root, maxBytes, taste = notesTaste, converting } = options
  const foreign = converting && { endings: converting.converter.endings, maxBytes: converting.maxBytes }
  const tree: Tree = { root, maxBytes, taste, foreign, ground: rememberGround(root), choice: createChoice(options) }
  return {
    list: (asked) => listFolder(tree, asked),
    read: async (item, scratch) => {
      const read = await readItem(tree, item, scratch)
      const isConverted = converting && !isRefusal(read) && isForeign(item.path, tree)
      return isConverted ? convertItem(read, converting.converter) : read
    },
    stamp: async (path) => stampOfItem(tree.ground(), path),
    replace: async (file) => replaceItem(tree, file),
    isThere: async () => tree.ground() !== undefined,
    watch: (changed, signal, looks) => watchFolder(tree, changed, signal, { looks }),
  }
}

/** The absolute real path of a folder or file; `~` is the caller's to expand. */
export async function resolveRoot(path: string): Promise<string> {
  try {
    const root = await realpath(resolve(path))
    const stats = await stat(root)
    if (stats.isDirectory() || stats.isFile()) return root
  } catch (error) {
    throw rootMissing(path, error)
  }
  throw rootMissing(path, undefined)
}

const rootMissing = (path: string, cause: unknown): WukuError =>
  new WukuError(
    'root-missing',
    `No readable file or folder at "${path}".`,
    'Check the spelling and the permissions, or give the full path.',
    { cause },
  )
