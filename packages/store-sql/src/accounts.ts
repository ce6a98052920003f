import { msg } from '@wuku/messages/store-sql'
import { WukuError } from '@wuku/core/errors'
import type {
  AccountTransaction,
  AccountUse,
  AccountView,
  ApiKey,
  Login,
  Usage,
  User,
  UserHoldings,
} from '@wuku/core/ports/accounts'
import type { SqlSession, SqlValue } from './sql-session.ts'
import { withChange } from './stored-rows.ts'
import {
  changeRow,
  columnName,
  conditionsFor,
  flag,
  list,
  pageOf,
  readRow,
  rowsOf,
  rowWith,
  selected,
  plain,
  type Table,
  USER,
  writtenRow,
} from './tables.ts'

export const createAccountView = (db: SqlSession): AccountView => ({
  users: () => rowsOf(db, users, 'ORDER BY number'),
  user: (id) => rowWith(db, users, id),
  keys: ({ user, kind, limit, offset }) => {
    const where = conditionsFor(db)
    where.compare(columnName(keys.columns.user, db.dialect), '=', user)
    if (kind) where.compare('scopes', kind === 'invitation' ? '=' : '<>', [])
    return pageOf(db, keys, { where, order: 'number DESC', limit, offset })
  },
  key: (id) => rowWith(db, keys, id),
  keyWithHash: async (hash) => {
    const known = await withUser(db, keys, ['hash', hash])
    return known && { key: known.one, user: known.user }
  },
  login: async (id) => {
    const known = await withUser(db, logins, ['id', id])
    return known && { login: known.one, user: known.user }
  },
  usage: async (user, day) =>
    (await db.row<Usage>(
      `SELECT calls, upload_bytes AS "uploadBytes" FROM daily_use WHERE ${ofUser(db)} = $1 AND day = $2`,
      [user, day],
    )) ?? { calls: 0, uploadBytes: 0 },
  holdings: async (user) => (await db.row<UserHoldings>(HOLDINGS, [user])) ?? { sources: 0, documentBytes: 0 },
})

const HOLDINGS = `
  SELECT
    (SELECT count(*) FROM sources WHERE owner = $1 AND kind NOT IN ('pads', 'docs'))
      + (SELECT count(*) FROM libraries WHERE owner = $1 AND deleted_at IS NULL) AS sources,
    (SELECT CAST(coalesce(sum(bytes), 0) AS bigint) FROM documents WHERE source IN (
      SELECT id FROM sources WHERE owner = $1
      UNION SELECT source FROM library_versions JOIN libraries ON libraries.id = library WHERE owner = $1
    )) AS "documentBytes"`

/** Stands within a transaction that no other write of accounts overlaps. */
export const createAccountTransaction = (db: SqlSession): AccountTransaction => ({
  ...createAccountView(db),
  addUser: async (user) => {
    await requireNewId(db, users, user.id)
    await requireFreeName(db, user)
    await db.insert('users', [rowOfUser(db, user)])
  },
  removeUser: async (id) => {
    for (const table of ['keys', 'logins', 'daily_use'])
      await db.run(`DELETE FROM ${table} WHERE ${ofUser(db)} = $1`, [id])
    await db.run('DELETE FROM users WHERE id = $1', [id])
  },
  changeUser: async (id, change) => {
    const user = withChange(await requireOne(db, users, id), change)
    await requireFreeName(db, user)
    await changeRow(db, users, id, rowOfUser(db, user))
    return user
  },
  addKey: (key) => addOfUser(db, keys, key),
  changeKey: (id, change) => changeOne(db, keys, { id, change }),
  addLogin: (login) => addOfUser(db, logins, login),
  changeLogin: (id, change) => changeOne(db, logins, { id, change }),
  endLogins: async (user, at) => {
    await db.run(`UPDATE logins SET ended_at = $1 WHERE ${ofUser(db)} = $2 AND ended_at IS NULL`, [at, user])
  },
  removeLogins: async (before) => {
    await db.run('DELETE FROM logins WHERE expires_at < $1 OR ended_at < $1', [before])
  },
  noteUse: (use) => noteUse(db, use),
})

const ofUser = ({ dialect }: SqlSession): string => columnName(USER, dialect)

const users: Table<User> = {
  name: 'users',
  columns: {
    ...plain('id', 'name', 'email'),
    emailVerified: flag('email_verified'),
    ...plain('role', 'status', 'issuer', 'subject'),
    groups: list('own_groups'),
    claimedGroups: list('claimed_groups'),
    ...plain('createdAt', 'lastSeenAt'),
  },
}

const keys: Table<ApiKey> = {
  name: 'keys',
  columns: {
    id: 'id',
    user: USER,
    ...plain('name', 'hash', 'suffix'),
    scopes: list('scopes'),
    ...plain('rateLimit', 'createdAt', 'expiresAt', 'revokedAt', 'usageCount', 'lastUsedAt'),
  },
}

const logins: Table<Login> = {
  name: 'logins',
  columns: {
    id: 'id',
    user: USER,
    ...plain('refreshHash', 'createdAt', 'expiresAt', 'endedAt'),
  },
}

