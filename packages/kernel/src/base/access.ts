import { isViewer, type Access } from '@wuku/core/ports/access'
import type { Caller } from './caller.ts'

/** The owner of the data folder sees all but sources that are being made or wait to be purged. */
export const ownersAccess: Access = { sources: 'all', hidden: false }

/** The one place that says what a caller sees. */
export const accessOf = ({ sees }: Pick<Caller, 'sees'>): Access =>
  sees === 'all' ? ownersAccess : { sources: sees, hidden: false }

/**
 * Id of the user that a caller is: what it adds belongs to that one. The owner of the data folder is none, and neither is
 * somebody without an account, or who is shown a list of sources.
 */
export function userOf({ sees, actor = 'local' }: Pick<Caller, 'sees' | 'actor'>): string | undefined {
  if (isViewer(sees)) return sees.user ?? undefined
  return sees === 'all' && actor !== 'local' ? actor : undefined
}

/** All is open to it, and nothing that it adds is held by a user. */
export const isDataOwner = (caller: Pick<Caller, 'sees' | 'actor'>): boolean =>
  caller.sees === 'all' && userOf(caller) === undefined

/** Path of the server's machine: empty to its users, who see none of them. */
export const placeFor = (root: string, { sees }: Pick<Caller, 'sees'>): string =>
  isViewer(sees) && !/^[a-z][a-z0-9+.-]+:\/\//i.test(root) ? '' : root
