import { inspect } from 'node:util'
import { openEmbedder, type EmbedderSettings, type EmbedderTuning } from '../src/embedder.ts'
import type { Embedder, EmbedRequest } from '@wuku/core/ports/embedder'
import { answers, openModelServer, type Reply } from './model-server.ts'

export const KEY = 'not-a/real+key=0123456789'
export const providers = ['gemini', 'openai'] as const
export type Provider = (typeof providers)[number]

export const untuned: EmbedderTuning = {
  queryPrompt: '',
  documentPrompt: '',
  longestText: '',
  batchTexts: '',
  batchChars: '',
  concurrency: '',
  requestsPerMinute: '',
  tokensPerMinute: '',
  timeoutSeconds: '',
}

export const blank: EmbedderSettings = {
  ...untuned,
  provider: '',
  url: '',
  model: 'tide-embedding-2',
  dimensions: '3',
  auth: '',
  keyName: '',
  key: () => KEY,
}

export const sends = (provider: Provider, ...vectors: readonly unknown[][]): Reply =>
  answers(
    200,
    provider === 'gemini'
      ? { embedding: { values: vectors[0] } }
      : {
          object: 'list',
          data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
          model: 'tide-embedding-2',
          usage: { prompt_tokens: 1, total_tokens: 1 },
        },
  )

const demand = (embedder: Embedder | undefined): Embedder => {
  if (embedder) return embedder
  throw new Error('There is no embedder.')
}

interface Opening {
  readonly settings?: Partial<EmbedderSettings>
  /** Behind the origin of the server. */
  readonly path?: string
  readonly patience?: number
}

/** An embedder, and the server on this machine that it asks. */
export async function openEmbeddings(
  provider: Provider,
  replies: readonly Reply[],
  { settings, path = '/v1', patience }: Opening = {},
) {
  const server = await openModelServer(...replies)
  const pauses: number[] = []
  const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds)
  const url = new URL(server.url).origin + path
  const embedder = demand(
    openEmbedder({ ...blank, provider, url, ...settings }, { pause, timeout: patience, chance: () => 1 }),
  )
  return {
    asked: server.asked,
    origin: new URL(server.url).origin,
    pauses,
    embedder,
    embed: (texts: readonly string[] = ['潮汐?'], more: Partial<EmbedRequest> = {}) =>
      embedder.embed(texts, { purpose: 'query', signal: new AbortController().signal, ...more }),
  }
}

export const whole = (thrown: unknown): string => inspect(thrown, { depth: null, showHidden: true })
