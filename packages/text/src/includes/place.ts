import { dedented } from '../markdown/line-index.ts'
import { type Include, type IncludeSelection, isMarkdownPath } from './include-types.ts'

export interface PlacedInclude {
  readonly include: Include
  /** Text of the whole included file. */
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

function write(written: string, { include: { selection, target }, text }: PlacedInclude): string | undefined {
  const part = selectPart(
    selection.as === 'text' && isMarkdownPath(target) ? withoutFrontMatter(text) : text,
    selection,
  )
  if (part === undefined) return undefined
  const shown =
    selection.as === 'text'
      ? part
      : isDirective(written)
        ? asDirective(part, selection.language)
        : asFence(part, selection.language)
  const indent = selection.indent?.slice(0, DEEPEST) ?? ''
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
  const longest = (code.match(/`{3,}/g) ?? []).reduce((max, run) => Math.max(max, run.length), 2)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${code.trimEnd()}\n${marks}`
}

/** The lines of a file that are wanted, without the marks of parts; `undefined` when there are none. */
function selectPart(file: string, selection: IncludeSelection): string | undefined {
  const { region, after, before, symbol, lines } = selection
  let selectedLines: readonly string[] | undefined = file.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  if (region !== undefined) selectedLines = regionsOf(selectedLines, [...new Set(region.split(/[;,]/))])
  if (selectedLines && symbol !== undefined) selectedLines = symbolOf(selectedLines, symbol.split('.'))
  if (selectedLines && after !== undefined) selectedLines = behind(selectedLines, after)
  if (selectedLines && before !== undefined) selectedLines = upTo(selectedLines, before)
  if (selectedLines && lines) selectedLines = rangesOf(selectedLines, lines)
  if (!selectedLines) return undefined
  const isFullFile = [region, symbol, after, before, lines].every((each) => each === undefined)
  const plain = selectedLines.filter((line) => !isMark.test(line))
  if (plain.every((line) => line.trim() === '')) return undefined
  return (isFullFile ? plain : dedented(plain)).join('\n')
}

/** Marks of builders; those of editors (`#region`) mean something to people too. */
const isMark = /-8<-+\s*\[(?:start|end):|^\W*\[(?:start|end):[\w.-]+\]\W*$|(?:tag|end)::[\w.-]+\[\]/

function regionsOf(lines: readonly string[], names: readonly string[]): readonly string[] | undefined {
  const selectedLines = names.flatMap((name) => regionOf(lines, name.trim()))
  return selectedLines.length > 0 ? selectedLines : undefined
}

function regionOf(lines: readonly string[], name: string): readonly string[] {
  const start = lines.findIndex((line) => opens(line, name))
  if (start < 0) return []
  const end = lines.findIndex((line, at) => at > start && closes(line, name))
  const inside = lines.slice(start + 1, end < 0 ? lines.length : end)
  return inside.filter((line) => !editorRegion.test(line))
}

const editorRegion = /^\s*(?:\/\/|\/\*|#|<!--|--|'|;|%)?\s*#?(?:pragma )?(?:end)?region\b/i

const opens = (line: string, name: string): boolean =>
  line.includes(`[start:${name}]`) || line.includes(`tag::${name}[]`) || /\bregion\s+(\S+)/i.exec(line)?.[1] === name

function closes(line: string, name: string): boolean {
  if (line.includes(`[end:${name}]`) || line.includes(`end::${name}[]`)) return true
  const [match, closed] = /\bendregion\b[ \t]*([\w$-]+)?/i.exec(line) ?? []
  return match !== undefined && (closed === undefined || closed === name)
}

function behind(lines: readonly string[], words: string): readonly string[] | undefined {
  const at = lines.findIndex((line) => line.includes(words))
  return at < 0 ? undefined : lines.slice(at + 1)
}

function upTo(lines: readonly string[], words: string): readonly string[] {
  const at = lines.findIndex((line) => line.includes(words))
  return at < 0 ? lines : lines.slice(0, at)
}

/** Together no more lines than the file has: the same ones again and again would make much of little. */
const rangesOf = (lines: readonly string[], ranges: NonNullable<IncludeSelection['lines']>): readonly string[] =>
  ranges
    .slice(0, MAX_RANGES)
    .flatMap(([from, to]) => lines.slice(from - 1, to))
    .slice(0, lines.length)

const MAX_RANGES = 100

/** A class or function by its indent, with its decorators; of `Class.method` only the method. */
function symbolOf(lines: readonly string[], names: readonly string[]): readonly string[] | undefined {
  let within: readonly string[] = lines
  for (const name of names) {
    const at = within.findIndex((line) => /^\s*(?:async\s+)?(?:def|class)\s+(\w+)/.exec(line)?.[1] === name)
    if (at < 0) return undefined
    const indent = indentOf(within[at] ?? '')
    const end = within.findIndex(
      (line, index) => index > at && line.trim() !== '' && indentOf(line) <= indent && !/^\s*[)\]]/.test(line),
    )
    let start = at
    while (start > 0 && (within[start - 1] ?? '').trimStart().startsWith('@')) start--
    within = within.slice(start, end < 0 ? within.length : end)
  }
  return within
}

const indentOf = (line: string): number => line.length - line.trimStart().length
