import { onceFor } from '@wuku/core/once'
import type { Parsed, Problem, ChunkFacts } from '@wuku/core/core-types'
import type { RawItem } from '@wuku/core/ports/feed'
import type { DraftChunk, DraftDocument, Reader } from '@wuku/core/ports/source-reader'
import type { Syntax } from '@wuku/core/ports/syntax'
import { afterLine } from '@wuku/text/markdown/line-index'
import { decodeText } from '@wuku/text/decode'
import { pageOfPath } from '@wuku/core/ports/history-page'
import { codeFacts } from './code-facts.ts'
import { chunkHistory, historyVersion, parseHistory } from './history/commit-reader.ts'
import { grammarsFor, languageNamed, languageOf } from './languages/index.ts'
import { markChunks } from './code-marks.ts'
import { packOutline } from './outline.ts'
import type { Lines, LineTable, Block } from './reading/code-blocks.ts'
import { chunkSize, createLineTable, blocksOf, withoutBlanks } from './reading/code-blocks.ts'
import { structureOf } from './reading/read.ts'
import { roleOf } from './roles.ts'
import type { Structure, PlacedSymbol } from './languages/rules.ts'

/** Source code: a file is a document, a function a chunk. `syntax` parses it. */
export function createCodeReader(syntax: Syntax): Reader {
  /** Chunks and outline of a document are asked for one after the other; it is parsed once. */
  const structure = onceFor(
    (document) => structureOf(syntax, document.text, languageNamed(languageNameOf(document) ?? '')),
    new WeakMap<DraftDocument, Structure>(),
  )
  return {
    ...codeFacts,
    versionOf: (path) => (isHistory(path) ? historyVersion : undefined),
    prepare: (paths) => syntax.load(grammarsFor(paths)),
    parse: (item) => (isHistory(item.path) ? parseHistory(item) : parseCode(item)),
    chunk: (document) => (isHistory(document.path) ? chunkHistory(document) : chunkCode(document, structure(document))),
    outline: (document) =>
      isHistory(document.path) ? null : packOutline({ ...structure(document), language: languageNameOf(document) }),
  }
}

const isHistory = (path: string): boolean => pageOfPath(path) !== undefined

/** Characters examined to recognise the language and the role of a file. */
const HEAD_CHARS = 8_000

function parseCode({ path, bytes }: RawItem): Parsed<DraftDocument> {
  const decoded = decodeText(bytes)
  if (decoded === 'binary') return refused(path, NOT_TEXT)
  const { text } = decoded
  const head = text.slice(0, HEAD_CHARS)
  const language = languageOf(path, head)
  if (isForPrograms(text)) return refused(path, NOT_FOR_READING)
  const title = path.slice(path.lastIndexOf('/') + 1)
  const meta = { language: language?.name ?? null, role: roleOf(path, head) }
  return { items: [{ path, title, text, meta }], problems: [] }
}

const refused = (path: string, why: Omit<Problem, 'path'>): Parsed<DraftDocument> => ({
  items: [],
  problems: [{ path, ...why }],
})

const NOT_TEXT = {
  said: 'It is not text: it contains binary bytes.',
  remedy: 'Leave it out with an exclude pattern or a line in .wukuignore, or save it as UTF-8 text.',
}
const NOT_FOR_READING = {
  said: 'It is minified, or data: most of it is in lines of many hundred characters.',
  remedy: 'Leave it out with an exclude pattern or a line in .wukuignore; index its sources instead.',
}

function chunkCode(document: DraftDocument, { symbols, imports, module }: Structure): readonly DraftChunk[] {
  const file = { path: document.path, language: languageNameOf(document), module, symbols, imports }
  return markChunks(cutCode(document.text, symbols), file)
}

function languageNameOf({ meta }: DraftDocument): string | null {
  const { language } = meta
  return typeof language === 'string' ? language : null
}

/** In a smaller file long lines do no harm. */
const LEAST_CHARS = 50_000
/** Lines of code are not so long; paragraphs of prose are seldom longer, and tables of data always. */
const LONG_LINE = 1_000

/** Minified code and data in long lines: more than half of the text. A table among code does not count. */
function isForPrograms(text: string): boolean {
  if (text.length < LEAST_CHARS) return false
  let inLongLines = 0
  for (let at = 0; at < text.length;) {
    const end = afterLine(text, at)
    if (end - at > LONG_LINE) inLongLines += end - at
    at = end
  }
  return inLongLines * 2 > text.length
}

/**
 * Whole lines in their order, that cover all that is not blank. They follow the structure as far as there is one: text
 * without symbols is cut by blank lines and indentation.
 */
function cutCode(text: string, symbols: readonly PlacedSymbol[]): readonly ChunkFacts[] {
  if (!/\S/.test(text)) return []
  const table = createLineTable(text)
  return joinSmall(blocksOf(table, text, symbols)).flatMap((block) => chunksOf(table, text, block))
}

