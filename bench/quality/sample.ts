import { choose, type Chosen } from '../part.ts'
import type { QuestionSet } from './sets.ts'

/** A part of the questions, at most so many, always the same ones. */
export const sampleQuestions = (set: QuestionSet, chosen: Chosen): QuestionSet => ({
  ...set,
  questions: choose(set.questions, chosen),
})
