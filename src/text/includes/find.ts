import { append } from '../../core/lists.ts'
import { fenceEnd } from '../fences.ts'
import { afterLine } from '../lines.ts'
import { asciiDocLine } from './asciidoc.ts'
import { candidatesOf } from './candidates.ts'
import { importedIncludes } from './imports.ts'
import { markdownLine, snippetBlock } from './markdown.ts'
import { directiveLine } from './sphinx.ts'
import type { FoundInclude, LineAt } from './found.ts'
import type { Include } from './words.ts'

/** Where a text wants parts of other files, in the words of the builders of sites that are written in its format; ascending. */
export function findIncludes(text: string, path: string): readonly Include[] {
  const found = includesIn(text, path)
  return found.flatMap((each) => {
    const candidates = candidatesOf(each.target, path)
    return candidates.length === 0 ? [] : [{ ...each, candidates }]
  })
}

function includesIn(text: string, path: string): readonly FoundInclude[] {
  if (/\.(?:adoc|asciidoc|asc)$/i.test(path))
    return text.includes('include::') ? byLine(text, (line) => asciiDocLine(line)) : []
  if (/\.(?:rst|rest)$/i.test(path))
    return text.includes('include::') ? byLine(text, (line) => directiveLine(text, line)) : []
  if (!signs.test(text)) return []
  const lines = byLine(text, (line) => snippetBlock(text, line) ?? markdownLine(text, line))
  return [...lines, ...importedIncludes(text)].toSorted((a, b) => a.start - b.start)
}

const signs = /8<-|<<<|@include|\{[*!]|\{(?:literal)?include\}|^import /m

/** What reads a line may try every way to part it: a line longer than any include is read by none. */
const LONGEST_LINE = 1_000

type ReadLine = (line: LineAt) => FoundInclude | readonly FoundInclude[] | undefined

function byLine(text: string, read: ReadLine): readonly FoundInclude[] {
  const found: FoundInclude[] = []
  let fence = 0
  for (let start = 0, next = 0; start < text.length; start = next) {
    next = afterLine(text, start)
    const inFence = start < fence
    if (!inFence) fence = fenceEnd(text, start, text.length)
    const end = endOfLine(text, start, next)
    const isShort = end - start <= LONGEST_LINE
    const line = isShort ? read({ start, end, text: text.slice(start, end), inFence }) : undefined
    const all =
      line === undefined ? [] : Array.isArray(line) ? (line as readonly FoundInclude[]) : [line as FoundInclude]
    append(found, all)
    const last = all.at(-1)
    if (last && last.end > next) next = afterLine(text, last.end - 1)
  }
  return found
}

function endOfLine(text: string, start: number, next: number): number {
  let end = next
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return end
}
