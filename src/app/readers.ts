import { notesReader } from '../kinds/notes/reader.ts'
import { padsReader } from '../kinds/pads/reader.ts'
import type { Reader } from '../ports/reader.ts'

/** Apart from the storehouses, so that a thread that only reads does not load their operations. */
export const readers: readonly Reader[] = [notesReader, padsReader]
