import { ref, watch, type Ref } from 'vue'

const TYPED_MILLISECONDS = 20

/** A value once it has stood for a moment. */
export function useSettled(value: Ref<string>, milliseconds = TYPED_MILLISECONDS): Ref<string> {
  const settled = ref(value.value.trim())
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(value, (next) => {
    clearTimeout(timer)
    timer = setTimeout(() => (settled.value = next.trim()), milliseconds)
  })
  return settled
}
