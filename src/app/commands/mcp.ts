import type { Engine } from '../../engine/engine.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { toolsetTokens } from '../../surfaces/mcp/toolset-tokens.ts'
import { loadOperations } from '../operations.ts'
import { readVersion } from '../package.ts'
import { compileSooner } from '../compile-sooner.ts'
import { warn } from '../this-process.ts'
import { saveMemory } from '../small-heap.ts'
import type { CommandsInput, LocalShell } from './local-shell.ts'

const costs = Object.entries(toolsetTokens)
  .map(([name, tokens]) => `${name} (${tokens})`)
  .join(', ')

/** The server is this process: it hands the engine to a surface, whose calls go through the one door. */
export const mcpCommand = ({ settings }: CommandsInput): Command<LocalShell> => ({
  name: 'mcp',
  title: 'Serve MCP over stdio: the command that agents start',
  positional: [],
  flags: () => [
    {
      key: 'tools',
      names: ['--tools'],
      takes: 'list',
      says: `Toolsets to offer, with their tokens: ${costs}. Default: those in the settings, or default.`,
    },
    { key: 'readOnly', names: ['--read-only'], takes: 'nothing', says: 'Offer only tools that change nothing.' },
    {
      key: 'watch',
      names: ['--watch'],
      takes: 'nothing',
      says: 'Keep the index fresh while the server runs (default); --no-watch turns it off.',
    },
  ],
  examples: [
    { says: 'All tools', line: 'wuku mcp --tools all' },
    { says: 'With the tool names of qmd', line: 'wuku mcp --tools default,compat:qmd' },
    { says: 'Read-only access for an agent', line: 'wuku mcp --read-only' },
  ],
  async run({ tools = settings.tools, readOnly = settings.readOnly, watch = true }, shell) {
    saveMemory()
    compileSooner()
    const { parseToolsets } = await import('../../surfaces/mcp/toolsets.ts')
    const chosen = parseToolsets((tools as readonly string[]).join(','))
    const { serveMcpStdio } = await import('../../surfaces/mcp/server.ts')
    const engine = await shell.engine()
    const ended = new AbortController()
    const signal = AbortSignal.any([shell.signal, ended.signal])
    // Also for callers who may only look: the index follows files that others change.
    const fresh = watch === true ? keepFreshAloud(engine, signal) : undefined
    await serveMcpStdio({
      operations: await loadOperations(),
      engine,
      options: { toolsets: chosen, readOnly: readOnly === true },
      version: readVersion(),
      signal: shell.signal,
    })
    ended.abort()
    await fresh
    return 'done'
  },
})

/** A server answers on without its watches, and says so. */
const keepFreshAloud = (engine: Engine, signal: AbortSignal): Promise<void> =>
  engine.index
    .keepFresh(signal, ({ source, error }) => warn(`${source} is not kept fresh for now`, error))
    .catch((error: unknown) => warn('Sources are not kept fresh', error))
