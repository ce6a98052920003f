import type { Embedder } from '@wuku/core/ports/embedder'
import { askForVectors, type EmbeddingApi, embedInBatches } from './batched.ts'
import { readAnswer, readVectors, type WrittenVector } from './embedder-answer.ts'
import { noEmbeddings } from './embedder-failures.ts'
import type { EmbedderOptions } from './embedder-options.ts'
import { quoted } from './model-failures.ts'
import { type Answered, each, fieldOf, listIn } from './post.ts'
import { queryStyleOf } from './prompts.ts'

/** An embedding model behind an API that speaks as OpenAI's does; most servers of models do, also on this machine. */
export function openOpenAiEmbeddings(options: EmbedderOptions): Embedder {
  const { model, dimensions, key, authMode, prompts, longestText } = options
  const base = new URL(options.url)
  base.pathname = base.pathname.replace(/\/+$/, '')
  base.hash = ''
  const endpoint = new URL(base)
  endpoint.pathname += `${base.pathname === '/' ? '' : '/'}embeddings`
  return {
    describe: () => ({
      provider: 'openai',
      model,
      isLocal: false,
      manner: queryStyleOf({ prompts }),
      longestText,
      dimensions,
      baseUrl: bare(base),
      endpoint: bare(endpoint),
      authMode,
      hasApiKey: key() !== '',
    }),
    ...embedInBatches(speakTo(endpoint, options), options),
  }
}

/** The query of an address may contain a key under another name. */
const bare = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/$/, '')

/** Base64 is a quarter of the bytes and a tenth of the work; if a server refuses the word, it is not sent again. */
function speakTo(endpoint: URL, options: EmbedderOptions): EmbeddingApi {
  const { model, dimensions, key } = options
  let knowsBase64 = true
  return {
    async embed(texts, request) {
      const ask = (encoding: 'base64' | undefined): Promise<Answered> => {
        const body = { model, input: texts, dimensions, encoding_format: encoding }
        return askForVectors({ endpoint, body, count: texts.length, request }, options)
      }
      const first = await ask(knowsBase64 ? 'base64' : undefined)
      const isRefused = knowsBase64 && refusesEncoding(first, key())
      const answered = isRefused ? await ask(undefined) : first
      if (isRefused && answered.status === 200) knowsBase64 = false
      return readVectors(inOrder(readAnswer(answered, dataIn, key())), { count: texts.length, dimensions })
    },
  }
}

/** Some name the word, and some say nothing at all. */
const refusesEncoding = ({ status, text }: Answered, key: string): boolean =>
  [400, 415, 422, 501].includes(status) && (/encoding_?format|base64/i.test(text) || quoted(text, key) === '')

interface Datum {
  readonly index: number | undefined
  readonly embedding: WrittenVector
}

const dataIn = (json: unknown): readonly Datum[] | undefined => each(listIn(json, 'data'), datumOf)

function datumOf(value: unknown): Datum | undefined {
  const embedding = fieldOf(value, 'embedding')
  const index = fieldOf(value, 'index') ?? undefined
  if (typeof embedding !== 'string' && !Array.isArray(embedding)) return undefined
  return index === undefined || typeof index === 'number' ? { index, embedding } : undefined
}

/** Servers that work on many texts at once need not hand them back in order. */
function inOrder(data: readonly Datum[]): readonly WrittenVector[] {
  const placed = data.map(({ index, embedding }, at) => ({ index: index ?? at, embedding }))
  const sorted = placed.toSorted((a, b) => a.index - b.index)
  if (sorted.some(({ index }, at) => index !== at))
    throw noEmbeddings('The embedding model did not say which vector belongs to which text.')
  return sorted.map(({ embedding }) => embedding)
}
