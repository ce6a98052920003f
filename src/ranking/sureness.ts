/** How sure an answer is: `strong` answers, `partial` may help, `none` is only what lies nearest. */
export const sureness = ['strong', 'partial', 'none'] as const
export type Sure = (typeof sureness)[number]

/** For several answers to one question. */
export const surestOf = (all: readonly Sure[]): Sure => sureness.find((sure) => all.includes(sure)) ?? 'none'

/** A word of the question, in its order, as one passage holds it. */
export interface AskedWord {
  readonly raw: string
  /** In nats: how much it means that a passage holds it. */
  readonly nats: number
  readonly isHeld: boolean
  /** It was searched in the place of another word. */
  readonly isGuess?: boolean
}

/** Evidence for one passage. */
export interface Evidence {
  /** Share of the question's information, strength of the words included: 0 to 1. */
  readonly share: number
  /** Information of the words that it holds, and of its meaning. */
  readonly nats: number
  /** Every word of the question stands in it. */
  readonly isWhole: boolean
  /** The question is longer than one thing to ask, so that a passage may answer a part of it. */
  readonly isPart: boolean
}

/** Words of one thing that is asked. A longer prompt says several things: its best stretch of so many words counts. */
const WINDOW = 12
/** A sentence and a half is still one question. */
const LONGEST = 18

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
export function weighWords(words: readonly AskedWord[], share: number, of: Part = {}): Evidence {
  const whole = heldIn(words)
  const isPart = of.isPart === true || words.length > LONGEST
  const isWhole = words.length > 0 && words.every(({ isHeld, isGuess }) => isHeld && !isGuess)
  if (!isPart) return { share, nats: whole.held, isWhole, isPart }
  const strength = whole.held > 0 ? Math.min(1, (share * whole.all) / whole.held) : 0
  let best = { share: 0, nats: 0 }
  for (let at = 0; at === 0 || at + WINDOW <= words.length; at++) {
    const { held, all } = heldIn(words.slice(at, at + WINDOW))
    const part = all > 0 ? (strength * held) / all : 0
    if (part > best.share) best = { share: part, nats: held }
  }
  return { share: of.ofPart ?? best.share, nats: best.nats, isWhole, isPart }
}

/** A word that is said twice is held once. */
function heldIn(words: readonly AskedWord[]): { readonly held: number; readonly all: number } {
  const told = new Set<string>()
  let held = 0
  let all = 0
  for (const { raw, nats, isHeld } of words) {
    all += nats
    if (isHeld && !told.has(raw)) held += nats
    told.add(raw)
  }
  return { held, all }
}

/**
 * How sure one passage is, 0 where an answer and something else are as likely. Share and information count as powers: half
 * of a long rare question says as much as all of a short common one. Fitted on two thirds of the questions of seventeen
 * public sets (docs/decisions/0017-sureness.md, bench/results/abstention.md).
 */
export const certainty = ({ share, nats, isPart }: Evidence): number =>
  5 * Math.log(0.02 + Math.max(0, share)) + 3.5 * Math.log1p(Math.max(0, nats)) - 3.1 - (isPart ? CHOSEN : 0)

/** The best of many parts is good by chance more often. */
const CHOSEN = 1.2

const STRONG = 1.5
/** Below it an answer shows no more than `FEW`: a question that belongs elsewhere has seldom more, one that belongs here often. */
const SOME = -0.5
const NONE = -4.5
const FEW = 3
/** Share of the best score below which hits are left out. Measured on single questions, no answer was below it. */
const FAR = 0.3
/** Passages of which the surest speaks for the answer. */
export const HEARD = 3

export interface Judged {
  readonly score: number
  /** Share of the first `HEARD` at least. */
  readonly evidence?: Evidence | undefined
}

export interface Judgement {
  readonly sure: Sure
  /** How many of the best are worth showing. */
  readonly shown: number
}

/** Passages best first. The order is not touched: some at the end may be left out. */
export const judge = (passages: readonly Judged[]): Judgement => judgeFrom(passages, SOME)

/** The same where one thing alone is searched: what is asked there belongs there, so only no answer at all is cut short. */
export const judgeInPlace = (passages: readonly Judged[]): Judgement => judgeFrom(passages, NONE)

function judgeFrom(passages: readonly Judged[], fewBelow: number): Judgement {
  const [best] = passages
  if (!best) return { sure: 'none', shown: 0 }
  const heard = passages.slice(0, HEARD).flatMap(({ evidence }) => evidence ?? [])
  const surest = Math.max(-Infinity, ...heard.map(certainty))
  // A common word alone says little, and a query of that word alone wants whatever holds it.
  const floor = heard.some(({ isWhole }) => isWhole) ? SOME : -Infinity
  const level = Math.max(surest, floor)
  if (level < NONE) return { sure: 'none', shown: Math.min(FEW, passages.length) }
  const near = best.evidence?.isPart
    ? passages.length
    : passages.findLastIndex(({ score }) => score >= FAR * best.score) + 1
  return {
    sure: level >= STRONG ? 'strong' : 'partial',
    shown: level < fewBelow ? Math.min(FEW, near) : near,
  }
}
