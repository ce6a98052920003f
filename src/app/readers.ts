import { openTreeSitter } from '../adapters/syntax/tree-sitter.ts'
import { chatsReader } from '../kinds/chats/reader.ts'
import { createCodeReader } from '../kinds/code/reader.ts'
import { docsReader } from '../kinds/docs/reader.ts'
import { notesReader } from '../kinds/notes/reader.ts'
import { padsReader } from '../kinds/pads/reader.ts'
import type { Reader } from '../ports/reader.ts'

/** Beside `src` and `dist` alike. A grammar is loaded when a file first needs it. */
const grammars = new URL('../../grammars/', import.meta.url)

export const codeReader = createCodeReader(openTreeSitter(grammars))

/** Apart from the storehouses, so that a thread that only reads does not load their operations. */
export const readers: readonly Reader[] = [notesReader, padsReader, codeReader, chatsReader, docsReader]
