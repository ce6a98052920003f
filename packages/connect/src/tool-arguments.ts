import { resolve, sep } from 'node:path'
import { msg } from '@wuku/messages/connect'
import { usage } from '@wuku/terminal/arguments'
import { compat, type Replaced, replacedSystems } from '@wuku/mcp/compat'
import { parseToolsets } from '@wuku/mcp/toolsets'
import { isSingle, launcher } from '@wuku/settings/package'
import type { Environment } from '@wuku/settings/app-settings'
import type { ServerCommand } from './client.ts'

export interface ToolWishes {
  /** As after `wuku mcp --tools`; nothing: the default. */
  readonly tools: readonly string[]
  readonly compat: readonly string[]
  readonly readOnly: boolean
}

/** By what a server is started with or reached at. A client that had one of these knows its names. */
const replacedBy: Readonly<Record<Replaced, RegExp>> = {
  qmd: /(?:^|["'/\\@\s])qmd(?:@[\w.-]+)?["'/\s]/i,
  scythe: /scythe-context/i,
  context7: /context7/i,
  chatwise: /chatwise/i,
  'scratchpad-mcp': /scratchpad-mcp/i,
}

/** Replaced programs that are named in the settings of a client. */
export const replacedIn = (settings: string) => replacedSystems.filter((system) => replacedBy[system].test(settings))

/** The command with the requested toolsets; those of replaced programs that the client also has are added. */
export function withToolArguments(server: ServerCommand, wishes: ToolWishes, settings: string): ServerCommand {
  const systems = new Set([
    ...wishes.compat.map(knownSystem),
    ...(wishes.tools.length === 0 ? replacedIn(settings) : []),
  ])
  const own = wishes.tools.length === 0 && systems.size > 0 ? ['default'] : wishes.tools
  const toolsets = [...own, ...[...systems].map((system) => `compat:${system}`)]
  parseToolsets(toolsets.join(','))
  return {
    ...server,
    args: [
      ...server.args,
      ...(toolsets.length > 0 ? ['--tools', toolsets.join(',')] : []),
      ...(wishes.readOnly ? ['--read-only'] : []),
    ],
  }
}

function knownSystem(name: string): Replaced {
  const system = name.trim().toLowerCase()
  if (system in compat) return system as Replaced
  throw usage(
    msg('unknownProgramCompatibleToolNames', { name: name.slice(0, 60), replacedSystems: replacedSystems.join(', ') }),
  )
}

/**
 * Command by which an agent of this user starts wuku: with absolute paths, since desktop programs have no PATH, and
 * with the same data folder. The cache of npx may be cleared at any time, so there npx itself is named. A single executable needs no script.
 */
export function serverCommand(
  { env }: Pick<Environment, 'env'>,
  {
    at = isSingle ? undefined : launcher,
    running = process.execPath,
  }: { at?: string | undefined; running?: string } = {},
): ServerCommand {
  const homeEnv: ServerCommand['env'] = env['WUKU_HOME'] ? { WUKU_HOME: resolve(env['WUKU_HOME']) } : {}
  if (at !== undefined && isInNpxCache(at)) return { ...sharedServerCommand, env: homeEnv }
  if (at === undefined) return { command: running, args: ['mcp'], env: homeEnv }
  // An older Node was started, and the launcher found another that a cleaned cache would take away.
  const node = env['WUKU_STARTED_BY'] || running
  return { command: isInNpxCache(node) ? 'node' : node, args: [at, 'mcp'], env: homeEnv }
}

/** In a file that others share, nothing of this machine. */
export const sharedServerCommand: ServerCommand = { command: 'npx', args: ['-y', 'wuku', 'mcp'], env: {} }

const isInNpxCache = (path: string): boolean => path.split(sep).includes('_npx')
