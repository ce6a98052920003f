import { z } from 'zod'
import type { LineSpan } from '@wuku/core/written-lines'
import { isCitation, parseCitation } from '@wuku/core/citation'
import { readingsOf } from '@wuku/kernel/documents/document-address'
import { findPath } from '../find-path.ts'
import type { Project } from '../code-project.ts'
import type { CodeContext } from '../graph/import-links.ts'

export const filePath = z.string().min(1).max(8_192)
export const lineNumber = z.int().min(1).max(100_000_000)

/** A range as a caller writes it; its path maybe with `:10-20` or `#L10-L20` behind it, or a citation. */
export const writtenRange = z.strictObject({
  path: filePath,
  start_line: lineNumber.optional(),
  end_line: lineNumber.optional().describe('Default: to the end of the file.'),
  symbol: z.string().min(1).max(500).optional().describe('Instead of lines: `Cart.addItem`.'),
})
export type WrittenRange = z.output<typeof writtenRange>

/** Lines of a file of a project; all of them when none are named. */
export interface RequestedRange {
  readonly path: string
  readonly lines?: LineSpan
  readonly symbol?: string
}

/** Name of the source that a citation names. */
export const sourceCited = (path: string): string | undefined =>
  isCitation(path) ? parseCitation(path).source : undefined

/** Lines that are named apart from the path count more than those behind it. */
export function readRange(written: WrittenRange, project: Project, context: CodeContext): RequestedRange {
  const { path, lines } = readPath(written.path, project, context)
  const { start_line: start, end_line: end, symbol } = written
  if (symbol !== undefined) return { path, symbol }
  if (start === undefined && end === undefined) return lines ? { path, lines } : { path }
  const [one, other] = [start ?? 1, end ?? LAST]
  return { path, lines: { from: Math.min(one, other), to: Math.max(one, other) } }
}

/** The last line of any file. */
const LAST = 1_000_000_000

function readPath(text: string, project: Project, context: CodeContext): Omit<RequestedRange, 'symbol'> {
  if (isCitation(text)) {
    const { path, lines } = parseCitation(text)
    return { path: findPath(path, project, context), ...(lines && { lines }) }
  }
  const readings = readingsOf(text).filter((reading) => reading.by === 'path')
  const literal = readings.find(({ path }) => context.paths.has(path))
  const chosen = literal ?? readings.at(-1)
  const path = findPath(chosen?.path ?? text, project, context)
  if (!chosen?.lines) return { path }
  // One line alone is what a grep names.
  const { from, count = 1 } = chosen.lines
  return { path, lines: { from, to: from + count - 1 } }
}
