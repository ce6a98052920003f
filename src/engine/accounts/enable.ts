import { WukuError } from '../../core/errors.ts'
import type { AccountTransaction, User } from '../../ports/accounts.ts'
import { addFirstKey, type MadeKey, type Making } from './keys.ts'
import { addUser, type NewUser } from './users.ts'

/** For how long whoever turned accounts on may undo it. */
export const UNDO_MS = 60_000

export interface FirstAdmin extends MadeKey {
  readonly user: User
}

/** Turns accounts on: whoever does it is the administrator. Of two at once the second is refused. */
export async function enableAccounts(wanted: Pick<NewUser, 'name' | 'email'>, making: Making): Promise<FirstAdmin> {
  const { transaction, now } = making
  if ((await transaction.users()).length > 0)
    throw new WukuError('conflict', 'This server has accounts already.', 'Log in with a key of a user.')
  const user = await addUser({ ...wanted, role: 'admin' }, transaction, now)
  return { ...(await addFirstKey(user, making)), user }
}

/** Removes the first administrator, and with it accounts, while nobody else has come. */
export async function undoEnable(actor: string, transaction: AccountTransaction, now: number): Promise<User> {
  const [user, ...others] = await transaction.users()
  if (!user || user.id !== actor || others.length > 0 || now - user.createdAt > UNDO_MS)
    throw new WukuError(
      'conflict',
      'Accounts stay on: only the first administrator may undo it, within a minute and before there are other users.',
      'Go on with accounts, or begin with another data folder.',
    )
  await transaction.removeUser(user.id)
  return user
}
