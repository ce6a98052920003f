import { messageOf } from '@wuku/core/errors'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Operation } from '@wuku/kernel/base/operation'
import type { LogPositions } from '@wuku/core/ports/instances'
import type { Store } from '@wuku/core/ports/store'
import type { AnsweredMessage, Backend, WakeEvent } from '@wuku/http-kit/backend'
import type { McpHttpHandler } from '@wuku/mcp/http-handler'
import { readVersion } from '@wuku/settings/package'
import type { Settings } from '@wuku/settings/app-settings'
import { placedAt } from '@wuku/server/attach/greeting'
import type { Agents } from '@wuku/server/serve/agents'
import { toPlainError, type FromThread } from '@wuku/server/serve/thread-messages'
import type { ThreadRole } from '@wuku/server/serve/threads'
import type { ServeRequest } from '@wuku/server/serve/front'

export interface EngineThreadData extends Pick<ServeRequest, 'environment' | 'tools' | 'readOnly'> {
  readonly role: ThreadRole
  /** In the background: jobs, watches and schedules; or only news of jobs that run elsewhere. */
  readonly work: 'all' | 'watches' | 'news'
  readonly flags?: Settings['flags']
  /** Node's folder for compiled code: it must be passed to each thread. */
  readonly compileCache: string | undefined
}

type SendMessage = (message: FromThread) => void

interface Opened {
  readonly engine: Engine
  readonly operations: readonly Operation[]
  readonly backend: Backend
  readonly isOffline: boolean
  /** As `JobRunnerInput` has it. */
  readonly jobBudget: number
  readonly store: Store | undefined
  readonly agents: Agents
  /** Another thread or instance was there in the log of the database after a write. */
  reached(position: string): void
  close(): Promise<void>
}

/** Runs in each thread of a server: a whole engine, and the calls that come over the port. */
if (parentPort) void serveEngine(parentPort, workerData as EngineThreadData)

async function serveEngine(port: MessagePort, data: EngineThreadData): Promise<void> {
  const send: SendMessage = (message) => port.postMessage(message)
  try {
    if (data.compileCache !== undefined) enableCompileCache(data.compileCache)
    const opened = await openBackend(data, send)
    const stopping = new AbortController()
    const background =
      data.role === 'background' ? await workInBackground(opened, { data, send, signal: stopping.signal }) : undefined
    const wake = (event: WakeEvent): void =>
      event.type === 'wrote' ? opened.reached(event.position) : background?.wake(event)
    const backend = { ...opened.backend, wake }
    const stop = async (): Promise<void> => {
      stopping.abort()
      await opened.agents.stop()
      await background?.done
      await opened.close()
    }
    const [{ answerCalls }, { measureThread }] = await Promise.all([
      import('@wuku/server/serve/answer-calls'),
      import('@wuku/server/serve/measure-thread'),
    ])
    measureThread({
      store: () => opened.store,
      report: (measures) => send({ type: 'event', event: { type: 'measured', ...measures } }),
    })
    answerCalls(
      port,
      { backend, agent: opened.agents.attach },
      () =>
        void stop()
          .catch(warn)
          .finally(() => send({ type: 'stopped' })),
    )
    send({ type: 'ready' })
    // A thread that is ended does not write it, and the next start would compile everything again.
    flushCompileCache()
  } catch (error) {
    send({ type: 'refused', error: toPlainError(error) })
    port.close()
  }
}

/** Loaded here, once the cache of compiled code is on. */
async function openBackend({ role, environment, tools, readOnly, flags }: EngineThreadData, send: SendMessage) {
  const [
    { compose, workspaceOf },
    { readSettings },
    { loadOperations },
    { localBackend },
    { openAgents },
    { repeatAnswers },
    { openStore, SHORT_TIMEOUT_MS },
    { withDeadline },
  ] = await Promise.all([
    import('../compose.ts'),
    import('@wuku/settings/app-settings'),
    import('../load-operations.ts'),
    import('@wuku/server/http/local-backend'),
    import('@wuku/server/serve/agents'),
    import('@wuku/kernel/invoke/repeated-answers'),
    import('@wuku/settings/team-open-store'),
    import('@wuku/kernel/invoke/deadline'),
  ])
  const settings = withoutWorkspace({ ...(await readSettings(environment)), flags })
  const log = createLogPositions(send)
  // Jobs wait for a database that starts again. A request does not.
  const timeout = role === 'answers' ? { timeout: SHORT_TIMEOUT_MS } : {}
  let store: Store | undefined
  const [engine, declared] = await Promise.all([
    compose(settings, environment, async (place) => (store = await openStore(place, { positions: log, ...timeout }))),
    loadOperations(),
  ])
  const limited = withDeadline(declared, settings.server.limits.requestSeconds)
  const operations = repeatAnswers(limited)
  const options = { toolsets: tools, readOnly, sessions: settings.server.mcpSessions }
  const answered = (message: AnsweredMessage): void => send({ type: 'event', event: { type: 'message', ...message } })
  const handler = lazyMcp({ engine, operations, answered, ...options })
  const agents = openAgents({
    engine,
    // An answer depends on the folder of the agent: it is not given to another.
    operations: limited,
    workspaceOf: (agent) => {
      const placed = placedAt(agent, settings, environment)
      return workspaceOf(placed.settings, placed.environment)
    },
  })
  return {
    engine,
    store,
    operations,
    isOffline: settings.offline,
    jobBudget: settings.server.limits.jobSecondsPerMinute * 1_000,
    agents,
    reached: log.reached,
    backend: localBackend({ engine, operations, mcp: async (exchange) => (await handler.open()).answer(exchange) }),
    async close() {
      await handler.close()
      await engine.close()
    },
  }
}

