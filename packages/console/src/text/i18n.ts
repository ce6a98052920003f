import { createI18n } from 'vue-i18n'
import { watch } from 'vue'
import en from './en.json'
import zh from './zh.json'
import { usePreferences, type Language } from './preferences.ts'

/** Texts are compiled while the console is built: `vite.config.ts`. Those of a room come with the room. */
export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en, zh } as never,
})

const texts = import.meta.glob<{ default: Record<string, unknown> }>([
  '../rooms/*/{en,zh}.json',
  '../sharing/{en,zh}.json',
])

/** Rooms and other parts whose texts are there, by language: each is loaded once. */
const loaded = new Set<string>()

export async function loadTexts(part: string, language: Language): Promise<void> {
  const key = `${part}/${language}`
  const load = texts[`../rooms/${key}.json`] ?? texts[`../${key}.json`]
  if (loaded.has(key) || !load) return
  i18n.global.mergeLocaleMessage(language, { [part]: (await load()).default })
  loaded.add(key)
}

/** Switches at once: texts of the rooms that are open are there before the language changes. What the server said comes anew. */
export function followLanguage(askAnew: () => void): void {
  const preferences = usePreferences()
  i18n.global.locale.value = preferences.language as never
  watch(
    () => preferences.language,
    async (language) => {
      const open = new Set([...loaded].map((key) => key.slice(0, key.indexOf('/'))))
      await Promise.all([...open].map(async (part) => loadTexts(part, language)))
      i18n.global.locale.value = language as never
      askAnew()
    },
  )
}
