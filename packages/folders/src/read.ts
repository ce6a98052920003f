import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type BigIntStats } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Problem } from '@wuku/core/core-types'
import { attempt } from '@wuku/core/environment'
import type { ListedItem, RawItem, Refusal } from '@wuku/core/ports/feed'
import { limitsFor, placeOf, type RootFolder, type Tree } from './root-folder.ts'
import { codeOf, isGone, refusals } from './feed-refusals.ts'
import { isSecretPath } from './secrets.ts'
import { factsOf, stampOf, truePlaceOf } from './entries.ts'

/** The calls are synchronous: for files of this size that costs a third of awaited ones. */
export async function readItem(tree: Tree, { path }: ListedItem, scratch?: Uint8Array): Promise<RawItem | Refusal> {
  const foundRoot = tree.foundRoot()
  if (!foundRoot) return refusals.rootGone()
  const place = placeOf(foundRoot, path)
  if (place === undefined) return refusals.notInside(path)
  if (isSecretPath(path)) return refusals.secret(path)
  try {
    const read = await readPlace(place, path, limitsFor(path, tree), scratch)
    return read === 'binary'
      ? { ...refusals.binary(path), ...(tree.policy.binaries === 'left out' && { leftOut: 'binary' }) }
      : read
  } catch (error) {
    return refusalOf(path, error)
  }
}

const PICTURE_BYTES = 20 * 1024 * 1024

/** By the rules for files, but that no pattern names it. Hidden and excluded folders are the user's alone. */
export async function readPicture({ foundRoot, selection }: Tree, path: string): Promise<Uint8Array | undefined> {
  const root = foundRoot()
  const place = root && placeOf(root, path)
  const steps = path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))
  const isLeftOut = isSecretPath(path) || /(?:^|\/)\./.test(path) || steps.some((each) => selection.excludedBy(each))
  if (place === undefined || isLeftOut) return undefined
  const limits = { maxBytes: PICTURE_BYTES, setting: '', mayBeBinary: true }
  const read = await readPlace(place, path, limits, undefined).catch(() => undefined)
  return typeof read === 'object' && 'bytes' in read ? read.bytes : undefined
}

/**
 * Today's facts about a plain file, without reading; a path that leads out of the root, even by a link, has none. The
 * ground may be a moment old: its path is looked at again with that of the item's folder.
 */
export function fileAt(foundRoot: RootFolder | undefined, path: string) {
  const at = foundRoot && placeOf(foundRoot, path)
  if (at === undefined) return undefined
  return attempt(() => {
    const stats = lstatSync(at, { bigint: true })
    const isThere = stats.isFile() && realpathSync.native(dirname(at)) === dirname(at)
    return isThere ? { path, at, ...factsOf(stats) } : undefined
  })
}

async function readPlace(
  place: string,
  path: string,
  { maxBytes, setting, mayBeBinary }: ReturnType<typeof limitsFor>,
  scratch: Uint8Array | undefined,
): Promise<RawItem | Problem | 'binary'> {
  /** Opening must neither follow a link nor wait for the other end of a FIFO. */
  const file = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (truePlaceOf(file, place) !== place) return refusals.moved(path)
    const stats = await settledStats(file)
    const size = Number(stats.size)
    if (!stats.isFile()) return refusals.special(path, 'now something else')
    if (size > maxBytes) return refusals.tooLarge(path, size, maxBytes, setting)
    if (!mayBeBinary && size > INSPECTED_BYTES && isBinary(readUpTo(file, INSPECTED_BYTES, scratch))) return 'binary'
    const bytes = readUpTo(file, size, scratch)
    if (bytes.length < size) return refusals.shrunk(path)
    return !mayBeBinary && isBinary(bytes)
      ? 'binary'
      : { path, stamp: stampOf(stats), modifiedAt: Number(stats.mtimeMs), bytes }
  } finally {
    closeSync(file)
  }
}

/** Kernels date writes by a clock that ticks every 1 to 10 ms. */
const TICK = 20n

/**
 * The facts that the stamp is made of, at least a tick after the last write: a second write of the same size within
 * one tick would have the same stamp, and would never be noticed.
 */
async function settledStats(file: number): Promise<BigIntStats> {
  const stats = fstatSync(file, { bigint: true })
  const age = BigInt(Date.now()) - stats.ctimeMs
  if (age < 0n || age >= TICK) return stats
  await setTimeout(Number(TICK - age))
  return fstatSync(file, { bigint: true })
}

/** Files that do not fit into the scratch get memory of their own. */
function readUpTo(file: number, size: number, scratch: Uint8Array | undefined): Uint8Array {
  const bytes = scratch && size <= scratch.length ? scratch : Buffer.allocUnsafeSlow(size)
  let filled = 0
  while (filled < size) {
    const count = readSync(file, bytes, filled, size - filled, filled)
    if (count === 0) break
    filled += count
  }
  return bytes.subarray(0, filled)
}

function refusalOf(path: string, error: unknown): Problem {
  const code = codeOf(error)
  if (code === 'ELOOP') return refusals.moved(path)
  if (code === 'ENXIO') return refusals.special(path, 'a socket or device')
  return isGone(error) ? refusals.gone(path) : refusals.unreadable(path, code)
}

/** A NUL this early means binary; text has none, except in UTF-16. */
const INSPECTED_BYTES = 8 * 1024

function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, INSPECTED_BYTES)
  return head.includes(0) && !hasMarkOfUtf16(head) && !looksLikeUtf16(head)
}

const hasMarkOfUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/**
 * UTF-16 without its mark: the NULs are upper halves of Latin letters, so they are all on one side of the pairs, in at
 * least half of them. Text that is mostly Chinese has too few to be distinguished from binary data and needs its mark.
 */
function looksLikeUtf16(head: Uint8Array): boolean {
  const sides: [number, number] = [0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) sides[at % 2 === 0 ? 0 : 1] += 1
  })
  return Math.min(...sides) === 0 && Math.max(...sides) >= Math.max(4, head.length / 4)
}
