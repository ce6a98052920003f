import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  readlinkSync,
} from 'node:fs'
import type { Problem } from '@wuku/core/core-types'
import { attempt } from '@wuku/core/environment'
import { codeOf, refusals } from './feed-refusals.ts'

export type Entry = Pick<
  Dirent | Stats,
  'isDirectory' | 'isFile' | 'isSymbolicLink' | 'isFIFO' | 'isSocket' | 'isBlockDevice' | 'isCharacterDevice'
>

export interface NamedEntry extends Entry {
  readonly name: string
}

export interface Trouble {
  problem(problem: Problem): void
  /** The contents of the folder are unknown. */
  lost(problem: Problem): void
}

/** In no promised order. A folder that was swapped for a link since its parent was read is not entered. */
export function readEntries(folder: { path: string; at: string }, trouble: Trouble): readonly NamedEntry[] {
  const path = folder.path || '.'
  try {
    if (truePlaceOfFolder(folder.at) !== folder.at) throw Object.assign(new Error('swapped'), { code: 'ENOTDIR' })
    const entries = readdirSync(folder.at, { withFileTypes: true })
    return entries.some(isDoubtful) ? legibleOf(entries, folder, trouble) : entries
  } catch (error) {
    const code = codeOf(error)
    /** Nothing under such a path can ever have been listed, so nothing is lost. */
    if (code === 'ENAMETOOLONG') trouble.problem(refusals.pathTooLong(path))
    else trouble.lost(refusals.unreadable(path, code))
    return []
  }
}

/** Asking an open folder costs a tenth of resolving its path, where the system can be asked. */
function truePlaceOfFolder(at: string): string {
  if (process.platform !== 'linux') return realpathSync.native(at)
  const folder = openSync(at, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    return truePlaceOf(folder, at)
  } finally {
    closeSync(folder)
  }
}

/** `undefined` if nothing is there or it cannot be examined. */
export const entryAt = (at: string): Entry | undefined => attempt(() => lstatSync(at, { throwIfNoEntry: false }))

/** Bytes that are not UTF-8 are decoded to this sign; so is the sign itself, which is a lawful name. */
const isDoubtful = ({ name }: NamedEntry): boolean => name.includes('\uFFFD') || hasControls(name)

/** A line break in a name would forge lines of answers, an escape sequence command a terminal. */
// oxlint-disable-next-line no-control-regex
const controls = /[\0-\x1F\x7F-\x9F]/g
const hasControls = (name: string): boolean => name.search(controls) >= 0

function legibleOf(entries: readonly NamedEntry[], folder: { path: string; at: string }, trouble: Trouble) {
  const names = readdirSync(folder.at, { encoding: 'buffer' })
  for (const name of names.filter((bytes) => !isLegible(bytes)))
    trouble.problem(refusals.illegibleName(below(folder.path, name.toString().replace(controls, '\uFFFD'))))
  const legible = new Set(names.filter(isLegible).map(String))
  /** Taken out of the set when met: an illegible twin that decodes to the same text comes in no second time. */
  return entries.filter(({ name }) => legible.delete(name))
}

const isLegible = (name: Buffer): boolean => Buffer.from(name.toString()).equals(name) && !hasControls(name.toString())

export const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/**
 * Size and both times in nanoseconds. The time of the last change of the inode is what notices a rewrite that keeps
 * the size and puts the old modification time back, as `cp -p` and some synchronisers do.
 */
export const stampOf = ({ size, mtimeNs, ctimeNs }: BigIntStats): string =>
  // Joined and not a template, which V8 keeps in its parts: a listing of 200,000 files holds 25 MB less.
  [size, mtimeNs, ctimeNs].map((fact) => fact.toString(36)).join('-')

/** The facts of a listing about a plain file, besides its path. */
export const factsOf = (stats: BigIntStats) => ({
  stamp: stampOf(stats),
  bytes: Number(stats.size),
  modifiedAt: Number(stats.mtimeMs),
})

/**
 * Actual path of an open file or folder. Linux reports it for the file itself, so no swap of a folder for a link,
 * however well timed, gets past; elsewhere the path is resolved once more.
 */
export const truePlaceOf = (file: number, place: string): string =>
  attempt(() => readlinkSync(`/proc/self/fd/${file}`)) ?? realpathSync.native(place)

/** Never waits (a FIFO would) and never follows a link; `undefined` for what is no plain file, or a larger one. */
export function readPlainFile(place: string, largest: number): Buffer | undefined {
  const file = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(file)
    return stats.isFile() && stats.size <= largest ? readFileSync(file) : undefined
  } finally {
    closeSync(file)
  }
}
