import { z } from 'zod'
import type { DocumentId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { count, freshness } from '@wuku/kernel/base/operation-shapes'
import { sliceLines } from '@wuku/text/markdown/line-index'
import type { CodeFile } from '../graph/import-links.ts'
import type { RelatedFile } from '../graph/related.ts'
import type { CodeSymbol } from '../outline.ts'
import { cutAtLine, spend, createTokenBudget, type TokenBudget } from './token-budget.ts'
import { informativeSymbols } from './related.ts'

export const relatedSnippet = z.strictObject({
  path: z.string(),
  startLine: count,
  endLine: count,
  symbol: z.string(),
  freshness,
  snippet: z.string(),
  snippetTruncated: z.boolean(),
})
/** Before its file was looked at. */
export type RelatedSnippet = Omit<z.output<typeof relatedSnippet>, 'freshness'> & { readonly document: DocumentId }

export interface SnippetLimits {
  readonly perFile: number
  readonly chars: number
  readonly contextChars: number
}

/** Declarations of the files around the primary results; those that the results use come first. */
export async function relatedSnippets(
  view: StoreView,
  files: readonly RelatedFile[],
  { used, limits }: { readonly used: ReadonlySet<string>; readonly limits: SnippetLimits },
): Promise<{ readonly snippets: RelatedSnippet[]; readonly snippetBudget: TokenBudget }> {
  const declared = files.flatMap((each) =>
    informativeSymbols(each.file.outline.symbols, used)
      .slice(0, limits.perFile)
      .map((symbol) => ({ file: each.file, symbol })),
  )
  const order = declared.toSorted((a, b) => Number(used.has(b.symbol.name)) - Number(used.has(a.symbol.name)))
  const texts = await view.documents.bodies([...new Set(order.map(({ file }) => file.document))])
  const snippets: RelatedSnippet[] = []
  const snippetBudget = createTokenBudget(limits.contextChars)
  for (const { file, symbol } of order) {
    const fullText = sliceLines(texts.get(file.document) ?? '', symbol.line, symbol.endLine - symbol.line + 1).trimEnd()
    const shown = spend(snippetBudget, cutAtLine(fullText, limits.chars))
    if (shown !== undefined) snippets.push(declaration(file, symbol, { fullText, shown }))
  }
  return { snippets, snippetBudget }
}

const declaration = (
  { path, document }: CodeFile,
  symbol: CodeSymbol,
  { fullText, shown }: { readonly fullText: string; readonly shown: string },
): RelatedSnippet => ({
  document,
  path,
  startLine: symbol.line,
  endLine: symbol.endLine,
  symbol: symbol.name,
  snippet: shown,
  snippetTruncated: shown.length < fullText.length,
})
