import { displayWidth } from '@wuku/text/show/width'

/** A command with what it printed, colours included. */
export interface Ran {
  readonly command: string
  readonly printed: string
}

/** A screen of a recording: some commands one after the other, under a name. */
export interface Scene {
  readonly name: string
  readonly ran: readonly Ran[]
}

export const COLUMNS = 80
const [CELL, LINE, EDGE, BAR] = [9, 20.5, 28, 62]
const [TYPING, THINKING, SCREEN] = [0.055, 0.45, 4.2]
const WIDTH = COLUMNS * CELL + 2 * EDGE

const colours = {
  ground: '#0d1117',
  text: '#e6edf3',
  dim: '#8b949e',
  red: '#ff7b72',
  green: '#7ee787',
  yellow: '#f2cc60',
  cyan: '#79c0ff',
} as const

/**
 * A recording as one SVG that moves by CSS alone: no script, no font of ours, nothing from elsewhere. If nothing moves,
 * and for readers who asked for that, the scene called `poster` stands still.
 */
export function drawRecording(scenes: readonly Scene[], poster: string): string {
  const timed = timeScenes(scenes)
  const height = BAR + Math.max(...timed.map(({ rows }) => rows.length)) * LINE + EDGE
  const total = timed.at(-1)?.end ?? 1
  const percent = (seconds: number): string => `${Math.round((seconds / total) * 100_000) / 1_000}%`
  const rules = timed.flatMap((scene) => rulesOf(scene, percent))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="wuku in a terminal">`,
    `<style>`,
    `text{font:15px ui-monospace,SFMono-Regular,Menlo,Consolas,'Noto Sans Mono CJK SC',monospace;white-space:pre}`,
    `.moves{animation-duration:${total.toFixed(2)}s;animation-iteration-count:infinite;animation-timing-function:step-end}`,
    `.scene{opacity:0}.poster{opacity:1}.cursor{opacity:0}`,
    ...rules,
    `@media (prefers-reduced-motion:reduce){.moves{animation:none}}`,
    `</style>`,
    `<rect x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="10" fill="${colours.ground}" stroke="#30363d"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (colour, at) => `<circle cx="${EDGE + at * 20}" cy="24" r="6" fill="${colour}"/>`,
    ),
    ...timed.flatMap((scene) => drawScene(scene, timed, scene.name === poster)),
    '</svg>',
    '',
  ].join('\n')
}

/** Texts of a recording, a line for each line of its screens. */
export const textsOf = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, inner = '']) =>
    unescaped([...inner.matchAll(/<tspan[^>]*>(.*?)<\/tspan>/gs)].map(([, text = '']) => text).join(' ')),
  )

interface TimedScene {
  readonly id: string
  readonly name: string
  readonly begin: number
  readonly end: number
  readonly rows: readonly Row[]
}

/** A line of output, or a command behind its prompt. */
interface Row {
  readonly line: string
  /** When it appears. */
  readonly begin: number
  /** How long a command is typed. */
  readonly typed?: number
}

function timeScenes(scenes: readonly Scene[]): readonly TimedScene[] {
  let now = 0
  return scenes.map(({ name, ran }, at) => {
    const begin = now
    const rows = ran.flatMap(({ command, printed }, index) => {
      const typed = displayWidth(command) * TYPING
      const row = { line: command, begin: now, typed }
      now += typed + 2 * THINKING
      const lines = printed.trimEnd().split('\n')
      return [row, ...(index < ran.length - 1 ? [...lines, ''] : lines).map((line) => ({ line, begin: now }))]
    })
    now += SCREEN
    return { id: `s${at}`, name, begin, end: now, rows }
  })
}

type Percent = (seconds: number) => string

/** A scene comes and goes; its lines come. */
function rulesOf({ id, begin, end, rows }: TimedScene, percent: Percent): readonly string[] {
  const shown = `@keyframes ${id}{0%{opacity:${begin === 0 ? 1 : 0}}${percent(begin)}{opacity:1}${percent(end)}{opacity:0}100%{opacity:0}}`
  return [
    shown,
    `.${id}{animation-name:${id}}`,
    ...beginsOf(rows).flatMap((at, index) => [
      `@keyframes ${id}o${index}{0%{opacity:0}${percent(at)}{opacity:1}100%{opacity:1}}`,
      `.${id}o${index}{animation-name:${id}o${index}}`,
    ]),
    ...rows.flatMap((row, index) => (row.typed === undefined ? [] : typingRules(`${id}t${index}`, row, percent))),
  ]
}

/** Moments at which something appears: whatever does so at once shares a rule. */
const beginsOf = (rows: readonly Row[]): readonly number[] => [...new Set(rows.map((row) => row.begin))]

