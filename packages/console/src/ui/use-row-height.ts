import { computed, type ComputedRef } from 'vue'
import { usePreferences } from '../text/preferences.ts'

/** Height of a row of a table in the chosen density, in pixels: the styles say it. */
export function useRowHeight(): ComputedRef<number> {
  const preferences = usePreferences()
  return computed(() => {
    // Read for this value to follow it.
    void preferences.density
    return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'))
  })
}
