import { openEmbedder, type EmbedderSettings } from '@wuku/models/embedder'
import type { Embedder } from '@wuku/core/ports/embedder'
import { KEY, openEmbeddingServer, type EmbeddingServer, type ServerOptions } from './embedding-server.ts'

const blank: EmbedderSettings = {
  provider: '',
  url: '',
  model: 'tide-2',
  dimensions: '16',
  auth: '',
  keyName: '',
  key: () => KEY,
  queryPrompt: 'none',
  documentPrompt: 'none',
  longestText: '',
  batchTexts: '',
  batchChars: '',
  concurrency: '',
  requestsPerMinute: '',
  tokensPerMinute: '',
  timeoutSeconds: '',
}

interface House extends EmbeddingServer {
  readonly embedder: Embedder
  readonly pauses: readonly number[]
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>
}

/** An embedder as the settings open it, and the server on this machine that it asks. */
export async function openHouse(
  options: ServerOptions,
  { patience, ...settings }: Partial<EmbedderSettings> & { readonly patience?: number } = {},
): Promise<House> {
  const server = await openEmbeddingServer(options)
  const pauses: number[] = []
  const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds)
  const embedder = openEmbedder(
    { ...blank, provider: options.protocol, url: server.url, ...settings },
    { pause, chance: () => 1, ...(patience !== undefined && { timeout: patience }) },
  )
  if (!embedder) throw new Error('There is no embedder.')
  const never = new AbortController().signal
  return {
    ...server,
    embedder,
    pauses,
    embed: (texts, signal = never) => embedder.embed(texts, { purpose: 'document', signal }),
  }
}
