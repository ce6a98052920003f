import { z } from 'zod'
import { reaches } from '../../../engine/caller.ts'
import { badInput, echoed } from '../failures.ts'
import type { HttpCaller } from '../route.ts'

/** Owner and visibility of libraries and sources. Without accounts, all belong to the local user and are visible to the team. */

export const visibilities = ['private', 'team', 'public'] as const
export type Visibility = (typeof visibilities)[number]

export const visibility = z.enum(visibilities).optional().describe('Who sees it: its owner, all users, or everybody.')

const sharedWith = z
  .array(z.string().min(1).max(300))
  .max(1_000)
  .optional()
  .describe('Users by id and groups as "group:<name>" who see a private one; [] takes it back.')

/** Keys by which it is shown to others. */
export const showing = z.strictObject({ visibility, shared_with: sharedWith })

export interface Ownership {
  readonly visibility: Visibility
  readonly owner: string
  readonly may: readonly ('read' | 'write' | 'manage')[]
  /** For its owner and admins. */
  readonly shared_with: readonly string[]
}

const LOCAL = 'local'

export function ownershipFor({ level, mayWrite }: Pick<HttpCaller, 'level' | 'mayWrite'>): Ownership {
  const isWriter = mayWrite && reaches(level, 'write')
  return {
    visibility: 'team',
    owner: LOCAL,
    may: [
      'read',
      ...(isWriter ? (['write'] as const) : []),
      ...(isWriter && level === 'admin' ? (['manage'] as const) : []),
    ],
    shared_with: [],
  }
}

export const ownershipShape = {
  visibility: { type: 'string', enum: [...visibilities] },
  owner: { type: 'string' },
  may: { type: 'array', items: { type: 'string', enum: ['read', 'write', 'manage'] } },
  shared_with: { type: 'array', items: { type: 'string' } },
} as const

/** Whether anything of this visibility is shown, where a list is asked for one. */
export const hasVisibility = (wanted: unknown, caller: Pick<HttpCaller, 'level' | 'mayWrite'>): boolean =>
  wanted === undefined || wanted === ownershipFor(caller).visibility

/** Throws if it names an unknown user. */
export function demandUsers(shared: unknown): void {
  if (!Array.isArray(shared)) return
  const unknown = shared.find((each) => each !== LOCAL && !String(each).startsWith('group:'))
  if (unknown !== undefined) throw badInput(`There is no user ${echoed(String(unknown))}.`, 'Name users by their id.')
}
