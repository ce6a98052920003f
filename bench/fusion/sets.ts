import { resolve } from 'node:path'
import { loadPageSet, pageSetNames } from '../quality/pages.ts'
import { sampleQuestions } from '../quality/sample.ts'
import { loadSet, setNames, type QuestionSet } from '../quality/sets.ts'

export const UNION = 'all in one'

/** The public sets, the pages of documentation, and all passages in one. */
export function findSets(folder: string, most: number): ReadonlyMap<string, () => QuestionSet> {
  const docs = resolve(folder, '../docs')
  const whole = new Map<string, () => QuestionSet>([
    ...setNames(folder).map((name) => [name, () => loadSet(folder, name)] as const),
    ...pageSetNames(docs).map((name) => [name, () => loadPageSet(docs, name)] as const),
    [
      UNION,
      () =>
        unite(setNames(folder).map((name) => sampleQuestions(loadSet(folder, name), { most: Math.ceil(most / 15) }))),
    ],
  ])
  return new Map(
    [...whole].map(([name, load]) => [name, () => sampleQuestions(load(), name === UNION ? {} : { most })]),
  )
}

const unite = (sets: readonly QuestionSet[]): QuestionSet => ({
  name: 'union',
  language: 'other',
  depth: 10,
  documents: sets.flatMap(({ name, documents }) =>
    documents.map((document) => ({
      ...document,
      id: `${name}/${document.id}`,
      scope: '',
      path: `${name}/${document.path}`,
    })),
  ),
  questions: sets.flatMap(({ name, questions }) =>
    questions.map((question) => ({
      ...question,
      scope: '',
      grades: new Map([...question.grades].map(([id, grade]) => [`${name}/${id}`, grade])),
      excluded: new Set([...question.excluded].map((id) => `${name}/${id}`)),
    })),
  ),
})
