export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

/** Chinese holds code and names, and Japanese holds Han characters between its kana. */
const LEAST_HAN = 0.2
const MOST_KANA = 0.02
/** German and French have more letters with marks; who has fewer seldom writes `the`. */
const MOST_BEYOND_ASCII = 0.002

/** By its letters outside of code; nothing for any other language and for text of both. */
export function languageOf(document: string): Language | undefined {
  const text = prose(document)
  const letters = count(text, /\p{L}/gu)
  const shareOf = (pattern: RegExp): number => count(text, pattern) / Math.max(1, letters)
  if (shareOf(/\p{sc=Han}/gu) >= LEAST_HAN)
    return shareOf(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu) <= MOST_KANA ? 'zh' : undefined
  const isEnglish = shareOf(/[^\P{L}a-z]/giu) <= MOST_BEYOND_ASCII && /\bthe\b/i.test(text)
  return isEnglish ? 'en' : undefined
}

/** Without front matter and code. */
export const prose = (document: string): string =>
  document.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/, '').replaceAll(/^```[\s\S]*?^```/gm, '')

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
