import { z } from 'zod'
import type { Embedder, EmbedRequest } from '../../ports/embedder.ts'
import { readAnswer, readVectors } from './embedder-answer.ts'
import { isPassing, keyMissing, silence } from './embedder-failures.ts'
import { askedWith, type EmbedderOptions } from './embedder-options.ts'
import { post } from './post.ts'

/** Google's embedding models, or a proxy that speaks as they do. */
export function openGemini(options: EmbedderOptions): Embedder {
  const { model, dimensions, key, authMode, patience, pause } = options
  const base = geminiBase(options.url)
  const endpoint = new URL(`${base.href}/${resourceOf(model)}:embedContent`)
  const manners = { patience, pause, busy: isPassing }
  const embed = async (text: string, { purpose, signal }: EmbedRequest): Promise<readonly unknown[]> => {
    const body = JSON.stringify({
      model: `models/${bareName(model)}`,
      ...contentOf(text, purpose, model),
      output_dimensionality: dimensions,
    })
    const answered = await post({ ...askedWith(endpoint, options), body, signal }, manners, silence)
    return readAnswer(answered, answer, key())
  }
  return {
    describe: () => ({
      provider: 'gemini',
      model,
      dimensions,
      baseUrl: base.href,
      endpoint: endpoint.href,
      authMode,
      hasApiKey: key() !== '',
    }),
    async embed(texts, request) {
      if (key() === '') throw keyMissing()
      const found = await inTurn(texts, (text) => embed(text, request))
      return readVectors(found, { count: texts.length, dimensions })
    },
  }
}

/** The version belongs to the address; people write it, leave it out, and end with a slash or not. */
function geminiBase(url: URL): URL {
  const parts = url.pathname.split('/').filter(Boolean)
  const isVersioned = ['v1', 'v1beta'].includes(parts.at(-1) ?? '')
  const base = new URL(url)
  base.pathname = `/${[...parts, ...(isVersioned ? [] : ['v1beta'])].join('/')}`
  base.search = ''
  base.hash = ''
  return base
}

const bareName = (model: string): string => model.replace(/^models\//, '')

const resourceOf = (model: string): string => `models/${bareName(model).split('/').map(encodeURIComponent).join('/')}`

/** Models before the second are told the task in a field; the later ones ignore it and read it from the text. */
function contentOf(text: string, purpose: EmbedRequest['purpose'], model: string): object {
  const isQuery = purpose === 'query'
  if (/embedding-00\d/.test(model))
    return { content: partOf(text), taskType: isQuery ? 'CODE_RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT' }
  return { content: partOf(isQuery ? `task: code retrieval | query: ${text}` : `title: none | text: ${text}`) }
}

const partOf = (text: string): object => ({ parts: [{ text }] })

const values = z.object({ values: z.array(z.unknown()) })

/** Some proxies answer as if they had been asked for many. */
const answer = z.union([
  z.object({ embedding: values }).transform(({ embedding }) => embedding.values),
  z.object({ embeddings: z.tuple([values]) }).transform(({ embeddings: [embedding] }) => embedding.values),
])

/** Several texts in one question would come back as one vector of them all. */
async function inTurn<T>(texts: readonly string[], ask: (text: string) => Promise<T>): Promise<readonly T[]> {
  const answers: T[] = []
  for (const text of texts) answers.push(await ask(text))
  return answers
}
