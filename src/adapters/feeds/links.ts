import { realpathSync, statSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { isBelow } from './root-folder.ts'
import { codeOf, isGone } from './refusals.ts'

/** Where a link ends. What lies outside is not named: a report is no place for paths that are not the source's. */
export type LinkEnd =
  | { readonly leads: 'inside'; readonly to: string }
  | { readonly leads: 'outside'; readonly isFolder: boolean }
  | { readonly leads: 'nowhere' | 'in a circle' }

export function endOfLink(base: string, at: string): LinkEnd {
  try {
    const end = realpathSync.native(at)
    if (end === base) return { leads: 'inside', to: 'the folder itself' }
    if (isBelow(base, end)) return { leads: 'inside', to: relative(base, end).split(sep).join('/') }
    return { leads: 'outside', isFolder: statSync(end).isDirectory() }
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return { leads: 'in a circle' }
    /** A target that may not even be looked at is certainly not ours. */
    return isGone(error) ? { leads: 'nowhere' } : { leads: 'outside', isFolder: true }
  }
}
