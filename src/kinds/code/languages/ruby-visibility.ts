import { textOf, type Declared, type Seen } from './rules.ts'

/** Whether the last word alone in the class before this member, `private` or `public`, leaves it to others. */
export function isRubyPublic({ node, text, around }: Seen): boolean {
  const container = around.at(-1)
  if (!container) return true
  if (!container.isExported) return false
  return sectionsOf(container, text).findLast(({ start }) => start < node.startIndex)?.isPublic ?? true
}

interface Section {
  readonly start: number
  readonly isPublic: boolean
}

/** Kept as long as the class itself: each of its members asks, and there may be thousands. */
const known = new WeakMap<Declared, readonly Section[]>()

function sectionsOf(container: Declared, text: string): readonly Section[] {
  const before = known.get(container)
  if (before) return before
  const sections = (container.body?.namedChildren ?? [])
    .filter((each) => each.type === 'identifier' && SECTION.test(textOf(each, text)))
    .map((each) => ({ start: each.startIndex, isPublic: text.startsWith('public', each.startIndex) }))
  known.set(container, sections)
  return sections
}

const SECTION = /^(?:private|protected|public)$/
