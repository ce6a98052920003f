import { hash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/folders'
import { createLruMap } from '@wuku/core/lru-map'
import { once } from '@wuku/core/once'
import type { Converter, RefusedFile } from '@wuku/core/ports/converter'
import { type Feed, isRefusal, type RawItem, type Refusal } from '@wuku/core/ports/feed'
import { createPathSelection } from './path-selection.ts'
import { endingIn, rememberRootFolder, type Tree } from './root-folder.ts'
import { listFolder } from './list.ts'
import { fileAt, readItem, readPicture } from './read.ts'
import { notesPolicy, type IgnorePolicy } from './ignore-policy.ts'
import { watchFolder } from './watch.ts'

export interface FolderOptions {
  /** Absolute real path of a folder, or of the one file that is the whole source. */
  readonly root: string
  /** Globs of files to take, matched in any case against the path below the root. */
  readonly patterns: readonly string[]
  readonly exclude: readonly string[]
  readonly maxBytes: number
  /** Policy of the folder; that for notes if absent. */
  readonly policy?: IgnorePolicy
  /** Files that it converts are taken although they are no text; without it such files are refused as binary. */
  readonly converting?: {
    readonly converter: Converter
    /** Larger files of its kinds are not taken. */
    readonly maxBytes: number
  }
}

/** Nothing is opened until it is asked for: a root that comes and goes is found again by the next call. */
export function openFolder(options: FolderOptions): Feed {
  const { root, maxBytes, policy = notesPolicy, converting } = options
  const foreign = converting && { endings: converting.converter.endings, maxBytes: converting.maxBytes }
  // A search opens a feed to look at a few files, and asks for none by pattern.
  const selection = once(() => createPathSelection(options))
  const tree: Tree = {
    root,
    maxBytes,
    policy,
    foreign,
    foundRoot: rememberRootFolder(root),
    get selection() {
      return selection()
    },
  }
  return {
    list: (listOptions) => listFolder(tree, listOptions),
    read: async (item, scratch) => {
      const read = await readItem(tree, item, scratch)
      return converting && !isRefusal(read) ? convertItem(read, converting.converter) : read
    },
    picture: (path) => readPicture(tree, path),
    stamp: async (path) => fileAt(tree.foundRoot(), path)?.stamp,
    replace: async (file) => (await import('./write.ts')).replaceItem(tree, file),
    isThere: async () => tree.foundRoot() !== undefined,
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
  new WukuError('root-missing', msg('rootMissing', { path }), { cause })

/** The item with the text that a converter makes of it, and the facts that come with that text; others as they are. */
export async function convertItem(
  item: RawItem,
  converter: Converter,
  signal = new AbortController().signal,
): Promise<RawItem | Refusal> {
  const { path, bytes } = item
  if (!converter.endings.has(endingIn(path))) return item
  const made = await converter.convert({ path, bytes }, signal)
  if ('said' in made) return made
  const about = { as: made.as, ...(made.title !== undefined && { title: made.title }) }
  return { ...item, bytes: made.bytes, sidecar: { about: JSON.stringify(about) } }
}

/** Some minutes of scanned books, which are refused as slowly as others are read. */
const REMEMBERED = 2_000

/**
 * Files that were refused once are refused again without being read: a watched folder is listed at every save, and the
 * index has no entry for unreadable files.
 */
export function rememberRefusals(converter: Converter): Converter {
  const refused = createLruMap<string, RefusedFile>(REMEMBERED)
  return {
    endings: converter.endings,
    version: converter.version,
    close: () => converter.close(),
    async convert(file, signal) {
      const key = `${file.path.slice(file.path.lastIndexOf('.')).toLowerCase()} ${hash('sha256', file.bytes, 'hex')}`
      const known = refused.get(key)
      if (known) return { ...known, path: file.path }
      const made = await converter.convert(file, signal)
      if ('said' in made && made.isLasting) refused.set(key, made)
      return made
    },
  }
}
