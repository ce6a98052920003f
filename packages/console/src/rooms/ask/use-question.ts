import { useQuery } from '@pinia/colada'
import { computed, ref, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { inputIn, LISTED, recall, type RecallAnswer } from '../../ask/recall.ts'
import { useSettled } from '../../ui/use-settled.ts'

type TimedAnswer = RecallAnswer & { readonly milliseconds: number }

/** The question of the address, and its answer. What is typed stands in the box; the address follows it. */
export function useQuestion() {
  const route = useRoute()
  const router = useRouter()
  const typed = ref(String(route.query['q'] ?? ''))
  const settled = useSettled(typed)
  const input = computed(() => inputIn({ ...route.query, q: settled.value }))

  const query = useQuery({
    key: () => ['recall', JSON.stringify(input.value)],
    enabled: () => settled.value !== '' && route.path === '/ask',
    placeholderData: (before: TimedAnswer | undefined) => before,
    query: async ({ signal }) => {
      const started = performance.now()
      const answer = await recall(input.value, LISTED, signal)
      return { ...answer, milliseconds: performance.now() - started }
    },
  })

  // What is typed replaces the entry of the history; `back` leaves the page, and not one letter.
  watch(settled, (q) => {
    if (q !== (route.query['q'] ?? ''))
      void router.replace({ query: { ...route.query, q: q || undefined, open: undefined, not: undefined } })
  })
  watch(
    () => route.query['q'] ?? '',
    (q) => {
      if (route.path === '/ask' && typeof q === 'string' && q !== settled.value && q !== typed.value.trim())
        typed.value = q
    },
  )

  return {
    typed,
    input,
    answer: computed(() => (settled.value === '' ? undefined : query.data.value)),
    error: query.error,
    ask: () => void query.refetch(),
  }
}
