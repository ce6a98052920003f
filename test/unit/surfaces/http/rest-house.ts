import { engineOperations } from '../../../../src/engine/operations/index.ts'
import { docsOperations } from '../../../../src/kinds/docs/operations/index.ts'
import { noteOperations } from '../../../../src/kinds/notes/operations/index.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { identifyLocally } from '../../../../src/surfaces/http/identify.ts'
import { localBackend } from '../../../../src/surfaces/http/local-backend.ts'
import { createLocalLogin, newToken } from '../../../../src/surfaces/http/local-login.ts'
import { openApiRoutes } from '../../../../src/surfaces/http/openapi-routes.ts'
import { restRoutes } from '../../../../src/surfaces/http/routes.ts'
import { createHttpServer } from '../../../../src/surfaces/http/server.ts'

export interface RestHouse {
  readonly url: string
  readonly token: string
  ask(method: string, path: string, more?: AskOptions): Promise<RestReply>
  close(): Promise<void>
}

export interface AskOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface RestReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** `undefined` where it is no JSON. */
  readonly body: unknown
}

/** A server in this process over an engine, with every route of the operations. */
export async function serveRest(engine: Engine, { isReadOnly = false } = {}): Promise<RestHouse> {
  const token = newToken()
  const operations = [...engineOperations, ...docsOperations, ...noteOperations]
  const routes = restRoutes(operations, answerLong)
  const server = createHttpServer({
    routes: [...routes, ...openApiRoutes(routes)],
    context: { backend: localBackend({ engine, operations }), waitMilliseconds: 1_000, version: '1' },
    identify: identifyLocally({ ...createLocalLogin({ token }), isReadOnly, isOpen: false }),
    settings: {
      host: '127.0.0.1',
      port: 0,
      allowHosts: [],
      allowOrigins: [],
      bodyBytes: 1_000_000,
      graceSeconds: 1,
      readOnly: isReadOnly,
    },
    log: () => {},
  })
  const { url } = await server.listen()
  return {
    url,
    token,
    close: () => server.stop(),
    async ask(method, path, { body, headers = {} } = {}) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
      return { status: answer.status, headers: answer.headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined }
    },
  }
}

const answerLong = async (): Promise<never> => {
  throw new Error('Jobs are not served here.')
}
