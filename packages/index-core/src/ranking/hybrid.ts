import { sum } from '@wuku/core/list-helpers'
import { policy } from '@wuku/core/policy'
import type { Background } from '@wuku/core/core-types'

export interface Leg<Key> {
  readonly key: Key
  readonly score: number
}

export interface Legs<Key> {
  /** Scores 0 to 1, best first: the share of the query's information. */
  readonly lexical: readonly Leg<Key>[]
  /** Cosines, highest first. */
  readonly semantic: readonly Leg<Key>[]
  readonly background: Background
}

/** Weight that a storehouse gives to each leg: 1 is as it was measured, 0 ignores it. */
export interface HybridWeights {
  readonly lexical: number
  readonly semantic: number
}

/**
 * One order of both legs. Each way to read them is weighed by how well it explains both lists, and a hit stands by its odds
 * of being an answer under all of them. A hit that both legs put no lower than another is never behind it; of two that are
 * as good the one that words found first. Without one of the legs, or with its weight 0, the order of the other. Scores are
 * on the scale of the lexical ones; `semantic` is the evidence of the vectors in nats, below 0 where it speaks against a hit.
 */
export function fuseLegs<Key>(legs: Legs<Key>, weights: HybridWeights) {
  if (legs.semantic.length === 0 || weights.semantic === 0)
    return legs.lexical.map(({ key, score }) => ({ key, score, lexical: score, semantic: 0 }))
  const among = Math.max(legs.background.among, legs.lexical.length)
  const candidates = unite(weights.lexical === 0 ? { ...legs, lexical: [] } : legs)
  const readings = policy.fusion.sharpness.flatMap((sharpness) =>
    policy.fusion.tellings.map((telling) =>
      read(candidates, { ...telling, sharpness: sharpness * weights.lexical, among, weights }),
    ),
  )
  const shares = softmax(readings.map(({ evidence }) => evidence))
  const sharpest = policy.fusion.sharpness[0] * (weights.lexical || 1)
  const total = Math.log(
    sum(candidates.map(({ lexical }) => lexical ** sharpest)) || policy.fusion.defaultStrength ** sharpest,
  )
  return candidates
    .map(({ key, lexical }, at) => {
      const odds = logMean(
        readings.map((reading) => reading.odds[at] ?? 0),
        shares,
      )
      const semantic = logMean(
        readings.map((reading) => reading.likelier[at] ?? 0),
        shares,
      )
      return { key, lexical, semantic, score: Math.exp((odds + total) / sharpest) }
    })
    .toSorted((a, b) => b.score - a.score)
    .map((fused) => ({ ...fused, score: soften(fused.score) }))
}

interface Candidate<Key> {
  readonly key: Key
  /** 0: words did not find it. */
  readonly lexical: number
  /** `undefined`: it is not among the nearest, or has no vector. */
  readonly surprise: number | undefined
  /** Surprise of the last of the nearest. */
  readonly least: number
}

function unite<Key>({ lexical, semantic, background }: Legs<Key>): readonly Candidate<Key>[] {
  const cosines = semantic.map(({ score }) => score)
  const plain = createSurprise(cosines, background)
  const known = new Map(semantic.map(({ key, score }) => [key, plain(score)]))
  const typicalSurprise = measureTypicalSurprise(lexical, known)
  const surprises = new Map([...known].map(([key, surprise]) => [key, surprise / typicalSurprise]))
  const least = plain(cosines.at(-1) ?? 0) / typicalSurprise
  const found = new Set(lexical.map(({ key }) => key))
  return [
    ...lexical.map(({ key, score }) => ({ key, lexical: Math.max(0, score), surprise: surprises.get(key), least })),
    ...semantic
      .filter(({ key }) => !found.has(key))
      .map(({ key }) => ({ key, lexical: 0, surprise: surprises.get(key), least })),
  ]
}

/**
 * Vectors that place near whatever shares words with the question repeat what the words said, at least in part: surprises
 * are divided by the root of what such texts have in the mean, where that is more than texts by chance have, which is 1.
 * The whole of it would take too much from vectors that are right about a subject (docs/decisions/0011-fusion.md).
 */
function measureTypicalSurprise<Key>(lexical: readonly Leg<Key>[], surprises: ReadonlyMap<Key, number>): number {
  const also = lexical.slice(...policy.fusion.alsoFound).map(({ key }) => surprises.get(key) ?? 0)
  return Math.sqrt(Math.max(1, sum(also) / Math.max(10, also.length)))
}

