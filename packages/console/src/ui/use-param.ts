import { computed, type ComputedRef } from 'vue'
import { useRoute } from 'vue-router'

/** A part of the address by its name. A page that is being left keeps its own: the next address has none of that name. */
export function useParam(name: string): ComputedRef<string> {
  const route = useRoute()
  const [page] = route.matched
  let last = ''
  return computed(() => {
    if (route.matched[0]?.path !== page?.path) return last
    const value = route.params[name]
    return (last = typeof value === 'string' ? value : '')
  })
}
