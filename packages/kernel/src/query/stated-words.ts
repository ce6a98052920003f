import { onceFor } from '@wuku/core/once'
import { policy } from '@wuku/core/policy'
import type { EvidenceWord } from '@wuku/index-core/ranking/confidence'
import type { WeightedTerm } from '@wuku/core/ports/index-view'
import { fold } from '@wuku/text/terms/fold'
import { cjkFunctionWords, cjkParticles } from '@wuku/text/terms/questions'
import type { PlannedTerm, PlannedWord } from './plan.ts'

/** A word of the question as a reader knows it, and what a passage must hold to hold it: one term of each group. */
export interface StatedWord {
  readonly raw: string
  readonly groups: readonly (readonly string[])[]
}

/** Terms that show that a passage holds a word. */
export type TermsOf = (word: PlannedWord) => readonly string[]

/**
 * Words of a question in the form shown to people. The dictionary leaves names and terms in pieces (支付 | 网 | 关): a
 * single character joins the word before it or the character after it, whichever pair is more frequent. A pair that
 * nothing holds is no word: 连接数爆了 is 连接数 and 爆.
 */
export function statedWords(words: readonly PlannedWord[], termsOf: TermsOf): readonly StatedWord[] {
  const content = contentOf(words, cjkParticles)
  const stated: StatedWord[] = []
  for (let at = 0; at < content.length; at++) {
    const [word, next] = [content[at] as PlannedWord, content[at + 1]]
    const previous = content[at - 1]
    const last = stated.at(-1)
    const pair = pairOf(word, next)
    const border = last && previous && isLoose(word) ? borderOf(previous, word) : undefined
    const isLast = pair ? pair.isAbsent && previous && !isLoose(previous) : !border?.isAbsent
    if (last && border && (isLast || isCommoner(border, pair))) {
      if (pair || !isFunctionWord(word))
        stated.splice(-1, 1, { raw: last.raw + word.raw, groups: [...last.groups, [border.term]] })
    } else if (pair && next && !isCommoner(pairOf(next, content[at + 2]), pair)) {
      stated.push({ raw: word.raw + next.raw, groups: [[pair.term]] })
      at++
    } else if (!isFunctionWord(word) || content.length === 1) stated.push({ raw: word.raw, groups: [termsOf(word)] })
  }
  return eachOnce(stated)
}

/** In capitals, as a plural or in traditional characters, a word is the same one: it is shown as it was first written. */
const eachOnce = (stated: readonly StatedWord[]): readonly StatedWord[] =>
  [...Map.groupBy(stated, ({ groups }) => JSON.stringify(groups)).values()].flatMap(([first]) => first ?? [])

const isFunctionWord = ({ raw }: PlannedWord): boolean => cjkFunctionWords.has(fold(raw))

/** All words where none says anything by itself. */
function contentOf(words: readonly PlannedWord[], without: ReadonlySet<string>): readonly PlannedWord[] {
  const content = words.filter(({ raw, isCjk }) => !isCjk || !without.has(fold(raw)))
  return content.length > 0 ? content : words
}

/** Cut loose by the dictionary, and no word of its own as a rule. */
const isLoose = ({ raw, isCjk }: PlannedWord): boolean => isCjk && [...raw].length === 1

const isAdjacent = (one: PlannedWord, next: PlannedWord): boolean => one.isCjk && next.isCjk && one.end === next.start

/** The two characters across the border of two words, as one term. */
function borderOf(one: PlannedWord, next: PlannedWord): PlannedTerm | undefined {
  if (!isAdjacent(one, next)) return undefined
  const [first] = fold(next.raw)
  return one.terms.find(({ term }) => [...term].length === 2 && term.endsWith(first ?? ''))
}

function pairOf(one: PlannedWord, next: PlannedWord | undefined): PlannedTerm | undefined {
  const pair = next && isLoose(one) && isLoose(next) ? borderOf(one, next) : undefined
  // A pair that nothing holds may be a word, but none with a character that only holds a sentence together.
  return pair?.isAbsent && [one, next].some((word) => word && isFunctionWord(word)) ? undefined : pair
}

/** Weights are those of rarity: less of it is commoner. */
const isCommoner = (one: WeightedTerm | undefined, other: WeightedTerm | undefined): boolean =>
  one !== undefined && other !== undefined && one.weight < other.weight

const contentOfQuery = onceFor((words: readonly PlannedWord[]) => contentOf(words, cjkFunctionWords), new WeakMap())

/** The words of a question with the information that a match of each gives. */
export function queryWordWeights(
  words: readonly PlannedWord[],
  { isMatched, passages }: { isMatched(word: PlannedWord): boolean; readonly passages: number },
): readonly EvidenceWord[] {
  const scale = Math.max(1, Math.log1p(policy.evidence.measuredFrom) / Math.log1p(Math.max(1, passages)))
  return contentOfQuery(words).map((word) => ({
    raw: word.raw,
    nats:
      (scale *
        word.ideal *
        (isLoose(word) ? policy.evidence.ofCharacter : 1) *
        (word.isGuess ? policy.evidence.ofGuess : 1)) /
      (word.isCjk ? policy.evidence.overlap : 1),
    isHeld: isMatched(word),
    ...(word.isGuess && { isGuess: true }),
    ...(word.chunkCount === 0 && { isUnknown: true }),
  }))
}
