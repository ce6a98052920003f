/** Real parsers. Nodes live as long as the visit: a node kept longer reads freed memory. */
export interface Syntax {
  /** Grammars must be there before a text is parsed by them: loading waits for the disk, parsing does not. */
  load(grammars: readonly string[]): Promise<void>
  /** `undefined` when the grammar is not loaded, or the parser gave up. Broken text has a tree too, with errors in it. */
  parse<T>(
    grammar: string,
    text: string,
    visit: (root: SyntaxNode) => T,
    /** In their order, apart from one another. */
    hidden?: readonly HiddenLines[],
  ): T | undefined
}

/** Whole lines that are parsed as if they were not there. Places of everything else are those in the whole text. */
export interface HiddenLines {
  readonly start: number
  readonly end: number
  readonly row: number
  /** Start of the first line behind them. */
  readonly endRow: number
}

/** Offsets are UTF-16 units of the text that was parsed. */
export interface SyntaxNode {
  readonly type: string
  readonly startIndex: number
  readonly endIndex: number
  /** Rows from 0. */
  readonly startPosition: { readonly row: number }
  readonly endPosition: { readonly row: number }
  /** Without punctuation and keywords. */
  readonly namedChildren: readonly SyntaxNode[]
  readonly children: readonly SyntaxNode[]
  readonly namedChildCount: number
  readonly parent: SyntaxNode | null
  readonly hasError: boolean
  childForFieldName(name: string): SyntaxNode | null
}
