import { clustered, forHalf, halfBuilt, isotropic, mixed, type DrawCosines } from './cosines.ts'

/** One way in which vectors can be good and bad, at several qualities. */
export interface Family {
  readonly name: string
  readonly says: string
  readonly draw: DrawCosines
  readonly qualities: readonly number[]
  /** Words find nothing: the question is of another language. */
  readonly wordless?: true
}

const tenths = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
const fine = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1]
const quarters = [0, 0.25, 0.5, 0.75, 1]

export const MAIN = 'random, 384'

export const families: readonly Family[] = [
  { name: 'random, 64', says: 'random directions of 64 dimensions', draw: isotropic(64), qualities: tenths },
  { name: MAIN, says: 'the same of 384', draw: isotropic(384), qualities: fine },
  { name: 'random, 1024', says: 'the same of 1,024', draw: isotropic(1_024), qualities: fine },
  {
    name: 'subjects',
    says: 'documents lie in subjects; half of what words find first lies in that of the question',
    draw: clustered({ foundByWords: 0.5, noise: 0.02 }),
    qualities: quarters,
  },
  {
    name: 'subjects, noisy',
    says: 'the same with a fifth of it, and more noise',
    draw: clustered({ foundByWords: 0.2, noise: 0.05 }),
    qualities: quarters,
  },
  {
    name: 'subjects apart',
    says: 'the same with none of it',
    draw: clustered({ foundByWords: 0, noise: 0.05 }),
    qualities: quarters,
  },
  { name: 'judgements, bell', says: 'judgements and normal noise', draw: mixed('bell'), qualities: tenths },
  { name: 'judgements, box', says: 'judgements and even noise', draw: mixed('box'), qualities: tenths },
  {
    name: 'half of the questions',
    says: 'as random, 384, for half of the questions; noise for the others',
    draw: forHalf(isotropic(384)),
    qualities: fine,
  },
  {
    name: 'half built',
    says: 'as random, 384, but half of the documents have no vector',
    draw: halfBuilt(isotropic(384)),
    qualities: fine,
  },
  {
    name: 'another language',
    says: 'as random, 384, and words find nothing',
    draw: isotropic(384),
    qualities: [0.1, 0.2, 0.5],
    wordless: true,
  },
]
