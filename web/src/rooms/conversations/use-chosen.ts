import { computed, type WritableComputedRef } from 'vue'
import { useAddress } from '../../ui/use-address.ts'

/** The row that is chosen, in the address: `back` from a conversation comes to where it was opened. */
export function useChosen(): WritableComputedRef<string | undefined> {
  const row = useAddress('row', { isTyped: true })
  return computed({ get: () => row.value || undefined, set: (key) => (row.value = key ?? '') })
}
