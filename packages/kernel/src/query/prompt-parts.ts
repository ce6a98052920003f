import type { Candidate, ChunkId } from '@wuku/core/core-types'
import type { WeightedTerm } from '@wuku/core/ports/index-view'

/**
 * A long prompt asks one thing amid others: who asks, why, by when, how to answer. A passage is judged by the sentence
 * that it answers best, lest the words of the others drown it (docs/decisions/0004-weights.md).
 */

export interface PromptPart {
  /** Its number in the prompt. */
  readonly sentence?: number
  readonly terms: readonly WeightedTerm[]
  /** Score of a passage saturated with its words. */
  readonly ideal: number
}

interface Word extends PromptPart {
  /** Place in the prompt. */
  readonly start: number
}

/** Fewer words are one question. */
const LONG = 18
const SENTENCE_ENDS = /[.?!](?=\s)|[。？！；]|\n/gu

/** Places at which sentences end. */
const endsIn = (prompt: string): readonly number[] => Array.from(prompt.matchAll(SENTENCE_ENDS), ({ index }) => index)

/** Numbers the sentences of a long prompt. */
export function inSentences<W extends Word>(prompt: string, words: readonly W[]): readonly W[] {
  if (words.length <= LONG) return words
  const ends = endsIn(prompt)
  let sentence = 0
  return words.map((word) => {
    while (word.start > (ends[sentence] ?? Infinity)) sentence++
    return { ...word, sentence }
  })
}

/** Power of a sentence's weight: "Thanks a lot!" is soon answered in full. */
const WORTH = 0.25

/** Weight of a question or a wish to know, relative to another sentence. */
const QUESTION_WEIGHT = 1.5
/** Share of the best sentence's standing at which another one counts as well: several questions may be asked at once. */
const least = { asking: 0.4, telling: 0.65 }

/** An auxiliary follows what asks: "When you are done" asks nothing. */
const AUXILIARY = '(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have)'
const QUESTION = new RegExp(
  `[?？]$|[吗呢]$|^(?:请问|为什么|为何|怎么|怎样|如何|什么是|哪些|哪个)|^(?:how|why)\\b|^(?:what|which|who|where|when) ${AUXILIARY}\\b|^${AUXILIARY} (?:i|we|it|you|the|this|there|an?|any)\\b`,
  'iu',
)
const REQUEST =
  /^(?:(?:please|and|so|then) )*(?:tell|show|explain|describe|find|list|compare|give|help|summari[sz]e|look up)\b|^(?:i|we)\b.{0,30}\b(?:know|understand|find out|learn|looking for)\b|^(?:请|那|再|麻烦)*(?:告诉我|给我|帮我|说明|解释|介绍|列出|找)|^(?:我|我们)(?:想|要|需要)(?:了解|知道|找|查)/iu

/**
 * Sentences of a long prompt that ask something of what is searched, one under another: those that it answers nearly as
 * well as any. Nobody has written about who asks and how to answer, so the best passage for such a sentence holds a few
 * of its words by chance. `answered`: the score of the best passage for each part.
 */
export function questionSentences(prompt: string, parts: readonly PromptPart[], answered: readonly number[]): string {
  const ends = endsIn(prompt)
  const sentences = parts.map(({ sentence = 0, ideal }, at) => {
    const text = prompt.slice((ends[sentence - 1] ?? -1) + 1, (ends[sentence] ?? prompt.length) + 1).trim()
    const isQuestion = QUESTION.test(text) || REQUEST.test(text)
    const share = Math.min(ideal, answered[at] ?? 0) / ideal
    return { said: text, isAsking: isQuestion, standing: (isQuestion ? QUESTION_WEIGHT : 1) * share * ideal ** WORTH }
  })
  const best = Math.max(...sentences.map(({ standing: score }) => score))
  return sentences
    .filter(({ isAsking: isQuestion, standing: score }) => score >= best * (isQuestion ? least.asking : least.telling))
    .map(({ said: text }) => text)
    .join('\n')
}

/** Words as a writer counts them; about two characters of Chinese are one. */
const isLong = (prompt: string): boolean =>
  prompt.split(/\s+/).length + (prompt.match(/\p{Script=Han}/gu) ?? []).length / 2 > LONG

/** Sentences of a long prompt as they are written; a shorter one is a sentence. */
export function sentencesOf(prompt: string): readonly string[] {
  if (!isLong(prompt)) return [prompt]
  const sentences = prompt
    .split(/(?<=[.?!])\s+|(?<=[。？！；])|\n+/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return sentences.length > 1 ? sentences.slice(0, MAX_PARTS) : [prompt]
}

/** Searched of a pasted text, each like a query of its own: its beginning says what it is about. */
const MAX_PARTS = 24

/** Sentences of a long prompt with their words; none of a prompt of one sentence. */
export function partsOf(words: readonly Word[]): readonly PromptPart[] {
  const numbered = words.filter(({ sentence }) => sentence !== undefined)
  const parts = [...Map.groupBy(numbered, ({ sentence = 0 }) => sentence)].map(([sentence, own]) => ({
    sentence,
    terms: unite(own.map(({ terms }) => terms)),
    ideal: own.reduce((sum, { ideal }) => sum + ideal, 0),
  }))
  const telling = parts.filter(({ ideal }) => ideal > 0)
  return telling.length > 1 ? telling.slice(0, MAX_PARTS) : []
}

/** Terms of several words, each once with all its weight. */
export function unite(words: readonly (readonly WeightedTerm[])[]): readonly WeightedTerm[] {
  const weights = new Map<string, number>()
  for (const { term, weight } of words.flat()) weights.set(term, (weights.get(term) ?? 0) + weight)
  return [...weights].map(([term, weight]) => ({ term, weight }))
}

/** Weight of the best sentence, relative to the whole prompt. */
const BEST = 0.8

/** Share of the best sentence, out of a score that is made of it for the most part. */
export const shareOfPart = (share: number): number => Math.min(1, share / BEST)

interface Scores {
  readonly chunk: ChunkId
  readonly candidate: Candidate
  /** By the whole prompt, as far as it is known. */
  ofPrompt: number
  sum: number
  /** Share of the best sentence. */
  best: number
}

/** Passages that the whole prompt finds, and those of each part, on the scale of the whole. */
export function judgeByParts(
  ofPrompt: readonly Candidate[],
  ofParts: readonly (readonly Candidate[])[],
  { parts, ideal }: { readonly parts: readonly PromptPart[]; readonly ideal: number },
): readonly Candidate[] {
  const known = new Map<ChunkId, Scores>()
  const scoresOf = (candidate: Candidate): Scores => {
    const { chunk } = candidate
    const scores = known.get(chunk) ?? { chunk, candidate, ofPrompt: 0, sum: 0, best: 0 }
    known.set(chunk, scores)
    return scores
  }
  for (const candidate of ofPrompt) scoresOf(candidate).ofPrompt = candidate.score
  const heaviest = Math.max(...parts.map((part) => part.ideal))
  for (const [at, part] of parts.entries()) {
    const worth = (part.ideal / heaviest) ** WORTH
    for (const candidate of ofParts[at] ?? []) {
      const scores = scoresOf(candidate)
      scores.sum += candidate.score
      scores.best = Math.max(scores.best, worth * Math.min(1, candidate.score / part.ideal))
    }
  }
  return [...known.values()]
    .map(({ candidate, ofPrompt: promptScore, sum, best }) => ({
      ...candidate,
      score: (1 - BEST) * Math.max(promptScore, sum) + BEST * best * ideal,
    }))
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
}
