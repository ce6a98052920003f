import type { ChunkView } from '../../../ports/index-view.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createChunkView = (_look: Look): Omit<ChunkView, 'lexical'> => unwritten('chunks')
