import { type Format, type FormatFile, type Page, titleOf } from './format.ts'
import { readMarkdown } from './markdown/index.ts'

/** Plain text, including pages of manuals. Markdown without its ending is read as Markdown. */
export const read: Format = (file) => ({
  page: looksLikeMarkdown(file.text) ? readMarkdown(file) : readText(file),
})

/** Fences, or links and headings with a blank line behind them, are never written by accident. */
const looksLikeMarkdown = (text: string): boolean =>
  /^```[\w+-]*\s*\n[^]*?^```\s*$/m.test(text) ||
  (/^#{1,6} .+\r?\n\s*\n/m.test(text) && /\]\([^()\s]+\)|^#{2,6} .+\r?\n\s*\n/m.test(text))

function readText({ path, text }: FormatFile): Page {
  const lines = withoutOverstrikes(text).replaceAll(/\r\n?/g, '\n').split('\n')
  const isManual = lines.filter((line) => manualHeading.test(line)).length >= 2
  const out: string[] = []
  for (const [at, line] of lines.entries()) {
    const above = out.at(-1) ?? ''
    const sign = /^(=|-|~|\*)\1{2,}\s*$/.exec(line)?.[1]
    if (sign !== undefined && above.trim() !== '' && (out.at(-2) ?? '').trim() === '' && !/^\s/.test(above))
      out[out.length - 1] = `${sign === '=' || sign === '*' ? '#' : '##'} ${above.replace(/^\\/, '')}`
    else if (sign !== undefined) out.push('')
    else if (isManual && manualHeading.test(line)) out.push(`## ${line.trim()}`)
    else
      out.push(
        isManual && at === 0 && /^\S+\(\d\w*\)/.test(line) ? `# ${line.split(/\s{2,}/)[0] ?? ''}` : asWritten(line),
      )
  }
  const page = `${out
    .join('\n')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim()}\n`
  return { title: titleOf(page, path), text: page.trim() === '' ? '' : page }
}

/** NAME, SYNOPSIS, SEE ALSO. */
const manualHeading = /^[A-Z][A-Z][A-Z ,&/-]{1,40}$/

/** Terminals of old wrote a letter twice to make it bold. */
const withoutOverstrikes = (text: string): string => (text.includes('\b') ? text.replaceAll(/[^\n][\b]/g, '') : text)

/** Escapes characters that Markdown would read as markup. */
const asWritten = (line: string): string =>
  line.replace(/^(\s*)(?=#{1,6}\s|`{3}|~{3}|<(?:!--|pre|script|style|textarea))/i, '$1\\')
