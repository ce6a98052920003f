import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocalBlobs } from '@wuku/instances/blobs/local'
import { compose } from '../../../cli/src/compose.ts'
import { loadOperations } from '../../../cli/src/load-operations.ts'
import { readSettings } from '@wuku/settings/app-settings'
import { systemClock } from '@wuku/settings/this-process'
import type { Engine } from '@wuku/kernel/base/engine'
import { createStartJob } from '@wuku/kernel/jobs/start-job'
import { newUlid } from '@wuku/kernel/ulid'
import type { Operation } from '@wuku/kernel/base/operation'
import { acceptArguments } from '@wuku/kernel/arguments/accept'
import type { BackendEvent } from '@wuku/http-kit/backend'
import { identifyLocally, type Identify } from '../../src/http/identify.ts'
import { jobRoutes } from '../../src/http/job-routes.ts'
import { localBackend } from '../../src/http/local-backend.ts'
import { createLocalLogin, newToken } from '../../src/http/local-login.ts'
import { longRoutes, requireOperation } from '../../src/http/long.ts'
import type { Route } from '@wuku/http-kit/route'
import { operationRoute } from '../../src/http/rest/operation-route.ts'
import { operationsRoutes } from '../../src/http/rest/operations-routes.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { loopback } from './loopback.ts'
import { uploadRoutes } from '../../src/http/upload-routes.ts'
import { webhookRoutes } from '../../src/http/webhook-routes.ts'
import { startJobRunner, type JobRunner } from '../../src/jobs/run-jobs.ts'

export interface JobsHouse {
  readonly engine: Engine
  readonly operations: readonly Operation[]
  readonly url: string
  readonly authorization: string
  readonly home: string
  readonly runner: JobRunner
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** JSON of an answer with this status. */
  json<T = Record<string, unknown>>(path: string, init?: RequestInit & { readonly status?: number }): Promise<T>
  post<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    status?: number,
    headers?: Record<string, string>,
  ): Promise<T>
  /** Ends what runs as a stop of the server does, and begins again on the same data. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface JobsHouseOptions {
  /** That of another house, whose data it shares; it is left behind. */
  readonly home?: string
  /** How many jobs it runs side by side. */
  readonly width?: number
  readonly more?: readonly Operation[]
  readonly waitMilliseconds?: number
  readonly uploadFiles?: number
  readonly uploadBytes?: number
  readonly fileBytes?: number
}

/** A server on a real store, in one process. */
export async function openJobsHouse(options: JobsHouseOptions = {}): Promise<JobsHouse> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'wuku-jobs-')))
  let open = await openServer(home, options)
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${open.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${open.token}`, ...(init.headers as Record<string, string>) },
    })
  const json = async <T>(path: string, { status = 200, ...init }: RequestInit & { status?: number } = {}) => {
    const answer = await ask(path, init)
    const text = await answer.text()
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }
  return {
    home,
    get engine() {
      return open.engine
    },
    get runner() {
      return open.runner
    },
    get operations() {
      return open.operations
    },
    get url() {
      return open.url
    },
    get authorization() {
      return `Bearer ${open.token}`
    },
    fetch: ask,
    json,
    post: (path, body = {}, status = 200, headers = {}) =>
      json(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
        status,
      }),
    async restart() {
      await open.close()
      open = await openServer(home, options)
    },
    async close() {
      await open.close()
      if (options.home === undefined) await rm(home, { recursive: true })
    },
  }
}

/** Whoever knows the token is the local user, or the one that it names in this header. */
const identifyUser =
  (identify: Identify): Identify =>
  async (asking) => {
    const actor = asking.headers['x-test-user']
    return { ...(await identify(asking)), ...(actor !== undefined && { actor }) }
  }

async function openServer(home: string, options: JobsHouseOptions) {
  const surroundings = { env: { WUKU_HOME: home, WUKU_WORKERS: '1' }, platform: 'linux' as const, userFolder: home }
  const engine = await compose(await readSettings(surroundings), surroundings)
  const operations = await operationsWith(options.more ?? [])
  const heard = new Set<(event: BackendEvent) => void>()
  const stopping = new AbortController()
  const runner = startJobRunner({
    engine,
    operations,
    clock: systemClock,
    signal: stopping.signal,
    ...(options.width !== undefined && { width: options.width }),
    notify: (job) => heard.forEach((hear) => hear({ type: 'job', job })),
    failed: (error) => console.error(error),
  })
  const backend = localBackend({
    engine,
    operations,
    wake: (event) => runner.wake(event.type === 'cancel' ? event.job : undefined),
    onEvent: (hear) => {
      heard.add(hear)
      return () => void heard.delete(hear)
    },
  })
  const token = newToken()
  const server = createHttpServer({
    routes: [
      ...jobRoutes,
      operationRoute(requireOperation('list-jobs', operations), {
        operation: 'list-jobs',
        method: 'GET',
        path: '/api/v1/jobs',
      }),
      ...webhookRoutes(['shop=s3cret'], operations),
      ...uploadRoutes(placeOf(home, options), operations),
      ...longOnes(operations, options),
      ...operationsRoutes(operations),
    ],
    context: { backend, waitMilliseconds: options.waitMilliseconds ?? 60_000, version: '1' },
    identify: identifyUser(identifyLocally({ ...createLocalLogin({ token }), isReadOnly: false, isOpen: false })),
    settings: { ...loopback, bodyBytes: 4_000_000 },
    log: (line) => line.level === 'error' && console.error(line),
  })
  const { url } = await server.listen()
  return {
    engine,
    operations,
    runner,
    url,
    token,
    async close() {
      const stopped = server.stop()
      stopping.abort()
      await Promise.all([stopped, runner.done])
      await engine.close()
    },
  }
}

async function operationsWith(more: readonly Operation[]): Promise<readonly Operation[]> {
  const known = (await loadOperations()).filter(({ name }) => name !== 'start-job')
  return [...known, ...more, createStartJob([...known, ...more], acceptArguments)]
}

const placeOf = (home: string, options: JobsHouseOptions) => ({
  blobs: openLocalBlobs(join(home, 'blobs')),
  newId: () => newUlid(Date.now()),
  uploadBytes: options.uploadBytes ?? 50_000_000,
  uploadFiles: options.uploadFiles ?? 200,
  fileBytes: options.fileBytes ?? 1_000_000,
  bodyBytes: 4_000_000,
})

const longOnes = (operations: readonly Operation[], { more = [] }: JobsHouseOptions): readonly Route[] =>
  [requireOperation('import-docs', operations), requireOperation('add', operations), ...more].flatMap((operation) =>
    operation.long || operation.name === 'add'
      ? longRoutes({
          operation,
          path: `/long/${operation.name}`,
          description: { tag: 'test', title: operation.title },
          input: ({ body }) => body,
        })
      : [],
  )

export interface ToldEvent {
  readonly id: number
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Events of a stream until it ends, or until there are so many. */
export async function readEvents(answer: Response, most = Infinity): Promise<readonly ToldEvent[]> {
  const events: ToldEvent[] = []
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += new TextDecoder().decode(chunk as Uint8Array)
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [id = '', event = '', data = ''] = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      if (!id.startsWith('id: ')) continue
      events.push({
        id: Number(id.slice(4)),
        event: event.slice(7),
        data: JSON.parse(data.slice(6)) as ToldEvent['data'],
      })
      if (events.length >= most) return events
    }
  }
  return events
}
