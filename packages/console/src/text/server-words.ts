import { shallowRef, watch } from 'vue'
import { usePreferences } from './preferences.ts'

const words = shallowRef<Readonly<Record<string, string>>>({})

/**
 * A constant text of the server (a check, a state, what a setting is for) in the language of the console, by its English. Texts
 * with values come in that language already.
 */
export const inOurLanguage = (english: string): string => words.value[english] ?? english

/** Loads the words with the first Chinese page, and fetches again what is shown, since it came in the other language. */
export function followServerWords(askAnew: () => void): void {
  const preferences = usePreferences()
  watch(
    () => preferences.language,
    async (language, before) => {
      const loaded = language === 'zh' ? (await import('@wuku/messages/zh/constants')).constants : {}
      if (language !== preferences.language) return
      words.value = loaded
      if (before !== undefined) askAnew()
    },
    { immediate: true },
  )
}
