import { policy } from '@wuku/core/policy'
import type { Candidate, ChunkId } from '@wuku/core/core-types'
import type { WeightedTerm } from '@wuku/core/ports/index-view'

/**
 * A long prompt says several things: who asks, why, by when, what it is about, how to answer. A passage is judged by the
 * sentences that it answers well, lest the words of the others drown them (docs/decisions/0004-weights.md).
 */

export interface PromptPart {
  /** Its number in the prompt. */
  readonly sentence?: number
  readonly terms: readonly WeightedTerm[]
  readonly shortForms: readonly WeightedTerm[]
  readonly otherNames: readonly WeightedTerm[]
  /** Score of a passage saturated with its words. */
  readonly ideal: number
  /** Relative to the other parts. */
  readonly weight: number
}

interface Word extends Omit<PromptPart, 'weight'> {
  /** Place in the prompt. */
  readonly start: number
  /** It stands in a sentence that asks. */
  readonly isAsking?: boolean
}

const SENTENCE_ENDS = /[.?!](?=\s)|[。？！；]|\n/gu

const endsIn = (prompt: string): readonly number[] => Array.from(prompt.matchAll(SENTENCE_ENDS), ({ index }) => index)

/** Numbers the sentences of a long prompt. */
export function inSentences<W extends Word>(prompt: string, words: readonly W[]): readonly W[] {
  if (words.length <= policy.prompts.long) return words
  const ends = endsIn(prompt)
  const isAsking = [...ends, prompt.length].map((end, at) =>
    asks(prompt.slice((ends[at - 1] ?? -1) + 1, end + 1).trim()),
  )
  let sentence = 0
  return words.map((word) => {
    while (word.start > (ends[sentence] ?? Infinity)) sentence++
    return { ...word, sentence, ...(isAsking[sentence] && { isAsking: true }) }
  })
}

/** An auxiliary follows what asks: "When you are done" asks nothing. */
const AUXILIARY = '(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have)'
const QUESTION = new RegExp(
  `[?？]$|[吗呢]$|^(?:请问|为什么|为何|怎么|怎样|如何|什么是|哪些|哪个)|^(?:how|why)\\b|^(?:what|which|who|where|when) ${AUXILIARY}\\b|^${AUXILIARY} (?:i|we|it|you|the|this|there|an?|any)\\b`,
  'iu',
)
const REQUEST =
  /^(?:(?:please|and|so|then) )*(?:tell|show|explain|describe|find|list|compare|give|help|summari[sz]e|look up)\b|^(?:i|we)\b.{0,30}\b(?:know|understand|find out|learn|looking for)\b|^(?:请|那|再|麻烦)*(?:告诉我|给我|帮我|说明|解释|介绍|列出|找)|^(?:我|我们)(?:想|要|需要)(?:了解|知道|找|查)/iu

export const asks = (sentence: string): boolean => QUESTION.test(sentence) || REQUEST.test(sentence)

/** Only the sentences of a long prompt that ask something; a short prompt as it is. */
export function askedIn(prompt: string): string {
  const sentences = sentencesOf(prompt)
  return sentences.length > 1 ? sentences.filter((sentence) => asks(sentence.trim())).join('\n') : prompt
}

/** Words as a writer counts them; about two characters of Chinese are one. */
const isLong = (prompt: string): boolean =>
  prompt.split(/\s+/).length + (prompt.match(/\p{Script=Han}/gu) ?? []).length / 2 > policy.prompts.long

