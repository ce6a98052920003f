import { capped, previewOf } from './control.ts'
import { linesOutsideFences, splitLines } from './pad-lines.ts'

export interface Heading {
  readonly level: number
  /** As written, without the characters that mark a heading. */
  readonly text: string
  /** From 1. */
  readonly line: number
}

/** `# Heading` at the beginning of a line; none within code fences. */
export function* headingsOf(text: string): Generator<Heading> {
  for (const line of linesOutsideFences(text)) {
    const found = heading.exec(line.text)
    if (found) yield { level: found[1]?.length ?? 1, text: found[2]?.trim() ?? '', line: line.number }
  }
}

const heading = /^(#{1,6})\s+(.*)$/s

/** More of them are no outline. */
export const MAX_HEADERS = 300
const HEADER_CHARS = 200
const PREVIEW_CHARS = 100

/** The first headings, with the text of the three lines below each where it is asked for; deeper ones are left out. */
export function outlineOf(text: string, { depth, previews }: { readonly depth: number; readonly previews: boolean }) {
  const all = [...headingsOf(text)].filter(({ level }) => level <= depth)
  const lines = previews ? splitLines(text) : []
  const headers = all.slice(0, MAX_HEADERS).map((each) => {
    const preview = previewOf(textBehind(lines, each.line), PREVIEW_CHARS)
    return { ...each, text: capped(each.text, HEADER_CHARS), ...(preview !== '' && { content_preview: preview }) }
  })
  return { headers, total: all.length, deepest: all.reduce((deepest, { level }) => Math.max(deepest, level), 0) }
}

const textBehind = (lines: readonly string[], line: number): string =>
  lines
    .slice(line, line + 3)
    .filter((each) => !/^#{1,6}\s/.test(each))
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .join(' ')
