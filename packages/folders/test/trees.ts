import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openFolder, type FolderOptions } from '../src/folder.ts'
import type { Feed, ListOptions } from '@wuku/core/ports/feed'
import { scratchFolder } from '../../../test/scratch.ts'

/** What lies at a path: text or bytes, or something that is not a plain file. A path that ends with `/` is an empty folder. */
export type Planted = string | Uint8Array | { readonly link: string } | { readonly sparse: number } | 'fifo:'
export type Tree = Readonly<Record<string, Planted>>

/** A folder of its own for one test, gone afterwards. The source is `notes` in it, so that tests can plant beside it. */
export function plant(tree: Tree): string {
  const around = scratchFolder()
  const root = join(around, 'notes')
  mkdirSync(root)
  add(root, tree)
  return root
}

export function add(root: string, tree: Tree): void {
  for (const [path, planted] of Object.entries(tree)) plantOne(join(root, path), path.endsWith('/'), planted)
}

function plantOne(place: string, isFolder: boolean, planted: Planted): void {
  mkdirSync(isFolder ? place : dirname(place), { recursive: true })
  if (isFolder) return
  if (planted === 'fifo:') execFileSync('mkfifo', [place])
  else if (typeof planted === 'string' || planted instanceof Uint8Array) writeFileSync(place, planted)
  else if ('link' in planted) symlinkSync(planted.link, place)
  else {
    writeFileSync(place, '')
    truncateSync(place, planted.sparse)
  }
}

export const feedOf = (root: string, options: Partial<FolderOptions> = {}): Feed =>
  openFolder({ root, patterns: ['**/*.md'], exclude: [], maxBytes: 1024, ...options })

export interface Seen {
  readonly items: readonly string[]
  /** `path: why` */
  readonly skipped: readonly string[]
  /** `path: said` */
  readonly problems: readonly string[]
  readonly complete: boolean
}

export async function see(feed: Feed, options: ListOptions = {}): Promise<Seen> {
  const { items, skipped, problems, complete } = await feed.list(options)
  return {
    items: items.map(({ path }) => path),
    skipped: skipped.map(({ path, why }) => `${path}: ${why}`),
    problems: problems.map(({ path, said }) => `${path}: ${said}`),
    complete,
  }
}
