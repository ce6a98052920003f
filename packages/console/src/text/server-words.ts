import { shallowRef } from 'vue'
import { digestOf } from './digest.ts'
import { usePreferences } from './preferences.ts'

/** By digests of their English: `vite.config.ts`. Fetched when the first of them is shown. */
const words = shallowRef<Readonly<Record<string, string>>>()
let isAsked = false

/**
 * A constant text of the server (a check, a state, what a setting is for) in the language of the console, by its English. Texts
 * with values come in that language already.
 */
export function inOurLanguage(english: string): string {
  if (usePreferences().language !== 'zh' || !/[a-z]/i.test(english)) return english
  if (!isAsked) void fetchWords()
  return words.value?.[digestOf(english)] ?? english
}

/** A page that is made of them waits: nothing jumps when they come. */
export const wordsAreHere = async (): Promise<unknown> =>
  usePreferences().language === 'zh' && words.value === undefined && fetchWords()

async function fetchWords(): Promise<void> {
  isAsked = true
  try {
    words.value = (await import('@wuku/messages/zh/constants')).constants
  } catch {
    // English is read meanwhile; the next text asks once more.
    isAsked = false
  }
}
