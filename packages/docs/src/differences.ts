import { fold } from '@wuku/text/terms/fold'
import { diffLines } from '@wuku/text/edits/line-diff'
import { printDiff } from '@wuku/text/edits/unified'

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
}

export interface SectionChanges {
  /** Largest changes first; unchanged sections last. */
  readonly changes: readonly SectionChange[]
  readonly counts: Readonly<Record<SectionChange['kind'], number>>
}

export function diffSections(before: readonly DocSection[], after: readonly DocSection[]): SectionChanges {
  const weightedPairs = pairSections(before, after).map(weigh)
  const changes = weightedPairs.toSorted((a, b) => b.weight - a.weight).map(({ change }) => change)
  const count = (kind: SectionChange['kind']): number => changes.filter((change) => change.kind === kind).length
  return {
    changes,
    counts: { added: count('added'), removed: count('removed'), changed: count('changed'), same: count('same') },
  }
}

/** Unchanged lines in the diff of one section, around each change: enough to see where one is. */
const LIMITS = { context: 1, lines: 40, chars: 4_000 }
/** Lines looked at for one section, so that five hundred changed ones take a second and no more. */
const EFFORT = 100_000

function weigh({ before, after }: SectionPair) {
  const diff = diffLines(textOf(before), textOf(after), EFFORT)
  const { text, added, removed } = printDiff(diff, LIMITS)
  const isMoved = before !== undefined && after !== undefined && keyOf(before) !== keyOf(after)
  const kind = !before ? 'added' : !after ? 'removed' : added + removed > 0 ? 'changed' : 'same'
  const weight =
    charsAt(diff.before, diff.removed) + charsAt(diff.after, diff.added) + unpairedWeights[kind] + (isMoved ? 1 : 0)
  const path = (after ?? before)?.path ?? []
  const change: SectionChange = { kind, path, ...(isMoved && { movedFrom: before.path }), added, removed, diff: text }
  return { change, weight }
}

/** A whole section says more than the same letters within one; what is gone breaks programs. */
const unpairedWeights: Readonly<Record<SectionChange['kind'], number>> = {
  added: 200,
  removed: 400,
  changed: 2,
  same: 0,
}

const textOf = (section: DocSection | undefined): string => (section ? linesIn(section.text).join('\n') : '')

const charsAt = (lines: readonly string[], marks: Uint8Array): number =>
  lines.reduce((sum, line, nth) => (marks[nth] === 1 ? sum + line.length : sum), 0)

/**
 * Pairs the sections of two versions: those with the same headings, in their order; of the others those with the same text,
 * and then the most similar ones. Each stays alone that resembles none by half of its words.
 */
function pairSections(before: readonly DocSection[], after: readonly DocSection[]): readonly SectionPair[] {
  const rest: Rest = { before: new Set(before), after: new Set(after) }
  const pairs = [...pairEqual(rest, keyOf), ...pairEqual(rest, textKey), ...pairSimilar(rest)]
  const alone = [
    ...[...rest.before].map((gone) => ({ before: gone })),
    ...[...rest.after].map((own) => ({ after: own })),
  ]
  return [...pairs, ...alone]
}

/** Sections without a partner so far, in order. */
interface Rest {
  readonly before: Set<DocSection>
  readonly after: Set<DocSection>
}

type FullPair = Required<SectionPair>

/** The first with the first of each key; texts without words have none. */
function pairEqual(rest: Rest, read: (section: DocSection) => string | undefined): readonly FullPair[] {
  const waiting = Map.groupBy([...rest.before].toReversed(), read)
  return [...rest.after].flatMap((after) => {
    const key = read(after)
    const before = key === undefined ? undefined : waiting.get(key)?.pop()
    return before ? [removePair(rest, { before, after })] : []
  })
}

function removePair(rest: Rest, pair: FullPair): FullPair {
  rest.before.delete(pair.before)
  rest.after.delete(pair.after)
  return pair
}

