import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Panels of the shell that keys, buttons and pages open. */
export const usePanels = defineStore('panels', () => ({
  isPaletteOpen: ref(false),
  areKeysOpen: ref(false),
  /** The side bar, on narrow screens. */
  isSideOpen: ref(false),
}))
