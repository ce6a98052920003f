import { fenceEnd, indentEnd } from '../../text/fences.ts'
import { afterLine } from '../../text/lines.ts'
import { withoutCode } from './code-spans.ts'
import { linksIn, type LinkText } from './link-syntax.ts'

export interface Placed {
  readonly value: string
  /** Where it stands in the text. */
  readonly at: number
}

export interface PlacedLink extends LinkText {
  readonly at: number
}

/** What a note in Markdown says besides its words; nothing of it stands in code. */
export interface Markup {
  /** As they are written, without `#`. */
  readonly tags: readonly Placed[]
  readonly links: readonly PlacedLink[]
}

/** More are a table of data. */
const MOST = 5_000

/** Line by line, each read a few times: of any text in time that grows as it does. Front matter has links and no tags. */
export function readMarkup(text: string, bodyStart: number): Markup {
  const tags: Placed[] = []
  const found = { links: [] as PlacedLink[], uses: [] as Placed[], targets: new Map<string, string>() }
  for (const { start, line } of proseLines(text, bodyStart)) {
    if (start >= bodyStart) for (const { value, at } of tagsIn(line)) tags.push({ value, at: start + at })
    const { links, uses, target } = linksIn(line)
    for (const { at, ...link } of links) found.links.push({ ...link, at: start + at })
    for (const { value, at } of uses) found.uses.push({ value, at: start + at })
    if (target && !found.targets.has(target.id)) found.targets.set(target.id, target.target)
  }
  const referred = found.uses.flatMap(({ value, at }): readonly PlacedLink[] => {
    const target = found.targets.get(value)
    return target === undefined ? [] : [{ target, isPath: true, at }]
  })
  return {
    tags: tags.slice(0, MOST),
    links: [...found.links, ...referred].toSorted((a, b) => a.at - b.at).slice(0, MOST),
  }
}

/** Lines outside of blocks of code, code within them as blanks; those alone that may hold something. */
function* proseLines(text: string, bodyStart: number): Generator<{ readonly start: number; readonly line: string }> {
  let isAfterBlank = true
  let isInCode = false
  let isInList = false
  for (let start = 0, end = 0; start < text.length; start = end) {
    const fence = start < bodyStart ? start : fenceEnd(text, start, text.length)
    end = fence > start ? fence : afterLine(text, start)
    if (fence > start) continue
    const at = indentEnd(text, start)
    const isBlank = at >= end || /\s/.test(text.charAt(at))
    const isIndented = at - start > 3 || text.charAt(start) === '\t'
    isInCode = !isBlank && isIndented && !isInList && (isAfterBlank || isInCode) && start >= bodyStart
    if (!isBlank && !isIndented) isInList = /[-*+\d]/.test(text.charAt(at))
    isAfterBlank = isBlank
    const line = isInCode || isBlank ? '' : text.slice(start, end)
    if (line.includes('#') || line.includes('[')) yield { start, line: withoutCode(line) }
  }
}

/** As Obsidian sees them: behind a blank, not of digits alone. Chinese has signs where others have blanks. */
const TAG =
  /(?<=^|[\s，。、；：！？（])#([\p{L}\p{M}\p{N}_\p{Extended_Pictographic}\p{Join_Control}\p{Variation_Selector}/-]+)/gu

function tagsIn(line: string): readonly Placed[] {
  if (!line.includes('#')) return []
  return Array.from(line.matchAll(TAG), ({ 1: value = '', index }) => ({
    value: value.replaceAll(/^\/+|\/+$/g, ''),
    at: index,
  })).filter(({ value }) => /[^\d/_-]/.test(value))
}
