import { headingsOf, type Heading } from './headings.ts'
import { plainInline } from './plain-inline.ts'
import type { Span } from './split.ts'
import { tokenWeight } from '../terms/tokens.ts'

/** A heading with all that stands under it; the root has no heading and is the whole range. */
export interface Section extends Span {
  /** Its own heading and those above it, outermost first. */
  readonly headings: readonly string[]
  /** Start of its first subsection, or its end. */
  readonly ownEnd: number
  /** The section has text of its own apart from the heading. */
  readonly hasBody: boolean
  /** In estimated tokens, with its subsections. */
  readonly weight: number
  readonly ownWeight: number
  readonly children: readonly Section[]
}

export interface NestedHeading extends Heading {
  /** As a reader sees it, behind those above it. */
  readonly headings: readonly string[]
}

/** Headings from `start` on, each with those that it stands under. One without words adds none. */
export function* nestedHeadings(text: string, start: number): Generator<NestedHeading> {
  const open: NestedHeading[] = []
  for (const heading of headingsOf(text, start)) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop()
    const above = open.at(-1)?.headings ?? []
    const words = plainInline(heading.text)
    const nested = { ...heading, headings: words === '' ? above : [...above, words] }
    open.push(nested)
    yield nested
  }
}

interface OpenSection {
  readonly level: number
  readonly start: number
  readonly bodyStart: number
  readonly headings: readonly string[]
  readonly children: Section[]
}

/** The tree of sections of a range, by the headings in it. */
export function readSections(
  text: string,
  range: Span & Pick<OpenSection, 'bodyStart' | 'headings'>,
  headings: Iterable<NestedHeading>,
): Section {
  const root: OpenSection = { ...range, level: 0, children: [] }
  const open = [root]
  const parent = (): OpenSection => open.at(-1) ?? root
  const closeTo = (level: number, end: number): void => {
    for (let last = parent(); last.level >= level; last = parent()) {
      open.pop()
      parent().children.push(close(text, last, end))
    }
  }
  for (const { level, start, end, headings: path } of headings) {
    closeTo(level, start)
    open.push({ level, start, bodyStart: end, headings: path, children: [] })
  }
  closeTo(1, range.end)
  return close(text, root, range.end)
}

function close(text: string, { start, bodyStart, headings, children }: OpenSection, end: number): Section {
  const ownEnd = children[0]?.start ?? end
  const ownWeight = tokenWeight(text, start, ownEnd)
  const weight = children.reduce((sum, child) => sum + child.weight, ownWeight)
  const hasBody = /\S/.test(text.slice(bodyStart, ownEnd))
  return { start, end, headings, ownEnd, hasBody, weight, ownWeight, children }
}
