import { useQuery } from '@pinia/colada'
import { recall, type RecallAnswer, type RecallInput, type RecallMore } from '../../ask/recall.ts'

/**
 * An answer with the parts of its scores: asked for when somebody looks at them. Two of one component need a `name` each: the
 * cache knows its users by their components, and a question that one of them leaves would be ended for the other.
 */
export const useExplained = (input: () => RecallInput, more: RecallMore = {}, name = '') =>
  useQuery({
    key: () => ['recall', 'explained', JSON.stringify([input(), more]), name],
    enabled: () => input().query !== '',
    placeholderData: (before: RecallAnswer | undefined) => before,
    query: async ({ signal }) => recall(input(), { ...more, explain: true }, signal),
  })
