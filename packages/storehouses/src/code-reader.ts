import { openTreeSitter } from '@wuku/code/syntax/tree-sitter'
import { createCodeReader } from '@wuku/code/code-file-reader'

/** In the root of the program, next to `dist`. A grammar is loaded when a file first needs it. */
const grammars = new URL(import.meta.url.endsWith('.ts') ? '../../../grammars/' : '../../grammars/', import.meta.url)

export const codeReader = createCodeReader(openTreeSitter(grammars))
