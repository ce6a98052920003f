import type { HttpRequest } from '@wuku/http-kit/route'
import { english, speaking, type Language, type Speaker } from '@wuku/messages/message'

/** `Wuku-Language: zh`. Browsers send `Accept-Language` by themselves, and what programs read is English. */
export const languageOf = ({ headers }: Pick<HttpRequest, 'headers'>): Language | undefined =>
  headers['wuku-language']?.trim().toLowerCase() === 'zh' ? 'zh' : undefined

/** The catalogue is loaded for the first who asks for it. */
export async function speakerOf(language: Language | undefined): Promise<Speaker> {
  if (language === undefined) return english
  const { createTranslator } = await import('@wuku/messages/translator')
  return createTranslator((await import('@wuku/messages/zh/program-texts')).programTexts)
}

/** A document of the API, or a part of it, in the language of its reader. Texts that it lacks stay English. */
export async function describedIn<Part extends object>(language: Language | undefined, part: Part): Promise<Part> {
  if (language === undefined) return part
  const { createTranslator } = await import('@wuku/messages/translator')
  const speaker = createTranslator((await import('@wuku/messages/zh/api-texts')).apiTexts)
  const told = (key: string, value: unknown): unknown =>
    typeof value === 'string' && DESCRIBING.has(key) ? speaker(value) : value
  return JSON.parse(speaking(speaker, () => JSON.stringify(part, told))) as Part
}

const DESCRIBING: ReadonlySet<string> = new Set(['title', 'summary', 'description'])
