import { append } from '../../core/lists.ts'
import { prose, type MarkdownLine } from './lines.ts'

/** Code that is only indented gets fences, so that nothing in it is read as markup. Within a list an indent is a part of it. */
export function fenceIndented(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  const out: MarkdownLine[] = []
  let inList = false
  let afterBlank = true
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (!line) break
    const isProse = line.is === 'prose'
    if (isProse && afterBlank && !inList && isIndented(line.text)) {
      const end = codeEnd(lines, at)
      append(out, fencedLines(lines.slice(at, end)))
      at = end - 1
      continue
    }
    if (isProse && line.text !== '' && !/^\s/.test(line.text)) {
      if (listItem.test(line.text)) inList = true
      else if (afterBlank) inList = false
    }
    afterBlank = !isProse || line.text.trim() === ''
    out.push(line)
  }
  return out
}

const isIndented = (text: string): boolean => /^(?: {4}| {0,3}\t)\s*\S/.test(text) && !/^\s*[-*+][ \t]/.test(text)
/** Also footnotes and definitions. */
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)]|\[\^[^\]]+\]:|:)(?:[ \t]|$)/

function codeEnd(lines: readonly MarkdownLine[], start: number): number {
  let end = start + 1
  for (let at = end; at < lines.length; at++) {
    const line = lines[at]
    if (line?.is !== 'prose') break
    if (/^(?: {4}| {0,3}\t)\s*\S/.test(line.text)) end = at + 1
    else if (line.text.trim() !== '') break
  }
  return end
}

const fencedLines = (lines: readonly MarkdownLine[]): readonly MarkdownLine[] => [
  { text: '```', is: 'fence' },
  ...lines.map(({ text }): MarkdownLine => ({ text: text.replace(/^(?: {4}| {0,3}\t)/, ''), is: 'code' })),
  { text: '```', is: 'code' },
  prose(''),
]
