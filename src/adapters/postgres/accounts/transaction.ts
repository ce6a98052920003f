import type { AccountTransaction } from '../../../ports/accounts.ts'
import type { Session } from '../session.ts'
import { unwritten } from '../unwritten.ts'

export const createAccountTransaction = (_db: Session): AccountTransaction => unwritten('accounts')