function textKey({ text }: DocSection): string | undefined {
  const key = linesIn(text).join('\n')
  return key.length < SHORTEST ? undefined : key
}

/** Shorter texts are alike by chance. */
const SHORTEST = 20

/** The surest pairs first. */
function pairSimilar(rest: Rest): readonly FullPair[] {
  const candidates = similarPairs([...rest.before], [...rest.after]).toSorted((a, b) => b.similarity - a.similarity)
  return candidates.flatMap(({ pair }) =>
    rest.before.has(pair.before) && rest.after.has(pair.after) ? [removePair(rest, pair)] : [],
  )
}

const LEAST_SIMILARITY = 0.5

/** By the words that both have; rare ones choose who is compared at all, or the work would grow with the square. */
function similarPairs(before: readonly DocSection[], after: readonly DocSection[]) {
  const known = before.map((section) => ({ section, words: wordsOf(section) }))
  const sectionsByWord = new Map<string, number[]>()
  for (const [nth, { words }] of known.entries())
    for (const word of words) {
      const list = sectionsByWord.get(word)
      if (list) list.push(nth)
      else sectionsByWord.set(word, [nth])
    }
  return after.flatMap((section) => {
    const words = wordsOf(section)
    return likely(words, sectionsByWord).flatMap((nth) => {
      const other = known[nth]
      const similarity = other ? shareOf(words, other.words) : 0
      return other && similarity >= LEAST_SIMILARITY
        ? [{ pair: { before: other.section, after: section }, similarity }]
        : []
    })
  })
}

/** Places looked up for one section, and sections then compared with it. */
const MAX_PLACES = 600

const MAX_COMPARED = 8

/** Sections that share most words; the rarest words are looked up first. */
function likely(words: ReadonlySet<string>, sectionsByWord: ReadonlyMap<string, readonly number[]>): readonly number[] {
  const counts = new Map<number, number>()
  let places = 0
  const lists = [...words].map((word) => sectionsByWord.get(word) ?? []).toSorted((a, b) => a.length - b.length)
  for (const list of lists) {
    places += list.length
    if (places > MAX_PLACES) break
    for (const nth of list) counts.set(nth, (counts.get(nth) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([a, one], [b, other]) => other - one || a - b)
    .slice(0, MAX_COMPARED)
    .map(([nth]) => nth)
}

/** Common words as a share of all words in either section (Jaccard). */
function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = a.intersection(b).size
  return common === 0 ? 0 : common / (a.size + b.size - common)
}

/** Words of text and code with those of its own heading; of Chinese, two characters at a time. */
function wordsOf({ path, text }: DocSection): ReadonlySet<string> {
  const words = fold(`${path.at(-1) ?? ''}\n${text.slice(0, MAX_TEXT_CHARS)}`).match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []
  return new Set(words.flatMap((word) => (HAN.test(word) ? pairsOf([...word]) : [word])))
}

const MAX_TEXT_CHARS = 20_000

const HAN = /\p{Script=Han}/u

const pairsOf = (characters: readonly string[]): readonly string[] =>
  characters.length < 2 ? characters : characters.slice(1).map((character, nth) => `${characters[nth]}${character}`)

/** A part of a page under one heading. */
export interface DocSection {
  /** Headings from the outermost to its own. */
  readonly path: readonly string[]
  readonly text: string
}

/** Which sections of two versions are one; an end that is missing was added or removed. */
interface SectionPair {
  readonly before?: DocSection
  readonly after?: DocSection
}

/** Headings are compared without case and extra spaces. */
const keyOf = ({ path }: DocSection): string =>
  path.map((heading) => heading.trim().toLowerCase().replaceAll(/\s+/g, ' ')).join('\n')

/** Line breaks of Windows and space at the ends of lines are no change. */
const linesIn = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/^\n+|\n+$/g, '')
    .split('\n')
