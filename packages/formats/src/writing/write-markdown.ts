import { largest } from '@wuku/core/list-helpers'

/** Code between marks longer than any that it holds. */
export function fence(code: string, language = ''): string {
  const inner = code.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  if (inner === '') return ''
  const marks = '`'.repeat(Math.max(3, longestRun(inner) + 1))
  return `${marks}${languageWord(language)}\n${inner}\n${marks}`
}

/** Code inside a line of text. */
export function codeSpan(code: string): string {
  const inner = code.replaceAll(/\s+/g, ' ').trim()
  if (inner === '') return ''
  const marks = '`'.repeat(inner.includes('`') ? longestRun(inner) + 1 : 1)
  const gap = inner.startsWith('`') || inner.endsWith('`') ? ' ' : ''
  return `${marks}${gap}${inner}${gap}${marks}`
}

/** A text with all that `pattern` finds as `markup` writes it, and the words between as `words` does. */
export function rewrite(
  text: string,
  pattern: RegExp,
  markup: (found: RegExpExecArray) => string,
  words = escapeWords,
): string {
  const written: string[] = []
  let done = 0
  for (const found of text.matchAll(pattern)) {
    written.push(words(text.slice(done, found.index)), markup(found))
    done = found.index + found[0].length
  }
  return written.join('') + words(text.slice(done))
}

/** Rows as a GFM table; the first one is its head, an empty one where the table has none. */
export function gfmTable(rows: readonly (readonly string[])[], hasHead: boolean): string {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const columns = Math.min(MAX_COLUMNS, largest(filled.map(({ length }) => length)))
  if (columns === 0) return ''
  const cells = filled.map((row) => row.slice(0, columns).map(tableCell))
  return tableOf(hasHead && filled.length > 1 ? cells : [[], ...cells], columns)
}

/** Cells that are on one line already, below one another; the first row is the head. */
export function tableOf(rows: readonly (readonly string[])[], columns: number): string {
  const line = (row: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`
  const [head = '', ...body] = rows.map(line)
  return [head, `|${' --- |'.repeat(columns)}`, ...body].join('\n')
}

/** A hostile file could name one column and fill thousands of rows with a million of them. */
const MAX_COLUMNS = 100

/** Blocks of Markdown on one line: paragraphs and list items are set apart by breaks, fences become code. */
export function tableCell(markdown: string): string {
  const lines: string[] = []
  let inFence = false
  let isFresh = true
  for (const line of markdown.split('\n').map((each) => each.trim())) {
    if (/^`{3,}/.test(line)) {
      inFence = !inFence
      isFresh = true
    } else if (line === '') isFresh = true
    else if (inFence) lines.push(codeSpan(line))
    else if (isFresh || lines.length === 0 || /^(?:[-*+]|\d{1,9}\.) /.test(line)) {
      lines.push(line)
      isFresh = false
    } else lines.push(`${lines.pop() ?? ''} ${line}`)
  }
  return lines.join('<br>').replaceAll(/(?<!\\)\|/g, '\\|')
}

export const quote = (markdown: string): string =>
  markdown
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

/** Blocks as an item of a list: all lines but the first are indented by the width of the marker. */
export const listItem = (sign: string, markdown: string): string =>
  `${sign} ${markdown.trim().replaceAll(/\n(?!\n)/g, `\n${' '.repeat(sign.length + 1)}`)}`.trimEnd()

/** Items stand close together where none has blocks of its own. */
export const listOf = (items: readonly string[]): string =>
  items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n')

/** Plain words with a backslash before what Markdown would take for a mark. */
export const escapeWords = (words: string): string =>
  /[*_<`\\]/.test(words) ? words.replaceAll(MARKS, String.raw`\$&`) : words

const MARKS =
  /`|\\(?=[!-/:-@[-`{-~])|\*(?=\S)|(?<=\S)\*|(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])|<(?=[a-z/!?])/giu

/** A paragraph whose lines do not begin anything else. */
export const paragraph = (markdown: string): string => markdown.replaceAll(/^(?=#{1,6}\s|>|[+-]\s|~~~)/gm, '\\')

const languageWord = (language: string): string => /^[\w+#.-]{1,40}/.exec(language.trim())?.[0].toLowerCase() ?? ''

const longestRun = (text: string): number => largest((text.match(/`+/g) ?? []).map(({ length }) => length))
