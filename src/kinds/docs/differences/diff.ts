import { diffLines } from '../../../text/line-diff.ts'
import { printDiff } from '../../../text/unified.ts'
import { pairSections } from './pair.ts'
import { type DocSection, keyOf, linesIn, type SectionPair } from './sections.ts'

export interface SectionChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'same'
  /** Its headings now; of what was removed, those that it had. */
  readonly path: readonly string[]
  /** Its headings before, when it has others now. */
  readonly movedFrom?: readonly string[]
  /** Lines. */
  readonly added: number
  readonly removed: number
  /** Unified; empty when no line changed. Its end may be left out. */
  readonly diff: string
  readonly truncated: boolean
}

export interface SectionChanges {
  /** What changed most first; what is the same last. */
  readonly changes: readonly SectionChange[]
  readonly counts: Readonly<Record<SectionChange['kind'], number>>
  /** Of those that are the same or changed, how many have other headings now. */
  readonly moved: number
}

export interface DiffLimits {
  /** Of the diff of one section. */
  readonly lines: number
  readonly chars: number
}

export function diffSections(
  before: readonly DocSection[],
  after: readonly DocSection[],
  limits: DiffLimits = { lines: 40, chars: 4_000 },
): SectionChanges {
  const weighed = pairSections(before, after).map((pair) => weigh(pair, limits))
  const changes = weighed.toSorted((a, b) => b.weight - a.weight).map(({ change }) => change)
  const count = (kind: SectionChange['kind']): number => changes.filter((change) => change.kind === kind).length
  return {
    changes,
    counts: { added: count('added'), removed: count('removed'), changed: count('changed'), same: count('same') },
    moved: changes.filter(({ movedFrom }) => movedFrom !== undefined).length,
  }
}

interface Weighed {
  readonly change: SectionChange
  readonly weight: number
}

/** Unchanged lines around each change: enough to see where one is. */
const CONTEXT = 1
/** Lines looked at for one section, so that five hundred changed ones take a second and no more. */
const EFFORT = 100_000

function weigh({ before, after }: SectionPair, limits: DiffLimits): Weighed {
  const diff = diffLines(textOf(before), textOf(after), EFFORT)
  const { text, added, removed, truncated } = printDiff(diff, { context: CONTEXT, ...limits })
  const isMoved = before !== undefined && after !== undefined && keyOf(before) !== keyOf(after)
  const kind = !before ? 'added' : !after ? 'removed' : added + removed > 0 ? 'changed' : 'same'
  const weight = charsAt(diff.before, diff.removed) + charsAt(diff.after, diff.added) + lonely[kind] + (isMoved ? 1 : 0)
  return {
    change: {
      kind,
      path: (after ?? before)?.path ?? [],
      ...(isMoved && { movedFrom: before.path }),
      added,
      removed,
      diff: text,
      truncated,
    },
    weight,
  }
}

/** A whole section says more than the same letters within one; what is gone breaks programs. */
const lonely: Readonly<Record<SectionChange['kind'], number>> = { added: 200, removed: 400, changed: 2, same: 0 }

const textOf = (section: DocSection | undefined): string => (section ? linesIn(section.text).join('\n') : '')

const charsAt = (lines: readonly string[], marks: Uint8Array): number =>
  lines.reduce((sum, line, nth) => (marks[nth] === 1 ? sum + line.length : sum), 0)
