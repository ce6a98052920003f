import { z } from 'zod'
import type { Embedder } from '../../ports/embedder.ts'
import { readAnswer, readVectors } from './embedder-answer.ts'
import { isPassing, noEmbeddings, silence } from './embedder-failures.ts'
import { askedWith, type EmbedderOptions } from './embedder-options.ts'
import { post } from './post.ts'

/** An embedding model behind an API that speaks as OpenAI's does; most servers of models do, also on this machine. */
export function openOpenAiEmbeddings(options: EmbedderOptions): Embedder {
  const { model, dimensions, key, authMode, patience, pause } = options
  const base = new URL(options.url)
  base.pathname = base.pathname.replace(/\/+$/, '')
  base.hash = ''
  const endpoint = new URL(base)
  endpoint.pathname += `${base.pathname === '/' ? '' : '/'}embeddings`
  const manners = { patience, pause, busy: isPassing }
  return {
    describe: () => ({
      provider: 'openai',
      model,
      dimensions,
      baseUrl: bare(base),
      endpoint: bare(endpoint),
      authMode,
      hasApiKey: key() !== '',
    }),
    async embed(texts, { signal }) {
      if (texts.length === 0) return []
      const body = JSON.stringify({ model, input: texts, dimensions, encoding_format: 'float' })
      const answered = await post({ ...askedWith(endpoint, options), body, signal }, manners, silence)
      const { data } = readAnswer(answered, answer, key())
      return readVectors(inOrder(data), { count: texts.length, dimensions })
    },
  }
}

/** What stands behind the question mark may be a key under another name. */
const bare = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/$/, '')

const answer = z.object({
  data: z.array(z.object({ index: z.int().min(0).nullish(), embedding: z.array(z.unknown()) })),
})

/** Servers that work on many texts at once need not hand them back in order. */
function inOrder(data: z.output<typeof answer>['data']): readonly (readonly unknown[])[] {
  const placed = data.map(({ index, embedding }, at) => ({ index: index ?? at, embedding }))
  const sorted = placed.toSorted((a, b) => a.index - b.index)
  if (sorted.some(({ index }, at) => index !== at))
    throw noEmbeddings('The embedding model did not say which vector belongs to which text.')
  return sorted.map(({ embedding }) => embedding)
}
