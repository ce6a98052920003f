import type { ChunkFacts } from '../../../core/words.ts'
import { createLineTable, type LineTable } from './lines.ts'
import { partsOf } from './parts.ts'
import { piecesOf, type Piece } from './pieces.ts'
import { chunkSize } from './size.ts'
import type { PlacedSymbol } from './structure.ts'

/**
 * Whole lines in their order, that cover all that is not blank. They follow the structure as far as there is one: text
 * without symbols is cut by blank lines and indentation.
 */
export function cutCode(text: string, symbols: readonly PlacedSymbol[]): readonly ChunkFacts[] {
  if (!/\S/.test(text)) return []
  const table = createLineTable(text)
  return joinSmall(piecesOf(table, text, symbols)).flatMap((piece) => chunksOf(table, text, piece))
}

function joinSmall(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    if (before && belongTogether(before, piece)) {
      joined[joined.length - 1] = join(before, piece)
      continue
    }
    joinBack(joined)
    joined.push(piece)
  }
  joinBack(joined)
  return joined
}

const belongTogether = (a: Piece, b: Piece): boolean => areSmall(a, b) || leadsTo(a, b)

const areSmall = (a: Piece, b: Piece): boolean =>
  a.joins && b.joins && a.container === b.container && a.weight + b.weight <= chunkSize.aim

const leadsTo = (a: Piece, b: Piece): boolean =>
  isStray(a) && a.weight + b.weight <= chunkSize.most && a.path.every((name, at) => name === b.path[at])

/** Such as `private:` or `#ifdef X`: it leads to what follows, and else goes with what stands before it. */
const isStray = ({ isFiller, weight }: Piece): boolean => isFiller && weight <= chunkSize.stray

/** What is cut anyway has room for it in its last part. */
function joinBack(joined: Piece[]): void {
  const last = joined.at(-1)
  const before = joined.at(-2)
  if (!last || !before || !isStray(last)) return
  const hasRoom = before.weight > chunkSize.most || before.weight + last.weight <= chunkSize.most
  if (hasRoom) joined.splice(-2, 2, join(before, last))
}

/** Equals share what is around them; what is joined to something much larger does not change what that is. */
function join(a: Piece, b: Piece): Piece {
  const main = areSmall(a, b) ? { ...a, path: commonStart(a.path, b.path) } : isStray(a) ? b : a
  return { ...main, from: a.from, to: b.to, weight: a.weight + b.weight, isFiller: a.isFiller && b.isFiller }
}

function commonStart(a: readonly string[], b: readonly string[]): readonly string[] {
  const differs = a.findIndex((name, at) => name !== b[at])
  return differs < 0 ? a : a.slice(0, differs)
}

const chunksOf = (table: LineTable, text: string, { from, to, path, isFiller }: Piece): readonly ChunkFacts[] =>
  partsOf(table, text, { from, to, most: isFiller ? chunkSize.mostOfPart : chunkSize.most }).map((part) => ({
    start: table.starts[part.from] ?? 0,
    end: table.starts[part.to + 1] ?? text.length,
    line: part.from + 1,
    endLine: part.to + 1,
    headings: path,
  }))
