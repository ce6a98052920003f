import type { AccountView, ApiKey, KeysRequest, KnownKey, KnownLogin, Usage, User } from '@wuku/core/ports/accounts'
import type { Page } from '@wuku/core/ports/pads'
import type { Connection } from '../driver/connection.ts'
import { differs, equals, pageOfRows } from '../postings/row-pages.ts'
import {
  columnsOfUser,
  toKey,
  toKnownKey,
  toKnownLogin,
  toUser,
  type KeyRow,
  type LoginRow,
  type UserRow,
  type WithUser,
} from './sqlite-account-rows.ts'

/** Stands on a connection whose transaction is open. */
export const createAccountView = (db: Connection): AccountView => ({
  users: async () => db.rows<UserRow>('SELECT * FROM users ORDER BY number').map(toUser),
  user: async (id) => userWith(db, id),
  keys: async (request) => pageOfKeys(db, request),
  key: async (id) => keyWith(db, id),
  keyWithHash: async (hash) => knownKey(db, hash),
  login: async (id) => knownLogin(db, id),
  usage: async (user, day) => usageOf(db, user, day),
})

export function userWith(db: Connection, id: string): User | undefined {
  const row = db.row<UserRow>('SELECT * FROM users WHERE id = ?', [id])
  return row && toUser(row)
}

export function keyWith(db: Connection, id: string): ApiKey | undefined {
  const row = db.row<KeyRow>('SELECT * FROM keys WHERE id = ?', [id])
  return row && toKey(row)
}

function pageOfKeys(db: Connection, { user, kind, limit, offset }: KeysRequest): Page<ApiKey> {
  const conditions = [
    ...equals('user', user),
    ...(kind === 'invitation' ? equals('scopes', '[]') : differs('scopes', kind && '[]')),
  ]
  const { items, total } = pageOfRows<KeyRow>(db, { table: 'keys', conditions, order: 'number DESC', limit, offset })
  return { items: items.map(toKey), total }
}

function knownKey(db: Connection, hash: string): KnownKey | undefined {
  const row = db.row<WithUser<KeyRow>>(
    `SELECT keys.*, ${columnsOfUser} FROM keys JOIN users ON users.id = keys.user WHERE hash = ?`,
    [hash],
  )
  return row && toKnownKey(row)
}

export function knownLogin(db: Connection, id: string): KnownLogin | undefined {
  const row = db.row<WithUser<LoginRow>>(
    `SELECT logins.*, ${columnsOfUser} FROM logins JOIN users ON users.id = logins.user WHERE logins.id = ?`,
    [id],
  )
  return row && toKnownLogin(row)
}

function usageOf(db: Connection, user: string, day: string): Usage {
  const row = db.row<{ calls: number; upload_bytes: number }>(
    'SELECT calls, upload_bytes FROM daily_use WHERE user = ? AND day = ?',
    [user, day],
  )
  return { calls: row?.calls ?? 0, uploadBytes: row?.upload_bytes ?? 0 }
}
