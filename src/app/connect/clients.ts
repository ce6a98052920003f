import { join } from 'node:path'
import type { Json } from '../../core/words.ts'
import type { Surroundings } from '../settings.ts'

/** A program that starts MCP servers, and where it keeps what it knows of them. */
export interface Client {
  readonly name: string
  readonly title: string
  readonly format: 'json' | 'toml'
  /** The key under which servers stand. */
  readonly table: string
  /** Settings for all projects; absent when the client has none that can be written. */
  global?(places: Surroundings): string
  /** Settings of one project, below its folder. */
  readonly project?: string
  entry(server: ServerCommand): Entry
}

export interface Entry {
  readonly [key: string]: Json
}

export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export const clients: readonly Client[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    table: 'mcpServers',
    global: ({ env, userFolder }) => join(env['CLAUDE_CONFIG_DIR'] || userFolder, '.claude.json'),
    project: '.mcp.json',
    entry: typed,
  },
  {
    name: 'codex',
    title: 'Codex',
    format: 'toml',
    table: 'mcp_servers',
    global: ({ env, userFolder }) => join(env['CODEX_HOME'] || join(userFolder, '.codex'), 'config.toml'),
    project: '.codex/config.toml',
    entry: plain,
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    table: 'mcpServers',
    global: ({ userFolder }) => join(userFolder, '.gemini', 'settings.json'),
    project: '.gemini/settings.json',
    entry: plain,
  },
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'json',
    table: 'mcpServers',
    global: ({ userFolder }) => join(userFolder, '.cursor', 'mcp.json'),
    project: '.cursor/mcp.json',
    entry: plain,
  },
  {
    name: 'vscode',
    title: 'VS Code',
    format: 'json',
    table: 'servers',
    global: (places) => join(applicationData(places), 'Code', 'User', 'mcp.json'),
    project: '.vscode/mcp.json',
    entry: typed,
  },
  {
    name: 'opencode',
    title: 'opencode',
    format: 'json',
    table: 'mcp',
    global: ({ env, userFolder }) =>
      join(env['XDG_CONFIG_HOME'] || join(userFolder, '.config'), 'opencode', 'opencode.json'),
    project: 'opencode.json',
    entry: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      enabled: true,
      ...(Object.keys(env).length > 0 && { environment: env }),
    }),
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    table: 'mcpServers',
    global: ({ userFolder }) => join(userFolder, '.codeium', 'windsurf', 'mcp_config.json'),
    entry: plain,
  },
  {
    name: 'costrict',
    title: 'CoStrict',
    format: 'json',
    table: 'mcpServers',
    project: '.roo/mcp.json',
    entry: typed,
  },
]

function plain({ command, args, env }: ServerCommand): Entry {
  return { command, args, ...(Object.keys(env).length > 0 && { env }) }
}

function typed(server: ServerCommand): Entry {
  return { type: 'stdio', ...plain(server) }
}

function applicationData({ env, platform, userFolder }: Surroundings): string {
  if (platform === 'darwin') return join(userFolder, 'Library', 'Application Support')
  if (platform === 'win32') return env['APPDATA'] || join(userFolder, 'AppData', 'Roaming')
  return env['XDG_CONFIG_HOME'] || join(userFolder, '.config')
}
