import { WukuError } from '../../core/errors.ts'
import type { AccountTransaction, AccountView, Role, Scope, User } from '../../ports/accounts.ts'
import { newUlid } from '../ulid.ts'
import { isDisplayName, usersNamed } from './user-names.ts'

/** Rights of a user, as a scope of a key. */
export const scopeOfRole: Readonly<Record<Role, Scope>> = { reader: 'read', writer: 'write', admin: 'admin' }

export interface NewUser extends Pick<User, 'name' | 'role'> {
  readonly email?: string | null
  readonly groups?: readonly string[]
}

export async function addUser(
  { name, role, email = null, groups = [] }: NewUser,
  transaction: AccountTransaction,
  now: number,
): Promise<User> {
  await demandUsableName(name, transaction)
  const user: User = {
    id: newUlid(now),
    name,
    email,
    emailVerified: email !== null,
    role,
    status: 'active',
    issuer: null,
    subject: null,
    groups: [...new Set(groups)],
    claimedGroups: [],
    createdAt: now,
    lastSeenAt: null,
  }
  await transaction.addUser(user)
  return user
}

export type UserChange = Partial<Pick<User, 'name' | 'role' | 'email' | 'status' | 'groups'>>

export async function changeUser(user: User, change: UserChange, transaction: AccountTransaction): Promise<User> {
  if (change.name !== undefined) await demandUsableName(change.name, transaction, user)
  await demandOtherAdmin(user, change, transaction)
  const { groups, ...rest } = change
  return transaction.changeUser(user.id, {
    ...rest,
    ...(rest.email !== undefined && { emailVerified: rest.email !== null }),
    ...(groups && { groups: [...new Set(groups)] }),
  })
}

/** Its keys and logins count no more, also when the user is made active later; what it owns stays. */
export async function deleteUser(user: User, transaction: AccountTransaction, now: number): Promise<void> {
  const live = (await keysOf(user, transaction)).filter(({ revokedAt }) => revokedAt === null)
  if (user.status === 'disabled' && live.length === 0) throw noUser(user.id)
  await changeUser(user, { status: 'disabled' }, transaction)
  for (const { id } of live) await transaction.changeKey(id, { revokedAt: now })
  await transaction.endLogins(user.id, now)
}

export const keysOf = async ({ id }: Pick<User, 'id'>, view: AccountView) =>
  (await view.keys({ user: id, limit: Number.MAX_SAFE_INTEGER, offset: 0 })).items

/** By id, verified e-mail, or name without case. */
export async function findUser(named: string, view: AccountView): Promise<User> {
  const [found, ...others] = usersNamed(named, await view.users())
  if (!found) throw noUser(named)
  if (others.length > 0) throw severalUsers(named, [found, ...others])
  return found
}

const severalUsers = (named: string, users: readonly User[]): WukuError =>
  new WukuError(
    'ambiguous',
    `"${named.slice(0, 100)}" means several: ${users.map(({ id }) => id).join(', ')}.`,
    'Give one of these.',
  )

const noUser = (named: string): WukuError =>
  new WukuError('not-found', `There is no user "${named.slice(0, 100)}".`, '"list-users" lists those that are here.')

async function demandUsableName(name: string, view: AccountView, own?: User): Promise<void> {
  if (!isDisplayName(name))
    throw new WukuError(
      'bad-input',
      `"${name.slice(0, 100)}" cannot be the name of a user: it looks like an e-mail, an id or a group.`,
      'Give a name of letters of one script, without "@"; the e-mail has a field of its own.',
    )
  const holder = (await view.users()).find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!holder || holder.id === own?.id) return
  throw new WukuError(
    'conflict',
    `There is a user "${holder.name}" already.`,
    holder.status === 'active'
      ? 'Choose another name, or use "update-user" to change that user.'
      : 'Choose another name, or make that user active again: "update-user" with status "active".',
  )
}

/** Without one, nobody could add users over the network, or take back what a user may. */
async function demandOtherAdmin(user: User, change: UserChange, view: AccountView): Promise<void> {
  if (!isAdmin(user) || isAdmin({ ...user, ...change })) return
  if ((await view.users()).some((each) => each.id !== user.id && isAdmin(each))) return
  throw new WukuError(
    'conflict',
    `"${user.name}" is the last administrator.`,
    'Make another user an administrator first: "update-user" with role "admin".',
  )
}

const isAdmin = ({ role, status }: Pick<User, 'role' | 'status'>): boolean => role === 'admin' && status === 'active'
