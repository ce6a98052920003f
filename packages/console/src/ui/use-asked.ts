import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** What the palette asks of a page by its address: `?do=new-library` opens the dialog and leaves the address. */
export function useAsked(name: string, run: () => unknown): void {
  const route = useRoute()
  const router = useRouter()
  watch(
    () => route.query['do'],
    (asked) => {
      if (asked !== name) return
      const { do: _, ...query } = route.query
      void router.replace({ query, hash: route.hash })
      run()
    },
    { immediate: true },
  )
}
