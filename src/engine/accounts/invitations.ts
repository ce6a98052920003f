import { WukuError } from '../../core/errors.ts'
import type { AccountView, ApiKey, User } from '../../ports/accounts.ts'
import {
  addFirstKey,
  DAY_MS,
  hashOfKey,
  isInvitation,
  keyFrom,
  newSecret,
  revokeKey,
  statusOf,
  type MadeKey,
  type Making,
} from './keys.ts'
import { hasAdmin } from './users.ts'

/** A code that its person exchanges once for a login and a key. It lies beside the keys, as one without scopes. */
export interface MadeInvitation {
  readonly invitation: ApiKey
  /** Known to nobody afterwards. */
  readonly code: string
}

export const INVITATION_DAYS = { usual: 7, most: 30 } as const

/** An invitation is not how the first administrator comes: nobody would be in to see whether it was used. */
export async function demandAdmin(view: AccountView): Promise<void> {
  if (await hasAdmin(view)) return
  throw new WukuError(
    'conflict',
    'This server has no administrator, who would invite people.',
    'Turn accounts on first: in the console under People, or with: wuku users add <name> --role admin',
  )
}

export async function addInvitation(
  user: User,
  days: number,
  { transaction, now }: Omit<Making, 'keysPerUser'>,
): Promise<MadeInvitation> {
  if (user.status !== 'active')
    throw new WukuError('inactive', `The user "${user.name}" is disabled.`, 'Make it active again with "update-user".')
  const code = newSecret()
  const wanted = { name: 'invitation', scopes: [], rateLimit: null, expiresAt: now + days * DAY_MS }
  const invitation = keyFrom(code, wanted, user, now)
  await transaction.addKey(invitation)
  return { invitation, code }
}

export async function findInvitation(id: string, view: AccountView): Promise<ApiKey> {
  const found = await view.key(id)
  if (found && isInvitation(found)) return found
  throw new WukuError(
    'not-found',
    `There is no invitation "${id.slice(0, 100)}".`,
    '"list-invitations" lists those that are here.',
  )
}

/** One that was used is revoked as well: its use tells them apart. */
export const invitationStatus = (invitation: ApiKey, now: number): 'open' | 'used' | 'expired' | 'revoked' => {
  const status = statusOf(invitation, now)
  if (status === 'revoked') return invitation.usageCount > 0 ? 'used' : 'revoked'
  return status === 'expired' ? 'expired' : 'open'
}

export interface Accepted extends MadeKey {
  readonly user: User
  readonly invitation: ApiKey
}

/** `undefined` for a code that is unknown, used, revoked or expired, or whose user is disabled. */
export async function acceptInvitation(code: string, making: Making): Promise<Accepted | undefined> {
  const { transaction, now } = making
  const known = await transaction.keyWithHash(hashOfKey(code))
  if (!known || !isInvitation(known.key) || statusOf(known.key, now) !== 'active') return undefined
  const { key: invitation, user } = known
  if (user.status !== 'active') return undefined
  await revokeKey(invitation, transaction, now)
  await transaction.noteUse({ keys: [{ id: invitation.id, count: 1, at: now }] })
  return { ...(await addFirstKey(user, making)), user, invitation }
}
