import { z } from 'zod'
import { isWukuError } from '../../core/errors.ts'
import type { Json } from '../../core/words.ts'
import type { Generator } from '../../ports/generator.ts'
import type { Engine } from '../engine.ts'
import { fenceData } from '../models/fence.ts'
import { askForJson } from '../models/json-reply.ts'
import { promptLanguageOf } from '../models/prompt-language.ts'
import { otherWordsPrompts } from './prompts/other-words.ts'

/** Another way to search for a question: by key words, as another question, or by a passage that would answer it. */
export interface Variant {
  readonly type: 'lex' | 'vec' | 'hyde'
  readonly query: string
}

export interface OtherWords {
  readonly variants: readonly Variant[]
  /** Why there are none, where a model is set up that should have found some. */
  readonly notes: readonly string[]
}

export interface WordsWanted {
  readonly question: string
  readonly intent?: string | undefined
}

const MOST = 5
const reply = z.object({
  variants: z
    .array(z.object({ type: z.enum(['lex', 'vec', 'hyde']), query: z.string().trim().min(1).max(2_000) }))
    .min(1)
    .transform((variants) => variants.slice(0, MOST)),
})

const KEPT_SECONDS = 7 * 24 * 3_600

/** Asked once of each question; late or broken, the question stands alone and the answer says so. */
export async function otherWords(wanted: WordsWanted, engine: Engine, signal: AbortSignal): Promise<OtherWords> {
  const generator = generatorOf(engine)
  if (!generator) return { variants: [], notes: [] }
  const key = JSON.stringify(['other words', generator.model, wanted.question, wanted.intent ?? ''])
  const known = await engine.cache.get(key)
  if (known !== undefined) return { variants: known as unknown as readonly Variant[], notes: [] }
  const found = await ask(wanted, generator, { signal, patience: engine.models.patience.words })
  // One that is not kept is asked for again.
  if (found.variants.length > 0)
    void engine.cache.set(key, found.variants as unknown as Json, KEPT_SECONDS).catch(() => {})
  return found
}

/** None is set up, or nothing may be sent: the question is searched as it is, and nobody misses anything. */
function generatorOf(engine: Engine): Generator | undefined {
  try {
    return engine.generator()
  } catch (error) {
    if (isWukuError(error)) return undefined
    throw error
  }
}

async function ask(
  { question, intent }: WordsWanted,
  generator: Generator,
  { signal, patience }: { readonly signal: AbortSignal; readonly patience: number },
): Promise<OtherWords> {
  const late = AbortSignal.timeout(patience)
  const asked = {
    instructions: otherWordsPrompts[promptLanguageOf(question)],
    shape: reply,
    text: [fenceData('question', question), ...(intent === undefined ? [] : [fenceData('intent', intent)])].join(
      '\n\n',
    ),
    effort: 'minimal' as const,
    signal: AbortSignal.any([signal, late]),
  }
  try {
    const found = await askForJson(asked, generator)
    if (found) return { variants: differing(found.variants, question), notes: [] }
    return { variants: [], notes: [NO_ANSWER] }
  } catch (error) {
    if (signal.aborted || !isWukuError(error)) throw error
    return { variants: [], notes: [late.aborted ? TOO_LATE : `No other words were found: ${error.message}`] }
  }
}

const NO_ANSWER = 'No other words were found: the language model did not answer as it was asked to.'
const TOO_LATE = 'No other words were found: the language model did not answer in time.'

const differing = (variants: readonly Variant[], question: string): readonly Variant[] =>
  variants.filter(({ query }) => query.toLowerCase() !== question.trim().toLowerCase())
