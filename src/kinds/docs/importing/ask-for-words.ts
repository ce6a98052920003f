import { z } from 'zod'
import { WukuError } from '../../../core/errors.ts'
import { fenceData } from '../../../engine/models/fence.ts'
import { askForJson } from '../../../engine/models/json-reply.ts'
import { promptLanguageOf } from '../../../engine/models/prompt-language.ts'
import type { Generator } from '../../../ports/generator.ts'
import { graphemeBorder } from '../../../text/graphemes.ts'
import { snippetTypes, type SnippetType } from '../snippets.ts'
import { DESCRIPTION_CHARS, labelSnippet, TITLE_CHARS } from './prompts/label-snippet.ts'

/** What a language model says about a snippet. */
export interface EnrichedWords {
  readonly title: string
  readonly description: string
  readonly type?: SnippetType
  readonly language?: string
}

export interface AskedSnippet {
  readonly source: string
  readonly language: string
  readonly text: string
}

const MOST_CHARS = 6_000

const answer = z.object({
  title: z.string().trim().min(1),
  description: z.string().trim(),
  content_type: z.string().optional(),
  language: z.string().trim().max(50).optional(),
})

/** Throws when what comes back is no such answer. */
export async function askForWords(
  { source, language, text }: AskedSnippet,
  generator: Generator,
  signal: AbortSignal,
): Promise<EnrichedWords> {
  const shown = beginningOf(text, MOST_CHARS)
  const file = `File: ${oneLine(source)}\nLanguage: ${oneLine(language) || 'unknown'}`
  const question = {
    instructions: labelSnippet[promptLanguageOf(shown)],
    text: `${file}\n${fenceData('Snippet', shown)}`,
    shape: answer,
    // There are thousands: one that fails keeps the words of its document, and asking twice would cost as much as the others.
    repairs: 0 as const,
    signal,
  }
  const words = await askForJson(question, generator)
  if (!words) throw noWords()
  const type = snippetTypes.find((known) => known === words.content_type)
  return {
    title: beginningOf(oneLine(words.title), TITLE_CHARS),
    description: beginningOf(oneLine(words.description), DESCRIPTION_CHARS),
    ...(type && { type }),
    ...(words.language && { language: words.language.toLowerCase() }),
  }
}

const beginningOf = (text: string, most: number): string => text.slice(0, graphemeBorder(text, most))

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

const noWords = (): WukuError =>
  new WukuError(
    'model-failed',
    'The language model did not answer with a title and a description.',
    'The snippet keeps those of its document.',
  )
