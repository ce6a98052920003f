import { onBeforeUnmount, ref, watch, type Ref } from 'vue'

/** The width of an element, as it changes. */
export function useElementWidth(element: Ref<HTMLElement | null>): Ref<number> {
  const width = ref(0)
  const watcher = new ResizeObserver(([entry]) => (width.value = entry?.contentRect.width ?? width.value))
  watch(
    element,
    (now) => {
      watcher.disconnect()
      if (!now) return
      width.value = now.clientWidth
      watcher.observe(now)
    },
    { immediate: true, flush: 'post' },
  )
  onBeforeUnmount(() => watcher.disconnect())
  return width
}
