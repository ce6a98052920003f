import { sha1 } from '../corpus.ts'
import type { QuestionSet } from './sets.ts'

/** At most `most` questions, always the same ones. */
export const sampleQuestions = (set: QuestionSet, most: number): QuestionSet => ({
  ...set,
  questions:
    set.questions.length <= most
      ? set.questions
      : set.questions
          .map((question) => ({ question, order: sha1(question.text) }))
          .toSorted((a, b) => (a.order < b.order ? -1 : 1))
          .slice(0, most)
          .map(({ question }) => question),
})
