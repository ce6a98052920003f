import type { Speaker, Text } from '@wuku/messages/message'
import type { RecalledHit } from '@wuku/kernel/operations/recall/shape'
import { harmless, type Paint } from '../terminal.ts'
import { cutToWidth, displayWidth, graphemesOf, wrapToWidth } from '@wuku/text/show/width'
import { queryOf, type Finding, type Reading } from './state.ts'

/** Whole screen, a line a row; none is wider than the screen. */
export interface Drawn {
  readonly lines: readonly string[]
  /** From 0; absent: there is nothing to write. */
  readonly cursor?: { readonly row: number; readonly column: number }
}

export interface Canvas {
  readonly columns: number
  readonly rows: number
  readonly paint: Paint
  readonly translate: Speaker
  /** Marks the words of the query. */
  highlight(line: string): string
}

/** Query, rule and hints. */
const FRAME = 3

export const shownRows = ({ rows }: Pick<Canvas, 'rows'>): number => Math.max(1, rows - FRAME)

export const draw = (finding: Finding, canvas: Canvas): Drawn =>
  finding.reading ? drawReading(finding.reading, finding, canvas) : drawHits(finding, canvas)

function drawHits(finding: Finding, canvas: Canvas): Drawn {
  const { columns, paint, translate } = canvas
  const status = statusOf(finding, translate)
  const space = columns - displayWidth(PROMPT) - displayWidth(status) - 2
  const { text, cursor } = window(finding, Math.max(8, space))
  const head = spread(paint.cyan(paint.bold(PROMPT)) + text, paint.dim(status), columns)
  const body = finding.answer && queryOf(finding) !== '' ? hitRows(finding, canvas) : tips(canvas)
  const hints = translate('↑↓ choose · Enter read · Esc clear · Ctrl-C leave')
  return {
    lines: framed([head, rule(canvas)], body, footOf(finding, hints, canvas), canvas),
    cursor: { row: 0, column: displayWidth(PROMPT) + cursor },
  }
}

const PROMPT = '❯ '

function statusOf({ answer, isLoading }: Finding, translate: Speaker): string {
  if (isLoading) return '…'
  if (!answer) return 'wuku 五库'
  return `${translate.counted(answer.hits.length, 'passage')} · ${translate(sureness[answer.sure])}`
}

const sureness = { strong: 'Strong', partial: 'Partial', none: 'Nearest' } as const

/** The part of a long query around the cursor. */
function window({ before, after }: Finding, space: number): { readonly text: string; readonly cursor: number } {
  const left = tailOf(harmless(before), space - 1)
  return { text: cutToWidth(left + harmless(after), space), cursor: displayWidth(left) }
}

/** The end of a text, in so many columns. */
function tailOf(text: string, columns: number): string {
  const graphemes = [...graphemesOf(text)]
  while (displayWidth(graphemes.join('')) > columns) graphemes.shift()
  return graphemes.join('')
}

const rule = ({ columns, paint }: Canvas): string => paint.dim('─'.repeat(columns))

const spread = (left: string, right: string, columns: number): string =>
  `${left}${' '.repeat(Math.max(1, columns - displayWidth(left) - displayWidth(right)))}${right}`

function framed(head: readonly string[], body: readonly string[], foot: string, { rows }: Canvas): readonly string[] {
  const space = Math.max(0, rows - head.length - 1)
  const shown = body.slice(0, space)
  return [...head, ...shown, ...Array.from({ length: space - shown.length }, () => ''), foot].slice(0, rows)
}

const footOf = ({ notice }: Finding, hints: string, { columns, paint, translate }: Canvas): string =>
  notice === undefined
    ? paint.dim(cutToWidth(hints, columns))
    : `${paint.yellow('!')} ${cutToWidth(oneLine(translate(notice)), columns - 2)}`

const oneLine = (text: string): string => harmless(text).replaceAll(/\s+/g, ' ')

function tips(canvas: Canvas): readonly string[] {
  const texts = [
    'Type a question, some words, code or an error; what is indexed answers as you type.',
    'To narrow it: kind:code, path:docs/, title:key, since:7d, "a phrase", -without',
  ]
  return inBackground(texts, canvas)
}

const inBackground = (texts: readonly Text[], { columns, paint, translate }: Canvas): readonly string[] => [
  '',
  ...texts.flatMap((text) => wrapToWidth(oneLine(translate(text)), columns - 2)).map((line) => `  ${paint.dim(line)}`),
]

/** As many hits as fit, with the chosen one among them. */
function hitRows({ answer, chosen }: Finding, canvas: Canvas): readonly string[] {
  const { hits = [], notes = [] } = answer ?? {}
  if (hits.length === 0) return inBackground(['Nothing found.', ...notes], canvas)
  const blocks = hits.map((hit, at) => hitBlock(hit, at === chosen, canvas))
  const space = shownRows(canvas)
  let first = chosen
  let height = blocks[chosen]?.length ?? 0
  while (first > 0 && height + (blocks[first - 1]?.length ?? 0) <= space) height += blocks[--first]?.length ?? 0
  return blocks.slice(first).flat()
}

