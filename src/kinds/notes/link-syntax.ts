import { fold } from '../../text/fold.ts'

/** A link to a document: where it leads, without what stands behind `#`. */
export interface LinkText {
  readonly target: string
  /** Of Markdown: a path from the folder of the note. Otherwise a name, as `[[…]]` holds it. */
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

export function linksIn(line: string): LineLinks {
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

/** Within tables the sign before an alias is escaped. */
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
