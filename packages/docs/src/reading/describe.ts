import { fenceEnd, indentEnd } from '@wuku/text/markdown/fences'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { plainInline } from '@wuku/text/markdown/plain-inline'
import { afterLine } from '@wuku/text/markdown/line-index'

/** In characters. */
const LONGEST = 200
/** As much of the text as may hold the sentence. */
const MAX_CHARS_READ = 2_000

/** The sentence before the first fence, or else the first one of its prose; empty where there is no prose. */
export function describe({ fences, prose, lead }: Dissected): string {
  const before = fences.length > 0 ? lastSentence(prose.slice(Math.max(0, lead - MAX_CHARS_READ), lead)) : ''
  return shorten(before === '' ? firstSentence(prose.slice(0, MAX_CHARS_READ)) : before)
}

/** "For example:" says nothing without the sentence before it. */
function lastSentence(prose: string): string {
  const sentences = sentencesOf(paragraphsOf(prose).at(-1) ?? '')
  const last = sentences.at(-1) ?? ''
  const before = sentences.at(-2)
  return before !== undefined && isUninformative(last) ? `${before} ${last}` : isUninformative(last) ? '' : last
}

const firstSentence = (prose: string): string => {
  const paragraphs = paragraphsOf(prose)
  const telling = paragraphs.find((paragraph) => !isUninformative(plainInline(paragraph))) ?? paragraphs[0]
  return sentencesOf(telling ?? '')[0] ?? ''
}

const isUninformative = (sentence: string): boolean => {
  if (/^(?:type|default|returns?|类型|默认值?|返回值?)\s*[:：]/i.test(sentence)) return true
  const han = sentence.match(/[\u3400-\u9fff]/g)?.length ?? 0
  return han / 6 + (sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) / 4 < 1
}

/** As written, without the marks of quotes and lists. */
const paragraphsOf = (prose: string): readonly string[] =>
  prose
    .split(/\n[ \t>]*(?:\n|(?=[-*+][ \t]|\d{1,9}[.)][ \t]))/)
    .map((paragraph) => paragraph.replaceAll(/^[ \t]*(?:>[ \t]?|[-*+][ \t]|\d{1,9}[.)][ \t])+/gm, ''))
    .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph))

const sentencesOf = (paragraph: string): readonly string[] =>
  paragraph
    .split(/(?<=[.!?]["')\]]*)\s+(?=[^a-z])|(?<=[。！？；][”’」』）]*)/)
    .map(plainInline)
    .filter((sentence) => sentence !== '')

function shorten(sentence: string): string {
  const trimmed = sentence.replace(/[:：]$/, '').trimEnd()
  if (trimmed.length <= LONGEST) return trimmed
  const cut = trimmed.slice(0, graphemeBorder(trimmed, LONGEST - 1))
  const space = cut.lastIndexOf(' ')
  return `${(space * 2 > LONGEST ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** The parts of a snippet that determine its type and description. */
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
const languageOf = (opening: string): string =>
  /^[\s>*+\-\d.)]*(?:`{3,}|~{3,})[ \t]*(?:\{[ \t]*\.?)?([\p{L}\w][\p{L}\w+#.-]*)(?![\p{L}\w+#.=-])/u.exec(
    opening,
  )?.[1] ?? ''
