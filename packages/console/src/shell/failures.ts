import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { App } from 'vue'
import type { Router } from 'vue-router'

export interface Failure {
  /** `stale`: the server has other files by now; `away`: it does not answer; `broken`: a fault of a page. */
  readonly kind: 'stale' | 'away' | 'broken'
  readonly error: unknown
  /** Where the reader wanted to go. */
  readonly to?: string | undefined
}

/** What went wrong outside of the panels that tell their own errors: a click is never without an answer. */
export const useFailures = defineStore('failures', () => {
  const shown = ref<Failure>()

  async function report(error: unknown, to?: string): Promise<void> {
    if (error instanceof DOMException && error.name === 'AbortError') return
    const kind = isMissingPart(error) ? ((await isThere()) ? 'stale' : 'away') : 'broken'
    shown.value = { kind, error, to: to ?? shown.value?.to }
  }

  return { shown, report, dismiss: () => void (shown.value = undefined) }
})

/** A part of the console that could not be loaded, as browsers and the loader of the build say it. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload CSS|error loading/i.test(error.message)

const isThere = async (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

export function watchFailures(app: App, router: Router): void {
  const failures = useFailures()
  router.onError((error, to) => failures.report(error, to.fullPath))
  router.afterEach((_, __, failure) => void (failure === undefined && failures.dismiss()))
  app.config.errorHandler = (error) => {
    reportError(error)
    void failures.report(error)
  }
  // Parts within a page, as dialogs are, come when they are opened.
  addEventListener('vite:preloadError', ({ payload }) => void failures.report(payload))
}
