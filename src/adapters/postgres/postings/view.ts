import type { ChunkView, TermView } from '../../../ports/index-view.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createLexical = (_look: Look): ChunkView['lexical'] => unwritten('lexical')
export const createTermView = (_look: Look): TermView => unwritten('terms')
