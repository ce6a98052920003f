import { onBeforeUnmount, watch, type Ref } from 'vue'
import { blobAt } from '../api/client.ts'

/** Pictures of a rendered text are asked for with the token of the page, as they come near; none that fails is missed but by its name. */
export function usePictures(root: Ref<HTMLElement | undefined>, html: () => string): void {
  let shown: string[] = []
  let stop = new AbortController()
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) void show(target as HTMLImageElement)
    },
    { rootMargin: '400px' },
  )

  async function show(picture: HTMLImageElement): Promise<void> {
    sight.unobserve(picture)
    const path = picture.dataset['picture'] ?? ''
    const { signal } = stop
    const blob = path.startsWith('/api/v1/pictures?') ? await blobAt(path, signal).catch(() => undefined) : undefined
    if (signal.aborted) return
    // A browser draws a torn picture where one is missing.
    if (!blob) {
      const name = { className: 'image', textContent: picture.alt }
      return picture.replaceWith(Object.assign(document.createElement('span'), name))
    }
    const url = URL.createObjectURL(blob)
    shown.push(url)
    picture.src = url
  }

  function forget(): void {
    stop.abort()
    stop = new AbortController()
    sight.disconnect()
    for (const url of shown) URL.revokeObjectURL(url)
    shown = []
  }
  watch(
    [root, html],
    () => {
      forget()
      for (const each of root.value?.querySelectorAll('img[data-picture]') ?? []) sight.observe(each)
    },
    { flush: 'post', immediate: true },
  )
  onBeforeUnmount(forget)
}
