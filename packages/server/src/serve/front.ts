import { auditEntry } from '@wuku/kernel/audit'
import type { Operation } from '@wuku/kernel/base/operation'
import type { SharedCounts } from '@wuku/core/ports/instances'
import type { Backend } from '@wuku/http-kit/backend'
import { newUlid } from '@wuku/kernel/ulid'
import { keepAnswersInMemory, type AnswerStore } from '@wuku/http-kit/idempotency'
import { keepAnswersIn } from '../http/shared-answers.ts'
import { healthRoutes, routesOfWorker } from '../http/health-routes.ts'
import { identifyByAccounts } from '../http/accounts-identify.ts'
import { identifyLocally, type Identify } from '../http/identify.ts'
import { consoleRoutes, type ConsoleFile } from '../http/console-routes.ts'
import { jobRoutes } from '../http/job-routes.ts'
import { localLoginRoutes, userInfoRoute, type LocalLogin } from '../http/local-login.ts'
import { accessRoutes } from '../http/login/access-routes.ts'
import { sessionRoutes } from '../http/login/session-routes.ts'
import { liveRoutes } from '../http/live/live-route.ts'
import { createMetrics, metricsRoute, type Metrics } from '../http/metrics.ts'
import { mcpRoutes } from '../http/mcp-route.ts'
import { openApiRoutes } from '../http/rest/openapi-routes.ts'
import { restRoutes } from '../http/rest/routes.ts'
import type { UploadPlace } from '../http/receive-upload.ts'
import type { Route } from '@wuku/http-kit/route'
import { createHttpServer, type HttpServer } from '../http/server.ts'
import { uploadRoutes } from '../http/upload-routes.ts'
import { webhookRoutes } from '../http/webhook-routes.ts'
import { readVersion } from '@wuku/settings/package'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import type { FrontAccounts } from './front-accounts.ts'
import type { FrontRecords } from './front-records.ts'
import type { Log } from './log.ts'
import { measureThread } from './measure-thread.ts'
import { sampleServer } from './sample-server.ts'
import { createEngineProbe, createReadiness, createOriginalsProbe, createStoreProbe } from './readiness.ts'
import { openServerLogin, type ServerLogin } from './server-login.ts'
import type { Threads } from './threads.ts'
import type { Traces } from './traces.ts'

export interface ServeRequest {
  readonly settings: Settings
  readonly environment: Environment
  /** As `--tools` has them. */
  readonly tools: string
  readonly readOnly: boolean
  readonly open: boolean
}

export interface FrontInput {
  readonly request: ServeRequest
  readonly login: LocalLogin
  readonly accounts: FrontAccounts
  readonly records: FrontRecords
  readonly threads: Threads
  /** Backend of the threads, which also hears other instances. */
  readonly backend: Backend
  /** Counts of all instances; absent: each instance counts alone. */
  readonly sharedCounts?: SharedCounts | undefined
  readonly operations: readonly Operation[]
  readonly console: readonly ConsoleFile[]
  readonly log: Log
  readonly traces: Traces | undefined
  /** Aborted when the server stops. */
  readonly signal: AbortSignal
}

/** The HTTP server in front of the threads: all routes, and the caller of each request. */
export function createFront(input: FrontInput): HttpServer {
  const { request, accounts, records, backend, log, traces } = input
  const signIn = openSignIn(input)
  const { settings, readOnly } = request
  const { server } = settings
  const metrics = createMetrics()
  backend.onEvent((event) => {
    if (event.type === 'measured') metrics.measured(event)
    if (event.type !== 'message') return
    metrics.answered(event)
    traces?.answered(event)
  })
  measureThread({ store: () => accounts.store(), report: metrics.measured })
  sampleServer(metrics, input)
  return createHttpServer({
    routes: routesOf(input, { metrics, signIn }),
    context: {
      backend: traces?.around(backend) ?? backend,
      waitMilliseconds: server.waitSeconds * 1_000,
      version: readVersion(),
    },
    identify: identifyFor(input, signIn),
    settings: {
      ...server,
      limits: { ...server.limits, shared: input.sharedCounts },
      connectionLimits: { streamsOfUser: server.limits.streams },
      connectionsPerAddress: server.limits.connections,
      isLocal: () => accounts.isLocal,
      publicUrl: server.publicUrl || undefined,
      readOnly,
    },
    answers: answersOf(accounts),
    quotas: records.quotas,
    denied: (caller, { path }) => {
      const act = { action: 'auth.denied', target: null, facts: { route: path } }
      records.audit(auditEntry(act, caller, { at: Date.now(), outcome: 'denied' }))
    },
    log: (line) => log.write(line),
    observe(observed) {
      metrics.observe(observed)
      traces?.observe(observed)
    },
  })
}

