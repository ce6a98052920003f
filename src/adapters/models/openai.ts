import { z } from 'zod'
import type { Generated, Generator, GenerateRequest } from '../../ports/generator.ts'
import { demandAddress, demandKey } from './demands.ts'
import { failed, refusedBy, silence } from './failures.ts'
import { parseJson, post, type Answered, type Patience } from './post.ts'

export interface OpenAiOptions extends Patience {
  /** Of the API, such as `https://api.openai.com/v1`. */
  readonly url: string
  /** Answers when a request names none. */
  readonly model: string
  /** Empty: the server asks for none. */
  readonly key: () => string
}

/** A language model behind an API that speaks as OpenAI's chat completions do; most servers of models do. */
export function openOpenAi(options: OpenAiOptions): Generator {
  const url = addressOf(options.url)
  const key = demandKey(options.key, keySetting)
  const headers = () => ({ ...(key() !== '' && { authorization: `Bearer ${key()}` }) })
  const ask = (request: GenerateRequest): Promise<Answered> =>
    post({ url, headers, body: bodyOf(request, options.model), signal: request.signal }, options, silence)
  return {
    model: options.model,
    async generate(request) {
      const answered = await ask(request)
      // Models that know no efforts refuse the word; medium is what the others do unasked.
      const again = request.effort === 'medium' && refusesEffort(answered)
      return readAnswer(again ? await ask({ ...request, effort: undefined }) : answered, { request, options })
    },
  }
}

const keySetting = { of: 'language model', place: 'WUKU_GENERATOR_KEY or models.generator.key' }

function addressOf(written: string): URL {
  const url = demandAddress(written, { setting: 'models.generator.url', example: 'https://api.openai.com/v1' })
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  url.hash = ''
  return url
}

const bodyOf = ({ instructions, text, model, effort }: GenerateRequest, usual: string): string =>
  JSON.stringify({
    model: model ?? usual,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: text },
    ],
    reasoning_effort: effort,
  })

const refusesEffort = ({ status, text }: Answered): boolean => status === 400 && text.includes('reasoning_effort')

const content = z.union([
  z.string(),
  z.array(z.object({ text: z.string().optional() })).transform((parts) => parts.map(({ text = '' }) => text).join('')),
])

/** What every server of this kind answers with; much else may stand beside it. */
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

interface Asked {
  readonly request: GenerateRequest
  readonly options: OpenAiOptions
}

function readAnswer(answered: Answered, { request, options }: Asked): Generated {
  if (answered.status !== 200) throw refusedBy(answered, options.key())
  const [choice, model] = choiceIn(answered.text)
  const text = choice?.message.content ?? ''
  const { refusal } = choice?.message ?? {}
  if (!choice || text.trim() === '')
    throw failed(
      refusal ? `The language model refused: ${refusal.slice(0, 300)}` : 'The language model answered with nothing.',
      'Ask for it in other words, or name another model with "model".',
    )
  return { text, model: model ?? request.model ?? options.model, isCut: choice.finish_reason === 'length' }
}

function choiceIn(text: string) {
  const read = completion.safeParse(parseJson(text))
  if (read.success) return [read.data.choices[0], read.data.model] as const
  throw failed(
    'What came back is not the answer of a language model.',
    'See that models.generator.url is the address of an OpenAI-compatible API; it usually ends with "/v1".',
  )
}
