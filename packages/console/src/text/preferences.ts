import { defineStore } from 'pinia'
import { ref, watchEffect } from 'vue'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const densities = ['roomy', 'dense'] as const
export type Density = (typeof densities)[number]
export type Language = 'en' | 'zh'

const KEY = 'wuku.preferences'

interface Kept {
  readonly theme?: Theme
  readonly density?: Density
  readonly language?: Language
}

const kept = (text = localStorage.getItem(KEY)): Kept => {
  try {
    return JSON.parse(text ?? '{}') as Kept
  } catch {
    return {}
  }
}

/** What a person chose for this browser, in all its tabs. Language and theme follow the system until then. */
export const usePreferences = defineStore('preferences', () => {
  const first = kept()
  const theme = ref<Theme>(first.theme ?? 'system')
  const density = ref<Density>(first.density ?? 'roomy')
  const language = ref<Language>(first.language ?? (navigator.language.startsWith('zh') ? 'zh' : 'en'))
  watchEffect(
    () => {
      const { dataset } = document.documentElement
      if (theme.value === 'system') delete dataset['theme']
      else dataset['theme'] = theme.value
      dataset['density'] = density.value
      document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en'
      const chosen: Kept = { theme: theme.value, density: density.value, language: language.value }
      localStorage.setItem(KEY, JSON.stringify(chosen))
    },
    { flush: 'sync' },
  )
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY || newValue === null) return
    const there = kept(newValue)
    theme.value = there.theme ?? theme.value
    density.value = there.density ?? density.value
    language.value = there.language ?? language.value
  })
  return { theme, density, language }
})
