import { parseJson } from '@wuku/core/lenient-parsing'
import { z } from 'zod'
import type { Generated, Generator, GenerateRequest } from '@wuku/core/ports/generator'
import { requireAddress, requireKey } from './model-setting-checks.ts'
import { failed } from './model-failures.ts'
import { requireText, refusedBy, silence } from './prompts.ts'
import { bearer, post, type Answered, type TimeoutOptions } from './post.ts'

export interface OpenAiOptions extends TimeoutOptions {
  /** Address of the API, such as `https://api.openai.com/v1`. */
  readonly url: string
  /** Answers when a request names none. */
  readonly model: string
  /** Empty: the server asks for none. */
  readonly key: () => string
  /** The key may go to another machine over `http:`. */
  readonly insecure?: boolean | undefined
}

/** A language model behind an API that speaks as OpenAI's chat completions do; most servers of models do. */
export function openOpenAi(options: OpenAiOptions): Generator {
  const url = addressOf(options.url)
  const key = requireKey(options.key, { ...keySetting, url, insecure: options.insecure })
  const headers = bearer(key)
  let knowsFormat = true
  const ask = (request: GenerateRequest): Promise<Answered> =>
    post({ url, headers, body: bodyOf(request, options.model), signal: request.signal }, options, silence)
  return {
    model: options.model,
    async generate(generateRequest) {
      const request = knowsFormat ? generateRequest : { ...generateRequest, format: undefined }
      const first = await ask(request)
      const refused = refusedWord(first, request)
      if (refused === undefined) return readAnswer(first, request, options)
      if (refused === 'format') knowsFormat = false
      return readAnswer(await ask({ ...request, [refused]: undefined }), request, options)
    },
  }
}

const keySetting = { of: 'language model', place: 'WUKU_GENERATOR_KEY or models.generator.key' }

function addressOf(written: string): URL {
  const url = requireAddress(written, { setting: 'models.generator.url', example: 'https://api.openai.com/v1' })
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  url.hash = ''
  return url
}

const bodyOf = ({ instructions, text, model, effort, format }: GenerateRequest, defaultModel: string): string =>
  JSON.stringify({
    model: model ?? defaultModel,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: text },
    ],
    reasoning_effort: effort,
    response_format: format && { type: 'json_object' },
  })

/**
 * The part of the request that can be left out: models without efforts refuse the word, and medium is the default of
 * the others; and instructions ask for JSON in words, too.
 */
function refusedWord({ status, text }: Answered, { effort, format }: GenerateRequest): 'effort' | 'format' | undefined {
  if (status !== 400 && status !== 422) return undefined
  if (effort === 'medium' && text.includes('reasoning_effort')) return 'effort'
  return format && /response_format|json_object/.test(text) ? 'format' : undefined
}

const content = z.union([
  z.string(),
  z.array(z.object({ text: z.string().optional() })).transform((parts) => parts.map(({ text = '' }) => text).join('')),
])

/** Answer of every server of this kind; further fields are ignored. */
const completion = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        message: z.object({ content: content.nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})

function readAnswer(answered: Answered, request: GenerateRequest, options: OpenAiOptions): Generated {
  if (answered.status !== 200) throw refusedBy(answered, options.key())
  const [choice, model] = choiceIn(answered.text)
  const text = choice?.message.content ?? ''
  const isCut = choice?.finish_reason === 'length'
  return requireText({ text, model: model ?? request.model ?? options.model, isCut }, choice?.message.refusal)
}

function choiceIn(text: string) {
  const read = completion.safeParse(parseJson(text))
  if (read.success) return [read.data.choices[0], read.data.model] as const
  throw failed(
    'The response is not one of a language model.',
    'Check that models.generator.url is the address of an OpenAI-compatible API; it usually ends with "/v1".',
  )
}
