import { decodePercent } from '@wuku/core/lenient-parsing'
import { fold } from '../terms/fold.ts'

/** A link to a document: where it leads, without what stands behind `#`. */
export interface LinkText {
  readonly target: string
  /** In Markdown: a path from the folder of the note. Otherwise a name, as in `[[…]]`. */
  readonly isPath: boolean
}

export interface LineLinks {
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

/** Whether names may stand for targets in a text: hardly any has such a line. */
export const mayHaveTargets = (text: string): boolean => text.includes(']:')

/** Links of one line of Markdown, without those that lead out of the storehouse; `uses` only where names have targets. */
export function linksIn(line: string, hasTargets: boolean): LineLinks {
  if (!line.includes('[')) return none
  const [, id, angled, bare] = (hasTargets && TARGET.exec(line)) || []
  if (id !== undefined) {
    const target = pathIn(angled ?? bare ?? '')
    return target === undefined ? none : { ...none, target: { id: idOf(id), target } }
  }
  return {
    links: [...(line.includes('[[') ? wikiLinks(line) : []), ...(line.includes('](') ? inlineLinks(line) : [])],
    uses: hasTargets
      ? Array.from(line.matchAll(USE), ({ 1: text = '', 2: named = '', index }) => ({
          value: idOf(named || text),
          at: index,
        }))
      : [],
  }
}

const wikiLinks = (line: string) =>
  placed(
    Array.from(line.matchAll(WIKI), ({ 1: name = '', index }) => ({ target: nameIn(name), index })),
    false,
  )

const inlineLinks = (line: string) =>
  placed(
    Array.from(line.matchAll(INLINE), (found) => ({ target: pathOf(found), index: found.index })),
    true,
  )

const placed = (found: readonly { target: string | undefined; index: number }[], isPath: boolean) =>
  found.flatMap(({ target, index }) => (target === undefined ? [] : [{ target, isPath, at: index }]))

const idOf = (written: string): string => fold(written.trim().replaceAll(/\s+/g, ' '))

/** In tables the character before an alias is escaped. */
const nameIn = (written: string): string | undefined => targetOf(written.replace(/\\$/, ''))

const pathOf = ([, angled, bare]: readonly (string | undefined)[]): string | undefined =>
  pathIn(angled ?? (bare?.includes('\\') ? bare.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '') : bare) ?? '')

function pathIn(written: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]+:|\/\/)/i.test(written)) return undefined
  return targetOf(written.includes('%') ? decodePercent(written) : written)
}

/** Longer paths exist nowhere. */
const LONGEST = 1_000

function targetOf(written: string): string | undefined {
  const path = written.includes('\\') ? written.replaceAll('\\', '/') : written
  const trimmed = (path.includes('#') ? path.slice(0, path.indexOf('#')) : path).trim()
  const target = trimmed.endsWith('/') ? trimmed.replace(/(?<=.)\/+$/, '') : trimmed
  const isOne = target !== '' && target !== '/' && target.length <= LONGEST && !target.includes('://')
  return isOne ? target : undefined
}

/** A link with the places of the words that a reader sees of it, and of all that is written for it. */
export interface LinkSpan {
  readonly start: number
  readonly end: number
  readonly shown: { readonly start: number; readonly end: number }
  /** Absent where it leads elsewhere. Read when it is asked for: of a list of links hardly any matters. */
  to(): LinkText | undefined
}

/** Links of a text in their order; pictures are none. */
export function linkSpans(text: string): readonly LinkSpan[] {
  const names = text.includes('[[') ? nameSpans(text) : []
  const paths = text.includes('](') ? pathSpans(text) : []
  return names.length === 0 ? paths : [...names, ...paths].toSorted((a, b) => a.start - b.start)
}

const nameSpans = (text: string): readonly LinkSpan[] =>
  Array.from(text.matchAll(WIKI), ({ 0: all, 1: name = '', index: start }) => {
    const end = start + all.length
    const shown = { start: all.includes('|') ? start + all.indexOf('|') + 1 : start + 2, end: end - 2 }
    return { start, end, shown, to: () => linkTo(nameIn(name), false) }
  })

const pathSpans = (text: string): readonly LinkSpan[] =>
  Array.from(text.matchAll(INLINE), (found) => {
    const [start, end] = [text.lastIndexOf('[', found.index), found.index + found[0].length]
    return { start, end, shown: { start: start + 1, end: found.index }, to: () => linkTo(pathOf(found), true) }
  }).filter(({ start }) => start >= 0 && text.charAt(start - 1) !== '!')

const linkTo = (target: string | undefined, isPath: boolean): LinkText | undefined =>
  target === undefined ? undefined : { target, isPath }
