import type { DraftChunk, DraftDocument } from '@wuku/core/ports/source-reader'
import { fitSections, type TitledChunk } from '@wuku/text/markdown/fit-sections'
import { createLineIndex } from '@wuku/text/markdown/line-index'
import { nestedHeadings, readSections } from '@wuku/text/markdown/sections'
import { splitToFit, type Span } from '@wuku/text/markdown/split'
import { underTableHeads } from '@wuku/formats/table-heads'
import { isFormatted } from './formatted.ts'
import { frontMatterEnd } from './frontmatter.ts'

/**
 * In estimated tokens. Means over the benchmark rise a little from 250 to 350 and hardly to 500; this lies between
 * (docs/decisions/0004-weights.md). Smaller passages also make more postings.
 */
const size = { target: 400, max: 650 }

/** Chunks follow one another and cover the text. A text of blanks has none. */
export function chunkNote({ path, text }: DraftDocument): readonly DraftChunk[] {
  if (!/\S/.test(text)) return []
  const lines = createLineIndex(text)
  const bodyStart = isMarkdown(path) && !isFormatted(path) ? frontMatterEnd(text) : 0
  return splitNote({ path, text, bodyStart }).map(({ start, end, headings }) => ({
    start,
    end,
    line: lines.lineAt(start),
    endLine: lines.lineAt(end - 1),
    headings,
    lead: leadOf(text, Math.max(start, bodyStart), end),
  }))
}

interface Note {
  readonly path: string
  readonly text: string
  readonly bodyStart: number
}

function splitNote({ path, text, bodyStart }: Note): readonly TitledChunk[] {
  const fullRange = { start: 0, end: text.length }
  const cut = (range: Span) => splitToFit(text, range, size)
  if (!isMarkdown(path) && !isFormatted(path)) return cut(fullRange).map((chunk) => ({ ...chunk, headings: [] }))
  const root = readSections(text, { ...fullRange, bodyStart, headings: [] }, nestedHeadings(text, bodyStart))
  return underTableHeads(text, fitSections(root, { size, cut }))
}

export const isMarkdown = (path: string): boolean => /\.(?:md|mdx|markdown|mkd|qmd|rmd)$/i.test(path)

/** Blank lines and ATX headings of Markdown. */
const BEFORE = /^(?:\s*#{1,6}(?:[ \t][^\n]*)?(?=\n|$))*\s*/

/**
 * Start of the text after the leading headings of a stretch of Markdown; the end of the stretch when there is no more.
 * The search stops at that end: otherwise each of many chunks of headings alone would scan all that follow.
 */
export function leadOf(text: string, start: number, end: number): number {
  return start + (BEFORE.exec(text.slice(start, end))?.[0].length ?? 0)
}
