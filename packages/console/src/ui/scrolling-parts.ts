import { onBeforeUnmount, watch, type Ref } from 'vue'

/** Parts of a rendered text that scroll when they are too wide or too high. */
const PARTS = 'pre, table'

/** Who has no mouse reaches what scrolls by Tab, and moves it by the arrows. What does not scroll is no stop on the way. */
export function useScrollingParts(root: Ref<HTMLElement | undefined>, html: () => string): void {
  const sizes = new ResizeObserver(() => mark())
  function mark(): void {
    for (const part of root.value?.querySelectorAll<HTMLElement>(PARTS) ?? []) {
      const scrolls = part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight
      if (scrolls) part.tabIndex = 0
      else part.removeAttribute('tabindex')
    }
  }
  watch(
    [root, html],
    () => {
      sizes.disconnect()
      // A part that is folded out changes the height of the whole.
      if (root.value) sizes.observe(root.value)
    },
    { flush: 'post', immediate: true },
  )
  onBeforeUnmount(() => sizes.disconnect())
}
