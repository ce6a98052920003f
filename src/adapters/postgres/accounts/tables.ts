import type { ApiKey, Login, User } from '../../../ports/accounts.ts'
import { type ColumnsOf, fieldsAfter, selected } from '../columns.ts'
import type { Session } from '../session.ts'

export interface AccountTable<Thing> {
  readonly name: 'users' | 'keys' | 'logins'
  readonly columns: ColumnsOf<Thing>
}

export const users: AccountTable<User> = {
  name: 'users',
  columns: {
    id: 'id',
    name: 'name',
    email: 'email',
    emailVerified: 'email_verified',
    role: 'role',
    status: 'status',
    issuer: 'issuer',
    subject: 'subject',
    groups: 'own_groups',
    claimedGroups: 'claimed_groups',
    createdAt: 'created_at',
    lastSeenAt: 'last_seen_at',
  },
}

export const keys: AccountTable<ApiKey> = {
  name: 'keys',
  columns: {
    id: 'id',
    user: 'user_id',
    name: 'name',
    hash: 'hash',
    suffix: 'suffix',
    scopes: 'scopes',
    rateLimit: 'rate_limit',
    createdAt: 'created_at',
    expiresAt: 'expires_at',
    revokedAt: 'revoked_at',
    usageCount: 'usage_count',
    lastUsedAt: 'last_used_at',
  },
}

export const logins: AccountTable<Login> = {
  name: 'logins',
  columns: {
    id: 'id',
    user: 'user_id',
    refreshHash: 'refresh_hash',
    createdAt: 'created_at',
    expiresAt: 'expires_at',
    endedAt: 'ended_at',
  },
}

export const oneWith = <Thing>(db: Session, { name, columns }: AccountTable<Thing>, id: string) =>
  db.row<Thing>(`SELECT ${selected(columns, name)} FROM ${name} WHERE id = $1`, [id])

/** In one statement with its user. */
export async function withUser<Thing extends object>(
  db: Session,
  { name, columns }: AccountTable<Thing>,
  [column, value]: readonly [column: string, value: string],
): Promise<{ readonly one: Thing; readonly user: User } | undefined> {
  const row = await db.row<object>(
    `SELECT ${selected(columns, name, 'one ')}, ${selected(users.columns, 'users', 'user ')}
     FROM ${name} JOIN users ON users.id = ${name}.user_id WHERE ${name}.${column} = $1`,
    [value],
  )
  return row && { one: fieldsAfter<Thing>('one ', row), user: fieldsAfter<User>('user ', row) }
}
