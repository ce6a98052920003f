import type { PlacedSymbol } from '../languages/rules.ts'
import { afterLine } from '@wuku/text/markdown/line-index'
import { countWhile } from '@wuku/core/binary-search'

/** Lines that stay together, before small neighbours are joined and what is too long is cut. */
export interface Block extends Lines {
  readonly weight: number
  /** Names from the outermost symbol down to the one that the lines are, or lie in. */
  readonly path: readonly string[]
  /** Place of the symbol whose members they are among; -1 at the top. */
  readonly container: number
  /** Declares nothing: what stands between declarations. */
  readonly isFiller: boolean
  /** So little that it may be joined with its neighbours. */
  readonly joins: boolean
}

/** Follows the structure: a declaration with its comment is a piece, and one with members that is too large its parts. */
export function blocksOf(table: LineTable, text: string, symbols: readonly PlacedSymbol[]): readonly Block[] {
  const cut: Cut = { table, text, symbols, members: membersOf(symbols), blocks: [] }
  cutMembers(cut, { from: 0, to: table.count - 1, container: -1, path: [] })
  return cut.blocks
}

interface Cut {
  readonly table: LineTable
  readonly text: string
  readonly symbols: readonly PlacedSymbol[]
  /** Places of the members of each container, in the order of the text. */
  readonly members: ReadonlyMap<number, readonly number[]>
  readonly blocks: Block[]
}

function membersOf(symbols: readonly PlacedSymbol[]): ReadonlyMap<number, readonly number[]> {
  const members = Map.groupBy(symbols.keys(), (at) => symbols[at]?.container ?? -1)
  const byStart = (a: number, b: number): number => (symbols[a]?.start ?? 0) - (symbols[b]?.start ?? 0)
  return new Map([...members].map(([container, places]) => [container, places.toSorted(byStart)]))
}

interface Inside extends Lines {
  readonly container: number
  readonly path: readonly string[]
}

/** Deeper ones are read as text: real code is not nested so far. */
const DEEPEST = 24

function cutMembers(cut: Cut, inside: Inside): void {
  let next = inside.from
  for (const at of cut.members.get(inside.container) ?? []) {
    const symbol = cut.symbols[at]
    if (!symbol) continue
    const from = Math.max(next, cut.table.lineAt(Math.min(symbol.docStart, symbol.start)))
    const to = Math.min(inside.to, cut.table.lineAt(Math.max(symbol.end - 1, symbol.start)))
    if (to < from) continue
    addFiller(cut, { ...inside, from: next, to: from - 1 })
    const path = [...inside.path, ...(symbol.owner === undefined ? [] : [symbol.owner]), symbol.name]
    addSymbol(cut, at, { from, to, container: inside.container, path })
    next = to + 1
  }
  addFiller(cut, { ...inside, from: next })
}

/** Some grammars count the blank lines behind a declaration to it, and one that is broken may have no ink at all. */
function addSymbol(cut: Cut, at: number, inside: Inside): void {
  const lines = withoutBlanks(cut.table, inside)
  if (!lines) return
  const trimmed = { ...inside, ...lines }
  const block = blockOf(cut, trimmed)
  const isEntered = block.weight > chunkSize.aim && cut.members.has(at) && trimmed.path.length < DEEPEST
  if (isEntered) cutMembers(cut, { ...trimmed, container: at })
  else cut.blocks.push(block)
}

/** Such as imports and statements at the top level, the heading of a class, its last brace. */
function addFiller(cut: Cut, inside: Inside): void {
  const lines = withoutBlanks(cut.table, inside)
  if (!lines) return
  const block = { ...blockOf(cut, { ...inside, ...lines }), isFiller: true }
  const before = cut.blocks.at(-1)
  const written = cut.text.slice(cut.table.starts[lines.from], cut.table.starts[lines.to + 1])
  if (before && block.weight <= chunkSize.stray && !MEANINGFUL_WORD.test(written))
    cut.blocks[cut.blocks.length - 1] = { ...before, to: lines.to, weight: before.weight + block.weight }
  else cut.blocks.push(block)
}

