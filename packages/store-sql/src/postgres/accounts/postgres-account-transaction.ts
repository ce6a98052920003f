import { WukuError } from '@wuku/core/errors'
import type { AccountTransaction, AccountUse, User } from '@wuku/core/ports/accounts'
import { toColumns } from '../columns.ts'
import type { Session, SqlValue } from '../session.ts'
import { type AccountTable, createAccountView, keys, logins, oneWith, users } from './postgres-account-view.ts'

/** Stands within a transaction that no other write of accounts overlaps. */
export const createAccountTransaction = (db: Session): AccountTransaction => ({
  ...createAccountView(db),
  addUser: async (user) => {
    await requireNewId(db, users, user.id)
    await requireFreeName(db, user)
    await db.insert('users', [toUserColumns(user)])
  },
  removeUser: async (id) => {
    for (const table of ['keys', 'logins', 'daily_use']) await db.run(`DELETE FROM ${table} WHERE user_id = $1`, [id])
    await db.run('DELETE FROM users WHERE id = $1', [id])
  },
  changeUser: async (id, change) => {
    const user = withChange(await requireOne(db, users, id), change)
    await requireFreeName(db, user)
    await put(db, 'users', toUserColumns(user))
    return user
  },
  addKey: (key) => addOfUser(db, keys, key),
  changeKey: (id, change) => changeOne(db, keys, { id, change }),
  addLogin: (login) => addOfUser(db, logins, login),
  changeLogin: (id, change) => changeOne(db, logins, { id, change }),
  endLogins: async (user, at) => {
    await db.run('UPDATE logins SET ended_at = $1 WHERE user_id = $2 AND ended_at IS NULL', [at, user])
  },
  removeLogins: async (before) => {
    await db.run('DELETE FROM logins WHERE expires_at < $1 OR ended_at < $1', [before])
  },
  noteUse: (use) => noteUse(db, use),
})

/** Case does not count where names are compared. */
const foldedName = (name: string): string => name.toLowerCase()

const toUserColumns = (user: User): Readonly<Record<string, SqlValue>> => ({
  ...toColumns<User>(users.columns, user),
  folded_name: foldedName(user.name),
})

interface OfUser {
  readonly id: string
  readonly user: string
}

async function addOfUser<Thing extends OfUser & Readonly<Record<keyof Thing, SqlValue>>>(
  db: Session,
  table: AccountTable<Thing>,
  one: Thing,
): Promise<void> {
  await requireNewId(db, table, one.id)
  await requireOne(db, users, one.user)
  await db.insert(table.name, [toColumns<Thing>(table.columns, one)])
}

async function changeOne<Thing extends OfUser & Readonly<Record<keyof Thing, SqlValue>>>(
  db: Session,
  table: AccountTable<Thing>,
  { id, change }: { readonly id: string; readonly change: NoInfer<Partial<Thing>> },
): Promise<Thing> {
  const one = withChange(await requireOne(db, table, id), change)
  await put(db, table.name, toColumns<Thing>(table.columns, one))
  return one
}

/** Fields without a value in a change stay unchanged. */
const withChange = <Stored extends object>(before: Stored, change: NoInfer<Partial<Stored>>): Stored => ({
  ...before,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})

/** All columns of the row with its id, which is the first of them. */
async function put(db: Session, table: string, row: Readonly<Record<string, SqlValue>>): Promise<void> {
  const settings = Object.keys(row).map((column, at) => `${column} = $${at + 1}`)
  await db.run(`UPDATE ${table} SET ${settings.join(', ')} WHERE id = $1`, Object.values(row))
}

async function noteUse(db: Session, { keys: usedKeys = [], users: seen = [], usage = [] }: AccountUse): Promise<void> {
  if (usedKeys.length > 0)
    await db.run(
      `UPDATE keys SET usage_count = usage_count + used.count, last_used_at = greatest(last_used_at, used.at)
       FROM (SELECT id, sum(count)::bigint AS count, max(at) AS at
         FROM unnest($1::text[], $2::bigint[], $3::float8[]) AS given (id, count, at) GROUP BY id) AS used
       WHERE keys.id = used.id`,
      [usedKeys.map(({ id }) => id), usedKeys.map(({ count }) => count), usedKeys.map(({ at }) => at)],
    )
  if (seen.length > 0)
    await db.run(
      `UPDATE users SET last_seen_at = greatest(last_seen_at, seen.at)
       FROM (SELECT id, max(at) AS at FROM unnest($1::text[], $2::float8[]) AS given (id, at) GROUP BY id) AS seen
       WHERE users.id = seen.id`,
      [seen.map(({ id }) => id), seen.map(({ at }) => at)],
    )
  if (usage.length > 0)
    await db.run(
      `INSERT INTO daily_use (user_id, day, calls, upload_bytes)
       SELECT users.id, day, sum(calls), sum(bytes)
       FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS given (id, day, calls, bytes)
         JOIN users ON users.id = given.id
       GROUP BY users.id, day ORDER BY users.id, day
       ON CONFLICT (user_id, day) DO UPDATE
       SET calls = daily_use.calls + excluded.calls, upload_bytes = daily_use.upload_bytes + excluded.upload_bytes`,
      [
        usage.map(({ user }) => user),
        usage.map(({ day }) => day),
        usage.map(({ calls }) => calls),
        usage.map(({ uploadBytes }) => uploadBytes),
      ],
    )
}

const REMEDIES = {
  users: ['user', '"wuku users list" shows the existing ones.'],
  keys: ['key', '"wuku keys list" shows the existing ones.'],
  logins: ['login', 'Log in again.'],
} as const

async function requireOne<Thing>(db: Session, table: AccountTable<Thing>, id: string): Promise<Thing> {
  const found = await oneWith(db, table, id)
  if (found) return found
  const [noun, remedy] = REMEDIES[table.name]
  throw new WukuError('not-found', `There is no ${noun} ${id}.`, remedy)
}

async function requireNewId(db: Session, { name }: Pick<AccountTable<unknown>, 'name'>, id: string): Promise<void> {
  if (await db.row(`SELECT true AS is_taken FROM ${name} WHERE id = $1`, [id]))
    throw new WukuError('conflict', `The id ${id} is taken in "${name}".`, 'Give it another id.')
}

async function requireFreeName(db: Session, { id, name }: Pick<User, 'id' | 'name'>): Promise<void> {
  const sql = 'SELECT true AS is_taken FROM users WHERE folded_name = $1 AND id <> $2'
  if (await db.row(sql, [foldedName(name), id]))
    throw new WukuError('conflict', `There is already a user "${name}".`, 'Choose another name.')
}
