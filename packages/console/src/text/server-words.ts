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

/** The page of settings is made of their descriptions, and waits for them: nothing jumps when they come. */
export async function settingWordsAreHere(): Promise<void> {
  if (usePreferences().language !== 'zh') return
  const [{ default: ofSettings }] = await Promise.all([import('@wuku/messages/zh/settings'), fetchWords()])
  words.value = { ...words.value, ...ofSettings }
}

async function fetchWords(): Promise<void> {
  if (isAsked && words.value) return
  isAsked = true
  try {
    const { constants } = await import('@wuku/messages/zh/constants')
    words.value = { ...words.value, ...constants }
  } catch {
    // English is read meanwhile; the next text asks once more.
    isAsked = false
  }
}
