/**
 * Letters to insert, delete, change or swap with their neighbour to make `b` of `a`; `max + 1` when it is more than `max`. For each number of
 * errors, and for each shift between the two, it keeps only how far into `a` one can get: the work grows with the
 * square of `max` and hardly with the length.
 */
export function editDistance(a: string, b: string, max: number): number {
  const goal = b.length - a.length
  if (Math.abs(goal) > max) return max + 1
  const reach = new Int32Array(2 * max + 3).fill(-a.length - 1)
  const zero = max + 1
  for (let errors = 0; errors <= max; errors++) {
    let before = reach[zero - errors - 1] ?? 0
    for (let shift = -errors; shift <= errors; shift++) {
      const here = reach[zero + shift] ?? 0
      const after = reach[zero + shift + 1] ?? 0
      const furthest = errors === 0 ? 0 : Math.max(here + (isSwap(a, b, here, shift) ? 2 : 1), before, after + 1)
      const row = followEqual(a, b, Math.min(furthest, a.length, b.length - shift), shift)
      if (shift === goal && row === a.length) return errors
      reach[zero + shift] = row
      before = here
    }
  }
  return max + 1
}

/** Whether the next two letters are the same two the other way round: the slip of fast fingers. */
const isSwap = (a: string, b: string, row: number, shift: number): boolean =>
  row >= 0 &&
  row + 1 < a.length &&
  row + shift >= 0 &&
  a.charCodeAt(row) === b.charCodeAt(row + shift + 1) &&
  a.charCodeAt(row + 1) === b.charCodeAt(row + shift)

function followEqual(a: string, b: string, from: number, shift: number): number {
  let row = from
  while (row < a.length && row + shift < b.length && a.charCodeAt(row) === b.charCodeAt(row + shift)) row++
  return row
}

/**
 * The candidates nearest to `target` in lower case, nearest first, then by text. Paths are near when they are near as a
 * whole, or when their last segments are: then somebody knew the file but not its folder. More than one letter may be
 * wrong only in every third, or short names would resemble everything.
 */
export function nearest(
  target: string,
  candidates: Iterable<string>,
  { max, limit }: { readonly max: number; readonly limit: number },
): string[] {
  const fullProbe = createProbe(target.toLowerCase(), max)
  const last = createProbe(lastSegment(target.toLowerCase()), max)
  const found: { candidate: string; distance: number }[] = []
  for (const candidate of candidates) {
    const path = candidate.toLowerCase()
    const distance = Math.min(distanceFrom(fullProbe, path), distanceFrom(last, lastSegment(path)) + WRONG_FOLDER)
    if (distance !== Infinity) found.push({ candidate, distance })
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  return found.slice(0, limit).map(({ candidate }) => candidate)
}

/** Ranks another folder's file behind two wrong letters in the right folder. */
const WRONG_FOLDER = 2

interface Probe {
  readonly text: string
  readonly letters: number
  readonly max: number
}

const createProbe = (text: string, max: number): Probe => ({
  text,
  letters: lettersOf(text),
  max: Math.min(max, Math.max(1, Math.floor(text.length / 3))),
})

function distanceFrom({ text, letters, max }: Probe, other: string): number {
  if (Math.abs(text.length - other.length) > max || differingLetters(letters, lettersOf(other)) > max) return Infinity
  const distance = editDistance(text, other, max)
  return distance > max ? Infinity : distance
}

/** Which letters a text holds, one bit for each, so that most texts need no closer look. */
function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters
}

/** Letters that only one of two texts holds. A change may take one away and bring another. */
const differingLetters = (a: number, b: number): number => Math.max(countBits(a & ~b), countBits(b & ~a))

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The one place in which two texts differ: what stood `at` was taken out, and something else put in. */
export interface Splice {
  readonly at: number
  readonly removed: string
  readonly added: string
}

/** The shortest one: the common beginning first, then the common end. No surrogate pair is torn. */
export function findSplice(before: string, after: string): Splice {
  const common = commonStart(before, after)
  const start = isHigh(before.charCodeAt(common - 1)) ? common - 1 : common
  const same = commonEnd(before, after, start)
  const shared = isLow(before.charCodeAt(before.length - same)) ? same - 1 : same
  return {
    at: start,
    removed: before.slice(start, before.length - shared),
    added: after.slice(start, after.length - shared),
  }
}

/** Compared in strides first: texts that are appended to share megabytes. */
function commonStart(a: string, b: string): number {
  const maxShared = Math.min(a.length, b.length)
  let at = 0
  while (at + STRIDE <= maxShared && a.slice(at, at + STRIDE) === b.slice(at, at + STRIDE)) at += STRIDE
  while (at < maxShared && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

function commonEnd(a: string, b: string, start: number): number {
  const maxShared = Math.min(a.length, b.length) - start
  let shared = 0
  while (shared < maxShared && a.charCodeAt(a.length - 1 - shared) === b.charCodeAt(b.length - 1 - shared)) shared++
  return shared
}

const STRIDE = 4_096

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000
