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

export const applySplice = (text: string, { at, removed, added }: Splice): string =>
  text.slice(0, at) + added + text.slice(at + removed.length)

/** Compared in strides first: texts that are appended to share megabytes. */
function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at + STRIDE <= most && a.slice(at, at + STRIDE) === b.slice(at, at + STRIDE)) at += STRIDE
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start
  let shared = 0
  while (shared < most && a.charCodeAt(a.length - 1 - shared) === b.charCodeAt(b.length - 1 - shared)) shared++
  return shared
}

const STRIDE = 4_096

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000