function joinSmall(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    if (before && (areSmall(before, block) || leadsTo(before, block))) {
      joined[joined.length - 1] = join(before, block)
      continue
    }
    joinBack(joined)
    joined.push(block)
  }
  joinBack(joined)
  return joined
}

const areSmall = (a: Block, b: Block): boolean =>
  a.joins && b.joins && a.container === b.container && a.weight + b.weight <= chunkSize.aim

const leadsTo = (a: Block, b: Block): boolean =>
  isSmallFiller(a) && a.weight + b.weight <= chunkSize.most && a.path.every((name, at) => name === b.path[at])

/** Such as `private:` or `#ifdef X`: it leads to what follows, and else goes with what stands before it. */
const isSmallFiller = ({ isFiller, weight }: Block): boolean => isFiller && weight <= chunkSize.stray

/** A piece that is cut anyway has room for a stray line in its last part. */
function joinBack(joined: Block[]): void {
  const last = joined.at(-1)
  const before = joined.at(-2)
  if (!last || !before || !isSmallFiller(last)) return
  const isJoinable = before.weight > chunkSize.most || before.weight + last.weight <= chunkSize.most
  if (isJoinable) joined.splice(-2, 2, join(before, last))
}

/** Equals share what is around them; what is joined to something much larger does not change what that is. */
function join(a: Block, b: Block): Block {
  const main = areSmall(a, b) ? { ...a, path: commonStart(a.path, b.path) } : isSmallFiller(a) ? b : a
  return { ...main, from: a.from, to: b.to, weight: a.weight + b.weight, isFiller: a.isFiller && b.isFiller }
}

function commonStart(a: readonly string[], b: readonly string[]): readonly string[] {
  const differs = a.findIndex((name, at) => name !== b[at])
  return differs < 0 ? a : a.slice(0, differs)
}

const chunksOf = (table: LineTable, text: string, { from, to, path, isFiller }: Block): readonly ChunkFacts[] =>
  (table.weightOf(from, to) <= (isFiller ? chunkSize.mostOfPart : chunkSize.most)
    ? [{ from, to }]
    : partsOf(table, text, { from, to })
  ).map((part) => ({
    start: table.starts[part.from] ?? 0,
    end: table.starts[part.to + 1] ?? text.length,
    line: part.from + 1,
    endLine: part.to + 1,
    headings: path,
  }))

/**
 * Cuts lines that are too many for one chunk: where a blank line stands and the indent is small rather than elsewhere. A
 * line that is too long for a chunk has one for itself. Blank lines between parts are left out.
 */
function partsOf(table: LineTable, text: string, { from, to }: Lines): readonly Lines[] {
  const parts: Lines[] = []
  for (let first = from; first <= to;) {
    const next = nextCut(table, text, { from: first, to })
    const part = withoutBlanks(table, { from: first, to: next - 1 })
    if (part) parts.push(part)
    first = next
  }
  return parts
}

/** The best line to cut before: its worth, minus the distance from an even share. */
function nextCut(table: LineTable, text: string, { from, to }: Lines): number {
  const rest = table.weightOf(from, to)
  if (rest <= chunkSize.mostOfPart) return to + 1
  const share = rest / Math.max(2, Math.round(rest / chunkSize.aim))
  const last = lastThatFits(table, { from, to })
  const base = leastIndent(table, { from: from + 1, to: last + 1 })
  let best = last + 1
  let bestValue = -Infinity
  for (let next = from + 1; next <= last + 1; next++) {
    const closeness = 1 - (table.weightOf(from, next - 1) / share - 1) ** 2
    const worth = worthOfCut(table, text, { line: next, base })
    const value = closeness > 0 ? closeness * worth : closeness
    if (value > bestValue) [best, bestValue] = [next, value]
  }
  return best
}

/** The last line is no candidate: something is left, or it would not have to be cut. */
function lastThatFits(table: LineTable, { from, to }: Lines): number {
  let last = from
  while (last < to - 1 && table.weightOf(from, last + 1) <= chunkSize.mostOfPart) last++
  return last
}

function leastIndent({ indents }: LineTable, { from, to }: Lines): number {
  let least = Infinity
  for (let line = from; line <= to; line++) {
    const indent = indents[line] ?? -1
    if (indent >= 0 && indent < least) least = indent
  }
  return least === Infinity ? 0 : least
}

const INDENT_STEP = 4

/** Between 0 and 1. A line that closes something belongs to what it closes. */
function worthOfCut({ indents, starts }: LineTable, text: string, { line, base }: { line: number; base: number }) {
  const indent = indents[line] ?? -1
  if (indent < 0) return NO_PLACE
  const isAfterBlank = (indents[line - 1] ?? -1) < 0
  if (!isAfterBlank && CLOSER.test(text.slice(starts[line], (starts[line] ?? 0) + indent + 4))) return NO_PLACE
  return (isAfterBlank ? 1 : 0.4) / (1 + Math.max(0, indent - base) / INDENT_STEP)
}

const NO_PLACE = 0.02
const CLOSER = /^\s*(?:[)\]}>]|end\b|else|\*\/)/