/** In one statement with its user. */
async function withUser<Thing>(
  db: SqlSession,
  table: Table<Thing>,
  [column, value]: readonly [column: string, value: string],
): Promise<{ readonly one: Thing; readonly user: User } | undefined> {
  const row = await db.row<object>(
    `SELECT ${selected(db, table, 'one ')}, ${selected(db, users, 'user ')}
     FROM ${table.name} JOIN users ON users.id = ${table.name}.${ofUser(db)} WHERE ${table.name}.${column} = $1`,
    [value],
  )
  return row && { one: readRow(db, table, row, 'one '), user: readRow(db, users, row, 'user ') }
}

/** Case does not count where names are compared. */
const foldedName = (name: string): string => name.toLowerCase()

const rowOfUser = (db: SqlSession, user: User): Readonly<Record<string, SqlValue>> => ({
  ...writtenRow(db, users, user),
  folded_name: foldedName(user.name),
})

interface OfUser {
  readonly id: string
  readonly user: string
}

async function addOfUser<Thing extends OfUser>(db: SqlSession, table: Table<Thing>, one: Thing): Promise<void> {
  await requireNewId(db, table, one.id)
  await requireOne(db, users, one.user)
  await db.insert(table.name, [writtenRow(db, table, one)])
}

async function changeOne<Thing extends OfUser>(
  db: SqlSession,
  table: Table<Thing>,
  { id, change }: { readonly id: string; readonly change: NoInfer<Partial<Thing>> },
): Promise<Thing> {
  const one = withChange(await requireOne(db, table, id), change)
  await changeRow(db, table, id, writtenRow(db, table, one))
  return one
}

/** In one statement each, so that calls that are noted at once all count. */
async function noteUse(db: SqlSession, { keys: used = [], users: seen = [], usage = [] }: AccountUse): Promise<void> {
  if (used.length > 0) {
    const { sql, values } = db.dialect.given({ id: 'text', count: 'bigint', at: 'float8' }, used)
    await db.run(
      `UPDATE keys SET usage_count = usage_count + used.count, last_used_at = ${laterOf('last_used_at', 'used.at')}
       FROM (SELECT id, CAST(sum(count) AS bigint) AS count, max(at) AS at FROM ${sql} GROUP BY id) AS used
       WHERE keys.id = used.id`,
      values,
    )
  }
  if (seen.length > 0) {
    const { sql, values } = db.dialect.given({ id: 'text', at: 'float8' }, seen)
    await db.run(
      `UPDATE users SET last_seen_at = ${laterOf('last_seen_at', 'seen.at')}
       FROM (SELECT id, max(at) AS at FROM ${sql} GROUP BY id) AS seen WHERE users.id = seen.id`,
      values,
    )
  }
  if (usage.length > 0) await noteUsage(db, usage)
}

/** The first may be NULL. */
const laterOf = (before: string, now: string): string => `CASE WHEN ${before} > ${now} THEN ${before} ELSE ${now} END`

async function noteUsage(db: SqlSession, usage: NonNullable<AccountUse['usage']>): Promise<void> {
  const { sql, values } = db.dialect.given(
    { id: 'text', day: 'text', calls: 'bigint', bytes: 'bigint' },
    usage.map(({ user, day, calls, uploadBytes }) => ({ id: user, day, calls, bytes: uploadBytes })),
  )
  await db.run(
    `INSERT INTO daily_use (${ofUser(db)}, day, calls, upload_bytes)
     SELECT users.id, day, sum(calls), sum(bytes) FROM ${sql} JOIN users ON users.id = given.id
     GROUP BY users.id, day ORDER BY users.id, day
     ON CONFLICT (${ofUser(db)}, day) DO UPDATE
     SET calls = daily_use.calls + excluded.calls, upload_bytes = daily_use.upload_bytes + excluded.upload_bytes`,
    values,
  )
}

const missingRows: Readonly<Record<string, { readonly noun: string; readonly remedy: string }>> = {
  users: { noun: 'user', remedy: '"wuku users list" shows the existing ones.' },
  keys: { noun: 'key', remedy: '"wuku keys list" shows the existing ones.' },
  logins: { noun: 'login', remedy: 'Log in again.' },
}

async function requireOne<Thing>(db: SqlSession, table: Table<Thing>, id: string): Promise<Thing> {
  const found = await rowWith(db, table, id)
  if (found) return found
  const { noun, remedy } = missingRows[table.name] ?? { noun: table.name, remedy: '' }
  throw new WukuError('not-found', msg('no', { noun, id }), remedy)
}

async function requireNewId(db: SqlSession, { name }: { readonly name: string }, id: string): Promise<void> {
  if (await db.row(`SELECT true AS is_taken FROM ${name} WHERE id = $1`, [id]))
    throw new WukuError('conflict', msg('idTaken', { id, name }))
}

async function requireFreeName(db: SqlSession, { id, name }: Pick<User, 'id' | 'name'>): Promise<void> {
  const sql = 'SELECT true AS is_taken FROM users WHERE folded_name = $1 AND id <> $2'
  if (await db.row(sql, [foldedName(name), id])) throw new WukuError('conflict', msg('alreadyUser', { name }))
}
