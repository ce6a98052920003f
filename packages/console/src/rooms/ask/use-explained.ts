import { useQuery } from '@pinia/colada'
import { recall, type RecallAnswer, type RecallInput, type RecallMore } from '../../ask/recall.ts'

/** An answer with the parts of its scores: asked for when somebody looks at them. */
export const useExplained = (input: () => RecallInput, more: RecallMore = {}) =>
  useQuery({
    key: () => ['recall', 'explained', JSON.stringify([input(), more])],
    enabled: () => input().query !== '',
    placeholderData: (before: RecallAnswer | undefined) => before,
    query: async ({ signal }) => recall(input(), { ...more, explain: true }, signal),
  })
