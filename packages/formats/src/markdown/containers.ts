import { setOf } from '@wuku/core/list-helpers'
import { indentEnd } from '@wuku/text/markdown/fences'
import { indentColumns } from '../blank-lines.ts'
import { prose, type MarkdownLine } from './markdown-lines.ts'

/**
 * Turns admonitions into quotes that begin with their label, and tabs and other boxes into their content under their
 * title. Code in a quote is moved next to it, so that every renderer still shows it as code.
 */
export function openContainers(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  const open: Container[] = []
  const out: MarkdownLine[] = []
  for (const line of lines) {
    if (line.is !== 'code') closeIndented(open, line.text)
    const text = dedent(line.text, open)
    if (line.is === 'prose') readProse(text, open, out)
    else out.push({ ...line, text })
  }
  return out
}

interface Container {
  /** How far the lines within are indented for it; 0 when marks close it. */
  readonly indent: number
  /** The marker that closes it: exactly these characters. */
  readonly marks: string
  readonly isQuoted: boolean
  /** Content that is no text, such as the options of a directive. */
  readonly isDropped?: true
}

function closeIndented(open: Container[], text: string): void {
  if (text.trim() === '') return
  const indent = indentColumns(text, STEP)
  for (let last = open.at(-1); last && last.indent > indent; last = open.at(-1)) open.pop()
}

const STEP = 4

function dedent(text: string, open: readonly Container[]): string {
  const steps = open.reduce((sum, { indent }) => sum + (indent > 0 ? 1 : 0), 0)
  if (steps === 0) return text
  const columns = indentColumns(text, STEP)
  return ' '.repeat(Math.max(0, columns - steps * STEP)) + text.slice(indentEnd(text, 0))
}

function readProse(text: string, open: Container[], out: MarkdownLine[]): void {
  const at = indentEnd(text, 0)
  const sign = text[at]
  const rest = sign !== undefined && openingSigns.has(sign) ? text.slice(at) : ''
  if (rest !== '' && closes(rest, open)) return (out.push(prose('')), undefined)
  const opened = rest === '' || open.length >= DEEPEST ? undefined : readOpening(rest, at + stepsDeep(open) * STEP)
  if (opened) {
    open.push(opened.container)
    const { title } = opened
    if (title !== '')
      out.push(prose(''), prose(`${text.slice(0, at)}${opened.container.isQuoted ? '> ' : ''}**${title}**`))
    out.push(prose(''))
    return undefined
  }
  if (open.some(({ isDropped }) => isDropped)) return undefined
  out.push(prose(isQuoted(open, text, at) ? `${text.slice(0, at)}> ${text.slice(at)}` : githubAlert(text, at)))
}

/** Nobody nests deeper; a page that only opens boxes would take too long. */
const DEEPEST = 20

const openingSigns = new Set([':', '/', '!', '?', '='])
const stepsDeep = (open: readonly Container[]): number => open.filter(({ indent }) => indent > 0).length
const isQuoted = (open: readonly Container[], text: string, at: number): boolean =>
  at < text.length && open.some((container) => container.isQuoted)

function closes(rest: string, open: Container[]): boolean {
  const marks = /^(:{3,}|\/{3,})[ \t]*$/.exec(rest)?.[1]
  if (marks === undefined) return false
  const index = open.findLastIndex((container) => container.marks === marks)
  if (index < 0) return marks.startsWith(':') || open.some((container) => container.marks.startsWith('/'))
  open.splice(index)
  return true
}

interface Opening {
  readonly container: Container
  readonly title: string
}

function readOpening(rest: string, column: number): Opening | undefined {
  const [, marks = '', name = '', bracketed, title = ''] = markedOpening.exec(rest) ?? []
  if (marks !== '') return readMarked(marks, name, bracketed ?? title.trim().replace(/^\|/, ''))
  const [, word, quoted] = indentedOpening.exec(rest) ?? []
  if (word !== undefined) return indentedBox(column, titleWith(word.split(' ')[0] ?? '', quoted), true)
  const tab = /^===[+!]{0,2}[ \t]+(["'])(.*)\1[ \t]*$/.exec(rest)?.[2]
  return tab === undefined ? undefined : indentedBox(column, tab, false)
}

/** `:::tip Title`, `::: details`, `:::note[Title]`, `:::{warning} Title`, `/// note | Title`. */
const markedOpening = /^(:{3,}|\/{3,})[ \t]*\{?\.?([A-Za-z][\w.-]*)\}?(?:\[([^\]]*)\])?(?:[ \t](.*))?$/s
/** `!!! note "Title"`, `??? tip`, `???+ warning "Title"`. */
const indentedOpening = /^(?:!!!|\?\?\?\+?)[ \t]+([\w-]+(?: [\w-]+)*)(?:[ \t]+["'](.*)["'])?[ \t]*$/

const indentedBox = (column: number, title: string, quoted: boolean): Opening => ({
  container: { indent: column + STEP, marks: '', isQuoted: quoted },
  title,
})

function readMarked(marks: string, name: string, rawTitle: string): Opening {
  const title = rawTitle
    .trim()
    .replace(/\{[^{}]*\}$/, '')
    .trim()
  const isSlash = marks.startsWith('/')
  // A directive that writes the reference of some object: it holds options, and nothing closes it.
  if (!isSlash && name.includes('.'))
    return { container: { indent: STEP, marks: '', isQuoted: false, isDropped: true }, title: '' }
  const isAdmonition = admonitions.has(name.toLowerCase())
  const shown = isAdmonition ? titleWith(name, title) : boxes.has(name.toLowerCase()) ? title : ''
  return { container: { indent: 0, marks, isQuoted: isAdmonition }, title: shown }
}

const admonitions = setOf(
  'note tip info warning danger caution important success example question bug quote abstract summary seealso hint ' +
    'attention error failure todo deprecated experimental',
)
const boxes = setOf('details tab tabs tab-item tab-set card dropdown collapse spoiler')

const titleWith = (word: string, title: string | undefined): string => {
  const shown = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
  return title === undefined || title === '' || title.toLowerCase() === word.toLowerCase()
    ? shown
    : `${shown}: ${title}`
}

/** `> [!NOTE]`, also with a title behind it. */
const githubAlert = (text: string, at: number): string =>
  text[at] === '>'
    ? text.replace(
        /^([ \t]*>[> \t]*)\[!([A-Za-z]+)\][+-]?[ \t]*(.*)$/s,
        (_, quote: string, word: string, title: string) => `${quote}**${titleWith(word, title.trim())}**`,
      )
    : text
