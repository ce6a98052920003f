import { createI18n } from 'vue-i18n'
import { watch } from 'vue'
import { usePreferences, type Language } from './preferences.ts'

/** Texts are compiled while the console is built: `vite.config.ts`. Each language comes when it is read, those of a room with the room. */
export const i18n = createI18n({ legacy: false, locale: 'en' as string, messages: {} })

const texts = import.meta.glob<{ default: Record<string, unknown> }>([
  './{en,zh}.json',
  '../rooms/*/{en,zh}.json',
  '../{ask,keys,sharing}/{en,zh}.json',
])

/** What stands around every room. */
const SHELL = ''
/** Rooms and other parts whose texts are there, by language: each is loaded once. */
const loaded = new Set<string>()

export async function loadTexts(part: string, language: Language): Promise<void> {
  const key = `${part}/${language}`
  const load = texts[`../rooms/${key}.json`] ?? texts[part === SHELL ? `.${key}.json` : `../${key}.json`]
  if (loaded.has(key) || !load) return
  const { default: found } = await load()
  i18n.global.mergeLocaleMessage(language, part === SHELL ? found : { [part]: found })
  loaded.add(key)
}

/** Switches at once: texts of the rooms that are open are there before the language changes. What the server said comes anew. */
export async function followLanguage(askAnew: () => void): Promise<void> {
  const preferences = usePreferences()
  const { locale } = i18n.global
  await loadTexts(SHELL, preferences.language)
  locale.value = preferences.language
  watch(
    () => preferences.language,
    async (language) => {
      const open = new Set([...loaded].map((key) => key.slice(0, key.indexOf('/'))))
      await Promise.all([...open].map(async (part) => loadTexts(part, language)))
      locale.value = language
      askAnew()
    },
  )
}
