import { WukuError } from '@wuku/core/errors'
import type { AccountTransaction, AccountUse, ApiKey, Login, User } from '@wuku/core/ports/accounts'
import { withChange } from '../../stored-rows.ts'
import { insertRow } from '../sqlite-rows.ts'
import type { Connection } from '../driver/connection.ts'
import { foldedName, toKeyRow, toLoginRow, toUserRow } from './sqlite-account-rows.ts'
import { createAccountView, keyWith, knownLogin, userWith } from './sqlite-account-view.ts'

/** Stands on the writer within a transaction. */
export const createAccountTransaction = (db: Connection): AccountTransaction => ({
  ...createAccountView(db),
  addUser: async (user) => addUser(db, user),
  removeUser: async (id) => {
    for (const table of ['keys', 'logins', 'daily_use']) db.run(`DELETE FROM ${table} WHERE user = ?`, [id])
    db.run('DELETE FROM users WHERE id = ?', [id])
  },
  changeUser: async (id, change) => putUser(db, withChange(requireUser(db, id), change)),
  addKey: async (key) => addKey(db, key),
  changeKey: async (id, change) => putKey(db, withChange(requireKey(db, id), change)),
  addLogin: async (login) => addLogin(db, login),
  changeLogin: async (id, change) => putLogin(db, withChange(requireLogin(db, id), change)),
  endLogins: async (user, at) =>
    void db.run('UPDATE logins SET ended_at = ? WHERE user = ? AND ended_at IS NULL', [at, user]),
  removeLogins: async (before) =>
    void db.run('DELETE FROM logins WHERE expires_at < ? OR ended_at < ?', [before, before]),
  noteUse: async (use) => noteUse(db, use),
})

function addUser(db: Connection, user: User): void {
  requireNewId(db, 'users', user.id)
  requireFreeName(db, user)
  insertRow(db, 'users', toUserRow(user))
}

function putUser(db: Connection, user: User): User {
  requireFreeName(db, user)
  putById(db, 'users', toUserRow(user))
  return user
}

function addKey(db: Connection, key: ApiKey): void {
  requireNewId(db, 'keys', key.id)
  requireUser(db, key.user)
  insertRow(db, 'keys', toKeyRow(key))
}

function putKey(db: Connection, key: ApiKey): ApiKey {
  putById(db, 'keys', toKeyRow(key))
  return key
}

function addLogin(db: Connection, login: Login): void {
  requireNewId(db, 'logins', login.id)
  requireUser(db, login.user)
  insertRow(db, 'logins', toLoginRow(login))
}

function putLogin(db: Connection, login: Login): Login {
  putById(db, 'logins', toLoginRow(login))
  return login
}

type Table = 'users' | 'keys' | 'logins'

/** All columns of the row with its id. */
function putById(
  db: Connection,
  table: Table,
  row: ReturnType<typeof toUserRow | typeof toKeyRow | typeof toLoginRow>,
) {
  const settings = Object.keys(row).map((name) => `${name} = ?`)
  db.run(`UPDATE ${table} SET ${settings.join(', ')} WHERE id = ?`, [...Object.values(row), row.id])
}

/** In one statement each, so that calls that are noted at once all count. */
function noteUse(db: Connection, { keys = [], users = [], usage = [] }: AccountUse): void {
  for (const { id, count, at } of keys)
    db.run(
      'UPDATE keys SET usage_count = usage_count + ?1, last_used_at = max(coalesce(last_used_at, ?2), ?2) WHERE id = ?3',
      [count, at, id],
    )
  for (const { id, at } of users)
    db.run('UPDATE users SET last_seen_at = max(coalesce(last_seen_at, ?1), ?1) WHERE id = ?2', [at, id])
  for (const { user, day, calls, uploadBytes } of usage)
    db.run(
      `INSERT INTO daily_use (user, day, calls, upload_bytes) SELECT id, ?, ?, ? FROM users WHERE id = ?
       ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, upload_bytes = upload_bytes + excluded.upload_bytes`,
      [day, calls, uploadBytes, user],
    )
}

function requireUser(db: Connection, id: string): User {
  const user = userWith(db, id)
  if (!user) throw unknown('user', id, '"wuku users list" shows the existing ones.')
  return user
}

function requireKey(db: Connection, id: string): ApiKey {
  const key = keyWith(db, id)
  if (!key) throw unknown('key', id, '"wuku keys list" shows the existing ones.')
  return key
}

function requireLogin(db: Connection, id: string): Login {
  const known = knownLogin(db, id)
  if (!known) throw unknown('login', id, 'Log in again.')
  return known.login
}

function requireNewId(db: Connection, table: Table, id: string): void {
  if (db.row(`SELECT 1 FROM ${table} WHERE id = ?`, [id]))
    throw new WukuError('conflict', `The id ${id} is taken in "${table}".`, 'Give it another id.')
}

function requireFreeName(db: Connection, { id, name }: Pick<User, 'id' | 'name'>): void {
  if (db.row('SELECT 1 FROM users WHERE folded_name = ? AND id <> ?', [foldedName(name), id]))
    throw new WukuError('conflict', `There is already a user "${name}".`, 'Choose another name.')
}

const unknown = (noun: string, id: string, remedy: string): WukuError =>
  new WukuError('not-found', `There is no ${noun} ${id}.`, remedy)
