import type { AccountView, ApiKey, KeysRequest, Usage, User } from '../../../ports/accounts.ts'
import type { Page } from '../../../ports/pads.ts'
import { pageOfRows, selected } from '../columns.ts'
import type { Session } from '../session.ts'
import { keys, logins, oneWith, users, withUser } from './tables.ts'

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
