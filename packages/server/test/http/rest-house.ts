import { loadOperations } from '../../../cli/src/load-operations.ts'
import { systemClock } from '@wuku/settings/this-process'
import type { Engine } from '@wuku/kernel/base/engine'
import { createStartJob } from '@wuku/kernel/jobs/start-job'
import { acceptArguments } from '@wuku/kernel/arguments/accept'
import type { BackendEvent } from '@wuku/http-kit/backend'
import { identifyLocally } from '../../src/http/identify.ts'
import { localBackend } from '../../src/http/local-backend.ts'
import { createLocalLogin, newToken } from '../../src/http/local-login.ts'
import { openApiRoutes } from '../../src/http/rest/openapi-routes.ts'
import { jobRoutes } from '../../src/http/job-routes.ts'
import { restRoutes } from '../../src/http/rest/routes.ts'
import { loopback } from './loopback.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { startJobRunner } from '../../src/jobs/run-jobs.ts'

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

/** A server in this process over an engine, with every route of the operations, which runs its jobs itself. */
export async function serveRest(engine: Engine, { isReadOnly = false } = {}): Promise<RestHouse> {
  const token = newToken()
  const known = (await loadOperations()).filter(({ name }) => name !== 'start-job')
  const operations = [...known, createStartJob(known, acceptArguments)]
  const heard = new Set<(event: BackendEvent) => void>()
  const stopping = new AbortController()
  const runner = startJobRunner({
    engine,
    operations,
    clock: systemClock,
    signal: stopping.signal,
    notify: (job) => heard.forEach((hear) => hear({ type: 'job', job })),
  })
  const backend = localBackend({
    engine,
    operations,
    wake: () => runner.wake(),
    onEvent(hear) {
      heard.add(hear)
      return () => void heard.delete(hear)
    },
  })
  const routes = [...jobRoutes, ...restRoutes(operations, jobRoutes)]
  const server = createHttpServer({
    routes: [...routes, ...openApiRoutes(routes)],
    context: { backend, waitMilliseconds: 60_000, version: '1' },
    identify: identifyLocally({ ...createLocalLogin({ token }), isReadOnly, isOpen: false }),
    settings: { ...loopback, bodyBytes: 1_000_000, readOnly: isReadOnly },
    log: () => {},
  })
  const { url } = await server.listen()
  return {
    url,
    token,
    async close() {
      stopping.abort()
      await Promise.all([server.stop(), runner.done])
    },
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
      return {
        status: answer.status,
        headers: answer.headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : undefined,
      }
    },
  }
}
