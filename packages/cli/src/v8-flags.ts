import { setFlagsFromString } from 'node:v8'

/**
 * Young objects of a long run fill semi-spaces that double and double, here and in every thread, and hardly any lives on.
 * Left as they are they save 5 % of CPU and cost 100 MB (docs/decisions/0002-start-up.md). Threads that are started later
 * begin with 4 MB instead of 1: 27,000 files of code take 8 % less CPU, and 10 MB more.
 */
export function keepHeapsSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--min-semi-space-size=4')
}

/**
 * Before much is read: old objects are collected sooner than V8 would. A session of a gigabyte takes 10 % more CPU, and
 * 297 MB instead of 355.
 */
export function collectSooner(): void {
  if (isNode24()) setFlagsFromString('--heap-growing-percent=30')
}

/**
 * Before an archive or a site is fetched: it passes through in pieces that are garbage at once, and their native memory is
 * given back when they are collected. 202 MB take 196 MB of memory instead of 217, and no longer.
 */
export function saveMemoryOfFetching(): void {
  saveMemory()
  setFlagsFromString('--min-semi-space-size=1')
}

/** Other versions of Node do not know all flags, and say so on standard error. */
const isNode24 = (): boolean => process.versions.node.startsWith('24.')

/** A server is there all day, one for each agent: its young objects get little room, and it collects the old ones sooner. */
export function saveMemory(): void {
  keepHeapsSmall()
  if (!isNode24()) return
  setFlagsFromString('--scavenger-max-new-space-capacity-mb=4')
  setFlagsFromString('--heap-growing-percent=80')
}

/**
 * A server answers questions by many functions, each for a little: V8 optimises one after 3,000 calls by default, and
 * again after each guess that fails. Its other threads take more for that than is won (docs/decisions/0015-search-speed.md).
 */
export function compileLater(): void {
  if (isNode24()) setFlagsFromString('--invocation-count-for-turbofan=12000')
}
