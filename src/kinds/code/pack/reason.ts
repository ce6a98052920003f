import { nameParts } from '../../../engine/search/files.ts'
import type { Hit } from '../../../engine/search/types.ts'
import { matchName } from '../../../ranking/names.ts'
import { plainName } from '../../../text/marks.ts'
import { readWord } from '../../../text/words.ts'
import { isDefinition, namePathOf, type CodeSymbol } from '../outline.ts'

export type MatchType = 'keyword' | 'definition' | 'name'

/** Why a passage answers, for the reader. */
export interface Reason {
  readonly matchTypes: readonly MatchType[]
  readonly matchReason: string
}

export interface ReasonInput {
  readonly hit: Pick<Hit, 'why' | 'document'>
  /** Of the whole file. */
  readonly symbols: readonly CodeSymbol[]
  readonly from: number
  readonly to: number
  /** Words of the query, as they were read. */
  readonly words: readonly string[]
}

export function reasonFor({ hit, symbols, from, to, words }: ReasonInput): Reason {
  const { matched, missing } = hit.why
  const defined = definedIn(symbols, { from, to }, words)
  const isNamedSo = saysItsName(hit.document.path, words)
  const reasons = [
    ...(matched.length > 0 ? [`holds ${listed(matched)}`] : []),
    ...(matched.length > 0 && missing.length > 0 ? [`lacks ${listed(missing)}`] : []),
    ...(defined.length > 0 ? [`defines ${listed(defined)}`] : []),
    ...(isNamedSo ? ['the file is named so'] : []),
  ]
  return {
    matchTypes: [
      ...(matched.length > 0 ? ['keyword' as const] : []),
      ...(defined.length > 0 ? ['definition' as const] : []),
      ...(isNamedSo ? ['name' as const] : []),
    ],
    matchReason: reasons.join('; ') || 'near what was asked',
  }
}

const SHOWN = 6

const listed = (words: readonly string[]): string =>
  words.length <= SHOWN ? words.join(', ') : `${words.slice(0, SHOWN).join(', ')} and ${words.length - SHOWN} more`

/** Words that follow one another may be one name in the code. */
const MOST_JOINED = 4

/** Names that are declared in these lines and asked for, in the order of the text. */
export function definedIn(
  symbols: readonly CodeSymbol[],
  { from, to }: { readonly from: number; readonly to: number },
  words: readonly string[],
): readonly string[] {
  const asked = namesAsked(words)
  const names = symbols
    .filter((symbol) => isDefinition(symbol) && symbol.line >= from && symbol.line <= to)
    .filter(({ name }) => asked.has(plainName(name)))
    .map(({ name }) => name)
  return [...new Set(names)]
}

function namesAsked(words: readonly string[]): ReadonlySet<string> {
  const names = words.flatMap((_, at) =>
    Array.from({ length: MOST_JOINED }, (_each, more) => plainName(words.slice(at, at + more + 1).join(''))),
  )
  return new Set(names.filter((name) => name.length > 1))
}

/** So much of the file's name must be among the words. */
const NAMED_SO = 0.75

function saysItsName(path: string, words: readonly string[]): boolean {
  const named = words.map((word) => ({ forms: readWord(word).folded, weight: 1 }))
  return matchName(nameParts(path).stem, named).ofName >= NAMED_SO
}

/** The innermost symbol around a line, as `Outer.inner`; `null` between symbols. */
export function symbolAt(symbols: readonly CodeSymbol[], line: number): string | null {
  let found = -1
  symbols.forEach((symbol, at) => {
    if (symbol.line > line || symbol.endLine < line) return
    const best = symbols[found]
    if (!best || symbol.endLine - symbol.line <= best.endLine - best.line) found = at
  })
  return found < 0 ? null : namePathOf(symbols, found).join('.')
}
