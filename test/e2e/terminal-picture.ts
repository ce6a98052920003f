import { displayWidth } from '../../src/surfaces/cli/terminal.ts'

/** Draws what a program printed, colours included, as an SVG that a browser shows without a font or script of ours. */
export function drawTerminal(printed: string): string {
  const lines = printed.trimEnd().split('\n').map(spansOf)
  const [width, height] = [COLUMNS * CELL + 2 * EDGE, lines.length * LINE + BAR + EDGE]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="wuku in a terminal">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${colours.ground}"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (colour, i) => `<circle cx="${EDGE + 6 + i * 20}" cy="20" r="6" fill="${colour}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace" font-size="14">`,
    ...lines.flatMap((spans, row) => (spans.length === 0 ? [] : [drawLine(spans, BAR + row * LINE)])),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

const COLUMNS = 84
const [CELL, LINE, EDGE, BAR] = [8.4, 20, 20, 56]
const colours = { ground: '#14171c', text: '#d6dae0', dim: '#7d8590', yellow: '#e3b341', cyan: '#56c8d8' }

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

/** What each code of `paintFor` does to the style before it. */
const effects: Readonly<Record<string, Partial<Style>>> = {
  0: plain,
  1: { bold: true },
  2: { dim: true },
  22: { bold: false, dim: false },
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
    const size = /^[\u2E80-\u{3FFFF}]/u.test(text) ? ` font-size="${2 * CELL}"` : ''
    return `<tspan ${place}${size} fill="${fill}"${style.bold ? ' font-weight="bold"' : ''}>${escaped(text)}</tspan>`
  })
  return `<text y="${y}">${drawn.join('')}</text>`
}

const tenths = (pixels: number) => Math.round(pixels * 10) / 10

/** Spaces that do not break: SVG would make one of several. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00A0')
