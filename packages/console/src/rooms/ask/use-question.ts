import { useQuery } from '@pinia/colada'
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useRoute, useRouter, type RouteLocationNormalizedLoaded } from 'vue-router'
import { api, told, type Answer } from '../../api/client.ts'
import { useSettled } from '../../keys/palette-items.ts'
import { useAddress } from '../../ui/use-address.ts'

export type RecallAnswer = Answer<'/api/v1/recall'>
export type Hit = RecallAnswer['hits'][number]

export const KINDS = ['code', 'notes', 'chats', 'pads', 'docs'] as const
export const SINCE = { day: '1d', week: '7d', month: '30d', year: '1y' } as const

/** The input of `recall` that the address tells: what the page asks is what an agent would ask. */
export type RecallInput = {
  readonly query: string
  readonly kinds?: readonly string[]
  readonly sources?: readonly string[]
  readonly since?: string
  readonly weak?: true
}

export interface Question {
  /** What stands in the box; the address follows it. */
  readonly typed: Ref<string>
  readonly kinds: ComputedRef<readonly string[]>
  readonly input: ComputedRef<RecallInput>
  readonly answer: Ref<RecallAnswer | undefined>
  readonly milliseconds: Ref<number>
  readonly error: Ref<unknown>
  readonly isLoading: ComputedRef<boolean>
  toggle(kind: string): void
  ask(): void
}

const MOST_HITS = 30

/** Why a hit stands where it does costs the server more than the hits: asked where it is read. */
const isExplained = ({ query }: RouteLocationNormalizedLoaded): boolean =>
  'open' in query && ['why', 'agent'].includes(String(query['view']))

const recall = async (input: RecallInput, explain: boolean, signal: AbortSignal): Promise<RecallAnswer> => {
  const query = { ...input, limit: MOST_HITS, budget: 20_000, ...(explain && { explain }) }
  return told(api.GET('/api/v1/recall', { params: { query: query as never }, signal }))
}

export function useQuestion(): Question {
  const route = useRoute()
  const router = useRouter()
  const typed = ref(String(route.query['q'] ?? ''))
  const kindsText = useAddress('kinds')
  const source = useAddress('source')
  const since = useAddress('since')
  const weak = useAddress('weak')
  const settled = useSettled(typed)
  const milliseconds = ref(0)

  const kinds = computed(() => kindsText.value.split(',').filter(Boolean))
  const input = computed((): RecallInput => ({
    query: settled.value,
    ...(kinds.value.length > 0 && { kinds: kinds.value }),
    ...(source.value && { sources: [source.value] }),
    ...(since.value && { since: since.value }),
    ...(weak.value && { weak: true }),
  }))

  const query = useQuery({
    key: () => ['recall', JSON.stringify(input.value), isExplained(route)],
    enabled: () => settled.value !== '',
    placeholderData: (before: RecallAnswer | undefined) => before,
    query: async ({ signal }) => {
      const started = performance.now()
      const answer = await recall(input.value, isExplained(route), signal)
      milliseconds.value = performance.now() - started
      return answer
    },
  })

  // What is typed replaces the entry of the history; `back` leaves the page, and not one letter.
  watch(settled, (q) => {
    if (q !== (route.query['q'] ?? ''))
      void router.replace({ query: { ...route.query, q: q || undefined, open: undefined } })
  })
  watch(
    () => route.query['q'],
    (q) => {
      if (typeof q === 'string' && q !== settled.value && q !== typed.value.trim()) typed.value = q
    },
  )

  return {
    typed,
    kinds,
    input,
    answer: computed(() => (settled.value === '' ? undefined : query.data.value)),
    milliseconds,
    error: query.error,
    isLoading: computed(() => query.asyncStatus.value === 'loading'),
    toggle(kind) {
      const next = kinds.value.includes(kind) ? kinds.value.filter((each) => each !== kind) : [...kinds.value, kind]
      kindsText.value = next.length === KINDS.length ? '' : next.join(',')
    },
    ask: () => void query.refetch(),
  }
}
