import { join } from 'node:path'
import { openLocalBlobs } from '../../adapters/blobs/local.ts'
import type { Operation } from '../../engine/operation.ts'
import { newUlid } from '../../engine/ulid.ts'
import { healthRoutes, type Readiness } from '../../surfaces/http/health-routes.ts'
import { identifyLocally } from '../../surfaces/http/identify.ts'
import { jobRoutes } from '../../surfaces/http/job-routes.ts'
import { localLoginRoutes, localSessions, userInfoRoute, type LocalLogin } from '../../surfaces/http/local-login.ts'
import { sessionRoutes } from '../../surfaces/http/login/session-routes.ts'
import { createMetrics, metricsRoute, type Metrics } from '../../surfaces/http/metrics.ts'
import { mcpRoutes } from '../../surfaces/http/mcp-route.ts'
import { openApiRoutes } from '../../surfaces/http/rest/openapi-routes.ts'
import { restRoutes } from '../../surfaces/http/rest/routes.ts'
import type { UploadPlace } from '../../surfaces/http/receive-upload.ts'
import type { Route } from '../../surfaces/http/route.ts'
import { createHttpServer, type HttpServer } from '../../surfaces/http/server.ts'
import { uploadRoutes } from '../../surfaces/http/upload-routes.ts'
import { readVersion } from '../package.ts'
import type { Settings, Surroundings } from '../settings.ts'
import type { Log } from './log.ts'
import type { Threads } from './threads.ts'
import type { Traces } from './traces.ts'

export interface ServeRequest {
  readonly settings: Settings
  readonly surroundings: Surroundings
  /** As `--tools` has them. */
  readonly tools: string
  readonly readOnly: boolean
  readonly open: boolean
}

export interface FrontInput {
  readonly request: ServeRequest
  readonly login: LocalLogin
  readonly threads: Threads
  readonly operations: readonly Operation[]
  readonly log: Log
  readonly traces: Traces | undefined
  /** Of the stop. */
  readonly signal: AbortSignal
}

/** The HTTP server in front of the threads: all routes, and the caller of each request. */
export function createFront(input: FrontInput): HttpServer {
  const { request, login, threads, log, traces } = input
  const { settings, readOnly, open } = request
  const { server } = settings
  const metrics = createMetrics()
  threads.backend.onEvent((event) => {
    if (event.type !== 'message') return
    metrics.answered(event)
    traces?.answered(event)
  })
  return createHttpServer({
    routes: routesOf(input, metrics),
    context: {
      backend: traces?.around(threads.backend) ?? threads.backend,
      waitMilliseconds: server.waitSeconds * 1_000,
      version: readVersion(),
    },
    identify: identifyLocally({
      isValid: (credential) => login.isValid(credential),
      isReadOnly: readOnly,
      isOpen: open,
    }),
    settings: { ...server, publicUrl: server.publicUrl || undefined, readOnly },
    log: (line) => log.write(line),
    observe(observed) {
      metrics.observe(observed)
      traces?.observe(observed)
    },
  })
}

function routesOf({ login, threads, signal, request, operations }: FrontInput, metrics: Metrics): readonly Route[] {
  const { bodyBytes, mcpSessions } = request.settings.server
  const started = performance.now()
  const own: readonly Route[] = [
    ...healthRoutes({
      readiness: async () => readinessOf(threads, signal),
      uptime: () => Math.floor((performance.now() - started) / 1_000),
    }),
    metricsRoute({ metrics, now: Date.now, residentBytes: () => process.memoryUsage.rss() }),
    ...localLoginRoutes({ login, isLocal: () => true }),
    ...sessionRoutes({ sessions: () => localSessions(login) }),
    userInfoRoute,
    ...mcpRoutes({ bodyBytes, sessions: mcpSessions }),
    ...jobRoutes,
    ...uploadRoutes(uploadPlaceOf(request.settings), operations),
  ]
  const routes = [...own, ...restRoutes(operations, own)]
  return [...routes, ...openApiRoutes(routes)]
}

const uploadPlaceOf = ({ home, server, docs }: Settings): UploadPlace => ({
  blobs: openLocalBlobs(join(home, 'blobs')),
  newId: () => newUlid(Date.now()),
  uploadBytes: server.uploadBytes,
  uploadFiles: server.uploadFiles,
  bodyBytes: server.bodyBytes,
  fileBytes: docs.fileBytes,
})

/** Threads start before the server listens: without one that answers, all have ended. */
function readinessOf(threads: Threads, { aborted }: AbortSignal): Readiness {
  const status = threads.isReady ? 'ready' : 'failed'
  return {
    status: aborted ? 'stopping' : status,
    checks: { store: threads.isReady ? 'ok' : 'failed', jobs: threads.worksInBackground ? 'ok' : 'starting' },
  }
}
