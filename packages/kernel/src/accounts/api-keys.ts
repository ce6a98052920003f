import { hash, randomBytes } from 'node:crypto'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import {
  scopes as allScopes,
  type AccountTransaction,
  type Accounts,
  type AccountView,
  type ApiKey,
  type Scope,
  type User,
} from '@wuku/core/ports/accounts'
import { newUlid } from '../ulid.ts'
import { addUser, keysOf, scopeOfRole, type NewUser } from './users.ts'

export const newSecret = (): string => randomBytes(32).toString('base64url')
export const newKeyText = (): string => `wuku_${newSecret()}`

/** A key is drawn by chance: nobody finds it by trying, so a fast hash is enough, and each request needs one. */
export const hashOfKey = (key: string): string => hash('sha256', key)

export interface NewKey extends Pick<ApiKey, 'name' | 'rateLimit' | 'expiresAt'> {
  readonly scopes: readonly Scope[]
}

export interface MadeKey {
  readonly key: ApiKey
  /** Known to nobody afterwards. */
  readonly text: string
}

export interface Making {
  readonly transaction: AccountTransaction
  readonly now: number
  /** How many keys of one user count at a time. */
  readonly keysPerUser: number
}

export async function addKey(requested: NewKey, user: User, { transaction, now, keysPerUser }: Making) {
  if (user.status !== 'active') throw new WukuError('inactive', msg('userIsDisabled', { name: user.name }))
  requireWithinRole(requested.scopes, user)
  const current = (await keysOf(user, transaction)).filter(
    (key) => statusOf(key, now) === 'active' && !isInvitation(key),
  )
  if (current.length >= keysPerUser)
    throw new WukuError('too-many', msg('tooMany2', { name: user.name, maxKeys: keysPerUser }))
  const text = newKeyText()
  const key = keyFrom(text, { ...requested, scopes: inOrder(requested.scopes) }, user, now)
  await transaction.addKey(key)
  return { key, text }
}

export const isInvitation = ({ scopes }: Pick<ApiKey, 'scopes'>): boolean => scopes.length === 0

export const keyFrom = (text: string, requested: NewKey, user: User, now: number): ApiKey => ({
  id: newUlid(now),
  user: user.id,
  ...requested,
  hash: hashOfKey(text),
  suffix: text.slice(-SUFFIX_CHARS),
  createdAt: now,
  revokedAt: null,
  usageCount: 0,
  lastUsedAt: null,
})

const SUFFIX_CHARS = 4

const inOrder = (scopes: readonly Scope[]): readonly Scope[] => allScopes.filter((scope) => scopes.includes(scope))

function requireWithinRole(scopes: readonly Scope[], { name, role }: User): void {
  const maxKeys = allScopes.indexOf(scopeOfRole[role])
  const above = scopes.find((scope) => allScopes.indexOf(scope) > maxKeys)
  if (above === undefined) return
  throw new WukuError(
    'bad-input',
    msg('isKeyWithScopeWouldReach', { name, role, above, scopeOfRole: scopeOfRole[role] }),
  )
}

export function statusOf({ revokedAt, expiresAt }: ApiKey, now: number): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}

/** A key that the caller may not know of is as one that is not there. */
export async function findKey(id: string, view: AccountView, isVisible: (key: ApiKey) => boolean): Promise<ApiKey> {
  const key = await view.key(id)
  if (key && !isInvitation(key) && isVisible(key)) return key
  throw new WukuError('not-found', msg('thereIsNoKey', { id: id.slice(0, 100) }))
}

/** Once revoked, a key stays so, and says since when. */
export const revokeKey = async (key: ApiKey, transaction: AccountTransaction, now: number): Promise<ApiKey> =>
  key.revokedAt === null ? transaction.changeKey(key.id, { revokedAt: now }) : key

/** For somebody who has none yet: as much as the role may, for as long as any key by default. */
export const addFirstKey = (user: User, making: Making): Promise<MadeKey> =>
  addKey(
    {
      name: 'first key',
      scopes: [scopeOfRole[user.role]],
      rateLimit: null,
      expiresAt: making.now + DEFAULT_KEY_DAYS * DAY_MS,
    },
    user,
    making,
  )

export const DAY_MS = 86_400_000
export const DEFAULT_KEY_DAYS = 90

const ADMIN = 'admin'
const ADMIN_KEY = 'auth.adminKey'

/** Makes the key of the settings count, as one of the user `admin`, and no other that the settings had before. */
export const keepAdminKey = (text: string, accounts: Pick<Accounts, 'read' | 'write'>, now: number): Promise<void> =>
  accounts.write(async (transaction) => {
    const keyHash = hashOfKey(text)
    const found = (await transaction.users()).find(({ name }) => name.toLowerCase() === ADMIN)
    const user = found ?? (await addUser({ name: ADMIN, role: 'admin' }, transaction, now))
    if (user.role !== 'admin' || user.status !== 'active')
      await transaction.changeUser(user.id, { role: 'admin', status: 'active' })
    const known = (await transaction.keyWithHash(keyHash))?.key
    if (known?.revokedAt) await transaction.changeKey(known.id, { revokedAt: null })
    if (!known) await transaction.addKey(keyFrom(text, adminKey, user, now))
    for (const { id, name, hash: other, revokedAt } of await keysOf(user, transaction))
      if (name === ADMIN_KEY && other !== keyHash && revokedAt === null)
        await transaction.changeKey(id, { revokedAt: now })
  })

const adminKey: NewKey = { name: ADMIN_KEY, scopes: ['admin'], rateLimit: null, expiresAt: null }

/** The first administrator may undo turning accounts on for this long. */
export const UNDO_MS = 60_000

/** Turns accounts on: the caller becomes the administrator. A second call at the same time is refused. */
export async function enableAccounts(admin: Pick<NewUser, 'name' | 'email'>, making: Making) {
  const { transaction, now } = making
  if ((await transaction.users()).length > 0) throw new WukuError('conflict', msg('thisServerHasAccountsAlready'))
  const user = await addUser({ ...admin, role: 'admin' }, transaction, now)
  return { ...(await addFirstKey(user, making)), user }
}

/** Removes the first administrator, and with it accounts, while nobody else has come. */
export async function undoEnable(actor: string, transaction: AccountTransaction, now: number): Promise<User> {
  const [user, ...others] = await transaction.users()
  if (!user || user.id !== actor || others.length > 0 || now - user.createdAt > UNDO_MS)
    throw new WukuError('conflict', msg('accountsStayOnOnlyFirst'))
  await transaction.removeUser(user.id)
  return user
}
