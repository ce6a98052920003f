/** Names of the steps by which a score comes about, in the order of a search. */
export const scoreSteps = [
  'words',
  'neighbours',
  'more_passages',
  'definition',
  'name',
  'folder',
  'topic',
  'tests',
  'imports',
  'commits',
  'role',
  'commit',
  'phrase',
  'meaning',
  'storehouses',
  'project',
  'own_past',
  'words_together',
  'links',
  'age',
  'first',
  'exact',
  'twins',
  'model',
  'listed',
  'claims',
] as const
export type ScoreStep = (typeof scoreSteps)[number]

/** Scores after each step, kept only for a caller that asks why. */
export type ScoreTrace = readonly { readonly by: ScoreStep; readonly score: number }[]

export interface Traced {
  readonly score: number
  readonly trail?: ScoreTrace
}

export interface ScorePart {
  readonly by: ScoreStep
  /** Difference that the step made; below 0: it took something away. */
  readonly adds: number
}

/** The item with a new score, and with the step on its trail, if it has one. */
export const stepped = <Item extends Traced>(item: Item, by: ScoreStep, score: number): Item =>
  item.trail ? { ...item, score, trail: [...item.trail, { by, score }] } : { ...item, score }

/** A new trail, if one is wanted. */
export const startTrace = (isExplained: boolean | undefined, ...steps: ScoreTrace): { readonly trail?: ScoreTrace } =>
  isExplained === true ? { trail: steps } : {}

/** Parts that add up to the last score as it is shown: each step is rounded as the score is. */
export function partsOf(trace: ScoreTrace, round: (score: number) => number): readonly ScorePart[] {
  const parts = new Map<ScoreStep, number>()
  let before = 0
  for (const { by, score } of trace) {
    const now = round(score)
    parts.set(by, (parts.get(by) ?? 0) + now - before)
    before = now
  }
  return [...parts].map(([by, adds]) => ({ by, adds: round(adds) })).filter(({ adds }) => adds !== 0)
}
