import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { msg } from '@wuku/messages/cli'
import { WukuError } from '@wuku/core/errors'
import type { Shell } from '@wuku/terminal/command-types'
import { translatorOf } from '@wuku/terminal/terminal'
import type { ConsoleFile } from '@wuku/server/http/console-routes'
import type { LocalLogin } from '@wuku/server/http/local-login'
import { parseToolsets } from '@wuku/mcp/toolsets'
import { commandLine } from '@wuku/text/show/shell-words'
import { examineInstances } from '../doctor/instances.ts'
import { loadOperations } from '../load-operations.ts'
import { readVersion } from '@wuku/settings/package'
import { requirePrivateSettings } from '@wuku/settings/private-file'
import { openLinks } from '@wuku/instances/team/open-redis'
import { announcePresence } from '@wuku/instances/team/presence'
import { systemClock } from '@wuku/settings/this-process'
import type { ServerSettings } from '@wuku/settings/server-settings'
import type { ServerRole } from '@wuku/settings/team-settings-table'
import type { EngineThreadData } from './engine-thread.ts'
import { listenForAgents } from '@wuku/server/serve/agent-socket'
import { openFrontRecords } from '@wuku/server/serve/front-records'
import { openFrontAccounts, type FrontAccounts } from '@wuku/server/serve/front-accounts'
import type { ServeRequest } from '@wuku/server/serve/front'
import {
  beginMode,
  endLocalMode,
  NO_ACCOUNTS,
  NO_SIGNING_KEYS,
  openLocalLogin,
  resumeLocalMode,
  TOKEN_STAYS,
} from '@wuku/server/serve/local-mode'
import { openLog, type Log } from '@wuku/server/serve/log'
import { readConsole } from '@wuku/server/serve/read-console'
import { claimServerPlace, type RunningServer, type ServerPlace } from '@wuku/settings/server-file'
import { shareEvents } from '@wuku/server/serve/share-events'
import { needsSigningKeys } from '@wuku/server/serve/signing-keys'
import { openTraces } from '@wuku/server/serve/traces'
import { openThreads, type Threads, type ThreadsOptions } from '@wuku/server/serve/threads'

interface Serving {
  readonly request: ServeRequest
  readonly shell: Shell
  readonly log: Log
}

/** Serves the data folder until the signal; resolves after a clean stop. */
export async function serve(request: ServeRequest, shell: Shell): Promise<void> {
  const { home, file, warnings } = request.settings
  parseToolsets(request.tools)
  await requirePrivateSettings(file)
  const place = await claimServerPlace(home)
  const log = openLog(process.stderr.fd, shell.now)
  try {
    for (const warning of warnings) log.write({ level: 'warn', msg: warning })
    for (const { about, said: message, remedy } of examineInstances(request.settings))
      log.write({ level: 'warn', msg: `${about}: ${message} ${remedy}` })
    await serveAt(place, { request, shell, log })
  } finally {
    await place.withdraw()
    place.release()
    await log.close()
  }
}

async function serveAt(place: ServerPlace, { request, shell, log }: Serving): Promise<void> {
  const { settings } = request
  const { role } = settings.server
  const login = await openLocalLogin(settings.home, warnTo(log))
  const { threads, createFront, ...loaded } = await openParts(request, log)
  const announced: { server?: RunningServer } = {}
  const accounts = openFrontAccounts({
    settings,
    warn: warnTo(log),
    began: () =>
      endLocalMode(place, login, announced.server).catch((error: unknown) => warnTo(log)(TOKEN_STAYS, error)),
    ended: () => resumeLocalMode(place, login, announced.server),
  })
  const records = openFrontRecords({ settings, accounts, warn: warnTo(log) })
  const instance = await joinInstances(threads, { request, shell, log, accounts })
  const traces = tracesOf({ request, shell, log })
  try {
    const mode = await beginMode(request, { accounts, now: shell.now })
    if (mode === 'local') {
      await place.writeToken(login.token)
      if (settings.team.database.url() !== '') log.write({ level: 'warn', msg: NO_ACCOUNTS })
    } else if (needsSigningKeys(settings)) log.write({ level: 'warn', msg: NO_SIGNING_KEYS })
    const front = createFront({
      ...loaded,
      ...instance,
      request,
      login,
      accounts,
      records,
      threads,
      log,
      traces,
      signal: shell.signal,
    })
    const listening = await front.listen().catch((error: unknown) => {
      throw listenFailure(settings.server, error)
    })
    const owner = { isValid: (token: string): boolean => accounts.isLocal && login.isValid(token) }
    const agents = role === 'worker' ? undefined : await listenForAgents({ ...request, threads, login: owner, log })
    const server: RunningServer = {
      ...listening,
      ...identityOf(request, mode),
      startedAt: new Date(shell.now()).toISOString(),
      ...(agents && { socket: agents.path }),
    }
    announced.server = server
    await place.announce(server)
    printListening(server, { shell, login })
    // Only now: the first answer should not wait for them.
    void threads.startOthers()
    if (!shell.signal.aborted) await once(shell.signal, 'abort')
    agents?.close()
    await place.withdraw()
    await sleep(settings.server.drainSeconds * 1_000)
    await front.stop()
  } finally {
    await Promise.all([records.close(), instance.withdraw()])
    await Promise.all([threads.stop(), accounts.close(), traces?.close()])
    await instance.leave()
  }
}

