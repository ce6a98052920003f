const HAN = /\p{Script=Han}/gu
const LETTERS = /\p{L}/gu
const LOOKED_AT = 4_000

/** The language that most of a text is in, by its letters: faces, line breaks and voices follow it. */
export function languageOf(text: string): 'zh-CN' | 'en' | undefined {
  const begun = text.slice(0, LOOKED_AT)
  const letters = begun.match(LETTERS)?.length ?? 0
  if (letters === 0) return undefined
  // One of them is a word; a Latin word has five or so.
  return (begun.match(HAN)?.length ?? 0) * 5 >= letters ? 'zh-CN' : 'en'
}
