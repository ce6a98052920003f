import type { PadTransaction } from '../../../ports/pads.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createPadTransaction = (_look: Look): PadTransaction => unwritten('pads')
