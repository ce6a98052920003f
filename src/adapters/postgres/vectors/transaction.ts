import type { VectorTransaction } from '../../../ports/vectors.ts'
import type { Session } from '../session.ts'
import { unwritten } from '../unwritten.ts'

/** Within a transaction. */
export const createVectorTransaction = (_db: Session): VectorTransaction => unwritten('vectors')
