import { isMarkdownPath } from './languages.ts'
import { takePart } from './part.ts'
import type { Include } from './words.ts'

export interface PlacedInclude {
  readonly include: Include
  /** Of the whole file. */
  readonly text: string
}

/** The text with parts of other files in the places of includes; one whose part is not in its file stays as written. */
export function placeIncludes(text: string, placed: readonly PlacedInclude[]): string {
  const parts: string[] = []
  let from = 0
  for (const each of placed.toSorted((a, b) => a.include.start - b.include.start)) {
    const { start, end } = each.include
    if (start < from) continue
    const made = write(text.slice(start, end), each)
    if (made === undefined) continue
    parts.push(text.slice(from, start), made)
    from = end
  }
  parts.push(text.slice(from))
  return parts.join('')
}

function write(written: string, { include: { take, target }, text }: PlacedInclude): string | undefined {
  const part = takePart(take.as === 'text' && isMarkdownPath(target) ? withoutFrontMatter(text) : text, take)
  if (part === undefined) return undefined
  const shown =
    take.as === 'text' ? part : isDirective(written) ? asDirective(part, take.language) : asFence(part, take.language)
  const indent = take.indent?.slice(0, DEEPEST) ?? ''
  return indent === '' ? shown : shown.replaceAll(/^(?=.)/gm, indent)
}

/** It stands before every line: one of a megabyte would make gigabytes. */
const DEEPEST = 40

const withoutFrontMatter = (text: string): string =>
  text.replace(/^\uFEFF?---[ \t]*\r?\n(?:[^]{0,20000}?\r?\n)?---[ \t]*(?:\r?\n|$)/, '')

/** In reStructuredText code is no fence. */
const isDirective = (written: string): boolean => /^[ \t]*\.\.[ \t]/.test(written)

const asDirective = (code: string, language = ''): string =>
  `.. code-block:: ${language === '' ? 'text' : language}\n\n${code.replaceAll(/^(?=.)/gm, '   ')}\n`

function asFence(code: string, language = ''): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${code.trimEnd()}\n${marks}`
}
