import { WukuError } from '../../core/errors.ts'
import type { AccountTransaction, AccountView, Role, Scope, User } from '../../ports/accounts.ts'
import { newUlid } from '../ulid.ts'

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
  await demandFreeName(name, transaction)
  if (role !== 'admin' && !(await hasAdmin(transaction))) throw adminFirst(name)
  const user: User = {
    id: newUlid(now),
    name,
    email,
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
  if (change.name !== undefined) await demandFreeName(change.name, transaction, user)
  await demandOtherAdmin(user, change, transaction)
  const { groups, ...rest } = change
  return transaction.changeUser(user.id, { ...rest, ...(groups && { groups: [...new Set(groups)] }) })
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

/** By id, or by name without case. */
export async function findUser(named: string, view: AccountView): Promise<User> {
  const found =
    (await view.user(named)) ?? (await view.users()).find(({ name }) => name.toLowerCase() === named.toLowerCase())
  if (!found) throw noUser(named)
  return found
}

const noUser = (named: string): WukuError =>
  new WukuError('not-found', `There is no user "${named.slice(0, 100)}".`, '"list-users" lists those that are here.')

async function demandFreeName(name: string, view: AccountView, own?: User): Promise<void> {
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

export const hasAdmin = async (view: AccountView): Promise<boolean> => (await view.users()).some(isAdmin)

/** With accounts and no administrator, nobody could get in to make one. */
const adminFirst = (name: string): WukuError =>
  new WukuError(
    'conflict',
    `"${name}" would be no administrator, and this server has none: its first user must be one.`,
    'Turn accounts on in the console, under People, or with: wuku users add <name> --role admin',
  )

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
