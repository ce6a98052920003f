import { computed, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/**
 * A value that stands in the address, so that the view can be shared and `back` brings the one before. What is typed
 * replaces the entry of the history; what is chosen adds one.
 */
export function useAddress(
  name: string,
  { otherwise = '', isTyped = false }: { otherwise?: string; isTyped?: boolean } = {},
): WritableComputedRef<string> {
  const route = useRoute()
  const router = useRouter()
  return computed({
    get: () => {
      const value = route.query[name]
      return typeof value === 'string' ? value : otherwise
    },
    set: (value) => {
      const query = { ...route.query }
      if (value === otherwise) delete query[name]
      else query[name] = value
      void router[isTyped ? 'replace' : 'push']({ query, hash: route.hash })
    },
  })
}
