/** Characters between which no space stands in Chinese and Japanese text. */
const WIDE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]`
const WIDE_GAP = new RegExp(`(?<=(${WIDE})) (?=(${WIDE}))`, 'gu')

export interface PdfLine {
  readonly text: string
  /** From the top of the page. */
  readonly y: number
}

/** How lines of a page end and the next ones begin: only there a space between Chinese characters is none of the author's. */
export const brokenLines = (lines: readonly PdfLine[]): readonly string[] =>
  lines.flatMap((line, at) => {
    const next = lines[at + 1]
    return next && next.y !== line.y ? [seam(line.text.trim().at(-1), next.text.trim().at(0))] : []
  })

const seam = (before = '', after = ''): string => `${before} ${after}`

/** Lines of Chinese are joined without a space, and names keep their underscores. Code stays as it is. */
export function mendText(markdown: string, breaks: ReadonlySet<string>): string {
  let inCode = false
  const mended = markdown.split('\n').map((line) => {
    if (line.startsWith('```')) inCode = !inCode
    return inCode ? line : mendLine(line, breaks)
  })
  return `${mended.join('\n').trim()}\n`
}

const mendLine = (line: string, breaks: ReadonlySet<string>): string =>
  line
    .replaceAll(WIDE_GAP, (gap, before: string, after: string) => (breaks.has(seam(before, after)) ? '' : gap))
    // Within a word it marks nothing, with the backslash nobody finds the word.
    .replaceAll(/(?<=[\p{L}\p{N}])((?:\\_)+)(?=[\p{L}\p{N}])/gu, (found) => found.replaceAll('\\', ''))
