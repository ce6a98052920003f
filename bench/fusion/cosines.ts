import type { Legs } from '@wuku/index-core/ranking/hybrid'
import type { AskedQuestion } from './lists.ts'
import type { Chance } from './random.ts'

/** Cosines of all documents to a question, as vectors of a known quality would have them; NaN: no vector yet. */
export type DrawCosines = (question: AskedQuestion, quality: number, chance: Chance) => Float64Array

const relevantOf = ({ grades }: AskedQuestion): readonly number[] =>
  grades.filter(([, grade]) => grade > 0).map(([document]) => document)

/**
 * Documents are random unit vectors; the question is `quality` of the direction in which its answers lie, and the rest of a
 * random one. Drawn as such vectors would give them, without making them: cosines of random directions are normal.
 */
export const isotropic =
  (dimensions: number): DrawCosines =>
  (question, quality, { normal }) => {
    const spread = 1 / Math.sqrt(dimensions)
    const answers = relevantOf(question)
    const length = Math.hypot(quality, 1 - quality)
    const shared = 1 / Math.sqrt(Math.max(1, answers.length))
    const cosines = Float64Array.from({ length: question.among }, () => normal() * spread)
    for (const answer of answers) {
      const toOthers = Math.sqrt(1 - shared ** 2) * normal() * spread
      cosines[answer] = (quality * (shared + toOthers) + (1 - quality) * normal() * spread) / length
    }
    return cosines
  }

/** How such vectors lie that a model makes: a direction that all share, a subject of some thirty documents, a part of it. */
export interface Clusters {
  /** Share of what the words found first that lies in the subject too: both legs err alike. */
  readonly foundByWords: number
  /** Deviation of each vector, relative to 0.05 of the background. */
  readonly noise: number
}

export const clustered =
  ({ foundByWords, noise }: Clusters): DrawCosines =>
  (question, quality, { even, normal }) => {
    const answers = new Set(relevantOf(question))
    const found = new Set(question.lexical.slice(0, 40).map(({ key }) => key))
    const share = Math.max(0.02, Math.min(0.3, 30 / question.among))
    return Float64Array.from({ length: question.among }, (_, document) => {
      const answer = answers.has(document)
      const inSubject = answer || (found.has(document) && even() < foundByWords) || even() < share
      const inPart = answer || (inSubject && even() < 0.2)
      const near = 0.35 + (inSubject ? 0.12 : 0) + (inPart ? 0.1 : 0) + (answer ? 0.25 * quality : 0)
      return near + Math.hypot(0.05, noise) * normal()
    })
  }

/** `quality` of the judgement itself and the rest noise, either with ends or without. */
export const mixed =
  (noise: 'bell' | 'box'): DrawCosines =>
  (question, quality, { even, normal }) => {
    const answers = new Set(relevantOf(question))
    return Float64Array.from(
      { length: question.among },
      (_, document) =>
        quality * (answers.has(document) ? 1 : 0) + (1 - quality) * (noise === 'bell' ? 0.15 * normal() : even()),
    )
  }

/** Good for half of the questions, and noise for the others. */
export const forHalf =
  (draw: DrawCosines): DrawCosines =>
  (question, quality, chance) =>
    draw(question, chance.even() < 0.5 ? quality : 0, chance)

/** The set is still being built. */
export const halfBuilt =
  (draw: DrawCosines): DrawCosines =>
  (question, quality, chance) =>
    draw(question, quality, chance).map((cosine) => (chance.even() < 0.5 ? NaN : cosine))

const DEPTH = 300

export function semanticLeg(cosines: Float64Array): Pick<Legs<number>, 'semantic' | 'background'> {
  const known = cosines.filter((cosine) => !Number.isNaN(cosine)).toSorted()
  const mean = known.reduce((sum, cosine) => sum + cosine, 0) / known.length
  const variance = known.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / known.length
  const least = known.at(-DEPTH) ?? -Infinity
  const semantic: { key: number; score: number }[] = []
  cosines.forEach((score, key) => score >= least && semantic.push({ key, score }))
  return {
    semantic: semantic.toSorted((a, b) => b.score - a.score).slice(0, DEPTH),
    background: { among: known.length, mean, deviation: Math.sqrt(variance) },
  }
}
