import type { LibraryTransaction } from '../../../ports/libraries.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createLibraryTransaction = (_look: Look): LibraryTransaction => unwritten('libraries')
