import { useQuery } from '@pinia/colada'
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { inputIn, LISTED, recall, type RecallAnswer, type RecallInput } from '../../ask/recall.ts'
import { useSettled } from '../../ui/use-settled.ts'

export interface Question {
  /** What stands in the box; the address follows it. */
  readonly typed: Ref<string>
  readonly input: ComputedRef<RecallInput>
  readonly answer: Ref<RecallAnswer | undefined>
  readonly milliseconds: Ref<number>
  readonly error: Ref<unknown>
  ask(): void
}

export function useQuestion(): Question {
  const route = useRoute()
  const router = useRouter()
  const typed = ref(String(route.query['q'] ?? ''))
  const settled = useSettled(typed)
  const milliseconds = ref(0)
  const input = computed(() => inputIn({ ...route.query, q: settled.value }))

  const query = useQuery({
    key: () => ['recall', JSON.stringify(input.value)],
    enabled: () => settled.value !== '' && route.path === '/ask',
    placeholderData: (before: RecallAnswer | undefined) => before,
    query: async ({ signal }) => {
      const started = performance.now()
      const answer = await recall(input.value, LISTED, signal)
      milliseconds.value = performance.now() - started
      return answer
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
    milliseconds,
    error: query.error,
    ask: () => void query.refetch(),
  }
}
