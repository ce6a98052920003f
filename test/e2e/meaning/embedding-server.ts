import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { conceptVector } from '../../concepts.ts'

export interface EmbeddingServer {
  readonly url: string
  readonly texts: string[]
  readonly headers: IncomingHttpHeaders[]
  /** What it does in place of answering; nothing when `undefined`. */
  trouble: ((response: ServerResponse) => void) | undefined
  close(): void
}

/** Speaks as OpenAI's embeddings do, on this machine, and knows what a few words mean. */
export async function openEmbeddingServer(): Promise<EmbeddingServer> {
  const texts: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer(async (request, response) => {
    const { input, encoding_format: format } = (await json(request)) as { input: string[]; encoding_format?: string }
    headers.push(request.headers)
    if (opened.trouble) return opened.trouble(response)
    texts.push(...input)
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: written(conceptVector(text), format),
    }))
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ object: 'list', data, model: 'concepts-1', usage: { prompt_tokens: 1, total_tokens: 1 } }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const opened: EmbeddingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    texts,
    headers,
    trouble: undefined,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return opened
}

const written = (vector: Float32Array, format: string | undefined): string | readonly number[] =>
  format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector]
