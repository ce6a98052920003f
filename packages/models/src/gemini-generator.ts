import { parseJson } from '@wuku/core/lenient-parsing'
import { z } from 'zod'
import type { Generated, Generator, GenerateRequest } from '@wuku/core/ports/generator'
import { requestWith, type KeyWay } from './embedder-options.ts'
import { failed } from './model-failures.ts'
import { geminiBase, geminiEndpoint } from './gemini.ts'
import { requireText, refusedBy, silence } from './prompts.ts'
import { post, type Answered, type TimeoutOptions } from './post.ts'

/** Google's language models, or a proxy that speaks as they do. `model` answers when a request names none. */
export function openGeminiGenerator(
  options: TimeoutOptions & KeyWay & { readonly url: URL; readonly model: string },
): Generator {
  const base = geminiBase(options.url)
  const ask = (request: GenerateRequest): Promise<Answered> => {
    const model = request.model ?? options.model
    const endpoint = geminiEndpoint(base, model, 'generateContent')
    const question = { ...requestWith(endpoint, options), body: bodyOf(request, model), signal: request.signal }
    return post(question, options, silence)
  }
  return {
    model: options.model,
    async generate(request) {
      if (options.key() === '') throw keyMissing()
      const first = await ask(request)
      const again = refusesMore(first, request)
      const answered = again ? await ask({ ...request, ...again }) : first
      if (answered.status !== 200) throw refusedBy(answered, options.key())
      return readAnswer(answered.text, request.model ?? options.model)
    },
  }
}

const keyMissing = () =>
  failed('Gemini needs a key, and none is set.', 'Set WUKU_GENERATOR_KEY, models.generator.key or GEMINI_API_KEY.')

const bodyOf = ({ instructions, text, effort, format }: GenerateRequest, model: string): string =>
  JSON.stringify({
    system_instruction: { parts: [{ text: instructions }] },
    contents: [{ role: 'user', parts: [{ text }] }],
    generationConfig: {
      responseMimeType: format && 'application/json',
      thinkingConfig:
        effort && (/gemini-2/.test(model) ? { thinkingBudget: budgets[effort] } : { thinkingLevel: effort }),
    },
  })

/** Tokens that the second generation may think with, which knows no words for it. */
const budgets: Readonly<Record<NonNullable<GenerateRequest['effort']>, number>> = {
  minimal: 512,
  low: 2_048,
  medium: 8_192,
  high: 24_576,
}

/**
 * The part of the request that can be left out: medium is the default effort of models, and instructions ask for JSON
 * in words, too.
 */
function refusesMore({ status, text }: Answered, request: GenerateRequest): Partial<GenerateRequest> | undefined {
  if (status !== 400) return undefined
  if (request.effort === 'medium' && /think/i.test(text)) return { effort: undefined }
  return request.format && /response_?mime_?type|json mode/i.test(text) ? { format: undefined } : undefined
}

const part = z.object({ text: z.string().optional(), thought: z.boolean().optional() })

/** Further fields are ignored. */
const answer = z.object({
  modelVersion: z.string().optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(part).optional() }).optional(),
        finishReason: z.string().optional(),
      }),
    )
    .optional(),
})

/** Ends that leave an answer; all others are a reason for having none, and what was said before them is not to be used. */
const goodEnds: readonly (string | undefined)[] = [undefined, 'STOP', 'MAX_TOKENS', 'FINISH_REASON_UNSPECIFIED']

function readAnswer(body: string, defaultModel: string): Generated {
  const read = answer.safeParse(parseJson(body))
  const blocked = read.data?.promptFeedback?.blockReason
  if (!read.success || (!read.data.candidates?.length && blocked === undefined))
    throw failed(
      'The response is not one of a language model.',
      'Check that models.generator.provider names the API at models.generator.url.',
    )
  const { candidates: [candidate] = [], modelVersion } = read.data
  const end = candidate?.finishReason
  const answerText = (candidate?.content?.parts ?? []).map(({ text = '', thought }) => (thought ? '' : text)).join('')
  const isUsable = goodEnds.includes(end)
  return requireText(
    { text: isUsable ? answerText : '', model: modelVersion ?? defaultModel, isCut: end === 'MAX_TOKENS' },
    isUsable ? blocked : end,
  )
}