function createLogPositions(send: SendMessage): LogPositions & Pick<Opened, 'reached'> {
  const listeners = new Set<(position: string) => void>()
  return {
    written: (position) => send({ type: 'event', event: { type: 'wrote', position } }),
    listen: (listener) => void listeners.add(listener),
    reached(position) {
      for (const listener of listeners) listener(position)
    },
  }
}

interface McpInput {
  readonly engine: Engine
  readonly operations: readonly Operation[]
  readonly toolsets: string
  readonly readOnly: boolean
  readonly sessions: boolean
  answered(message: AnsweredMessage): void
}

/** The protocol takes as long to load as all else: it is there when the first client of it is. */
function lazyMcp({ toolsets, readOnly, ...input }: McpInput) {
  let opened: Promise<McpHttpHandler> | undefined
  const load = async (): Promise<McpHttpHandler> => {
    const [{ createMcpHttpHandler }, { parseToolsets }] = await Promise.all([
      import('@wuku/mcp/http-handler'),
      import('@wuku/mcp/toolsets'),
    ])
    return createMcpHttpHandler({
      ...input,
      options: { toolsets: parseToolsets(toolsets), readOnly },
      version: readVersion(),
    })
  }
  return { open: () => (opened ??= load()), close: async () => (await opened)?.close() }
}

/** The folder that the server was started in is not the one that its callers work in. */
const withoutWorkspace = (settings: Settings): Settings => ({
  ...settings,
  code: { ...settings.code, shellFolder: '', startedIn: '' },
})

interface Background {
  readonly data: EngineThreadData
  readonly signal: AbortSignal
  send(message: FromThread): void
}

/** All that goes on until the signal: runs jobs, and follows the files of sources. A server answers on without it, and says so. */
async function workInBackground(opened: Opened, background: Background) {
  const { engine } = opened
  const { data, signal } = background
  const jobs = await workAtJobs(opened, background)
  const fresh =
    data.work === 'news'
      ? undefined
      : engine.index
          .keepFresh(signal, ({ source, error }) => warn(error, `${source} is not kept fresh for now`), jobs.show)
          .catch((error: unknown) => warn(error, 'Sources are not kept fresh'))
  return {
    wake: (event: WakeEvent): void => jobs.runner.wake(event.type === 'cancel' ? event.job : undefined),
    done: Promise.all([fresh, jobs.runner.done, jobs.scheduled, data.work === 'all' && keepBackups(data, signal)]),
  }
}

async function keepBackups({ environment }: EngineThreadData, signal: AbortSignal): Promise<void> {
  const { scheduleBackups } = await import('@wuku/transfer/backup/make-backup')
  await scheduleBackups({ environment, signal, failed: failing('No backup could be made') })
}

/** Runs jobs, adds those whose time has come, and shows runs of watches as jobs. Otherwise it only reports on the jobs of others. */
async function workAtJobs({ engine, operations, isOffline, jobBudget }: Opened, { data, signal, send }: Background) {
  const [{ startJobRunner }, { scheduleRefreshes }, { showRuns }, { systemClock: clock }] = await Promise.all([
    import('@wuku/server/jobs/run-jobs'),
    import('@wuku/server/jobs/schedule'),
    import('@wuku/server/jobs/show-runs'),
    import('@wuku/settings/this-process'),
  ])
  const notify = (job: string): void => send({ type: 'event', event: { type: 'job', job } })
  const shared = { engine, clock, signal, notify }
  const runsAll = data.work === 'all'
  const runner = startJobRunner({
    ...shared,
    operations,
    budget: jobBudget,
    ...(!runsAll && { width: 0 }),
    failed: failing('A job could not be run'),
  })
  const added = (job: string): void => runner.wake(job)
  return {
    runner,
    show: runsAll
      ? showRuns({ ...shared, adopt: runner.adopt, failed: failing('A run of a watch is not shown') })
      : undefined,
    scheduled:
      !runsAll || isOffline
        ? undefined
        : scheduleRefreshes({ engine, clock, signal, added, failed: failing('No refresh could be scheduled') }),
  }
}

const failing = (message: string) => (error: unknown) => warn(error, message)

/** The main thread makes lines of the log of it. */
const warn = (error: unknown, message = 'The data folder could not be closed properly'): void =>
  console.error(`${message}: ${String(messageOf(error))}`)
