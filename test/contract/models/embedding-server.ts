import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { serveUntilEnd } from '../../serve-until-end.ts'

export const KEY = 'not-a/real+key=0123456789'
export const DIMENSIONS = 16

export type Protocol = 'openai' | 'gemini'

export interface Asked {
  readonly path: string
  readonly texts: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
}

/** What a server answers instead; `undefined`: as it should. */
export type Fault = (asked: Asked, number: number) => ((response: ServerResponse) => void) | undefined

export interface ServerOptions {
  readonly protocol: Protocol
  readonly fault?: Fault
  readonly delay?: number
}

export interface EmbeddingServer {
  readonly url: string
  readonly asked: readonly Asked[]
  /** Most requests that were under way at once. */
  mostAtOnce(): number
  /** Requests whose asker has hung up before the answer. */
  abandoned(): number
}

/** Any vector, always the same for the same text. */
export function vectorOf(text: string): Float32Array {
  const bytes = createHash('shake256', { outputLength: DIMENSIONS }).update(text).digest()
  return Float32Array.from(bytes, (byte) => (byte - 127.5) / 128)
}

/** A server on this machine that is as strict as the real ones. */
export async function openEmbeddingServer({ protocol, fault, delay = 0 }: ServerOptions): Promise<EmbeddingServer> {
  const asked: Asked[] = []
  let [now, most, abandoned] = [0, 0, 0]
  const address = await serveUntilEnd(async (request, response) => {
    most = Math.max(most, ++now)
    response.once('close', () => {
      now--
      if (!response.writableFinished) abandoned++
    })
    const question = await readQuestion(request, protocol)
    asked.push(question)
    const instead = fault?.(question, asked.length)
    if (delay > 0) await new Promise((resolve) => void setTimeout(resolve, delay))
    if (instead) return instead(response)
    const { status, body } = refusal(request, question, protocol) ?? { status: 200, body: answerTo(question, protocol) }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const path = protocol === 'openai' ? '/v1' : '/v1beta'
  return { url: `${address}${path}`, asked, mostAtOnce: () => most, abandoned: () => abandoned }
}

interface Refusal {
  readonly status: number
  readonly body: unknown
}

const no = (status: number, message: string): Refusal => ({ status, body: { error: { code: status, message } } })

async function readQuestion(request: IncomingMessage, protocol: Protocol): Promise<Asked> {
  const body = (await json(request)) as Asked['body']
  const texts = protocol === 'openai' ? (body['input'] as string[]) : geminiContents(body).map(textOf)
  return { path: request.url ?? '', texts, body }
}

const geminiContents = (body: Asked['body']): readonly GeminiContent[] =>
  (body['requests'] as readonly GeminiContent[] | undefined) ?? [body as unknown as GeminiContent]

interface GeminiContent {
  readonly model: string
  readonly content: { readonly parts: readonly { readonly text: string }[] }
}

const textOf = ({ content }: GeminiContent): string => content.parts.map(({ text }) => text).join('')

function refusal(request: IncomingMessage, asked: Asked, protocol: Protocol): Refusal | undefined {
  const given = protocol === 'openai' ? request.headers.authorization : request.headers['x-goog-api-key']
  if (given !== (protocol === 'openai' ? `Bearer ${KEY}` : KEY)) return no(401, `Incorrect API key: ${String(given)}`)
  if (asked.texts.some((text) => text === '')) return no(400, 'Input cannot be an empty string.')
  if (asked.texts.some((text) => !text.isWellFormed())) return no(400, 'Invalid UTF-8.')
  return protocol === 'openai' ? openAiRefusal(asked) : geminiRefusal(asked)
}

function openAiRefusal({ path, texts, body }: Asked): Refusal | undefined {
  if (path !== '/v1/embeddings') return no(404, `Invalid URL (POST ${path})`)
  if (body['model'] !== 'tide-2') return no(404, 'The model does not exist.')
  if (texts.length > 2_048) return no(400, "'$.input' is too long. Maximum length is 2048.")
  return [undefined, 'float', 'base64'].includes(body['encoding_format'] as string)
    ? undefined
    : no(400, "Invalid 'encoding_format'.")
}

function geminiRefusal({ path, texts, body }: Asked): Refusal | undefined {
  const method = /^\/v1beta\/models\/tide-2:(embedContent|batchEmbedContents)$/.exec(path)?.[1]
  if (!method) return no(404, 'Requested entity was not found.')
  if ((method === 'batchEmbedContents') !== Array.isArray(body['requests'])) return no(400, 'Invalid JSON payload.')
  if (geminiContents(body).some(({ model }) => model !== 'models/tide-2')) return no(400, 'Models must match.')
  return texts.length > 100 ? no(400, 'at most 100 requests can be in one batch') : undefined
}

/** As each protocol sends it; servers answer Base64 where it is asked for. */
export function answerTo({ texts, body }: Asked, protocol: Protocol): object {
  const vectors = texts.map(vectorOf)
  if (protocol === 'gemini') {
    const embeddings = vectors.map((vector) => ({ values: [...vector] }))
    return body['requests'] ? { embeddings } : { embedding: embeddings[0] }
  }
  const isBase64 = body['encoding_format'] === 'base64'
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: isBase64 ? Buffer.from(vector.buffer).toString('base64') : [...vector],
  }))
  return { object: 'list', data, model: 'tide-2', usage: { prompt_tokens: 1, total_tokens: 1 } }
}

export const says =
  (status: number, body: unknown = '', headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
