import { openTreeSitter } from '../adapters/syntax/tree-sitter.ts'
import { createCodeReader } from '../kinds/code/reader.ts'

/** Beside `src` and `dist` alike. A grammar is loaded when a file first needs it. */
const grammars = new URL('../../grammars/', import.meta.url)

export const codeReader = createCodeReader(openTreeSitter(grammars))
