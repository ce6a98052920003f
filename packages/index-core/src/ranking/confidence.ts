import { policy } from '@wuku/core/policy'
/** How sure an answer is: `strong` answers, `partial` may help, `none` is only what lies nearest. */
export const confidenceLevels = ['strong', 'partial', 'none'] as const
export type Confidence = (typeof confidenceLevels)[number]

/** For several answers to one question. */
export const highestConfidence = (all: readonly Confidence[]): Confidence =>
  confidenceLevels.find((confidence) => all.includes(confidence)) ?? 'none'

/** A word of the question, in its order, as one passage holds it. */
export interface EvidenceWord {
  readonly raw: string
  /** In nats: how much it means that a passage holds it. */
  readonly nats: number
  readonly isHeld: boolean
  /** It was searched in the place of another word. */
  readonly isGuess?: boolean
  /** Nothing that is searched holds it. */
  readonly isUnknown?: boolean
}

export interface Evidence {
  /** Share of the question's information, strength of the words included: 0 to 1. */
  readonly share: number
  /** Information of the words that it holds, and of its meaning. */
  readonly nats: number
  /** Every word of the question stands in it. */
  readonly isComplete: boolean
  /** And there is only one. */
  readonly isWord?: boolean
  /** A word of the question that says as much as any other does not stand in it, or one that stands nowhere. */
  readonly lacksKey?: boolean
  /** The question is longer than one thing to ask, so that a passage may answer a part of it. */
  readonly isPart: boolean
}

interface Part {
  /** The question was chosen out of a longer prompt. */
  readonly isPart?: boolean
  /** Share of the part that a passage was judged by. */
  readonly ofPart?: number
}

/**
 * Evidence of a passage for the question, or for the part of a long one that it answers best; with the share of that part
 * where passages were judged by it.
 */
export function weighWords(words: readonly EvidenceWord[], share: number, of: Part = {}): Evidence {
  const total = sumNats(words)
  const isPart = of.isPart === true || words.length > policy.evidence.longest
  const isComplete = words.length > 0 && words.every(({ isHeld: isMatched, isGuess }) => isMatched && !isGuess)
  if (!isPart) {
    const isWord = isComplete && words.length === 1
    return { share, nats: total.matchedNats, isComplete, isPart, isWord, lacksKey: lacksKey(words) }
  }
  const strength = total.matchedNats > 0 ? Math.min(1, (share * total.all) / total.matchedNats) : 0
  let best = { share: 0, nats: 0 }
  for (let at = 0; at === 0 || at + policy.evidence.window <= words.length; at++) {
    const { matchedNats, all } = sumNats(words.slice(at, at + policy.evidence.window))
    const part = all > 0 ? (strength * matchedNats) / all : 0
    if (part > best.share) best = { share: part, nats: matchedNats }
  }
  return { share: of.ofPart ?? best.share, nats: best.nats, isComplete, isPart }
}

function lacksKey(words: readonly EvidenceWord[]): boolean {
  const heaviest = Math.max(0, ...words.map(({ nats }) => nats))
  const holdsKey = words.some(({ isHeld, nats }) => isHeld && nats >= policy.evidence.asWeighty * heaviest)
  return words.length > 0 && (!holdsKey || words.some(({ isHeld, isUnknown }) => isUnknown === true && !isHeld))
}

/** A word that is said twice is held once. */
function sumNats(words: readonly EvidenceWord[]): { readonly matchedNats: number; readonly all: number } {
  const seen = new Set<string>()
  let matchedNats = 0
  let all = 0
  for (const { raw, nats, isHeld: isMatched } of words) {
    all += nats
    if (isMatched && !seen.has(raw)) matchedNats += nats
    seen.add(raw)
  }
  return { matchedNats, all }
}

/**
 * How sure one passage is, 0 where an answer and something else are as likely. Share and information count as powers: half
 * of a long rare question says as much as all of a short common one. Fitted on two thirds of the questions of seventeen
 * public sets (docs/decisions/0017-sureness.md, bench/results/abstention.md).
 */
export const certainty = ({ share, nats, isPart }: Evidence): number =>
  5 * Math.log(0.02 + Math.max(0, share)) +
  3.5 * Math.log1p(Math.max(0, nats)) -
  3.1 -
  (isPart ? policy.evidence.chosen : 0)

export interface Judged {
  readonly score: number
  /** Share of the first `policy.evidence.judged` at least. */
  readonly evidence?: Evidence | undefined
}

export interface Judgement {
  readonly sure: Confidence
  /** How many of the best are worth showing. */
  readonly shown: number
}

/** Passages best first. The order is not touched: some at the end may be left out. */
export const judge = (passages: readonly Judged[]): Judgement => judgeFrom(passages, policy.evidence.some)

/**
 * The same where one thing alone is searched, or everything about a thing is asked for: what is asked there belongs there, so
 * only no answer at all is cut short.
 */
export const judgeInPlace = (passages: readonly Judged[]): Judgement => judgeFrom(passages, policy.evidence.nothing)

function judgeFrom(passages: readonly Judged[], fewBelow: number): Judgement {
  const [best] = passages
  if (!best) return { sure: 'none', shown: 0 }
  const topEvidence = passages.slice(0, policy.evidence.judged).flatMap(({ evidence }) => evidence ?? [])
  const level = Math.max(-Infinity, ...topEvidence.map(levelOf))
  if (level < policy.evidence.none && level < fewBelow)
    return { sure: 'none', shown: Math.min(policy.evidence.few, passages.length) }
  const near = best.evidence?.isPart
    ? passages.length
    : passages.findLastIndex(({ score }) => score >= policy.evidence.far * best.score) + 1
  return {
    sure: level >= policy.evidence.strong ? 'strong' : level >= policy.evidence.none ? 'partial' : 'none',
    shown: level < fewBelow ? Math.min(policy.evidence.few, near) : near,
  }
}

/** A common word alone says little, and a query of that word alone wants whatever holds it. Without its key nothing is answered. */
function levelOf(evidence: Evidence): number {
  const level = Math.max(
    certainty(evidence),
    evidence.isWord ? policy.evidence.strong : evidence.isComplete ? policy.evidence.some : -Infinity,
  )
  return evidence.lacksKey ? Math.min(level, BELOW_STRONG) : level
}

const BELOW_STRONG = policy.evidence.strong - 1e-9