/** Answers of all instances, if the store is one of a team. It is opened when the first key comes. */
function answersOf({ accounts }: FrontAccounts): AnswerStore {
  let answers: AnswerStore | undefined
  const open = async (): Promise<AnswerStore> => {
    const { notes } = await accounts()
    return (answers ??= notes ? keepAnswersIn(notes) : keepAnswersInMemory())
  }
  return {
    begin: async (key, fingerprint) => (await open()).begin(key, fingerprint),
    end: async (key, answer) => (await open()).end(key, answer),
  }
}

/** The mode is looked at on each request: a user that another process adds ends local mode. */
function identifyFor({ request, login, accounts }: FrontInput, signIn: ServerLogin | undefined): Identify {
  const { settings, readOnly: isReadOnly, open: isOpen } = request
  const local = identifyLocally({ isValid: (credential) => login.isValid(credential), isReadOnly, isOpen })
  const known = identifyByAccounts({
    accounts: () => accounts.accounts(),
    ownerOfToken: signIn?.ownerOfToken,
    isPublicRead: settings.auth.anonymous,
    isReadOnly,
    now: Date.now,
    used: (use) => accounts.used(use),
  })
  return async (incoming) => ((await accounts.hasAccounts()) ? known(incoming) : local(incoming))
}

/** Why a login failed is for the log alone: the answer would help who tries. */
function openSignIn({ request: { settings }, accounts, records, log }: FrontInput): ServerLogin | undefined {
  const warn = (msg: string, error: unknown, id?: string): void =>
    log.write({ level: 'warn', msg: `${msg}: ${reasonOf(error)}`, ...(id !== undefined && { request_id: id }) })
  return openServerLogin({
    settings,
    accounts: () => accounts.accounts(),
    notes: async () => (await accounts.accounts()).notes,
    audit: records.audit,
    failed: (error, id) => warn('A login failed', error, id),
    now: Date.now,
  })
}

/** Errors of parsers quote what they read. */
const LONGEST_REASON = 120

/** Message of the innermost error: those around it say what is known anyway. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message.slice(0, LONGEST_REASON)
}

interface RouteParts {
  readonly metrics: Metrics
  readonly signIn: ServerLogin | undefined
}

function routesOf(input: FrontInput, { metrics, signIn }: RouteParts): readonly Route[] {
  const { login, accounts, records, threads, signal, request, operations } = input
  const { bodyBytes, mcpSessions, role } = request.settings.server
  const started = performance.now()
  const { settings, environment } = request
  const readiness = createReadiness({
    threads,
    role,
    signal,
    probe: createStoreProbe(settings),
    probeBlobs: createOriginalsProbe(settings, environment),
    probeEngine: createEngineProbe(settings, accounts.store),
    warn: (msg, error) => input.log.write({ level: 'warn', msg: `${msg} (${reasonOf(error)})` }),
  })
  // The log names a missing bucket at the start, before an upload fails.
  if (settings.team.blobs !== '') void readiness()
  const own: readonly Route[] = [
    ...healthRoutes({
      readiness,
      uptime: () => Math.floor((performance.now() - started) / 1_000),
      issuer: signIn?.issuer,
    }),
    ...consoleRoutes(input.console),
    metricsRoute({ metrics, now: Date.now, residentBytes: () => process.memoryUsage.rss() }),
    ...localLoginRoutes({ login, isLocal: () => accounts.isLocal }),
    ...sessionRoutes({
      sessions: () => (accounts.isLocal ? login : signIn?.sessions),
      ended: (user, incoming) => signIn?.ended(user, incoming),
    }),
    ...(signIn?.routes ?? []),
    ...accessRoutes({
      accounts: () => accounts.accounts(),
      sessions: signIn?.sessions,
      local: login,
      mode: accounts,
      keysPerUser: request.settings.auth.keysPerUser,
      audit: records.audit,
      now: Date.now,
    }),
    userInfoRoute(request.settings.server.limits, () => accounts.accounts()),
    ...mcpRoutes({ bodyBytes, sessions: mcpSessions }),
    ...jobRoutes,
    ...liveRoutes({ signal }),
    ...webhookRoutes(settings.connectors.webhooks, operations),
    ...uploadRoutes({ ...uploadPlaceOf(request), quotas: records.quotas }, operations),
  ]
  const routes = [...own, ...restRoutes(operations, own)]
  const all = [...routes, ...openApiRoutes(routes)]
  return role === 'worker' ? routesOfWorker(all) : all
}

const uploadPlaceOf = ({ settings, environment }: ServeRequest): UploadPlace => ({
  blobs: openBlobs(settings, environment),
  newId: () => newUlid(Date.now()),
  uploadBytes: settings.server.uploadBytes,
  uploadFiles: settings.server.uploadFiles,
  bodyBytes: settings.server.bodyBytes,
  fileBytes: settings.docs.fileBytes,
})
