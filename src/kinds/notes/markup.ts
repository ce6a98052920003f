import { fenceEnd, indentEnd } from '../../text/markdown/fences.ts'
import { afterLine } from '../../text/markdown/lines.ts'
import { fold } from '../../text/terms/fold.ts'

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

/** Tags as in Obsidian: after a blank, not of digits alone. Chinese has punctuation where others have blanks. */
const TAG =
  /(?<=^|[\s，。、；：！？（])#([\p{L}\p{M}\p{N}_\p{Extended_Pictographic}\p{Join_Control}\p{Variation_Selector}/-]+)/gu

function tagsIn(line: string): readonly Placed[] {
  if (!line.includes('#')) return []
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

/** A link to a document: where it leads, without what stands behind `#`. */
interface LinkText {
  readonly target: string
  /** In Markdown: a path from the folder of the note. Otherwise a name, as in `[[…]]`. */
  readonly isPath: boolean
}

interface LineLinks {
  readonly links: readonly (LinkText & { readonly at: number })[]
  /** Names that stand for targets: `[text][id]`, `[id]`. */
  readonly uses: readonly { readonly value: string; readonly at: number }[]
  /** `[id]: target`, which is a line for itself. */
  readonly target?: { readonly id: string; readonly target: string }
}

const none: LineLinks = { links: [], uses: [] }

/** `[[name#heading|alias]]`, `![[name]]`. No part of a pattern goes over a bracket that could begin another. */
const WIKI = /\[\[([^[\]|\n]+)(?:\|[^[\]\n]*)?\]\]/g
/** The end of `[text](target "title")`: what links may be a picture with brackets of its own. */
const INLINE = /\]\((?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\([^\s()]*\))+))(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g
const USE = /\[([^[\]\n]+)\](?:\[([^[\]\n]*)\])?(?![(:[])/g
const TARGET = /^ {0,3}\[([^[\]^\n][^[\]\n]*)\]:[ \t]*(?:<([^<>\n]*)>|(\S+))/

function linksIn(line: string): LineLinks {
  if (!line.includes('[')) return none
  const [, id, angled, bare] = TARGET.exec(line) ?? []
  if (id !== undefined) {
    const target = pathIn(angled ?? bare ?? '')
    return target === undefined ? none : { ...none, target: { id: idOf(id), target } }
  }
  const names = Array.from(line.matchAll(WIKI), ({ 1: name = '', index }) => ({ target: nameIn(name), index }))
  const paths = Array.from(line.matchAll(INLINE), (found) => ({
    target: pathIn(found[1] ?? found[2]?.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '') ?? ''),
    index: found.index,
  }))
  return {
    links: [...placed(names, false), ...placed(paths, true)],
    uses: Array.from(line.matchAll(USE), ({ 1: text = '', 2: named = '', index }) => ({
      value: idOf(named || text),
      at: index,
    })),
  }
}

const placed = (found: readonly { target: string | undefined; index: number }[], isPath: boolean) =>
  found.flatMap(({ target, index }) => (target === undefined ? [] : [{ target, isPath, at: index }]))

const idOf = (written: string): string => fold(written.trim().replaceAll(/\s+/g, ' '))

/** In tables the character before an alias is escaped. */
const nameIn = (written: string): string | undefined => targetOf(written.replace(/\\$/, ''))

function pathIn(written: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]+:|\/\/)/i.test(written)) return undefined
  return targetOf(decoded(written))
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** Longer paths exist nowhere. */
const LONGEST = 1_000

function targetOf(written: string): string | undefined {
  const [path = ''] = written.replaceAll('\\', '/').split('#')
  const target = path.trim()
  const isOne = target !== '' && !target.endsWith('/') && target.length <= LONGEST && !target.includes('://')
  return isOne ? target : undefined
}
