import { WukuError } from '../../../core/errors.ts'
import { nearest } from '../../../text/edit.ts'
import type { CodeFile } from '../graph/links.ts'
import { namePathOf, type CodeSymbol } from '../outline.ts'
import { answersTo, readName } from './name.ts'

/** What a file declares under a name, as it is written if anything is; several for overloads and namesakes. Never none. */
export function symbolsInFile(
  name: string,
  { path, outline }: Pick<CodeFile, 'path' | 'outline'>,
): readonly CodeSymbol[] {
  const asked = readName(name)
  const answers = outline.symbols.map((symbol, at) => ({
    symbol,
    answer: answersTo(asked, namePathOf(outline.symbols, at), path),
  }))
  const exact = answers.filter(({ answer }) => answer === 'exact')
  const found = exact.length > 0 ? exact : answers.filter(({ answer }) => answer === 'folded')
  if (found.length > 0) return found.map(({ symbol }) => symbol)
  const names = outline.symbols.map((_, at) => namePathOf(outline.symbols, at).join('.'))
  throw noSymbol(name, path, [...nearest(asked.last, new Set(names.map(lastOf)), { max: 4, limit: 5 })])
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

const noSymbol = (name: string, path: string, near: readonly string[]): WukuError =>
  new WukuError(
    'not-found',
    `${path} declares no "${name.slice(0, 200)}".`,
    near.length > 0
      ? `Did you mean ${near.join(', ')}?`
      : `See what it declares with file_outline, or ask find_symbol.`,
  )
