/** Columns that text takes in a terminal: Chinese characters and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  const shown = text.replace(ESCAPES, '')
  return graphemesOf(shown).reduce((width, grapheme) => width + widthOf(grapheme), 0)
}

export const padEnd = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - displayWidth(text)))

/** Keeps the beginning. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let fitting = ''
  let width = 0
  for (const grapheme of graphemesOf(text)) {
    width += widthOf(grapheme)
    if (width > columns - 1) break
    fitting += grapheme
  }
  return columns < 1 ? '' : `${fitting}…`
}

/** Breaks at spaces, and between any two Chinese characters. */
export function wrapToWidth(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const [word] of text.matchAll(WORDS)) {
    if (line !== '' && displayWidth((line + word).trimEnd()) > columns) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
  }
  return [...lines, line.trimEnd()]
}

/** The first segmenter of a process takes 15 ms to make: plain English does without. */
export function graphemesOf(text: string): readonly string[] {
  if (/^[ -~]*$/.test(text)) return text.split('')
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001B\[[0-9;]*m|\u001B\]8;;[^\u001B]*\u001B\\/g
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{P}*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u

function widthOf(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2
  return /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u.test(grapheme) ? 0 : 1
}