/** Rows of its passage that the chosen hit shows. */
const SHOWN_ROWS = 8

/** `▌ handbook/keys.md:12  Keys > Rotation   0.92` with the line that answers below it, or for the chosen one the passage. */
function hitBlock(hit: RecalledHit, isChosen: boolean, canvas: Canvas): readonly string[] {
  const { columns, paint, highlight } = canvas
  const score = hit.score.toFixed(2)
  const mark = isChosen ? paint.cyan('▌') : ' '
  const [place, title] = namesOf(hit)
  const space = columns - 4 - score.length
  const shownPlace = cutToWidth(place, space)
  const shownTitle = paint.dim(cutToWidth(title, Math.max(0, space - displayWidth(shownPlace) - 2)))
  const head = `${mark} ${isChosen ? paint.bold(shownPlace) : shownPlace}  ${shownTitle}`.trimEnd()
  const lines = passageOf(hit)
  const telling = lines.find((line) => highlight(line) !== line) ?? lines[0]
  const body = isChosen
    ? lines.flatMap((line) => brokenRows(line, canvas, columns - 3)).slice(0, SHOWN_ROWS)
    : telling === undefined
      ? []
      : brokenRows(cutToWidth(telling, columns - 3), canvas, columns)
  return [spread(head, paint.dim(score), columns), ...body.map((row) => `${mark} ${row}`), '']
}

function namesOf({ about, title, source, path, line, headings }: RecalledHit): readonly [string, string] {
  const names = [title, ...headings].filter((name, at, all) => name !== all[at - 1]).join(' > ')
  return about === undefined
    ? ([`${source}/${path}:${line}`, names].map(flat) as [string, string])
    : [flat(about), flat(title)]
}

/** Rows do not break, and a tab has no width of its own. */
const flat = (text: string): string => harmless(text.replaceAll('\t', '    ').replaceAll(/\s*\n\s*/g, ' '))

function passageOf({ snippet, turns = [] }: RecalledHit): readonly string[] {
  const lines = snippet === '' ? turns.map(({ who, text }) => `${who}: ${text}`) : snippet.split('\n')
  return lines.map(flat).filter((line) => !/^(?: *\d+:)?\s*$/.test(line))
}

/** `12: text` in rows of so many columns; its words under one another. */
function brokenRows(line: string, { paint, highlight }: Canvas, columns: number): readonly string[] {
  const [, lead = '', text = line] = /^( *\d+: ?)(.*)$/s.exec(line) ?? []
  const space = Math.max(10, columns - lead.length)
  const parts = wrapToWidth(flat(text), space).flatMap((part) => hardWrapped(part, space))
  return parts.map((part, at) => paint.dim(at === 0 ? lead : ' '.repeat(lead.length)) + highlight(part))
}

function drawReading(reading: Reading, finding: Finding, canvas: Canvas): Drawn {
  const { columns, paint, translate } = canvas
  const rows = readingRows(reading, canvas)
  const range = `${rows[Math.min(reading.top, rows.length - 1)]?.number ?? 0} / ${reading.totalLines}`
  const title = cutToWidth(flat(`${reading.title}  ${reading.citation}`), columns - displayWidth(range) - 2)
  const hints = translate('↑↓ scroll · Enter or o open · Esc back · Ctrl-C leave')
  const shown = rows.slice(reading.top, reading.top + shownRows(canvas)).map(({ text }) => text)
  return {
    lines: framed(
      [spread(paint.bold(title), paint.dim(range), columns), rule(canvas)],
      shown,
      footOf(finding, hints, canvas),
      canvas,
    ),
  }
}

/** Lines broken to the width of the screen, the cited ones with a bar. `number`: of the line that a row shows. */
export const readingRows = ({ lines, hit }: Reading, canvas: Canvas) =>
  lines.flatMap((line) => {
    const number = Number.parseInt(line, 10) || 0
    const mark = number >= hit.line && number <= hit.endLine ? canvas.paint.cyan('▌') : ' '
    return brokenRows(line, canvas, canvas.columns - 1).map((row) => ({ text: mark + row, number }))
  })

/** A word that is wider than the screen goes on in the next row. */
function hardWrapped(text: string, columns: number): readonly string[] {
  const parts: string[] = []
  let rest = text
  while (displayWidth(rest) > columns) {
    const part = cutToWidth(rest, columns + 1).slice(0, -1)
    if (part === '') break
    parts.push(part)
    rest = rest.slice(part.length)
  }
  return [...parts, rest]
}
