import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { serveUntilEnd } from '../../../test/serve-until-end.ts'

export interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

export type Reply = (response: ServerResponse, asked: Asked) => void

/** A server of a language model on this machine. It gives the replies in turn, and the last one for ever. */
export async function openModelServer(...replies: readonly Reply[]) {
  const asked: Asked[] = []
  const address = await serveUntilEnd(async (request, response) => {
    const body = (await json(request)) as Asked['body']
    const reply = replies[asked.length] ?? replies.at(-1)
    const question = { path: request.url ?? '', headers: request.headers, body }
    asked.push(question)
    reply?.(response, question)
  })
  return { url: `${address}/v1`, asked }
}

export const says =
  (content: unknown, more: object = {}, model = 'tide-1-2026'): Reply =>
  (response) =>
    void response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        model,
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', ...more }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )

export const answers =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

export const error = (message: string, more: object = {}): object => ({ error: { message, type: 'error', ...more } })
