import { openTreeSitter } from '@wuku/code/syntax/tree-sitter'
import { createCodeReader } from '@wuku/code/code-file-reader'

/** The build copies them to `dist`. A grammar is loaded when a file first needs it. */
const grammars = new URL(import.meta.url.endsWith('.ts') ? '../../code/grammars/' : '../grammars/', import.meta.url)

export const codeReader = createCodeReader(openTreeSitter(grammars))
