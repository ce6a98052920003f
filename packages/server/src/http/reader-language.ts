import type { HttpRequest } from '@wuku/http-kit/route'
import { english, type Language, type Speaker } from '@wuku/messages/message'

/** `Wuku-Language: zh`. Browsers send `Accept-Language` by themselves, and what programs read is English. */
export const languageOf = ({ headers }: Pick<HttpRequest, 'headers'>): Language | undefined =>
  headers['wuku-language']?.trim().toLowerCase() === 'zh' ? 'zh' : undefined

/** The catalogue is loaded for the first who asks for it. */
export async function speakerOf(language: Language | undefined): Promise<Speaker> {
  if (language === undefined) return english
  const { createTranslator } = await import('@wuku/messages/translator')
  return createTranslator((await import('@wuku/messages/zh/program-texts')).programTexts)
}
