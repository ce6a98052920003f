import { limits } from '@wuku/core/limits'
import type { HitKeyword } from '@wuku/core/ports/pads'
import { isCjkWord } from '@wuku/text/terms/hits'
import type { StepWord } from './scoring.ts'

/** The query for the store, and the bounds on its counts that follow from the letters of the words. */
export interface ProbePlan {
  readonly words: readonly StepWord[]
  /** `words` first, in their order; behind them what only helps to count them. */
  readonly probe: readonly HitKeyword[]
  /** Indexes of `words`, longest first. */
  readonly order: readonly number[]
  /** For each word, the words that stand within it. */
  readonly parts: readonly (readonly Part[])[]
  /** For each word whose counts are not exact, what counts it from below; `undefined` for the others. */
  readonly floors: readonly (Floor | undefined)[]
  readonly seams: readonly Seam[]
}

export interface Part {
  readonly word: number
  readonly times: number
}

/**
 * Columns of the probe. A middle character that is neither behind the one before it nor before the one behind it is where
 * the word breaks off; so the word stands at least as often as its pairs less its middle characters. None: from 0.
 */
export interface Floor {
  readonly pairs: readonly number[]
  readonly middles: readonly number[]
}

/** Two words that may overlap: where they do, their counts do not show how many places they take. */
export interface Seam {
  readonly words: readonly [number, number]
  /** Columns of the probe: all 0 where they do not overlap. `undefined`: nothing counts that. */
  readonly proofs: readonly number[] | undefined
}

export function planProbe(words: readonly StepWord[]): ProbePlan {
  const columns = createColumns(words)
  const parts = words.map((outer) => partsOf(outer, words))
  return {
    words,
    order: [...words.keys()].toSorted((a, b) => (words[b]?.text.length ?? 0) - (words[a]?.text.length ?? 0)),
    parts,
    floors: words.map(({ text }, at) => floorOf(text, parts[at]?.length === 0, columns)),
    seams: words.flatMap((_, at) => seamsOf(at, words, columns)),
    probe: columns.probe,
  }
}

/** Every column costs the store a look. */
const MAX_COLUMNS = 160
/** Longer words mostly break off somewhere: their floor is 0 and not worth its columns. */
const LONGEST_FLOOR = 4

interface Columns {
  readonly probe: readonly HitKeyword[]
  /** Columns that count these anywhere; `undefined` when there is no more room. */
  of(texts: readonly string[]): readonly number[] | undefined
}

function createColumns(words: readonly StepWord[]): Columns {
  const probe: HitKeyword[] = words.map(({ text, where }) => ({ text, where }))
  const columnOf = (text: string): number => {
    const known = probe.findIndex((keyword) => keyword.text === text && keyword.where === 'within')
    return known < 0 ? probe.push({ text, where: 'within' }) - 1 : known
  }
  return {
    probe,
    of: (texts) => (probe.length + texts.length > MAX_COLUMNS ? undefined : texts.map(columnOf)),
  }
}

function partsOf(outer: StepWord, words: readonly StepWord[]): readonly Part[] {
  return words.flatMap((part, word) => {
    // A whole word is part of no other word; and no other is as short.
    if (part === outer || part.where === 'whole' || outer.where === 'whole') return []
    const times = timesWithin(part.text, outer.text)
    return times > 0 ? [{ word, times }] : []
  })
}

function floorOf(text: string, hasNoParts: boolean, columns: Columns): Floor | undefined {
  const characters = [...text]
  if (characters.length <= 2 || !isCjkWord(text)) return undefined
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  const middles = characters.slice(1, -1)
  // A word that overlaps itself counts fewer places than beginnings; one that holds another word needs no proof of its
  // own.
  const isWorthIt = hasNoParts && characters.length <= LONGEST_FLOOR && overlapsOf(text, text).length === 0
  const found = isWorthIt ? columns.of([...pairs, ...middles]) : undefined
  return { pairs: found?.slice(0, pairs.length) ?? [], middles: found?.slice(pairs.length) ?? [] }
}

function seamsOf(at: number, words: readonly StepWord[], columns: Columns): readonly Seam[] {
  const a = words[at]
  return words.slice(at + 1).flatMap((b, offset) => {
    if (!a || a.where === 'whole' || b.where === 'whole') return []
    const overlaps = [...overlapsOf(a.text, b.text), ...overlapsOf(b.text, a.text)]
    if (overlaps.length === 0) return []
    // The pairs of two CJK words that overlap are pairs of the two: they prove nothing.
    const proofs = isCjkWord(a.text)
      ? undefined
      : columns.of(overlaps.filter((text) => text.length <= limits.termChars))
    return [{ words: [at, at + 1 + offset] as const, proofs }]
  })
}

/** Every text in which the end of `a` is the beginning of `b`: `reactest` for `react` and `test`. */
function overlapsOf(a: string, b: string): readonly string[] {
  const shared = Math.min(a.length, b.length) - 1
  return Array.from({ length: Math.max(0, shared) }, (_, at) => at + 1)
    .filter((length) => a.endsWith(b.slice(0, length)))
    .map((length) => a + b.slice(length))
}

/** How often `part` stands in `whole` without overlapping itself. */
const timesWithin = (part: string, outer: string): number => outer.split(part).length - 1
