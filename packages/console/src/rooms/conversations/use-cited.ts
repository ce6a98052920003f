import { ref, watch, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { readConversation } from './conversations.ts'

/** A citation in the address (`?at=wuku://…`) becomes the message that it names, in its branch. */
export function useCited(conversation: Ref<string>): {
  readonly isComing: Ref<boolean>
  readonly problem: Ref<unknown>
} {
  const route = useRoute()
  const router = useRouter()
  const isComing = ref(false)
  const problem = ref<unknown>()

  async function follow(citation: string): Promise<void> {
    isComing.value = true
    try {
      const { at, branch, id } = await readConversation(citation, { limit: 1 })
      const { at: _, branch: __, ...query } = route.query
      await router.replace({
        path: `/conversations/${encodeURIComponent(id)}`,
        query: { ...query, ...(branch !== 'main' && { branch }) },
        hash: at === null ? '' : `#m${at}`,
      })
    } catch (error) {
      problem.value = error
    } finally {
      isComing.value = false
    }
  }

  watch(
    [() => route.query['at'], conversation],
    ([citation]) => {
      problem.value = undefined
      if (typeof citation === 'string') void follow(citation)
    },
    { immediate: true },
  )
  return { isComing, problem }
}
