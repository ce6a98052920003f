import type { DocumentView } from '../../../ports/index-view.ts'
import type { StoreView } from '../../../ports/store.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createDocumentView = (_look: Look): DocumentView => unwritten('documents')
export const createWholeAt = (_look: Look): StoreView['wholeAt'] => unwritten('wholeAt')
