import { defineStore } from 'pinia'
import { ref, watchEffect } from 'vue'

export type Theme = 'system' | 'light' | 'dark'
export type Language = 'en' | 'zh'

const KEY = 'wuku.preferences'

interface Kept {
  readonly theme?: Theme
  readonly language?: Language
}

const kept = (): Kept => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept
  } catch {
    return {}
  }
}

/** What a person chose for this browser. Language and theme follow the system until then. */
export const usePreferences = defineStore('preferences', () => {
  const { theme: first = 'system', language: spoken } = kept()
  const theme = ref<Theme>(first)
  const language = ref<Language>(spoken ?? (navigator.language.startsWith('zh') ? 'zh' : 'en'))
  watchEffect(() => {
    const { dataset } = document.documentElement
    if (theme.value === 'system') delete dataset['theme']
    else dataset['theme'] = theme.value
    document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en'
    localStorage.setItem(KEY, JSON.stringify({ theme: theme.value, language: language.value }))
  })
  return { theme, language }
})
