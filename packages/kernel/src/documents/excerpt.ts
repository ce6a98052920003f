import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { toText, toWritten, type WrittenPlaces } from '@wuku/core/written-lines'
import { createLineIndex, numberLines } from '@wuku/text/markdown/line-index'
import { cutToTokens } from '@wuku/text/terms/tokens'

/** Some whole lines of a document. */
export interface Excerpt {
  readonly text: string
  readonly fromLine: number
  readonly toLine: number
  readonly totalLines: number
  /** Line numbers, if they are not consecutive. */
  readonly numbers?: readonly number[]
  /** Note for the caller on what the budget cut off; `null` if nothing. */
  readonly cut: string | null
  /** It was cut behind a line, not in one. */
  readonly endsAtLine?: boolean
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
  /** Tokens that the caller allowed, if the text may use only part of them. Default: the budget. */
  readonly allowed?: number
}

/** Lines of a text; an empty text has one empty line, as editors show it. */
export function excerptOf(text: string, request: ExcerptRequest): Excerpt {
  const { from, count, totalLines, budget, allowed = budget } = request
  if (from > Math.max(1, totalLines)) throw pastTheEnd(request)
  const lines = createLineIndex(text)
  const start = lines.startOf(from)
  const isTail = count === undefined || from + count > totalLines
  const requested = isTail ? text.slice(start) : withoutLineEnd(text.slice(start, lines.startOf(from + count)))
  const shown = cutToTokens(requested, budget)
  const last = isTail ? Math.max(from, totalLines) : from + count - 1
  if (shown === requested) return { text: requested, fromLine: from, toLine: last, totalLines, cut: null }
  const toLine = lines.lineAt(start + Math.max(0, shown.length - 1))
  const endsAtLine = shown.endsWith('\n')
  const cut = describeCut(toLine, endsAtLine, allowed)
  return { text: withoutLineEnd(shown), fromLine: from, toLine, totalLines, cut, endsAtLine }
}

const describeCut = (line: number, endsAtLine: boolean, allowed: number): string =>
  endsAtLine
    ? `Cut after line ${line} to stay within ${allowed} tokens: read on from line ${line + 1}, or raise budget.`
    : `Cut within line ${line}, which is longer than ${allowed} tokens: raise budget to see all of it.`

/** Lines as `12: text`. A text that ends with a line end has no empty line after it. */
export const withLineNumbers = ({ text, fromLine, numbers }: Pick<Excerpt, 'text' | 'fromLine' | 'numbers'>): string =>
  numbers
    ? withoutLineEnd(text)
        .split(/\r?\n/)
        .map((line, at) => `${numbers[at] ?? fromLine}: ${line}`)
        .join('\n')
    : numberLines(withoutLineEnd(text), fromLine)

/** Excerpt of a text made from a file: asked for by lines of the file, and numbered by them. */
export function excerptOfWritten(text: string, request: ExcerptRequest, places: WrittenPlaces | undefined): Excerpt {
  if (!places?.lines) return excerptOf(text, request)
  const { from, count, totalLines } = request
  const last = toWritten(places, { from: totalLines, to: totalLines }).to
  if (from > Math.max(1, last)) throw pastTheEnd({ ...request, totalLines: last })
  const span = toText(places, { from, to: count === undefined ? Infinity : from + count - 1 }, totalLines)
  const excerpt = excerptOf(text, { ...request, from: span.from, count: span.to - span.from + 1 })
  const lines = toWritten(places, { from: excerpt.fromLine, to: excerpt.toLine })
  const written = (line: number): number => toWritten(places, { from: line, to: line }).from
  const numbers = Array.from({ length: excerpt.toLine - excerpt.fromLine + 1 }, (_, at) =>
    written(excerpt.fromLine + at),
  )
  const cut = excerpt.cut && describeCut(lines.to, excerpt.endsAtLine ?? true, request.allowed ?? request.budget)
  return { ...excerpt, fromLine: lines.from, toLine: lines.to, totalLines: last, numbers, cut }
}

const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '')

const pastTheEnd = ({ name, from, totalLines }: ExcerptRequest): WukuError =>
  new WukuError('bad-input', msg('pastTheEnd', { name, totalLines, from, totalLines2: totalLines }))
