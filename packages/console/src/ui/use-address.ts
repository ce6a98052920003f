import { computed, shallowRef, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

interface AddressOptions {
  readonly otherwise?: string
  readonly isTyped?: boolean
  readonly among?: readonly string[]
}

/** A value that is kept elsewhere, a moment later: whoever types and presses Enter means all that was typed. */
export function setAtOnce<T>(get: () => T, set: (value: T) => Promise<unknown>): WritableComputedRef<T> {
  const written = shallowRef<{ readonly value: T }>()
  return computed({
    get: () => (written.value ? written.value.value : get()),
    set: (value) => {
      const own = (written.value = { value })
      void set(value).finally(() => own === written.value && (written.value = undefined))
    },
  })
}

/**
 * A value that stands in the address, so that the view can be shared and `back` brings the one before. What is typed
 * replaces the entry of the history; what is chosen adds one. With `among`, another value counts as none: an old address
 * may name what is no longer there.
 */
export function useAddress(name: string, { otherwise = '', isTyped = false, among }: AddressOptions = {}) {
  const route = useRoute()
  const router = useRouter()
  return setAtOnce(
    () => {
      const value = route.query[name]
      return typeof value === 'string' && (among?.includes(value) ?? true) ? value : otherwise
    },
    async (value) => {
      const query = { ...route.query }
      if (value === otherwise) delete query[name]
      else query[name] = value
      await router[isTyped ? 'replace' : 'push']({ query, hash: route.hash })
    },
  )
}
