import type { LibraryView } from '../../../ports/libraries.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createLibraryView = (_look: Look): LibraryView => unwritten('libraries')
