import { append } from '@wuku/core/list-helpers'
import { fenceEnd, indentEnd } from '@wuku/text/markdown/fences'
import { afterLine } from '@wuku/text/markdown/line-index'
import { decodeEntities } from './entities.ts'

export interface MarkdownLine {
  readonly text: string
  readonly is: 'prose' | 'fence' | 'code'
}

export const prose = (text: string): MarkdownLine => ({ text, is: 'prose' })

/** Line by line: `fence` opens code, `code` is all of it that follows, with the closing marks. */
export function linesOf(text: string): readonly MarkdownLine[] {
  const lines: MarkdownLine[] = []
  for (let line = 0, end = 0; line < text.length; line = end) {
    end = fenceEnd(text, line, text.length)
    if (end > line) {
      append(lines, codeLines(text.slice(line, end)))
      continue
    }
    const quoted = quotedFenceEnd(text, line)
    if (quoted > line) {
      end = quoted
      append(lines, codeLines(text.slice(line, end).replaceAll(/^[ \t]*>[> \t]?/gm, '')))
      continue
    }
    end = afterLine(text, line)
    lines.push(prose(withoutBreak(text.slice(line, end))))
  }
  return lines
}

const withoutBreak = (line: string): string => (line.endsWith('\n') ? line.slice(0, -1) : line)

function codeLines(written: string): readonly MarkdownLine[] {
  const [opening = '', ...inside] = withoutBreak(coloured.test(written) ? withoutColours(written) : written).split('\n')
  const rest = inside.filter((line) => !compilerMark.test(line) && !removedLine.test(line)).map(withoutMark)
  const marks = /`{3,}|~{3,}/.exec(opening)?.[0] ?? '```'
  const isClosed = rest.at(-1)?.trim().startsWith(marks) ?? false
  const closing = isClosed ? [] : [`${opening.slice(0, indentEnd(opening, 0))}${marks}`]
  return [
    { text: plainOpening(opening), is: 'fence' },
    ...[...rest, ...closing].map((text): MarkdownLine => ({ text, is: 'code' })),
  ]
}

/** `{.python .numbered}`, `{code-block} python` and `{python}` as `python`. */
const plainOpening = (opening: string): string =>
  opening.replace(
    /(?<=[`~]{3})[ \t]*\{(?:code-block|code-cell|code|sourcecode|eval-rst)\}[ \t]*|(?<=[`~]{3})[ \t]*\{[ \t]*\.?([\w+#-]+)[^{}]*\}/,
    '$1',
  )

/**
 * Tells the program that checks a page's code which lines are hidden, or which errors are expected. Hidden lines make
 * the code run.
 */
const compilerMark = /^\s*\/\/ (?:---cut(?:-before|-after|-start|-end)?---|@noErrors|@errors: [\d ,]+)\s*$/

/**
 * Removed lines of a diff are dropped, because only the result of a change can be used; highlighted lines stay as they are.
 */
const removedLine = /\[!code --(?::\d{1,4})?\]/
const withoutMark = (line: string): string =>
  line.includes('[!code')
    ? line.replace(/\s*(?:\/\/|#|--|;|<!--|\/\*)\s*\[!code [^\]]{1,60}\]\s*(?:-->|\*\/)?\s*$/, '')
    : line

/** Output of a terminal that was coloured with HTML. */
const coloured = /<(?:font color|span style)=/
const withoutColours = (code: string): string =>
  decodeEntities(code.replaceAll(/<\/?(?:font|span|b|u|i|a|strong)(?:\s[^<>]*)?>/g, ''))

/** The end of the quoted lines that a fence in a quote reaches to. */
function quotedFenceEnd(text: string, start: number): number {
  if (text[indentEnd(text, start)] !== '>') return start
  const opening = /^[ \t]*>[> \t]*(`{3,}|~{3,})/.exec(text.slice(start, start + 200))
  if (!opening) return start
  let line = afterLine(text, start)
  while (line < text.length && text[indentEnd(text, line)] === '>') {
    const next = afterLine(text, line)
    if (/^[ \t]*>[> \t]*(`{3,}|~{3,})[ \t]*$/.exec(text.slice(line, next).trimEnd())?.[1]?.startsWith(opening[1] ?? ''))
      return next
    line = next
  }
  return line
}
