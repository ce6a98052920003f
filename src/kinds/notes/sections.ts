import { headingsOf } from '../../text/headings.ts'
import type { Span } from '../../text/split.ts'
import { tokenWeight } from '../../text/tokens.ts'
import { plainInline } from './inline.ts'

/** A heading with all that stands under it; the root has no heading and is the whole text. */
export interface Section extends Span {
  /** Its own heading and those above it, outermost first. */
  readonly headings: readonly string[]
  /** Where its first subsection starts, or its end. */
  readonly ownEnd: number
  /** Whether its own text says something beside the heading. */
  readonly hasBody: boolean
  /** In estimated tokens, with its subsections. */
  readonly weight: number
  readonly ownWeight: number
  readonly children: readonly Section[]
}

interface OpenSection {
  readonly level: number
  readonly start: number
  readonly bodyStart: number
  readonly headings: readonly string[]
  readonly children: Section[]
}

/** The tree of sections of a Markdown text; front matter up to `bodyStart` belongs to the root and is no body. */
export function readSections(text: string, bodyStart: number): Section {
  const root: OpenSection = { level: 0, start: 0, bodyStart, headings: [], children: [] }
  const open = [root]
  const parent = (): OpenSection => open.at(-1) ?? root
  const closeTo = (level: number, end: number): void => {
    for (let last = parent(); last.level >= level; last = parent()) {
      open.pop()
      parent().children.push(close(text, last, end))
    }
  }
  for (const { level, start, end, text: written } of headingsOf(text, bodyStart)) {
    closeTo(level, start)
    const heading = plainInline(written)
    const headings = heading === '' ? parent().headings : [...parent().headings, heading]
    open.push({ level, start, bodyStart: end, headings, children: [] })
  }
  closeTo(1, text.length)
  return close(text, root, text.length)
}

function close(text: string, { start, bodyStart, headings, children }: OpenSection, end: number): Section {
  const ownEnd = children[0]?.start ?? end
  const ownWeight = tokenWeight(text, start, ownEnd)
  const weight = children.reduce((sum, child) => sum + child.weight, ownWeight)
  const hasBody = /\S/.test(text.slice(bodyStart, ownEnd))
  return { start, end, headings, ownEnd, hasBody, weight, ownWeight, children }
}