/** The command appears from left to right, with the cursor before it. */
function typingRules(id: string, { line, begin, typed = 0 }: Row, percent: Percent): readonly string[] {
  const width = displayWidth(line)
  const [from, to] = [percent(begin + THINKING), percent(begin + THINKING + typed)]
  return [
    `@keyframes ${id}{0%{clip-path:inset(0 100% 0 0)}${from}{clip-path:inset(0 100% 0 0);animation-timing-function:steps(${width})}${to}{clip-path:inset(0 -9px 0 0)}100%{clip-path:inset(0 -9px 0 0)}}`,
    `.${id}{animation-name:${id}}`,
    `@keyframes ${id}c{0%{opacity:1;transform:none}${from}{opacity:1;transform:none;animation-timing-function:steps(${width})}${to}{opacity:1;transform:translateX(${width * CELL}px)}${percent(begin + typed + 2 * THINKING)}{opacity:0;transform:translateX(${width * CELL}px)}100%{opacity:0}}`,
    `.${id}c{animation-name:${id}c}`,
  ]
}

function drawScene(scene: TimedScene, all: readonly TimedScene[], isPoster: boolean): readonly string[] {
  const begins = beginsOf(scene.rows)
  return [
    `<g class="moves scene${isPoster ? ' poster' : ''} ${scene.id}">`,
    ...tabs(scene, all),
    ...scene.rows.flatMap((row, index) => {
      const y = BAR + 4 + index * LINE
      const drawn = row.typed === undefined ? printedLine(row.line, y) : typedLine(row.line, y, `${scene.id}t${index}`)
      return drawn === '' ? [] : [`<g class="moves ${scene.id}o${begins.indexOf(row.begin)}">${drawn}</g>`]
    }),
    '</g>',
  ]
}

/** Names of all scenes in the bar, at the right; that of this one is bright. They are no text of the program. */
function tabs({ name }: TimedScene, all: readonly TimedScene[]): readonly string[] {
  const widths = all.map((each) => displayWidth(each.name) * 7.8 + 18)
  let x = WIDTH - EDGE - widths.reduce((sum, width) => sum + width, 0) + 18
  return all.map((each, at) => {
    const isThis = each.name === name
    const label = `<text x="${tenths(x)}" y="29" style="font-size:13px" fill="${isThis ? colours.text : '#6e7681'}">${escaped(each.name)}</text>`
    x += widths[at] ?? 0
    return label
  })
}

function printedLine(line: string, y: number): string {
  const spans = spansOf(line)
  return spans.length === 0 ? '' : drawLine(spans, y)
}

function typedLine(command: string, y: number, id: string): string {
  const prompt = { text: '❯', column: 0, style: { ...plain, colour: 'green' as const } }
  const words = spansOf(command).map((span) => ({ ...span, column: span.column + 2, style: { ...plain, bold: true } }))
  return [
    drawLine([prompt], y),
    `<g class="moves ${id}">${drawLine(words, y)}</g>`,
    `<rect class="moves cursor ${id}c" x="${EDGE + 2 * CELL}" y="${y - 14}" width="${CELL - 1}" height="18" fill="${colours.dim}"/>`,
  ].join('')
}

interface Span {
  readonly text: string
  readonly column: number
  readonly style: Style
}

interface Style {
  readonly bold: boolean
  readonly dim: boolean
  readonly colour: keyof typeof colours | undefined
}

const plain: Style = { bold: false, dim: false, colour: undefined }

/** Effect of each code of `paintFor` on the style before it. */
const effects: Readonly<Record<string, Partial<Style>>> = {
  0: plain,
  1: { bold: true },
  2: { dim: true },
  22: { bold: false, dim: false },
  31: { colour: 'red' },
  32: { colour: 'green' },
  33: { colour: 'yellow' },
  36: { colour: 'cyan' },
  39: { colour: undefined },
}

function spansOf(line: string): readonly Span[] {
  const spans: Span[] = []
  let [style, column] = [plain, 0]
  for (const part of line.split('\u001B[')) {
    const [, code, printed = part] = /^(\d+)m(.*)$/su.exec(part) ?? []
    if (code !== undefined) style = { ...style, ...effects[code] }
    for (const text of printed.match(/[\u2E80-\u{3FFFF}]+|[^\u2E80-\u{3FFFF}]+/gu) ?? []) {
      const indent = text.length - text.trimStart().length
      if (text.trim() !== '') spans.push({ text: text.trim(), column: column + indent, style })
      column += displayWidth(text)
    }
  }
  return spans
}

function drawLine(spans: readonly Span[], y: number): string {
  const drawn = spans.map(({ text, column, style }) => {
    const fill = colours[style.colour ?? (style.dim ? 'dim' : 'text')]
    // The length is given, so that a font of another width leaves the columns where they are.
    const place = `x="${tenths(EDGE + column * CELL)}" textLength="${tenths(displayWidth(text) * CELL)}"`
    // A Chinese character fills its two columns.
    const size = /^[\u2E80-\u{3FFFF}]/u.test(text) ? ` font-size="${2 * CELL - 1}"` : ''
    return `<tspan ${place}${size} fill="${fill}"${style.bold ? ' font-weight="bold"' : ''}>${escaped(text)}</tspan>`
  })
  return `<text y="${y}">${drawn.join('')}</text>`
}

const tenths = (pixels: number): number => Math.round(pixels * 10) / 10

/** Spaces that do not break: SVG would make one of several. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00A0')

const unescaped = (text: string): string =>
  text.replaceAll('\u00A0', ' ').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
