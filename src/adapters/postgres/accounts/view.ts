import type { AccountView } from '../../../ports/accounts.ts'
import type { Session } from '../session.ts'
import { unwritten } from '../unwritten.ts'

export const createAccountView = (_db: Session): AccountView => unwritten('accounts')
