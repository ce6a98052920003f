import { plainName } from '@wuku/text/terms/mark-terms'
import { analyseQuery } from '@wuku/text/terms/query'
import { readText, type ReadText } from '@wuku/text/terms/reading'
import { bestSnippet, matchesByLine } from '@wuku/text/show/snippet'
import type { Outline } from '../outline.ts'

export type CodeSnippet = ReturnType<typeof codeSnippet>

export interface SnippetRequest {
  /** `termsOfQuery` of what is asked. */
  readonly wanted: ReadonlyMap<string, number>
  /** Names that were asked for, as they are compared. */
  readonly names: ReadonlySet<string>
  readonly chars: number
  /** `rememberingReader()` of a caller that asks often. */
  readonly textOf?: ReadText
}

export interface ShownPassage {
  readonly line: number
  readonly text: string
  readonly outline: Pick<Outline, 'symbols' | 'imports'>
}

/** Whole lines of a passage that say most of what was asked, one of them best; they begin where a reader would begin. */
export function codeSnippet(passage: ShownPassage, request: SnippetRequest) {
  const lines = readLines(passage, request)
  const { first, end } = bestWindow(lines, request.chars)
  const shown = lines.slice(first, end)
  const best = shown.toSorted((a, b) => lineValue(b) - lineValue(a) || a.number - b.number)[0]
  const line = lines[first]?.number ?? passage.line
  const text = shown.length > 1 ? textOf(shown) : excerptOf(textOf(shown), request)
  return { line, bestLine: best?.number ?? line, text }
}

interface Line {
  readonly number: number
  readonly text: string
  readonly terms: ReadonlyMap<string, number>
  readonly isComment: boolean
  /** Imports hold the names of all that a file uses, and say nothing about any of it. */
  readonly isImport: boolean
  readonly declares: 'asked' | 'other' | undefined
  readonly indent: number
}

export function termsOfQuery(query: string): ReadonlyMap<string, number> {
  const all = analyseQuery(query).flatMap((word) =>
    word.terms.map(({ term, weight }) => [term, weight * word.weight] as const),
  )
  return new Map(all.filter(([, weight]) => weight > 0))
}

function readLines({ line, text, outline }: ShownPassage, { wanted, names, textOf = readText }: SnippetRequest) {
  const imports = new Set(outline.imports.map((each) => each.line))
  const declared = Map.groupBy(outline.symbols, (symbol) => symbol.line)
  const matched = matchesByLine(text, textOf(text), wanted)
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((each, at): Line => {
      const number = line + at
      const symbols = declared.get(number)
      const isRequestedName = symbols?.some(({ name }) => names.has(plainName(name))) ?? false
      return {
        number,
        text: each,
        terms: new Map(matched.get(at)?.map(({ term, weight }) => [term, weight])),
        isComment: COMMENT.test(each),
        isImport: imports.has(number),
        declares: isRequestedName ? 'asked' : symbols && 'other',
        indent: each.search(/\S|$/),
      }
    })
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!include|define|\[)|--|;;|"""|''')/

interface Window {
  readonly first: number
  readonly end: number
}

/** From every line as many as fit: the ones that hold most, and of those the ones with the best beginning. */
function bestWindow(lines: readonly Line[], chars: number): Window {
  let best: Window = { first: 0, end: Math.min(1, lines.length) }
  let bestValue = -Infinity
  for (const first of lines.keys()) {
    if (isBlank(lines[first])) continue
    const end = endOf(lines, first, chars)
    const value = windowValue(lines.slice(first, end)) + beginning(lines, first)
    if (value > bestValue) [best, bestValue] = [{ first, end }, value]
  }
  return best
}

/** After the last written line that fits; a first line that is too long stands alone. */
function endOf(lines: readonly Line[], first: number, chars: number): number {
  let used = lines[first]?.text.length ?? 0
  let end = first + 1
  let written = end
  for (; end < lines.length; end++) {
    used += 1 + (lines[end]?.text.length ?? 0)
    if (used > chars) break
    if (!isBlank(lines[end])) written = end + 1
  }
  return written
}

/** A term counts once: more of it only decides between equals, as does how far `below` the first line it stands. */
const worth = { comment: 0.8, import: 0.2, asked: 2, other: 0.3, again: 0.03, below: -0.05 }

function windowValue(lines: readonly Line[]): number {
  const terms = new Map<string, number>()
  for (const line of lines)
    for (const [term, weight] of line.terms) terms.set(term, Math.max(terms.get(term) ?? 0, weight * shareOf(line)))
  const totalWeight = [...terms.values()].reduce((sum, weight) => sum + weight, 0)
  const again = lines.reduce((sum, line) => sum + lineValue(line), 0)
  const declared = Math.max(...lines.map(({ declares }) => (declares ? worth[declares] : 0)))
  const below = lines.findIndex((line) => line.terms.size > 0)
  return totalWeight + declared + worth.again * again + worth.below * Math.max(0, below)
}

const shareOf = ({ isComment, isImport }: Line): number => (isImport ? worth.import : isComment ? worth.comment : 1)

const lineValue = (line: Line): number =>
  [...line.terms.values()].reduce((sum, weight) => sum + weight, 0) * shareOf(line) +
  (line.declares === 'asked' ? worth.asked : 0)

/** Brackets that close, operators, the end of a comment. */
const CONTINUATION = /^\s*(?:[)\]}>,;.?:|&*]|["']{3}\s*$)/

/** How well a reader can begin at a line. */
function beginning(lines: readonly Line[], first: number): number {
  const line = lines[first]
  const above = lines[first - 1]
  if (!line || CONTINUATION.test(line.text)) return 0
  const opensComment = line.isComment && !above?.isComment
  if (line.isComment && !opensComment) return 0
  if (line.declares || opensComment) return 0.5
  return !above || isBlank(above) ? 0.4 : line.indent <= above.indent ? 0.25 : 0.1
}

const isBlank = (line: Line | undefined): boolean => line?.text.trim() === ''

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n')

/** A line that is longer than a snippet may be, around what was asked. */
function excerptOf(text: string, { wanted, chars }: SnippetRequest): string {
  if (text.length <= chars) return text
  const printed = bestSnippet({ text, firstLine: 1, termWeights: wanted, maxChars: chars + 3, maxLines: 1 })
  return printed.text.replaceAll(/^\d+: /gm, '')
}
