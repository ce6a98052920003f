import { textOfLines, withoutBlanks, type Lines, type LineTable } from './lines.ts'
import { chunkSize } from './size.ts'
import type { PlacedSymbol } from './structure.ts'

/** Lines that stay together, before small neighbours are joined and what is too long is cut. */
export interface Piece extends Lines {
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
export function piecesOf(table: LineTable, text: string, symbols: readonly PlacedSymbol[]): readonly Piece[] {
  const cut: Cut = { table, text, symbols, members: membersOf(symbols), pieces: [] }
  cutMembers(cut, { from: 0, to: table.count - 1, container: -1, path: [] })
  return cut.pieces
}

interface Cut {
  readonly table: LineTable
  readonly text: string
  readonly symbols: readonly PlacedSymbol[]
  /** Places of the members of each container, in the order of the text. */
  readonly members: ReadonlyMap<number, readonly number[]>
  readonly pieces: Piece[]
}

function membersOf(symbols: readonly PlacedSymbol[]): ReadonlyMap<number, readonly number[]> {
  const members = new Map<number, number[]>()
  symbols.forEach(({ container }, at) => {
    const known = members.get(container)
    if (known) known.push(at)
    else members.set(container, [at])
  })
  const byStart = (a: number, b: number): number => (symbols[a]?.start ?? 0) - (symbols[b]?.start ?? 0)
  return new Map([...members].map(([container, places]) => [container, places.toSorted(byStart)]))
}

interface Inside extends Lines {
  readonly container: number
  readonly path: readonly string[]
}

/** Deeper ones are read as text: nobody nests so far, and what does is made to harm. */
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
  const whole = { ...inside, ...lines }
  const piece = pieceOf(cut, whole)
  const isEntered = piece.weight > chunkSize.aim && cut.members.has(at) && whole.path.length < DEEPEST
  if (isEntered) cutMembers(cut, { ...whole, container: at })
  else cut.pieces.push(piece)
}

/** Such as imports and statements at the top level, the heading of a class, its last brace. */
function addFiller(cut: Cut, inside: Inside): void {
  const lines = withoutBlanks(cut.table, inside)
  if (!lines) return
  const piece = { ...pieceOf(cut, { ...inside, ...lines }), isFiller: true }
  const before = cut.pieces.at(-1)
  if (before && piece.weight <= chunkSize.stray && !SAYS_SOMETHING.test(textOfLines(cut.text, cut.table, lines)))
    cut.pieces[cut.pieces.length - 1] = { ...before, to: lines.to, weight: before.weight + piece.weight }
  else cut.pieces.push(piece)
}

/** Any word but `end`: a last brace goes with what it closes. */
const SAYS_SOMETHING = /(?<![\p{L}\p{N}])(?!end\b)[\p{L}\p{N}]/u

function pieceOf({ table }: Cut, { from, to, container, path }: Inside): Piece {
  const weight = table.weightOf(from, to)
  return { from, to, weight, path, container, isFiller: false, joins: weight <= chunkSize.small }
}
