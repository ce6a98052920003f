import { fenceEnd, indentEnd } from '@wuku/text/markdown/fences'
import { afterLine } from '@wuku/text/markdown/line-index'
import { linksIn, mayHaveTargets, type LinkText } from '@wuku/text/markdown/markdown-links'

export interface Placed {
  readonly value: string
  /** Position in the text. */
  readonly at: number
}

export interface PlacedLink extends LinkText {
  readonly at: number
}

/** Structure of a Markdown note in addition to its words; code is skipped. */
export interface Markup {
  /** As they are written, without `#`. */
  readonly tags: readonly Placed[]
  readonly links: readonly PlacedLink[]
}

/** More are a table of data. */
const MAX_ITEMS = 5_000

/** Line by line, each read a few times: of any text in time that grows as it does. Front matter has links and no tags. */
export function readMarkup(text: string, bodyStart: number): Markup {
  const tags: Placed[] = []
  const found = { links: [] as PlacedLink[], uses: [] as Placed[], targets: new Map<string, string>() }
  const hasTargets = mayHaveTargets(text)
  const hasTags = MAY_TAG.test(text)
  for (const { start, line } of proseLines(text, bodyStart, { hasTargets, hasTags })) {
    if (hasTags && start >= bodyStart) for (const { value, at } of tagsIn(line)) tags.push({ value, at: start + at })
    const { links, uses, target } = linksIn(line, hasTargets)
    for (const { at, ...link } of links) found.links.push({ ...link, at: start + at })
    for (const { value, at } of uses) found.uses.push({ value, at: start + at })
    if (target && !found.targets.has(target.id)) found.targets.set(target.id, target.target)
  }
  const referred = found.uses.flatMap(({ value, at }): readonly PlacedLink[] => {
    const target = found.targets.get(value)
    return target === undefined ? [] : [{ target, isPath: true, at }]
  })
  return {
    tags: tags.slice(0, MAX_ITEMS),
    links: [...found.links, ...referred].toSorted((a, b) => a.at - b.at).slice(0, MAX_ITEMS),
  }
}

/**
 * Lines outside of blocks of code, code within them as blanks; those alone that may hold something. It ends
 * where no sign of a link or a tag is left.
 */
function* proseLines(
  text: string,
  bodyStart: number,
  { hasTargets, hasTags }: Record<'hasTargets' | 'hasTags', boolean>,
) {
  const nextSign = signsFrom(text, hasTargets ? ['['] : ['](', '[['])
  let isAfterBlank = true
  let isInCode = false
  let isInList = false
  for (let start = 0, end = 0; start < text.length; start = end) {
    const sign = nextSign(start)
    if (!hasTags && sign === Infinity) return
    const fence = start < bodyStart ? start : fenceEnd(text, start, text.length)
    end = fence > start ? fence : afterLine(text, start)
    if (fence > start) continue
    const at = indentEnd(text, start)
    const isBlank = at >= end || isSpace(text.charCodeAt(at))
    const isIndented = at - start > 3 || text.charAt(start) === '\t'
    isInCode = !isBlank && isIndented && !isInList && (isAfterBlank || isInCode) && start >= bodyStart
    if (!isBlank && !isIndented) isInList = ITEM_SIGNS.includes(text.charAt(at))
    isAfterBlank = isBlank
    if (isInCode || isBlank) continue
    if (sign >= end && !hasTags) continue
    const line = text.slice(start, end)
    if (sign < end || MAY_TAG.test(line)) yield { start, line: withoutCode(line) }
  }
}

const placeOf = (found: number): number => (found < 0 ? Infinity : found)

/** Finds the next of some signs from a place on. Places are asked for in their order, so each sign is looked for once. */
function signsFrom(text: string, signs: readonly string[]): (start: number) => number {
  const next = signs.map((sign) => ({ sign, at: -1 }))
  return (start) => {
    let first = Infinity
    for (const each of next) {
      if (each.at < start) each.at = placeOf(text.indexOf(each.sign, start))
      if (each.at < first) first = each.at
    }
    return first
  }
}

const ITEM_SIGNS = '-*+0123456789'

/** Letters begin most lines. */
const isSpace = (code: number): boolean => (code <= 0x20 || code > 0x7f) && /\s/.test(String.fromCharCode(code))

/** No heading, whose mark stands before a blank; a tag may stand behind code, which counts as a blank. */
const MAY_TAG = /#(?<=(?:^|[\s，。、；：！？（`])#)[^\s#]/

/** Tags as in Obsidian: after a blank, not of digits alone. Chinese has punctuation where others have blanks. */
const TAG =
  /(?<=^|[\s，。、；：！？（])#([\p{L}\p{M}\p{N}_\p{Extended_Pictographic}\p{Join_Control}\p{Variation_Selector}/-]+)/gu

function tagsIn(line: string): readonly Placed[] {
  if (!MAY_TAG.test(line)) return []
  return Array.from(line.matchAll(TAG), ({ 1: value = '', index }) => ({
    value: value.replaceAll(/^\/+|\/+$/g, ''),
    at: index,
  })).filter(({ value }) => /[^\d/_-]/.test(value))
}

/** A line with blanks in place of what stands between backticks, of which as many close as open. */
function withoutCode(line: string): string {
  if (!line.includes('`')) return line
  const runs = Array.from(line.matchAll(/`+/g), ({ index, 0: run }) => ({ start: index, length: run.length }))
  const closing = closers(runs.map(({ length }) => length))
  let text = ''
  let done = 0
  for (let at = 0; at < runs.length; at++) {
    const [open, close] = [runs[at], runs[closing[at] ?? -1]]
    if (!open || !close) continue
    const end = close.start + close.length
    text += line.slice(done, open.start) + ' '.repeat(end - open.start)
    done = end
    at = closing[at] ?? at
  }
  return text + line.slice(done)
}

/** For each run the next one of its length. */
function closers(lengths: readonly number[]): readonly (number | undefined)[] {
  const next = new Map<number, number>()
  const found: (number | undefined)[] = []
  for (let at = lengths.length - 1; at >= 0; at--) {
    const length = lengths[at] ?? 0
    found[at] = next.get(length)
    next.set(length, at)
  }
  return found
}