/** Sentences of a long prompt as they are written; a shorter one is a sentence. */
export function sentencesOf(prompt: string): readonly string[] {
  if (!isLong(prompt)) return [prompt]
  const sentences = prompt
    .split(/(?<=[.?!])\s+|(?<=[。？！；])|\n+/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return sentences.length > 1 ? sentences.slice(0, policy.prompts.maxSentences) : [prompt]
}

/** A question counts as much as two statements. */
export const weightOfPart = (ideal: number, isAsking: boolean): number => (isAsking ? 2 : 1) * ideal

/** Sentences of a long prompt with their words; none of a prompt of one sentence. */
export function partsOf(words: readonly Word[]): readonly PromptPart[] {
  const numbered = words.filter(({ sentence }) => sentence !== undefined)
  const parts = [...Map.groupBy(numbered, ({ sentence = 0 }) => sentence)].map(([sentence, own]) => {
    const ideal = own.reduce((sum, word) => sum + word.ideal, 0)
    return {
      sentence,
      terms: unite(own.map(({ terms }) => terms)),
      shortForms: unite(own.map(({ shortForms }) => shortForms)),
      otherNames: unite(own.map(({ otherNames }) => otherNames)),
      ideal,
      weight: weightOfPart(ideal, own[0]?.isAsking === true),
    }
  })
  const telling = parts.filter(({ ideal }) => ideal > 0)
  return telling.length > 1 ? telling.slice(0, policy.prompts.maxSentences) : []
}

/**
 * Sentences of a long prompt that ask something of what is searched, one under another: those that it answers nearly as
 * well as any. Among several storehouses what else the prompt says finds texts of its own in the others.
 * `answered`: the score of the best passage for each part.
 */
export function questionSentences(prompt: string, parts: readonly PromptPart[], answered: readonly number[]): string {
  const ends = endsIn(prompt)
  const sentences = parts.map(({ sentence = 0, ideal }, at) => {
    const said = prompt.slice((ends[sentence - 1] ?? -1) + 1, (ends[sentence] ?? prompt.length) + 1).trim()
    const isAsking = asks(said)
    const share = Math.min(ideal, answered[at] ?? 0) / ideal
    return {
      said,
      isAsking,
      standing: (isAsking ? policy.prompts.questionStanding : 1) * share * ideal ** policy.prompts.standingPower,
    }
  })
  const best = Math.max(...sentences.map(({ standing }) => standing))
  return sentences
    .filter(
      ({ isAsking, standing }) =>
        standing >= best * (isAsking ? policy.prompts.least.asking : policy.prompts.least.telling),
    )
    .map(({ said }) => said)
    .join('\n')
}

/** Terms of several words, each once with all its weight. */
export function unite(words: readonly (readonly WeightedTerm[])[]): readonly WeightedTerm[] {
  const weights = new Map<string, number>()
  for (const { term, weight } of words.flat()) weights.set(term, (weights.get(term) ?? 0) + weight)
  return [...weights].map(([term, weight]) => ({ term, weight }))
}

/** Mean of the shares of the parts that something answers, by the information that they carry. */
export function meanOfParts<Part extends Pick<PromptPart, 'weight'>>(
  parts: readonly Part[],
  shareOf: (part: Part, at: number) => number,
): number {
  const all = parts.reduce((sum, { weight }) => sum + weight, 0)
  if (all === 0) return 0
  return (
    (parts.reduce((sum, part, at) => sum + part.weight * shareOf(part, at) ** policy.prompts.power, 0) / all) **
    (1 / policy.prompts.power)
  )
}

/** Passages that sentences find, each by all of them. */
export function judgeByParts(
  ofParts: readonly (readonly Candidate[])[],
  { parts, ideal }: { readonly parts: readonly PromptPart[]; readonly ideal: number },
) {
  const shares = new Map<ChunkId, { readonly candidate: Candidate; readonly own: number[] }>()
  for (const [at, { ideal: most }] of parts.entries())
    for (const candidate of ofParts[at] ?? []) {
      const known = shares.get(candidate.chunk) ?? { candidate, own: parts.map(() => 0) }
      known.own[at] = Math.min(1, candidate.score / most)
      shares.set(candidate.chunk, known)
    }
  const judged = [...shares.values()]
    .map(({ candidate, own }) => ({ own, score: ideal * meanOfParts(parts, (_, at) => own[at] ?? 0), candidate }))
    .toSorted((a, b) => b.score - a.score || a.candidate.chunk - b.candidate.chunk)
  return {
    candidates: judged.map(({ candidate, score }) => ({ ...candidate, score })),
    toPart: toPartOf(parts, judged[0]?.own ?? []),
  }
}

function toPartOf(parts: readonly PromptPart[], shares: readonly number[]): number {
  const counted = parts.map(({ weight }, at) => ({
    weight,
    counts: weight * (shares[at] ?? 0) ** policy.prompts.power,
  }))
  const { weight } = counted.reduce((best, each) => (each.counts > best.counts ? each : best), { weight: 0, counts: 0 })
  return weight === 0 ? 1 : (parts.reduce((sum, part) => sum + part.weight, 0) / weight) ** (1 / policy.prompts.power)
}

/** Questions that ask for a person's own statements, or for the newest ones. */

const SELF = /(?<![\p{L}\p{N}])(?:i|i'm|i've|i'd|my|me|mine)(?![\p{L}\p{N}])|我(?![们們])/iu

/** True if the question is about the person who asks. Only the questions of a long prompt count. */
export const asksOfSelf = (query: string): boolean => SELF.test(askedIn(query))

const NEWEST =
  /\b(?:now|nowadays|currently|current|latest|most recent|these days|at the moment|as of today)\b|[目当當]前|现在|現在|如今|最新|后来|後來|眼下/iu

/** True if the question asks for the present state, which later statements know better. */
export const asksForNewest = (query: string): boolean => NEWEST.test(askedIn(query))