const tracesOf = ({ request, shell, log }: Serving) =>
  openTraces({
    env: request.environment.env,
    version: readVersion(),
    now: shell.now,
    warn: (text) => log.write({ level: 'warn', msg: text }),
  })

/** One of several, which hear of one another's changes and count together. */
async function joinInstances(
  { backend }: Threads,
  { request: { settings }, log, accounts }: Serving & { readonly accounts: FrontAccounts },
) {
  const links = await openLinks(settings, warnTo(log))
  const events = links.channel && shareEvents(backend, links.channel)
  return {
    backend: events?.backend ?? backend,
    sharedCounts: links.counts,
    /** Before the store is closed, in which the others see it. */
    withdraw: announcePresence({
      notes: async () => (settings.team.database.url() === '' ? undefined : (await accounts.accounts()).notes),
      role: settings.server.role,
      clock: systemClock,
      warn: warnTo(log),
    }),
    async leave(): Promise<void> {
      events?.stop()
      await links.close()
    },
  }
}

const identityOf = ({ readOnly, settings }: ServeRequest, mode: RunningServer['mode']) =>
  ({ mode, role: settings.server.role, readOnly, pid: process.pid, version: readVersion() }) as const

/** Side by side: each of them takes a while. */
async function openParts(request: ServeRequest, log: Log) {
  const opening = openThreads(threadsOf(request, log))
  const [threads, { createFront }, operations, console] = await Promise.all([
    opening,
    import('@wuku/server/serve/front'),
    loadOperations(),
    consoleFiles(log),
  ])
  return { threads, createFront, operations, console }
}

/** A server without its console answers all else. */
const consoleFiles = (log: Log): Promise<readonly ConsoleFile[]> =>
  readConsole().catch((error: unknown) => {
    warnTo(log)('The console could not be read', error)
    return []
  })

const warnTo = (log: Log) => (message: string, error?: unknown) =>
  log.write({ level: 'warn', msg: error instanceof Error ? `${message}: ${error.message}` : message })

/** Enough memory for what one caller may ask for; what needs more ends one thread, and not the server. */
const ANSWERING = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }
const BACKGROUND = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

function threadsOf(
  { environment, tools, readOnly, settings: { flags, server } }: ServeRequest,
  log: Log,
): ThreadsOptions {
  const file = import.meta.url.endsWith('.ts') ? './engine-thread.ts' : './engine-thread.js'
  const script = new URL(file, import.meta.url)
  const compileCache = getCompileCacheDir()
  const work = backgroundOf(server.role, readOnly)
  return {
    budget: server.limits.threadSecondsPerMinute * 1_000,
    width: server.role === 'worker' ? 0 : Math.min(4, Math.max(2, availableParallelism())),
    thread: (role) => ({
      script,
      memory: role === 'answers' ? ANSWERING : BACKGROUND,
      data: { role, environment, tools, readOnly, work, flags, compileCache } satisfies EngineThreadData,
    }),
    warn: warnTo(log),
  }
}

/** One that changes nothing for anybody runs no jobs either. */
function backgroundOf(role: ServerRole, readOnly: boolean): EngineThreadData['work'] {
  if (role === 'web') return 'news'
  return readOnly ? 'watches' : 'all'
}

function listenFailure({ host, port }: ServerSettings, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new WukuError(
      'conflict',
      msg('portTakenAnotherProgram', { port, host, command: commandLine`wuku serve --port ${String(port + 1)}` }),
      { cause: error },
    )
  if (code === 'EACCES')
    return new WukuError('not-allowed', msg('portMayNotUsed', { port, host, message }), { cause: error })
  return error
}

/** One line, when the server answers and not before. */
function printListening(
  server: RunningServer,
  { shell: { json, terminal }, login }: Pick<Serving, 'shell'> & { readonly login: LocalLogin },
): void {
  const { url, host, port, mode, role, pid } = server
  const address = { url, browser: `${url}/#code=${mode === 'local' ? login.newCode().code : ''}` }
  const said = role === 'worker' ? 'workerRunsJobs' : mode === 'local' ? 'listensForBrowser' : 'listensAt'
  const text = json
    ? JSON.stringify({ event: 'listening', url, host, port, mode, role, pid })
    : translatorOf(terminal.out)(msg(said, address))
  terminal.out.write(`${text}\n`)
}
