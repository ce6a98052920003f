import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { tokenWeight } from '@wuku/text/terms/tokens'

export interface CutText {
  readonly text: string
  readonly isCut: boolean
}

interface TextBlock {
  readonly isCode: boolean
  /** Lines of code without the fence. */
  readonly lines: readonly string[]
  /** The mark that opens a fence, with its language; empty for prose. */
  readonly mark: string
}

/** Share of code when not everything fits: an example without its end is worth less than a shorter explanation. */
const CODE_SHARE = 0.65

/** Text without the heading that its title says already, cut where it does not fit: whole lines, and fences closed. */
export function cutMarkdown(text: string, tokens: number): CutText {
  const blocks = blocksOf(withoutHeading(text))
  const [wantsCode, wantsProse] = [weightOf(blocks, true), weightOf(blocks, false)]
  const isWithinBudget = wantsCode + wantsProse <= tokens
  const forCode = Math.min(wantsCode, Math.max(tokens * CODE_SHARE, tokens - wantsProse))
  const budgets = isWithinBudget ? { code: Infinity, prose: Infinity } : { code: forCode, prose: tokens - forCode }
  return write(blocks, budgets)
}

/** Only what stands in fences: the code of one alone, several each with its marks, since they may be of several languages. */
export function cutCode(text: string, tokens: number): CutText {
  const fences = blocksOf(text)
    .filter(({ isCode }) => isCode)
    .map(outOfItsList)
  const [only, ...others] = fences
  const shown = only && others.length === 0 ? [{ ...only, mark: '' }] : fences
  return write(shown, { code: tokens, prose: 0 })
}

/** All but what stands in fences, tables among it. */
export function cutProse(text: string, tokens: number): CutText {
  const prose = blocksOf(withoutHeading(text)).filter(({ isCode }) => !isCode)
  return write(prose, { code: 0, prose: tokens })
}

/** As far to the right as its marks stand, so far are its lines. */
function outOfItsList(block: TextBlock): TextBlock {
  const indent = /^[ \t]*/.exec(block.mark)?.[0] ?? ''
  if (indent === '') return block
  const lines = block.lines.map((line) =>
    line.startsWith(indent) ? line.slice(indent.length) : line.replace(/^[ \t]*/, (own) => own.slice(indent.length)),
  )
  return { ...block, mark: block.mark.trimStart(), lines }
}

const MORE = '…'

function write(blocks: readonly TextBlock[], { ...budgets }: { code: number; prose: number }): CutText {
  const parts: string[] = []
  let isCut = false
  for (const block of blocks) {
    const snippetBudget = block.isCode ? 'code' : 'prose'
    const { lines, spent } = linesWithin(block.lines, budgets[snippetBudget])
    budgets[snippetBudget] -= spent
    const isShort = lines.length < block.lines.length
    isCut ||= isShort
    const hasText = lines.some((line) => line.trim() !== '')
    if (hasText) parts.push(written(isShort ? [...trimmed(lines), MORE] : lines, block))
    else if (isShort && parts.at(-1)?.endsWith(MORE) !== true) parts.push(MORE)
  }
  return { text: withoutBlankEnds(parts.join('\n\n')), isCut }
}

const trimmed = (lines: readonly string[]) => lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1)

function written(lines: readonly string[], { mark, isCode }: Pick<TextBlock, 'mark' | 'isCode'>): string {
  const joined = lines.join('\n')
  const text = isCode ? joined : joined.replaceAll(/\n{3,}/g, '\n\n')
  if (mark === '') return withoutBlankEnds(text)
  // Behind the language stand words for the program that shows it.
  const [opening = mark, fence = mark] = /^(\s*(?:`+|~+))\s*[\w+#.-]*/.exec(mark) ?? []
  return [opening, text, fence].join('\n')
}

/** As many lines as fit; of the first at least its beginning, when there is room for anything. */
function linesWithin(lines: readonly string[], tokens: number) {
  let spent = 0
  const fitting: string[] = []
  for (const line of lines) {
    const weight = weightOfLine(line)
    if (spent + weight > tokens) break
    spent += weight
    fitting.push(line)
  }
  const [first = ''] = lines
  const remaining = Math.floor(tokens - spent)
  if (fitting.some((line) => line.trim() !== '') || remaining < LEAST || first === '') return { lines: fitting, spent }
  const beginning = first.slice(0, graphemeBorder(first, Math.floor((first.length * remaining) / weightOfLine(first))))
  return { lines: [beginning], spent: tokens }
}

const LEAST = 20

const weightOfLine = (line: string): number => tokenWeight(`${line}\n`, 0, line.length + 1)

const weightOf = (blocks: readonly TextBlock[], isCode: boolean): number =>
  blocks
    .filter((block) => block.isCode === isCode)
    .reduce((sum, { lines }) => lines.reduce((all, line) => all + weightOfLine(line), sum), 0)

function blocksOf(text: string): readonly TextBlock[] {
  const blocks: { isCode: boolean; lines: string[]; mark: string }[] = []
  let open = ''
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (open === '' && mark !== '') {
      open = mark
      blocks.push({ isCode: true, lines: [], mark: line.trimEnd() })
    } else if (open !== '' && mark.startsWith(open) && line.trim() === mark) {
      open = ''
      blocks.push({ isCode: false, lines: [], mark: '' })
    } else {
      if (blocks.length === 0) blocks.push({ isCode: false, lines: [], mark: '' })
      blocks.at(-1)?.lines.push(line)
    }
  }
  return blocks.filter(({ lines }) => lines.some((line) => line.trim() !== ''))
}

const withoutHeading = (text: string): string => withoutBlankEnds(text.replace(/^\s*#{1,6}\s[^\n]*\n/, ''))

/** Keeps the indentation of the first line. */
function withoutBlankEnds(text: string): string {
  const first = text.search(/\S/)
  return first < 0 ? '' : text.slice(text.lastIndexOf('\n', first) + 1).trimEnd()
}
