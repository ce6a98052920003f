import type { LineSpan } from '@wuku/core/written-lines'
import { nameParts } from '@wuku/kernel/query/file-names'
import type { Hit } from '@wuku/kernel/query/types'
import { matchName } from '@wuku/index-core/ranking/name-match'
import { plainName } from '@wuku/text/terms/mark-terms'
import { analyseQuery } from '@wuku/text/terms/query'
import { readWord } from '@wuku/text/terms/word-terms'
import { isDefinition, isValue, type CodeSymbol } from '../outline.ts'

export type Reason = ReturnType<typeof reasonFor>

interface ReasonInput {
  readonly hit: Pick<Hit, 'why' | 'document'>
  readonly symbols: readonly CodeSymbol[]
  readonly from: number
  readonly to: number
  readonly words: readonly string[]
  /** `queryNames` of the query. */
  readonly names: ReadonlySet<string>
}

export function reasonFor({ hit, symbols, from, to, words, names }: ReasonInput) {
  const matched = [...new Set(hit.why.matched)]
  const missing = [...new Set(hit.why.missing)].filter((word) => !matched.includes(word) && !isLoneHan(word))
  const defined = definedIn(symbols, { from, to }, names)
  const isNamedSo = matchesFileName(hit.document.path, words)
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
    matchReason: reasons.join('; ') || `holds parts of ${listed(hit.why.missing)}`,
  }
}

/** Mostly what holds a Chinese sentence together: nobody misses it. */
const isLoneHan = (word: string): boolean => /^\p{Script=Han}$/u.test(word)

const SHOWN = 6

const listed = (words: readonly string[]): string =>
  words.length <= SHOWN ? words.join(', ') : `${words.slice(0, SHOWN).join(', ')} and ${words.length - SHOWN} more`

/** Words that follow one another may be one name in the code. */
const MAX_JOINED = 4

/** Names that are declared in these lines and asked for, in the order of the text. */
export function definedIn(symbols: readonly CodeSymbol[], { from, to }: LineSpan, requestedNames: ReadonlySet<string>) {
  const names = symbols
    .filter((symbol) => isInformative(symbol) && symbol.line >= from && symbol.line <= to)
    .filter(({ name }) => requestedNames.has(plainName(name)))
    .map(({ name }) => name)
  return [...new Set(names)]
}

/** A field is often called as what it holds, and defines nothing of it. */
const isInformative = (symbol: CodeSymbol) => isDefinition(symbol) && (symbol.container < 0 || !isValue(symbol))

/** Names as they are compared: each word looked for, and words that follow one another, small ones between them. */
export function queryNames(words: readonly string[], query: string): ReadonlySet<string> {
  const all = analyseQuery(query).map(({ raw }) => raw)
  const names = [...words, ...joinedNames(words), ...joinedNames(all)].map(plainName)
  return new Set(names.filter((name) => name.length > 1))
}

const joinedNames = (words: readonly string[]): readonly string[] =>
  words.flatMap((_, at) =>
    Array.from({ length: Math.min(MAX_JOINED, words.length - at) - 1 }, (_each, more) =>
      words.slice(at, at + more + 2).join(''),
    ),
  )

/** So much of the file's name must be among the words. */
const NAMED_SO = 0.75

function matchesFileName(path: string, words: readonly string[]): boolean {
  const named = words.map((word) => ({ forms: readWord(word).folded, weight: 1 }))
  return matchName(nameParts(path).stem, named).ofName >= NAMED_SO
}
