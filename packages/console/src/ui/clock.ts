import { onScopeDispose, ref, type Ref } from 'vue'

const now = ref(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time, every ten seconds: ages on a page move together. */
export function useNow(): Ref<number> {
  if (watchers++ === 0) timer = setInterval(() => (now.value = Date.now()), 10_000)
  onScopeDispose(() => {
    if (--watchers === 0) clearInterval(timer)
  })
  now.value = Date.now()
  return now
}
