import { isTableRow } from '@wuku/text/markdown/fences'
import { plainInline } from '@wuku/text/markdown/plain-inline'
import type { TitledChunk } from '@wuku/text/markdown/fit-sections'

/** Chunks of a text in their order; those that begin amid a table stand under its first row, too. */
export function underTableHeads(text: string, chunks: readonly TitledChunk[]): readonly TitledChunk[] {
  let head: string | undefined
  return chunks.map((chunk, at) => {
    const before = chunks[at - 1]
    head =
      before && continuesTable(text, chunk.start) ? (headWithin(text, before.start, chunk.start) ?? head) : undefined
    return head === undefined ? chunk : { ...chunk, headings: [...chunk.headings, head] }
  })
}

const continuesTable = (text: string, start: number): boolean =>
  isTableRow(text, start) && text[start - 1] === '\n' && isTableRow(text, lineBefore(text, start))

/** The first row of the table that goes on at `end`; undefined if it stands before `start`. */
function headWithin(text: string, start: number, end: number): string | undefined {
  let first = end
  for (let line = lineBefore(text, end); line >= start && isTableRow(text, line); line = lineBefore(text, line)) {
    first = line
    if (line === 0) break
  }
  if (first === start && start > 0 && isTableRow(text, lineBefore(text, start))) return undefined
  return rowWords(text.slice(first, text.indexOf('\n', first)))
}

/** Start of the line before the one that begins at `line`. */
const lineBefore = (text: string, line: number): number => (line < 2 ? 0 : text.lastIndexOf('\n', line - 2) + 1)

/** `Option, Default`: an escaped bar is part of its cell. */
const rowWords = (row: string): string =>
  row
    .split(/(?<!\\)\|/)
    .map((cell) => plainInline(cell))
    .filter((cell) => cell !== '')
    .join(', ')
