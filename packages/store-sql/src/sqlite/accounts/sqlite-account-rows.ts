import type { ApiKey, KnownKey, KnownLogin, Login, Scope, User } from '@wuku/core/ports/accounts'
import { parseStored } from '../sqlite-failures.ts'

export interface UserRow {
  readonly id: string
  readonly name: string
  readonly folded_name: string
  readonly email: string | null
  readonly email_verified: number
  readonly role: User['role']
  readonly status: User['status']
  readonly issuer: string | null
  readonly subject: string | null
  readonly own_groups: string
  readonly claimed_groups: string
  readonly created_at: number
  readonly last_seen_at: number | null
}

export const toUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  emailVerified: row.email_verified === 1,
  role: row.role,
  status: row.status,
  issuer: row.issuer,
  subject: row.subject,
  groups: parseStored<readonly string[]>(row.own_groups),
  claimedGroups: parseStored<readonly string[]>(row.claimed_groups),
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
})

export const toUserRow = (user: User): UserRow => ({
  id: user.id,
  name: user.name,
  folded_name: foldedName(user.name),
  email: user.email,
  email_verified: Number(user.emailVerified),
  role: user.role,
  status: user.status,
  issuer: user.issuer,
  subject: user.subject,
  own_groups: JSON.stringify(user.groups),
  claimed_groups: JSON.stringify(user.claimedGroups),
  created_at: user.createdAt,
  last_seen_at: user.lastSeenAt,
})

/** As names are compared. */
export const foldedName = (name: string): string => name.toLowerCase()

export interface KeyRow {
  readonly id: string
  readonly user: string
  readonly name: string
  readonly hash: string
  readonly suffix: string
  readonly scopes: string
  readonly rate_limit: number | null
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly usage_count: number
  readonly last_used_at: number | null
}

export const toKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  user: row.user,
  name: row.name,
  hash: row.hash,
  suffix: row.suffix,
  scopes: parseStored<readonly Scope[]>(row.scopes),
  rateLimit: row.rate_limit,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  usageCount: row.usage_count,
  lastUsedAt: row.last_used_at,
})

export const toKeyRow = (key: ApiKey): KeyRow => ({
  id: key.id,
  user: key.user,
  name: key.name,
  hash: key.hash,
  suffix: key.suffix,
  scopes: JSON.stringify(key.scopes),
  rate_limit: key.rateLimit,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  revoked_at: key.revokedAt,
  usage_count: key.usageCount,
  last_used_at: key.lastUsedAt,
})

export interface LoginRow {
  readonly id: string
  readonly user: string
  readonly refresh_hash: string
  readonly created_at: number
  readonly expires_at: number
  readonly ended_at: number | null
}

export const toLogin = (row: LoginRow): Login => ({
  id: row.id,
  user: row.user,
  refreshHash: row.refresh_hash,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
})

export const toLoginRow = (login: Login): LoginRow => ({
  id: login.id,
  user: login.user,
  refresh_hash: login.refreshHash,
  created_at: login.createdAt,
  expires_at: login.expiresAt,
  ended_at: login.endedAt,
})

/** A row with its user, whose columns stand under names of their own. */
export type WithUser<Row> = Row & { readonly [Column in keyof UserRow as `user_${Column}`]: UserRow[Column] }

const userColumns = [
  'id',
  'name',
  'folded_name',
  'email',
  'email_verified',
  'role',
  'status',
  'issuer',
  'subject',
  'own_groups',
  'claimed_groups',
  'created_at',
  'last_seen_at',
] as const satisfies readonly (keyof UserRow)[]

/** For a `SELECT` that joins users. */
export const columnsOfUser = userColumns.map((column) => `users.${column} AS user_${column}`).join(', ')

const userIn = (row: WithUser<object>): User =>
  toUser({
    id: row.user_id,
    name: row.user_name,
    folded_name: row.user_folded_name,
    email: row.user_email,
    email_verified: row.user_email_verified,
    role: row.user_role,
    status: row.user_status,
    issuer: row.user_issuer,
    subject: row.user_subject,
    own_groups: row.user_own_groups,
    claimed_groups: row.user_claimed_groups,
    created_at: row.user_created_at,
    last_seen_at: row.user_last_seen_at,
  })

export const toKnownKey = (row: WithUser<KeyRow>): KnownKey => ({ key: toKey(row), user: userIn(row) })

export const toKnownLogin = (row: WithUser<LoginRow>): KnownLogin => ({ login: toLogin(row), user: userIn(row) })
