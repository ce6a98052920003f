import { shallowRef, watch } from 'vue'
import { usePreferences } from './preferences.ts'

type Translate = (english: string) => string

const asItIs: Translate = (english) => english
const translate = shallowRef(asItIs)

/**
 * A sentence of the server (an error, a check, the state of a job) in the language of the console. Servers speak English to
 * everybody; the Chinese is that of the command line. What it does not know stays as it is.
 */
export const inOurLanguage: Translate = (english) => translate.value(english)

/** The catalogue is loaded with the first Chinese page, and sentences that are shown by then change with it. */
export function followServerWords(): void {
  const preferences = usePreferences()
  watch(
    () => preferences.language,
    async (language) => {
      const wordsOf = language === 'zh' ? await loadChinese() : asItIs
      if (language === preferences.language) translate.value = wordsOf
    },
    { immediate: true },
  )
}

async function loadChinese(): Promise<Translate> {
  const [{ createTranslator }, { programTexts }] = await Promise.all([
    import('@wuku/messages/translator'),
    import('@wuku/messages/zh/program-texts'),
  ])
  return createTranslator(programTexts)
}
