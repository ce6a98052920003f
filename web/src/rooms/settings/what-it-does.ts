import { shallowRef, watch } from 'vue'
import { usePreferences } from '../../text/preferences.ts'
import type { Setting } from './settings.ts'

const chinese = shallowRef<Readonly<Record<string, string>>>({})

/** What a setting means: in the words of the API, or of the language of the console. */
export function useWhatItDoes(): (setting: Pick<Setting, 'name' | 'says'>) => string {
  const preferences = usePreferences()
  watch(
    () => preferences.language,
    async (language) => {
      if (language === 'zh') chinese.value = (await import('./says-zh.ts')).says
    },
    { immediate: true },
  )
  return ({ name, says }) => (preferences.language === 'zh' ? (chinese.value[name] ?? says) : says)
}