interface QueryStyle {
  readonly sharpness: number
  readonly telling: number
  readonly expected: number
  readonly among: number
  readonly weights: HybridWeights
}

interface Reading {
  /** Logarithm of how well this explains the lists. */
  readonly evidence: number
  /** Logarithms for each candidate: its odds of being an answer, and how much likelier its surprise makes it. */
  readonly odds: readonly number[]
  readonly likelier: readonly number[]
}

function read<Key>(candidates: readonly Candidate<Key>[], manner: QueryStyle): Reading {
  const { sharpness, telling, expected, among, weights } = manner
  const lexicalStrengths = candidates.map(({ lexical }) => (lexical > 0 ? lexical ** sharpness : 0))
  const all = sum(lexicalStrengths) || 1
  const likelier = candidates.map((candidate) => weights.semantic * howMuchLikelier(candidate, telling))
  let evidence = Math.log(expected)
  const odds = lexicalStrengths.map((own, at) => {
    const share = Math.min(
      policy.fusion.maxCertainty,
      (own / all) * (1 - policy.fusion.unseen) + policy.fusion.unseen / among,
    )
    const [is, isNot] = [Math.log(share) + (likelier[at] ?? 0), Math.log1p(-share)]
    evidence += logSum(is, isNot)
    return is - isNot
  })
  return { evidence, odds, likelier }
}

/** The chance of an answer to be as near as this, over that of any other text; of what is not listed, to be no nearer. */
function howMuchLikelier({ surprise, least }: Candidate<unknown>, telling: number): number {
  if (surprise !== undefined) return Math.log(telling) + surprise * (1 - telling)
  const far = Math.max(least, 1e-6)
  return Math.log(Math.expm1(-telling * far) / Math.expm1(-far))
}

/** Above a half, only the half way further counts: no sum of evidence is the certainty that a score of 1 would be. */
const soften = (score: number): number => (score <= 0.5 ? score : 1 - 0.25 / score)

const logSum = (a: number, b: number): number => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))

function softmax(values: readonly number[]): readonly number[] {
  const max = Math.max(...values)
  const powers = values.map((value) => Math.exp(value - max))
  const all = sum(powers)
  return powers.map((power) => power / all)
}

/** Sum of logarithms, without leaving the range of numbers. */
function logMean(values: readonly number[], shares: readonly number[]): number {
  const max = Math.max(...values)
  return max + Math.log(sum(values.map((value, at) => (shares[at] ?? 0) * Math.exp(value - max))))
}

/**
 * How surprising a cosine is: `-ln` of the chance that a text which has nothing to do with the question comes as near. Told
 * by the list's own tail, not by a bell curve around the mean, since a subject that many texts share is no surprise. Past
 * the first quarter of the tail the chance falls as that of a bell curve does, faster and faster. It never falls with the
 * cosine; 0 is no surprise at all.
 */
export function createSurprise(cosines: readonly number[], background: Background): (cosine: number) => number {
  const among = Math.max(background.among, cosines.length, 1)
  const end = Math.max(1, Math.min(cosines.length, Math.ceil(among * policy.fusion.tailShare), policy.fusion.tail))
  const quarter = Math.ceil(end / policy.fusion.steep)
  const [low, high] = [cosines[end - 1] ?? 0, cosines[quarter - 1] ?? 0]
  const drop = Math.log(end / quarter)
  const scale = Math.max(drop > 0 ? (high - low) / drop : 0, background.deviation * policy.fusion.leastScale) || 1
  const atEnd = Math.log(among / end)
  return (cosine) => {
    const steps = (cosine - low) / scale
    const beyond = Math.max(0, steps - drop)
    return Math.max(0, atEnd + steps + (beyond * beyond) / (4 * (atEnd + drop || 1)))
  }
}

/**
 * Estimates the number of owners. Some of `among` things were drawn, and belong to `owners` different ones: how many owners
 * are there in all, if things were drawn by chance? Passages of one document lie close together, so it is rather more than there are.
 */
export function estimateOwners({ drawn, owners, among }: Drawn): number {
  if (drawn >= among) return owners
  let [low, high] = [owners, among]
  while (high - low > 1) {
    const middle = (low + high) / 2
    if (middle * -Math.expm1(-drawn / middle) < owners) low = middle
    else high = middle
  }
  return Math.round(high)
}

export interface Drawn {
  readonly drawn: number
  readonly owners: number
  readonly among: number
}
