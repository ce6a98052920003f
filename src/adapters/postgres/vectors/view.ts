import type { VectorView } from '../../../ports/vectors.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createVectorView = (_look: Look): VectorView => unwritten('vectors')
