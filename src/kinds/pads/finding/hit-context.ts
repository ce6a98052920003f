import type { Hit } from '../../../engine/search/types.ts'
import { linesOf, printContext, type ContextStyle, type PlacedMatch } from '../context.ts'

/** The lines around the best one, and around others that hold a word of the query as it was written. */
export function contextOfHit(
  content: string,
  { line, why }: Pick<Hit, 'line' | 'why'>,
  style: ContextStyle,
): { readonly text: string; readonly isCut: boolean } {
  const lines = linesOf(content)
  const words = why.matched.map((word) => word.toLowerCase())
  const holding = lines.flatMap((text, at) => matchIn(text, words, at + 1) ?? [])
  const best = holding.find((each) => each.line === line) ?? { line, column: 0, endLine: line, endColumn: 0 }
  const others = holding.filter((each) => each !== best).slice(0, style.most - 1)
  const shown = [best, ...others].toSorted((a, b) => a.line - b.line)
  const ranges = printContext({ lines, matches: [best, ...holding] }, shown, style)
  return { text: ranges.map((range) => range.text).join('\n...\n'), isCut: ranges.some((range) => range.isCut) }
}

function matchIn(text: string, words: readonly string[], line: number): PlacedMatch | undefined {
  const lower = text.toLowerCase()
  const found = words.map((word) => ({ column: lower.indexOf(word), word })).find(({ column }) => column >= 0)
  return found && { line, column: found.column, endLine: line, endColumn: found.column + found.word.length }
}
