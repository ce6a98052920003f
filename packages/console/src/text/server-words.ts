import { shallowRef, watch } from 'vue'
import { usePreferences } from './preferences.ts'

type Say = (english: string) => string

const asItIs: Say = (english) => english
const say = shallowRef(asItIs)

/**
 * A sentence of the server (an error, a check, the state of a job) in the language of the console. Servers speak English to
 * everybody; the Chinese is that of the command line. What it does not know stays as it is.
 */
export const inOurLanguage: Say = (english) => say.value(english)

/** The catalogue is loaded with the first Chinese page, and sentences that are shown by then change with it. */
export function followServerWords(): void {
  const preferences = usePreferences()
  watch(
    () => preferences.language,
    async (language) => {
      const translate = language === 'zh' ? await loadChinese() : asItIs
      if (language === preferences.language) say.value = translate
    },
    { immediate: true },
  )
}

async function loadChinese(): Promise<Say> {
  const [{ createTranslator }, { programTexts }] = await Promise.all([
    import('@wuku/messages/translator'),
    import('../../../messages/src/zh/program-texts.ts'),
  ])
  return createTranslator(programTexts)
}
