import { computed, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

interface AddressOptions {
  readonly otherwise?: string
  readonly isTyped?: boolean
  readonly among?: readonly string[]
}

/**
 * A value that stands in the address, so that the view can be shared and `back` brings the one before. What is typed
 * replaces the entry of the history; what is chosen adds one. With `among`, another value counts as none: an old address
 * may name what is no longer there.
 */
export function useAddress(
  name: string,
  { otherwise = '', isTyped = false, among }: AddressOptions = {},
): WritableComputedRef<string> {
  const route = useRoute()
  const router = useRouter()
  return computed({
    get: () => {
      const value = route.query[name]
      return typeof value === 'string' && (among?.includes(value) ?? true) ? value : otherwise
    },
    set: (value) => {
      const query = { ...route.query }
      if (value === otherwise) delete query[name]
      else query[name] = value
      void router[isTyped ? 'replace' : 'push']({ query, hash: route.hash })
    },
  })
}
