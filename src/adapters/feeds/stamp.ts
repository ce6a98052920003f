import type { BigIntStats } from 'node:fs'

/**
 * Size and both times in nanoseconds. The time of the last change of the inode is what notices a rewrite that keeps
 * the size and puts the old modification time back, as `cp -p` and some synchronisers do.
 */
export const stampOf = (stats: BigIntStats): string =>
  `${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}-${stats.ctimeNs.toString(36)}`
