import { inEnglish, createTranslator, type Translator } from './translator.ts'

export const languages = ['auto', 'en', 'zh'] as const
export type LanguageChoice = (typeof languages)[number]

/** The first variable that is set counts, as everywhere in POSIX. */
const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const

export function languageOf(
  choice: LanguageChoice,
  env: Readonly<Record<string, string | undefined>>,
): Exclude<LanguageChoice, 'auto'> {
  if (choice !== 'auto') return choice
  const locale = VARIABLES.map((name) => env[name] ?? '').find((value) => value !== '') ?? ''
  return /^zh(?:[_.@-]|$)/i.test(locale) ? 'zh' : 'en'
}

/** English needs no catalogue, so an English start does not load one. */
export async function loadTranslator(language: Exclude<LanguageChoice, 'auto'>): Promise<Translator> {
  if (language === 'en') return inEnglish
  const { chinese } = await import('./zh/index.ts')
  return createTranslator(chinese)
}
