import { computed, type ComputedRef } from 'vue'
import { useRoute } from 'vue-router'

/** A part of the address by its name. A page that is being left keeps its own: the next address has none of that name. */
export function useParam(name: string): ComputedRef<string> {
  const route = useRoute()
  let last = ''
  return computed(() => {
    const value = route.params[name]
    return typeof value === 'string' ? (last = value) : last
  })
}
