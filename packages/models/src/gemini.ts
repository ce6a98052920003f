import type { Embedder, EmbedRequest } from '@wuku/core/ports/embedder'
import { askForVectors, type EmbeddingApi, embedInBatches } from './batched.ts'
import { readAnswer, readVectors, type WrittenVector } from './embedder-answer.ts'
import { keyMissing } from './embedder-failures.ts'
import type { EmbedderOptions } from './embedder-options.ts'
import { type Answered, each, fieldOf, listIn } from './post.ts'
import { queryStyleOf } from './prompts.ts'

/** Google's embedding models, or a proxy that speaks as they do. */
export function openGemini(options: EmbedderOptions): Embedder {
  const { model, dimensions, key, authMode, prompts, longestText } = options
  const base = geminiBase(options.url)
  const batched = embedInBatches(speakTo(base, options), options)
  return {
    ...batched,
    describe: () => ({
      provider: 'gemini',
      model,
      isLocal: false,
      manner: queryStyleOf({ prompts, ...(hasTaskField(model) && { more: 'taskType' }) }),
      longestText,
      dimensions,
      baseUrl: base.href,
      endpoint: geminiEndpoint(base, model, 'embedContent').href,
      authMode,
      hasApiKey: key() !== '',
    }),
    async embed(texts, request) {
      if (key() === '') throw keyMissing()
      return batched.embed(texts, request)
    },
  }
}

/** Several texts as parts of one content would come back as one vector of them all: each is a request in a batch. */
function speakTo(base: URL, options: EmbedderOptions): EmbeddingApi {
  const { model, dimensions, key } = options
  const one = geminiEndpoint(base, model, 'embedContent')
  const many = geminiEndpoint(base, model, 'batchEmbedContents')
  let hasBatch = true
  const askOne = async (text: string, request: EmbedRequest): Promise<WrittenVector> => {
    const body = requestFor(text, request, options)
    return readAnswer(await askForVectors({ endpoint: one, body, count: 1, request }, options), oneIn, key())
  }
  const askMany = (texts: readonly string[], request: EmbedRequest): Promise<Answered> => {
    const body = { requests: texts.map((text) => requestFor(text, request, options)) }
    return askForVectors({ endpoint: many, body, count: texts.length, request }, options)
  }
  const askBatch = async (texts: readonly string[], request: EmbedRequest): Promise<readonly WrittenVector[]> => {
    const answered = hasBatch && texts.length > 1 ? await askMany(texts, request) : undefined
    if (answered && !isMethodMissing(answered)) return readAnswer(answered, manyIn, key())
    const found: WrittenVector[] = []
    for (const text of texts) {
      found.push(await askOne(text, request))
      // Only now is it known that the method is missing, and not the model or the server.
      if (answered) hasBatch = false
    }
    return found
  }
  return {
    embed: async (texts, request) => readVectors(await askBatch(texts, request), { count: texts.length, dimensions }),
  }
}

/** A server that is busy, or broken, or wants another key has the method all the same. */
const isMethodMissing = ({ status }: Answered): boolean => [404, 405, 501].includes(status)

/** Models before the second take the task in a field; the later ones ignore it and read it from the text. */
const hasTaskField = (model: string): boolean => /embedding-00\d/.test(model)

function requestFor(text: string, { purpose, subject }: EmbedRequest, { model, dimensions }: EmbedderOptions): object {
  const query = subject === 'code' ? 'CODE_RETRIEVAL_QUERY' : 'RETRIEVAL_QUERY'
  return {
    model: `models/${bareModel(model)}`,
    content: { parts: [{ text }] },
    ...(hasTaskField(model) && { taskType: purpose === 'query' ? query : 'RETRIEVAL_DOCUMENT' }),
    output_dimensionality: dimensions,
  }
}

const manyIn = (json: unknown): readonly WrittenVector[] | undefined => each(listIn(json, 'embeddings'), valuesIn)

/** Some proxies answer as if they had been asked for many. */
function oneIn(json: unknown): WrittenVector | undefined {
  const many = manyIn(json)
  return valuesIn(fieldOf(json, 'embedding')) ?? (many?.length === 1 ? many[0] : undefined)
}

const valuesIn = (json: unknown): readonly unknown[] | undefined => listIn(json, 'values')

export const GOOGLE = 'https://generativelanguage.googleapis.com/v1beta'

/** The version belongs to the address; people write it, leave it out, and end with a slash or not. */
export function geminiBase(url: URL): URL {
  const parts = url.pathname.split('/').filter(Boolean)
  const isVersioned = ['v1', 'v1beta'].includes(parts.at(-1) ?? '')
  const base = new URL(url)
  base.pathname = `/${[...parts, ...(isVersioned ? [] : ['v1beta'])].join('/')}`
  base.search = ''
  base.hash = ''
  return base
}

export const geminiEndpoint = (base: URL, model: string, method: string): URL =>
  new URL(`${base.href}/models/${bareModel(model).split('/').map(encodeURIComponent).join('/')}:${method}`)

const bareModel = (model: string): string => model.replace(/^models\//, '')
