import { WukuError } from '../../core/errors.ts'
import { createLineIndex, numberLines } from '../../text/lines.ts'
import { cutToTokens } from '../../text/tokens.ts'

/** Some whole lines of a document. */
export interface Excerpt {
  readonly text: string
  readonly fromLine: number
  readonly toLine: number
  readonly totalLines: number
  /** What the budget cut off, for the caller; `null` when nothing. */
  readonly cut: string | null
}

export interface ExcerptRequest {
  /** The document, as errors call it. */
  readonly name: string
  readonly totalLines: number
  readonly from: number
  /** To the end when absent. */
  readonly count?: number
  /** Tokens. */
  readonly budget: number
  /** What the caller allowed, where more than the text is spent of it. Default: the budget. */
  readonly allowed?: number
}

/** Of an empty text the one empty line that people see in it. */
export function excerptOf(text: string, request: ExcerptRequest): Excerpt {
  const { from, count, totalLines, budget, allowed = budget } = request
  if (from > Math.max(1, totalLines)) throw pastTheEnd(request)
  const lines = createLineIndex(text)
  const start = lines.startOf(from)
  const isTail = count === undefined || from + count > totalLines
  const wanted = isTail ? text.slice(start) : withoutLineEnd(text.slice(start, lines.startOf(from + count)))
  const shown = cutToTokens(wanted, budget)
  const last = isTail ? Math.max(from, totalLines) : from + count - 1
  if (shown === wanted) return { text: wanted, fromLine: from, toLine: last, totalLines, cut: null }
  const toLine = lines.lineAt(start + Math.max(0, shown.length - 1))
  const cut = shown.endsWith('\n')
    ? `Cut after line ${toLine} to stay within ${allowed} tokens: ask again from line ${toLine + 1}, or raise budget.`
    : `Cut within line ${toLine}, which is longer than ${allowed} tokens: raise budget to see the whole of it.`
  return { text: withoutLineEnd(shown), fromLine: from, toLine, totalLines, cut }
}

/** Lines as `12: text`. What ends with a line end has no empty line after it. */
export const withLineNumbers = ({ text, fromLine }: Pick<Excerpt, 'text' | 'fromLine'>): string =>
  numberLines(withoutLineEnd(text), fromLine)

const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '')

const pastTheEnd = ({ name, from, totalLines }: ExcerptRequest): WukuError =>
  new WukuError(
    'bad-input',
    `${name} has ${totalLines === 1 ? '1 line' : `${totalLines} lines`}; line ${from} is past its end.`,
    `Ask for a line from 1 to ${totalLines}.`,
  )
