import { ref, watch, type Ref } from 'vue'

/** Letters of a hand are further apart, and each counts at once. */
const HAND_MILLISECONDS = 60
/** Letters of a program, of a held key or on a busy machine come together, and count as one. */
const TOGETHER_MILLISECONDS = 20

/** A value as soon as a hand has typed it, or once it has stood for so many milliseconds. */
export function useSettled(value: Ref<string>, milliseconds?: number): Ref<string> {
  const settled = ref(value.value.trim())
  let timer: ReturnType<typeof setTimeout> | undefined
  let changedAt = -Infinity
  const settle = (): void => void (settled.value = value.value.trim())
  watch(value, () => {
    clearTimeout(timer)
    const isAlone = performance.now() - changedAt > HAND_MILLISECONDS
    changedAt = performance.now()
    if (isAlone && milliseconds === undefined) settle()
    else timer = setTimeout(settle, milliseconds ?? TOGETHER_MILLISECONDS)
  })
  return settled
}
