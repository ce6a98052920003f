import { msg } from '@wuku/messages/folders'
import { lstatSync } from 'node:fs'
import { basename, sep } from 'node:path'
import { compareTexts } from '@wuku/core/list-helpers'
import type { Problem, Skipped } from '@wuku/core/core-types'
import type { ListedItem, Listing, ListOptions } from '@wuku/core/ports/feed'
import { findRootFolder, limitsFor, placeOf, type Tree } from './root-folder.ts'
import { bytesInWords, codeOf, refusals } from './feed-refusals.ts'
import { isSecretFile, isSecretFolder } from './secrets.ts'
import { factsOf } from './entries.ts'
import { createWalk, folderAt, silent, walkFolder, walkTree, type Sink, type Walk } from './walk.ts'

/** A run that was stopped answers what it has seen, as a listing that broke off. */
export async function listFolder(tree: Tree, { signal, folders, isUnchanged }: ListOptions): Promise<Listing> {
  const found: Find = { items: [], skipped: [], problems: [], complete: true, isUnchanged }
  const foundRoot = findRootFolder(tree.root)
  if (!foundRoot) return ended({ ...found, problems: [refusals.rootGone()], complete: false })
  if (tree.root.split(sep).some(isSecretFolder)) return ended({ ...found, problems: [refusals.rootSecret()] })
  if (foundRoot.only !== undefined) acceptOnlyFile(tree, found)
  else await walkFolders(createWalk(foundRoot, tree, sinkInto(found, tree), signal), folders)
  if (signal?.aborted) found.complete = false
  if (findRootFolder(tree.root)?.identity !== foundRoot.identity) lose(found, refusals.rootChanged())
  return ended(found)
}

interface Find {
  readonly items: ListedItem[]
  readonly skipped: Skipped[]
  readonly problems: Problem[]
  complete: boolean
  readonly isUnchanged: ListOptions['isUnchanged']
}

async function walkFolders(walk: Walk, folders: readonly string[] | undefined): Promise<void> {
  if (folders === undefined) {
    const root = folderAt(walk, '')
    return root && walkTree(walk, root)
  }
  for (const path of new Set(folders)) {
    if (walk.signal?.aborted) return
    const isPath = path === '' || placeOf(walk.foundRoot, path) !== undefined
    const folder = isPath ? folderAt(walk, path) : undefined
    if (folder) await walkFolder(walk, folder)
  }
}

const sinkInto = (found: Find, tree: Tree): Sink => ({
  ...silent,
  file: (path, at) => acceptFile(path, at, found, tree),
  skipped: (skipped) => found.skipped.push(skipped),
  problem: (problem) => found.problems.push(problem),
  lost: (problem) => lose(found, problem),
})

function acceptFile(path: string, at: string, found: Find, tree: Tree): void {
  const { maxBytes, setting } = limitsFor(path, tree)
  try {
    const stats = lstatSync(at, { bigint: true, throwIfNoEntry: false })
    /** Gone or replaced since the folder was read: the next listing sees what it is then. */
    if (!stats?.isFile()) return
    const item = { path, ...factsOf(stats) }
    if (item.bytes <= maxBytes) return found.isUnchanged?.(item) ? undefined : void found.items.push(item)
    if (tree.policy.largeFiles === 'refused')
      found.problems.push(refusals.tooLarge(path, item.bytes, maxBytes, setting))
    else found.skipped.push({ path, why: msg('largerThan', { size: bytesInWords(maxBytes) }) })
  } catch (error) {
    lose(found, refusals.unreadable(path, codeOf(error)))
  }
}

/** The one file that the user named is taken whatever patterns and ignore files say; a secret is refused even so. */
function acceptOnlyFile(tree: Tree, found: Find): void {
  const path = basename(tree.root)
  if (isSecretFile(path)) found.problems.push(refusals.secret(path))
  else acceptFile(path, tree.root, found, tree)
}

function lose(found: Find, problem: Problem): void {
  found.problems.push(problem)
  found.complete = false
}

const ended = ({ items, skipped, problems, complete }: Find): Listing => ({
  items: items.toSorted(byPath),
  skipped: skipped.toSorted(byPath),
  problems: problems.toSorted(byPath),
  complete,
})

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => compareTexts(a.path, b.path)
