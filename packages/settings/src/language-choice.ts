import { english, type Speaker } from '@wuku/messages/message'
import { createTranslator } from '@wuku/messages/translator'

export const languages = ['auto', 'en', 'zh'] as const
export type LanguageChoice = (typeof languages)[number]

/** The first variable that is set counts, as everywhere in POSIX. */
const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const

export function languageOf(choice: LanguageChoice, env: Readonly<Record<string, string | undefined>>) {
  if (choice !== 'auto') return choice
  const locale = VARIABLES.map((name) => env[name] ?? '').find((value) => value !== '') ?? ''
  return /^zh(?:[_.@-]|$)/i.test(locale) ? 'zh' : 'en'
}

/** English needs no catalogue, so an English start does not load one. */
export const loadTranslator = async (language: 'en' | 'zh'): Promise<Speaker> =>
  language === 'en' ? english : createTranslator((await import('@wuku/messages/zh')).chinese)
