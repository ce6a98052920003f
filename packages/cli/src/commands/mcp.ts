import { msg, tr } from '@wuku/messages/cli'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Operation } from '@wuku/kernel/base/operation'
import { printLines } from '@wuku/terminal/command-page'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Input } from '@wuku/terminal/command-types'
import { toolsetTokens } from '@wuku/mcp/toolset-tokens'
import { loadOperations } from '../load-operations.ts'
import { readVersion } from '@wuku/settings/package'
import { warn } from '@wuku/settings/this-process'
import { compileLater, saveMemory } from '../v8-flags.ts'
import { insecureFlag, teamOf } from './both-places.ts'
import { serveArguments, serveFrom } from './serve.ts'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

const costs = Object.entries(toolsetTokens)
  .map(([name, tokens]) => `${name} (${tokens})`)
  .join(', ')

/** The server is this process: it hands the engine to a surface, whose calls go through the one door. */
export const mcpCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'mcp',
  title: 'Serve MCP over stdio: the command that agents start',
  positional: ['action'],
  flags: () => ({
    '--action TEXT': 'stop: end the server of this data folder.',
    '--tools A,B': msg('toolsetsToOffer', { costs }),
    '--read-only': 'Offer only tools that change nothing.',
    '--watch': 'Keep the index fresh while the server runs (default); --no-watch turns it off.',
    '--server TEXT':
      'A server of your team: recall, open and the tools for notes answer from it too. Default: WUKU_SERVER.',
    ...insecureFlag,
    '--http': 'Serve over HTTP, at /mcp, as wuku serve does; agents of this data folder use it by themselves.',
    '--host TEXT': 'With --http: address to listen on, as for wuku serve.',
    '--port N': 'With --http: port to listen on, as for wuku serve.',
    '--daemon': 'With --http: in the background.',
  }),
  examples: [
    { description: 'All tools', line: 'wuku mcp --tools all' },
    { description: 'With the tool names of qmd', line: 'wuku mcp --tools default,compat:qmd' },
    { description: 'Read-only access for an agent', line: 'wuku mcp --read-only' },
    { description: 'One server in the background for all agents', line: 'wuku mcp --http --daemon' },
    { description: 'With what the team knows', line: 'wuku mcp --server https://wuku.example.com' },
    { description: 'End it', line: 'wuku mcp stop' },
  ],
  async run(given, shell) {
    if (given['action'] !== undefined) return stop(given, shell, input)
    if (given['http'] === true) return serveOverHttp(given, shell, input)
    const misplacedFlag = ['host', 'port', 'daemon'].find((key) => given[key] !== undefined)
    if (misplacedFlag !== undefined) throw usage(msg('http', { misplacedFlag }))
    const { tools = input.settings.tools, readOnly = input.settings.readOnly, watch = true } = given
    saveMemory()
    compileLater()
    const { parseToolsets } = await import('@wuku/mcp/toolsets')
    const chosen = parseToolsets((tools as readonly string[]).join(','))
    const { serveMcpStdio } = await import('@wuku/mcp/server')
    const { SHORT_TIMEOUT_MS } = await import('@wuku/settings/team-open-store')
    const engine = await shell.engine(SHORT_TIMEOUT_MS)
    const ended = new AbortController()
    const signal = AbortSignal.any([shell.signal, ended.signal])
    // Also for callers who may only look: the index follows files that others change.
    const fresh = watch === true ? keepFreshAloud(engine, signal) : undefined
    await serveMcpStdio({
      operations: await operationsWith(given, input),
      engine,
      options: { toolsets: chosen, readOnly: readOnly === true },
      version: readVersion(),
      signal: shell.signal,
      ...shell.agent,
    })
    ended.abort()
    await fresh
    return 'done'
  },
})

/** With a server of the team, some tools answer from both places. */
async function operationsWith(given: Input, input: CommandsInput): Promise<readonly Operation[]> {
  const operations = await loadOperations()
  const team = await teamOf(given, input)
  if (!team) return operations
  const { withServer } = await import('@wuku/remote/with-server')
  return withServer(operations, team)
}

async function serveOverHttp(given: Input, shell: LocalShell, input: CommandsInput): Promise<'done'> {
  if (given['daemon'] !== true) return serveFrom(given, shell, input)
  const { startDaemon } = await import('@wuku/server/serve/daemon')
  const { url, pid, log } = await startDaemon(serveArguments(given), {
    home: input.settings.home,
    env: input.environment.env,
  })
  const message = msg('listensProcess', { url, pid })
  return printLines(shell, { url, pid, log }, () => [
    tr(message),
    tr(msg('log', { log })),
    tr('  Stop it: wuku mcp stop'),
  ])
}

async function stop({ action }: Input, shell: LocalShell, { settings: { home, server } }: CommandsInput) {
  if (action !== 'stop') throw usage(msg('nothingCalledDo', { action: String(action) }))
  const { stopServer } = await import('@wuku/server/serve/daemon')
  const stopped = await stopServer(home, server.graceSeconds, shell.signal)
  return printLines(shell, { stopped: stopped !== undefined, ...stopped }, () => [
    stopped
      ? tr(msg('serverProcessStopped', { url: stopped.url, pid: stopped.pid }))
      : tr(msg('noServerRunsDataFolder2', { home })),
  ])
}

/** A server answers on without its watches, and says so. */
const keepFreshAloud = (engine: Engine, signal: AbortSignal): Promise<void> =>
  engine.index
    .keepFresh(signal, ({ source, error }) => warn(`${source} is not kept fresh for now`, error))
    .catch((error: unknown) => warn('Sources are not kept fresh', error))
