import type { PadView } from '../../../ports/pads.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createPadView = (_look: Look): PadView => unwritten('pads')
