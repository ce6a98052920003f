import createClient, { type Middleware } from 'openapi-fetch'
import { accessToken, renewToken } from '../session/token.ts'
import type { paths } from '../../schema.d.ts'
import { patiently, whileUnderWay } from './under-way.ts'

/** An error in the words of the API: what happened, and what mends it. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly remedy: string
  readonly requestId: string | undefined

  constructor(status: number, { code, message, remedy, request_id }: ProblemBody) {
    super(message)
    this.status = status
    this.code = code
    this.remedy = remedy
    this.requestId = request_id
  }
}

interface ProblemBody {
  readonly code: string
  readonly message: string
  readonly remedy: string
  readonly request_id?: string
}

/** A server answers in English unless a request names another language. The root element has the language of the page. */
export const languageHeader = (): Readonly<Record<string, string>> =>
  document.documentElement.lang.startsWith('zh') ? { 'Wuku-Language': 'zh' } : {}

/** Every request carries the token of this tab. One that is refused is sent once more with a new token. */
const credentials: Middleware = {
  onRequest({ request }) {
    const token = accessToken()
    if (token) request.headers.set('Authorization', `Bearer ${token}`)
    for (const [name, value] of Object.entries(languageHeader())) request.headers.set(name, value)
    return request
  },
  async onResponse({ response, request }) {
    if (response.status !== 401) return undefined
    const sent = request.headers.get('Authorization')?.slice('Bearer '.length)
    const token = await renewToken(sent)
    return token === undefined ? undefined : sendAgain(request, token)
  },
}

const sendAgain = async (request: Request, token: string): Promise<Response | undefined> => {
  const body = bodies.get(request)
  const headers = new Headers(request.headers)
  headers.set('Authorization', `Bearer ${token}`)
  return fetch(request.url, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(body !== undefined && { body }),
  })
}

/** Bodies of requests on their way: the stream of a request that was sent cannot be read again. */
const bodies = new WeakMap<Request, string>()

async function sendPatiently(request: Request): Promise<Response> {
  const sent = patiently(async () => fetch(request.clone()), request.signal)
  return request.method === 'GET' ? sent : whileUnderWay(sent)
}

export const api = createClient<paths>({ baseUrl: location.origin, fetch: sendPatiently })
api.use({
  async onRequest({ request }) {
    if (request.method !== 'GET' && request.headers.get('Content-Type')?.startsWith('application/json'))
      bodies.set(request, await request.clone().text())
    return request
  },
})
api.use(credentials)

/** Types of the answer and of the body of a route. */
export type Answer<P extends keyof paths, M extends keyof paths[P] = 'get' & keyof paths[P]> = paths[P][M] extends {
  responses: { 200: { content: { 'application/json': infer T } } }
}
  ? T
  : never
export type Body<P extends keyof paths, M extends keyof paths[P]> = paths[P][M] extends {
  requestBody?: { content: { 'application/json': infer T } }
}
  ? T
  : never

/** What an answer holds; a refusal is thrown as an `ApiProblem`. */
export async function told<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer.catch(unreachable)
  if (response.ok) return data as T
  throw new ApiProblem(response.status, problemIn(error, response.status))
}

/** As `told`, of a request that was sent by hand. */
export async function bodyOf<T>(sent: Promise<Response>): Promise<T> {
  const answer = await sent.catch(unreachable)
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return body as T
  throw new ApiProblem(answer.status, problemIn(body, answer.status))
}

/** A request that was given up keeps its error: nobody shows it. */
function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new ApiProblem(0, { code: 'unreachable', message: 'unreachable', remedy: 'unreachable' })
}

function problemIn(error: unknown, status: number): ProblemBody {
  const body = (error as { error?: ProblemBody } | undefined)?.error
  return body ?? { code: `http-${status}`, message: `HTTP ${status}`, remedy: '' }
}

/** Runs an operation by its name, for the palette, for replays and for what has no route of its own in the types. */
export const runOperation = async (name: string, input: unknown, signal?: AbortSignal): Promise<unknown> =>
  told(
    api.POST('/api/v1/operations/{name}', {
      params: { path: { name } },
      body: input as Readonly<Record<string, unknown>>,
      ...(signal && { signal }),
    }) as Promise<{ data?: unknown; error?: unknown; response: Response }>,
  )

/** Answers as an agent reads them: the text of the same operation. */
export const agentText = async (name: string, input: unknown, signal?: AbortSignal): Promise<string> =>
  (
    await answerAt(`/api/v1/operations/${encodeURIComponent(name)}`, signal, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/plain' },
      body: JSON.stringify(input),
    })
  ).text()

/** What stands at an address that is no operation, such as a file or `/metrics`: it needs the token too. */
async function answerAt(path: string, signal?: AbortSignal, init: RequestInit = {}): Promise<Response> {
  const send = async (token: string | undefined): Promise<Response> =>
    patiently(async () => {
      const headers = new Headers(init.headers)
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
      return fetch(path, { ...init, headers, ...(signal && { signal }) })
    }, signal).catch(unreachable)
  const token = accessToken()
  const first = await send(token)
  const answer = first.status === 401 ? await send(await renewToken(token)) : first
  if (answer.ok) return answer
  throw new ApiProblem(answer.status, problemIn(await answer.json().catch(() => undefined), answer.status))
}

export const textAt = async (path: string, signal?: AbortSignal): Promise<string> =>
  (await answerAt(path, signal)).text()

export const blobAt = async (path: string, signal: AbortSignal): Promise<Blob> => (await answerAt(path, signal)).blob()

/** Saves an answer of bytes as a file: a plain link cannot bring them. */
export const download = async (path: string, name: string): Promise<void> =>
  saveAs(await (await answerAt(path)).blob(), name)

export function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
