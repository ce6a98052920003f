import type { User } from '@wuku/core/ports/accounts'
import { verifiedEmailOf } from './users.ts'

/** Beginning of names that no group of people can have: a group name holds no blank at its start. */
const EMAIL = 'e-mail '

/**
 * The user with this verified address. A source that a service shows to an address is visible to its user as soon as
 * the address is known here.
 */
export const groupOfEmail = (email: string): string => `${EMAIL}${email.toLowerCase()}`

/** Groups by which things are shared with a user: those of people, and the one of the address. */
export function groupsOf(user: Pick<User, 'groups' | 'claimedGroups' | 'email' | 'emailVerified'>): readonly string[] {
  const email = verifiedEmailOf(user)
  const named = [...user.groups, ...user.claimedGroups].filter((group) => !group.startsWith(EMAIL))
  return [...new Set([...named, ...(email === null ? [] : [groupOfEmail(email)])])]
}
