import { useQuery } from '@pinia/colada'
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useRoute } from 'vue-router'
import { useSettled } from '../../ui/use-settled.ts'
import { useAddress } from '../../ui/use-address.ts'
import { readConversation, type ConversationView } from './conversations.ts'
import { wordsOf } from './words.ts'

type Match = ConversationView['matches'][number]

export interface Within {
  readonly typed: Ref<string>
  readonly isAsked: ComputedRef<boolean>
  readonly matches: ComputedRef<readonly Match[]>
  readonly total: ComputedRef<number>
  /** Of the current message among the matches, from 1; 0: it is none. */
  readonly place: ComputedRef<number>
  readonly words: ComputedRef<readonly string[]>
  readonly error: Ref<unknown>
  next(step: 1 | -1): void
}

/** Words within the conversation, in all of its branches: what is looked for stands in the address. */
export function useWithin(
  conversation: () => string,
  current: () => number | undefined,
  go: (place: { readonly index: number; readonly branch: string }) => void,
): Within {
  const route = useRoute()
  const find = useAddress('find', { isTyped: true })
  const typed = ref(find.value)
  const settled = useSettled(typed)
  watch(settled, (words) => words !== find.value && (find.value = words))
  watch(
    () => route.query['find'],
    (words) => typeof words === 'string' && words !== typed.value.trim() && (typed.value = words),
  )
  const { data, error, asyncStatus } = useQuery({
    key: () => ['documents', 'conversations', conversation(), 'find', settled.value],
    enabled: () => settled.value !== '',
    placeholderData: (before: ConversationView | undefined) => before,
    query: async ({ signal }) => readConversation(conversation(), { query: settled.value, limit: 1 }, signal),
  })
  const matches = computed(() => (settled.value === '' ? [] : (data.value?.matches ?? [])))
  const place = computed(() => matches.value.findIndex(({ index }) => index === current()) + 1)
  const words = computed(() => wordsOf(settled.value))

  /** A step that was asked for before its words were found is taken once they are. */
  let waiting: 1 | -1 | undefined
  const isFound = computed(() => typed.value.trim() === settled.value && asyncStatus.value === 'idle')
  watch(isFound, (is) => {
    const step = waiting
    if (!is || step === undefined) return
    waiting = undefined
    next(step)
  })

  function next(step: 1 | -1): void {
    if (!isFound.value) return void (waiting = step)
    const found = matches.value
    const from = current() ?? (step === 1 ? 0 : Infinity)
    const match =
      step === 1
        ? (found.find(({ index }) => index > from) ?? found[0])
        : (found.findLast(({ index }) => index < from) ?? found.at(-1))
    if (match) go(match)
  }
  return {
    typed,
    isAsked: computed(() => settled.value !== '' && data.value !== undefined),
    matches,
    total: computed(() => (settled.value === '' ? 0 : (data.value?.matches_total ?? 0))),
    place,
    words,
    error,
    next,
  }
}
