import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { AccountTransaction, AccountView, Role, Scope, User } from '@wuku/core/ports/accounts'
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
  await requireUsableName(name, transaction)
  if (role !== 'admin' && !(await hasAdmin(transaction))) throw adminFirst(name)
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
  if (change.name !== undefined) await requireUsableName(change.name, transaction, user)
  await requireOtherAdmin(user, change, transaction)
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
  if (others.length > 0)
    throw new WukuError(
      'ambiguous',
      msg('severalUsers', { named: named.slice(0, 100), users: [found, ...others].map(({ id }) => id).join(', ') }),
    )
  return found
}

const noUser = (named: string): WukuError => new WukuError('not-found', msg('noUser', { named: named.slice(0, 100) }))

async function requireUsableName(name: string, view: AccountView, own?: User): Promise<void> {
  if (!isDisplayName(name))
    throw new WukuError('bad-input', msg('cannotBeNameOfUserItLooks', { name: name.slice(0, 100) }))
  const namesake = (await view.users()).find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!namesake || namesake.id === own?.id) return
  throw new WukuError(
    'conflict',
    msg('thereIsUserAlready', { name: namesake.name }),
    namesake.status === 'active' ? msg('chooseAnotherNameOrUse') : msg('chooseAnotherNameOrMake'),
  )
}

export const hasAdmin = async (view: AccountView): Promise<boolean> => (await view.users()).some(isAdmin)

/** With accounts and no administrator, nobody could get in to make one. */
const adminFirst = (name: string): WukuError => new WukuError('conflict', msg('adminFirst', { name }))

/** The local login that asked would end with this user, and its answer holds no key. */
export const noKeyForFirst = (): WukuError => new WukuError('conflict', msg('noKeyForFirst'))

/** Without one, nobody could add users over the network, or take back what a user may. */
async function requireOtherAdmin(user: User, change: UserChange, view: AccountView): Promise<void> {
  if (!isAdmin(user) || isAdmin({ ...user, ...change })) return
  if ((await view.users()).some((each) => each.id !== user.id && isAdmin(each))) return
  throw new WukuError('conflict', msg('isLastAdministrator', { name: user.name }))
}

const isAdmin = ({ role, status }: Pick<User, 'role' | 'status'>): boolean => role === 'admin' && status === 'active'

const LONGEST_NAME = 100

/**
 * A name as a login provider writes it, made fit to be shown and asked for; `undefined` if nothing is left. People choose
 * their names there, so a name must not pass for an e-mail, an id, a group or the name of somebody else.
 */
export function displayNameOf(given: string): string | undefined {
  const name = given
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ')
    .replace(/@.*$/u, '')
    .replace(/^(?:\s*group\s*:)+/iu, '')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .trim()
  return name === '' || looksLikeId.test(name) || mixesScripts(name) ? undefined : name
}

/** ULIDs, and the owner of the data folder. */
const looksLikeId = /^(?:[0-9A-HJKMNP-TV-Z]{26}|local)$/i

/** Scripts with letters that look alike: no language mixes them within a word. */
const alikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

const mixesScripts = (name: string): boolean =>
  name.split(/[^\p{L}\p{M}]+/u).some((word) => alikeScripts.filter((script) => script.test(word)).length > 1)

/** Whether a name, as it is stored, is one that `displayNameOf` would give. */
export const isDisplayName = (name: string): boolean => displayNameOf(name) === name.normalize('NFKC')

export const isEmail = (named: string): boolean => named.normalize('NFKC').includes('@')

/** Only what somebody vouched for: at a login anybody can claim any e-mail. */
export const verifiedEmailOf = ({ email, emailVerified }: Pick<User, 'email' | 'emailVerified'>): string | null =>
  emailVerified ? email : null

/**
 * Users by id, by verified e-mail (all that holds an "@") or by name without case. Names that `displayNameOf` would not give,
 * from before it was asked, do not count. Several: the text is ambiguous; disabled users count where no other does.
 */
export function usersNamed(named: string, users: readonly User[]): readonly User[] {
  const withId = users.filter(({ id }) => id === named)
  if (withId.length > 0) return withId
  const written = named.trim().normalize('NFKC').toLowerCase()
  const isMatch = isEmail(named)
    ? (user: User): boolean => verifiedEmailOf(user)?.toLowerCase() === written
    : ({ name }: User): boolean => isDisplayName(name) && name.normalize('NFKC').toLowerCase() === written
  const matches = users.filter(isMatch)
  const active = matches.filter(({ status }) => status === 'active')
  return active.length > 0 ? active : matches
}
