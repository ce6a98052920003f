import { hash, randomUUID } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import { environmentFailure } from '@wuku/core/environment'
import { limits } from '@wuku/core/limits'
import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/folders'
import type { Problem } from '@wuku/core/core-types'
import type { NewFile } from '@wuku/core/ports/feed'
import { findRootFolder, placeOf, type RootFolder, type Tree } from './root-folder.ts'
import { codeOf, refusals } from './feed-refusals.ts'
import { isSecretFolder, isSecretPath } from './secrets.ts'
import { createWalk, judgeFileAt, silent } from './walk.ts'
import { readPlainFile, truePlaceOf } from './entries.ts'

/**
 * A draft in the same folder replaces the file: a reader, or a process that is killed, meets the old bytes or the new
 * ones. If the system allows it, every step goes through open folders, so that no swap of a folder for a link, however
 * well timed, leads a write out of the root.
 */
export function replaceItem(tree: Tree, file: NewFile): void {
  const foundRoot = requirePlace(tree, file)
  const names = file.path.split('/')
  let folder: Folder | undefined
  try {
    folder = names.slice(0, -1).reduce(enter, openFolder(foundRoot.base, foundRoot.base, file.path))
    sweep(folder)
    putInto(folder, names.at(-1) ?? '', file)
  } catch (error) {
    if (codeOf(error) === 'ELOOP' || codeOf(error) === 'ENOTDIR') throw refused(refusals.moved(file.path))
    throw failureOf(error, file.path) ?? error
  } finally {
    folder?.close()
  }
}

/** By the path that the caller knows, and not by that of a draft. */
function failureOf(error: unknown, path: string): WukuError | undefined {
  const failure = environmentFailure(error)
  const message = failure?.message.replace(/:.*$/s, '')
  return (
    failure &&
    new WukuError(failure.code, msg('wasNotWritten', { path, message: String(message) }), failure.texts.remedy, {
      cause: error,
    })
  )
}

/** Hidden, so that no listing takes it. */
const DRAFT = /^\.wuku-[\da-f-]{36}\.draft$/

function putInto(folder: Folder, name: string, { path, bytes, replaces }: NewFile): void {
  const target = folder.at(name)
  const draft = folder.at(`.wuku-${randomUUID()}.draft`)
  try {
    writeDraft(draft, bytes, modeOf(target, path))
    if (replaces === undefined) putNew(draft, target, path)
    else {
      if (hashOf(target) !== replaces) throw wasWritten(path)
      renameSync(draft, target)
    }
    folder.sync()
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A second name for the draft: unlike a move it fails where something stands. Some systems know no second names. */
function putNew(draft: string, target: string, path: string): void {
  try {
    linkSync(draft, target)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw wasWritten(path)
    if (!NO_LINKS.has(codeOf(error))) throw error
    if (existsSync(target)) throw wasWritten(path)
    renameSync(draft, target)
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

function writeDraft(draft: string, bytes: Uint8Array, mode: number | undefined): void {
  const file = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o666)
  try {
    if (mode !== undefined) fchmodSync(file, mode)
    writeFileSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Mode of the file that is replaced; a file that its owner may not write is refused, though its folder would allow it. */
function modeOf(target: string, path: string): number | undefined {
  const stats = lstatSync(target, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  if (!stats.isFile()) throw refused(refusals.special(path, 'a link or a folder'))
  accessSync(target, constants.W_OK)
  return stats.mode & 0o777
}

function hashOf(target: string): string | undefined {
  const bytes = existsSync(target) ? readPlainFile(target, Infinity) : undefined
  return bytes && hash('sha256', bytes, 'hex')
}

interface Folder {
  readonly place: string
  readonly path: string
  /** Path of one of its names. */
  at(name: string): string
  sync(): void
  close(): void
}

const canReachThroughOpen = process.platform === 'linux' && existsSync('/proc/self/fd')

/** `via` leads to it; `place` is where it must really lie. */
function openFolder(via: string, place: string, path: string): Folder {
  if (!canReachThroughOpen) {
    if (realpathSync.native(place) !== place) throw refused(refusals.moved(path))
    return { place, path, at: (name) => join(place, name), sync: () => {}, close: () => {} }
  }
  const open = openSync(via, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  if (truePlaceOf(open, place) !== place || !fstatSync(open).isDirectory()) {
    closeSync(open)
    throw refused(refusals.moved(path))
  }
  return {
    place,
    path,
    at: (name) => `/proc/self/fd/${open}/${name}`,
    sync: () => fsyncSync(open),
    close: () => closeSync(open),
  }
}

function enter(above: Folder, name: string): Folder {
  try {
    try {
      mkdirSync(above.at(name))
      above.sync()
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    return openFolder(above.at(name), join(above.place, name), above.path)
  } finally {
    above.close()
  }
}

const AN_HOUR = 60 * 60 * 1000

/** Drafts of processes that were killed. A younger one may be in use. */
function sweep(folder: Folder): void {
  for (const name of readdirSync(folder.at('.')).filter((each) => DRAFT.test(each))) {
    const stats = lstatSync(folder.at(name), { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > AN_HOUR) rmSync(folder.at(name), { force: true })
  }
}

function requirePlace(tree: Tree, { path, bytes }: NewFile): RootFolder {
  const foundRoot = findRootFolder(tree.root)
  if (!foundRoot) throw refused(refusals.rootGone())
  if (tree.root.split(sep).some(isSecretFolder)) throw refused(refusals.rootSecret())
  // oxlint-disable-next-line no-control-regex
  if (placeOf(foundRoot, path) === undefined || /[\0-\x1F\x7F-\x9F\uFFFD]/.test(path) || !path.isWellFormed())
    throw refused(refusals.notInside(path.slice(0, 200)))
  if (path.length > limits.pathChars) throw refused(refusals.pathTooLong(path.slice(0, 200)))
  if (isSecretPath(path)) throw refused(refusals.secret(path))
  if (bytes.length > tree.maxBytes)
    throw refused(refusals.tooLarge(path, bytes.length, tree.maxBytes, 'limits.fileBytes'), 'too-large')
  if (foundRoot.only === undefined) requireAccepted(tree, foundRoot, path)
  return foundRoot
}

function requireAccepted(tree: Tree, foundRoot: RootFolder, path: string): void {
  const hidden = path.split('/').find((name) => name.startsWith('.'))
  if (hidden !== undefined) throw leftOut(path, 'hidden files and folders are not written')
  const verdict = judgeFileAt(createWalk(foundRoot, tree, silent), path)
  if (verdict === 'file') return
  if (verdict === 'folder') throw refused(refusals.special(path, 'a folder'))
  throw 'problem' in verdict ? refused(verdict.problem) : leftOut(verdict.skipped.path, verdict.skipped.why)
}

const refused = ({ path, said: message, remedy }: Problem, code: 'bad-input' | 'too-large' = 'bad-input'): WukuError =>
  new WukuError(code, msg('refused', { path, message }), remedy)

const leftOut = (path: string, why: Text): WukuError => new WukuError('bad-input', msg('leftOut', { path, why }))

const wasWritten = (path: string): WukuError => new WukuError('conflict', msg('wasWritten', { path }))
