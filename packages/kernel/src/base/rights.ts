import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Ownership, Visibility } from '@wuku/core/core-types'
import { isViewer, isVisible } from '@wuku/core/ports/access'
import { reaches, type Caller } from './caller.ts'

/** Each includes those before it. `write`: adds to it. `manage`: renames, describes, archives, deletes and shares it. */
export const rights = ['read', 'write', 'manage'] as const
export type Right = (typeof rights)[number]

/** Enough of a caller to judge what it may do. */
export type Asker = Pick<Caller, 'sees' | 'level' | 'mayWrite'>

/** Rights of a caller on a source or library that is held so: none where it does not see it. A caller that sees everything may do everything. */
export function rightsOf({ sees, level = 'admin', mayWrite }: Asker, ownership: Ownership): readonly Right[] {
  if (isViewer(sees) && !isVisible(ownership, sees)) return []
  if (!mayWrite || !reaches(level, 'write')) return ['read']
  return isOwner({ sees }, ownership) ? rights : ['read', 'write']
}

/** It is the caller's own, or the caller sees more than users do; whether it may write does not matter. */
export const isOwner = ({ sees }: Pick<Caller, 'sees'>, { owner }: Ownership): boolean =>
  !isViewer(sees) || owner === sees.user

/** The caller sees it: anything else was refused before, as if it were not there. */
export function requireRight(needed: Right, asker: Asker, { ownership, what }: Subject): void {
  if (!rightsOf(asker, ownership).includes(needed)) throw new WukuError('forbidden', msg('notAllowed', { what }))
}

interface Subject {
  readonly ownership: Ownership
  /** In a sentence: `the library "billing"`. */
  readonly what: string
}

/** How something is to be shown. Absent parts stay as they are, or as is usual. */
export interface Showing {
  readonly visibility?: Visibility | undefined
  /** The whole list; none takes it back. */
  readonly sharedWith?: readonly string[] | undefined
}
