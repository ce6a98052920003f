import { fenceEnd, indentEnd } from '../../../text/fences.ts'
import { afterLine } from '../../../text/lines.ts'

/** The parts of a snippet that tell what it is. */
export interface Dissected {
  readonly fences: readonly Fence[]
  readonly tableHeads: readonly string[]
  /** Lines that are neither code, table nor heading. */
  readonly prose: string
  /** How much of `prose` stands before the first fence. */
  readonly lead: number
}

interface Fence {
  readonly language: string
  readonly length: number
}

export function dissect(text: string): Dissected {
  const fences: Fence[] = []
  const tableHeads: string[] = []
  const prose: string[] = []
  let lead = -1
  let length = 0
  let inTable = false
  for (let line = 0, end = 0; line < text.length; line = end) {
    const at = indentEnd(text, line)
    end = fenceEnd(text, line, text.length)
    const isFence = end > line
    if (isFence) {
      const info = text.slice(at, afterLine(text, at))
      fences.push({ language: languageOf(info), length: end - line })
      if (lead < 0) lead = length
    } else end = afterLine(text, line)
    const isRow = text[at] === '|'
    if (isRow && !inTable) tableHeads.push(text.slice(at, end))
    inTable = isRow
    if (isFence || isRow || /^#{1,6}\s/.test(text.slice(at, at + 7))) continue
    prose.push(text.slice(line, end))
    length += end - line
  }
  return { fences, tableHeads, prose: prose.join(''), lead: lead < 0 ? length : lead }
}

/** The first word behind the marks, where it is one: also `{.python .numbered}` and `{python}`, never `hl_lines="4"`. */
export const languageOf = (opening: string): string =>
  /^[\s>*+\-\d.)]*(?:`{3,}|~{3,})[ \t]*(?:\{[ \t]*\.?)?([\p{L}\w][\p{L}\w+#.-]*)(?![\p{L}\w+#.=-])/u.exec(
    opening,
  )?.[1] ?? ''
