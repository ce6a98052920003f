import type { SourceView } from '../../../ports/index-view.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createManifest = (_look: Look): SourceView['manifest'] => unwritten('manifest')