/** Any word but `end`: a last brace goes with what it closes. */
const MEANINGFUL_WORD = /(?<![\p{L}\p{N}])(?!end\b)[\p{L}\p{N}]/u

function blockOf({ table }: Cut, { from, to, container, path }: Inside): Block {
  const weight = table.weightOf(from, to)
  return { from, to, weight, path, container, isFiller: false, joins: weight <= chunkSize.small }
}

/** Weights of chunks: a line of code weighs its characters without the indent, 36 at least. So 900 are about 25 lines. */
export const chunkSize = {
  /** Small neighbours are joined up to this, classes above it are cut at their members, long text is cut into such parts. */
  aim: 900,
  /** A function up to this stays whole. */
  most: 2_400,
  /**
   * Text without declarations stays whole up to this size: paragraphs, data, statements of a script. So do parts of a
   * piece that was cut.
   */
  mostOfPart: 1_400,
  /** Heavier pieces stay separate and are not joined with their neighbours. */
  small: 450,
  /** A line or two that declare nothing, such as a brace or `#endif`: they are joined with a neighbour. */
  stray: 80,
} as const

/** The lines of a text, for cutting it between them. Lines are counted from 0 here, since they are places in arrays. */
export interface LineTable {
  readonly count: number
  /** Offsets of the lines; one place past the last line, the length of the text. */
  readonly starts: Int32Array
  /** Columns before the first letter; -1 for a line of blanks. */
  readonly indents: Int32Array
  /** Weight of the lines from `from` to `to`, both included. */
  weightOf(from: number, to: number): number
  lineAt(offset: number): number
}

/** A short line takes as much room on a screen as another: it weighs as much as one of the usual length. */
const LEAST_WEIGHT = 36

/** Weight counts the text, not its indentation. */
export function createLineTable(text: string): LineTable {
  const count = countLines(text)
  const starts = new Int32Array(count + 1)
  const indents = new Int32Array(count)
  const sums = new Int32Array(count + 1)
  for (let line = 0, at = 0; line < count; line++) {
    const end = afterLine(text, at)
    const first = firstInk(text, at, end)
    starts[line] = at
    indents[line] = first === end ? -1 : columnsOf(text, at, first)
    sums[line + 1] = (sums[line] ?? 0) + (first === end ? 1 : Math.max(LEAST_WEIGHT, end - first))
    at = end
  }
  starts[count] = text.length
  return {
    count,
    starts,
    indents,
    weightOf: (from, to) => (to < from ? 0 : (sums[to + 1] ?? 0) - (sums[from] ?? 0)),
    lineAt: (offset) => lineAt(starts, offset, count),
  }
}

export interface Lines {
  readonly from: number
  readonly to: number
}

/** Without the blank lines around them; `undefined` when all are blank. */
export function withoutBlanks({ indents }: LineTable, { from, to }: Lines): Lines | undefined {
  let first = from
  let last = to
  while (first <= last && (indents[first] ?? -1) < 0) first++
  while (last > first && (indents[last] ?? -1) < 0) last--
  return first <= last ? { from: first, to: last } : undefined
}

function countLines(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at = afterLine(text, at)) count++
  return count
}

function firstInk(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(text.charCodeAt(at))) at++
  return at
}

/** Blanks of other scripts and byte order marks count as ink: they are rare, and a chunk too many does no harm. */
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

const TAB = 0x09

const TAB_COLUMNS = 4

function columnsOf(text: string, from: number, to: number): number {
  let columns = 0
  for (let at = from; at < to; at++) columns += text.charCodeAt(at) === TAB ? TAB_COLUMNS : 1
  return columns
}

const lineAt = (starts: Int32Array, offset: number, count: number): number =>
  Math.max(0, countWhile(count, (line) => (starts[line] ?? 0) <= offset) - 1)
