/** A prompt in the languages that it is written in. */
export type Prompt = Readonly<Record<PromptLanguage, string>>
export type PromptLanguage = 'en' | 'zh'

/** Code around it is mostly English: a twentieth of Han is prose in Chinese. */
const LEAST_SHARE = 0.05
/** Japanese has Han, too, and kana between it. */
const MAX_KANA_SHARE = 0.1

/** Models keep to the language of a text more surely when they are asked in it. */
export function promptLanguageOf(text: string): PromptLanguage {
  const han = countOf(/\p{Script=Han}/gu, text)
  const kana = countOf(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, text)
  return han > 0 && han >= text.length * LEAST_SHARE && kana <= han * MAX_KANA_SHARE ? 'zh' : 'en'
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0
