import type { AccountView, ApiKey, KeysRequest, Login, Usage, User } from '@wuku/core/ports/accounts'
import type { Page } from '@wuku/core/ports/pads'
import { type ColumnsOf, fieldsAfter, pageOfRows, selected } from '../columns.ts'
import type { Session } from '../session.ts'

export const createAccountView = (db: Session): AccountView => ({
  users: () => db.rows<User>(`SELECT ${selected(users.columns, 'users')} FROM users ORDER BY number`),
  user: (id) => oneWith(db, users, id),
  keys: (request) => pageOfKeys(db, request),
  key: (id) => oneWith(db, keys, id),
  keyWithHash: async (hash) => {
    const known = await withUser(db, keys, ['hash', hash])
    return known && { key: known.one, user: known.user }
  },
  login: async (id) => {
    const known = await withUser(db, logins, ['id', id])
    return known && { login: known.one, user: known.user }
  },
  usage: (user, day) => usageOf(db, user, day),
})

const pageOfKeys = (db: Session, { user, kind, limit, offset }: KeysRequest): Promise<Page<ApiKey>> =>
  pageOfRows<ApiKey>(db, {
    table: 'keys',
    columns: selected(keys.columns, 'keys'),
    where: '($1::text IS NULL OR user_id = $1) AND ($2::boolean IS NULL OR (cardinality(scopes) = 0) = $2)',
    values: [user ?? null, kind === undefined ? null : kind === 'invitation'],
    order: 'number DESC',
    limit,
    offset,
  })

async function usageOf(db: Session, user: string, day: string): Promise<Usage> {
  const row = await db.row<Usage>(
    'SELECT calls, upload_bytes AS "uploadBytes" FROM daily_use WHERE user_id = $1 AND day = $2',
    [user, day],
  )
  return row ?? { calls: 0, uploadBytes: 0 }
}

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
async function withUser<Thing extends object>(
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
