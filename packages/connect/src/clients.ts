import { join } from 'node:path'
import type { Client, Entry, ServerCommand } from './client.ts'
import { remotes } from './remote.ts'
import { claudeHook, codexHook, copilotHook, cursorHook, geminiHook, opencodeHook, qwenHook } from './hooks.ts'
import {
  applicationData,
  block,
  claudeFolder,
  clineSettings,
  codeUserFolder,
  codexFolder,
  copilotFolder,
  cursorRule,
  gooseFolder,
  instructions,
  skill,
  windsurfRule,
  xdgConfig,
  zedFolder,
} from './client-folders.ts'

const json = { format: 'json', table: 'mcpServers', entry: plain } as const

const cline = {
  ...json,
  remote: remotes.cline,
  entry: (server: ServerCommand): Entry => ({ ...plain(server), disabled: false }),
  guide: { global: clineRules, project: block('.clinerules/wuku.md') },
}

/** Every program that `wuku connect` knows. Help, `wuku start`, `wuku doctor` and the tests go by this table. */
export const clients: readonly Client[] = [
  {
    ...json,
    name: 'claude-code',
    title: 'Claude Code',
    remote: remotes.typed,
    global: ({ env, userFolder }) => [join(env['CLAUDE_CONFIG_DIR'] || userFolder, '.claude.json')],
    project: ['.mcp.json'],
    entry: typed,
    guide: { global: (places) => skill(join(claudeFolder(places), 'skills')), project: skill('.claude/skills') },
    hook: claudeHook,
  },
  {
    ...json,
    name: 'claude-desktop',
    title: 'Claude Desktop',
    global: (places) => [join(applicationData(places), 'Claude', 'claude_desktop_config.json')],
  },
  {
    name: 'codex',
    title: 'Codex',
    remote: remotes.codex,
    format: 'toml',
    table: 'mcp_servers',
    global: (places) => [join(codexFolder(places), 'config.toml')],
    project: ['.codex/config.toml'],
    entry: plain,
    guide: { global: (places) => block(join(codexFolder(places), 'AGENTS.md')), project: block('AGENTS.md') },
    hook: codexHook,
  },
  {
    ...json,
    name: 'gemini',
    title: 'Gemini CLI',
    remote: remotes.gemini,
    global: ({ userFolder }) => [join(userFolder, '.gemini', 'settings.json')],
    project: ['.gemini/settings.json'],
    guide: { global: ({ userFolder }) => block(join(userFolder, '.gemini', 'GEMINI.md')), project: block('GEMINI.md') },
    hook: geminiHook,
  },
  {
    ...json,
    name: 'cursor',
    title: 'Cursor',
    remote: remotes.cursor,
    global: ({ userFolder }) => [join(userFolder, '.cursor', 'mcp.json')],
    project: ['.cursor/mcp.json'],
    guide: {
      // Rules for all projects are kept inside the editor; skills are files.
      global: ({ userFolder }) => skill(join(userFolder, '.cursor', 'skills')),
      project: cursorRule('.cursor/rules/wuku.mdc'),
    },
    hook: cursorHook,
  },
  {
    name: 'vscode',
    title: 'VS Code',
    remote: remotes.vscode,
    format: 'json',
    table: 'servers',
    global: (places) => [join(codeUserFolder(places), 'mcp.json')],
    project: ['.vscode/mcp.json'],
    entry: typed,
    guide: {
      global: (places) => instructions(join(codeUserFolder(places), 'prompts', 'wuku.instructions.md')),
      project: instructions('.github/instructions/wuku.instructions.md'),
    },
  },
  {
    ...json,
    name: 'copilot-cli',
    title: 'GitHub Copilot CLI',
    remote: remotes.copilot,
    global: (places) => [join(copilotFolder(places), 'mcp-config.json')],
    // It reads `.mcp.json` too, which is Claude Code's: each takes its own out again.
    project: ['.github/mcp.json'],
    entry: (server) => ({ ...typed(server), tools: ['*'] }),
    guide: { global: (places) => skill(join(copilotFolder(places), 'skills')), project: skill('.github/skills') },
    hook: copilotHook,
  },
  {
    name: 'opencode',
    title: 'opencode',
    remote: remotes.opencode,
    format: 'json',
    table: 'mcp',
    global: (places) => ['json', 'jsonc'].map((ending) => join(xdgConfig(places), 'opencode', `opencode.${ending}`)),
    project: ['opencode.json', 'opencode.jsonc'],
    entry: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      enabled: true,
      ...(Object.keys(env).length > 0 && { environment: env }),
    }),
    guide: { global: (places) => block(join(xdgConfig(places), 'opencode', 'AGENTS.md')), project: block('AGENTS.md') },
    hook: opencodeHook,
  },
  {
    ...cline,
    name: 'cline',
    title: 'Cline',
    global: (places) => [
      join(codeUserFolder(places), 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'),
    ],
  },
  { ...cline, name: 'cline-cli', title: 'Cline CLI', global: (places) => [clineSettings(places)] },
  {
    name: 'zed',
    title: 'Zed',
    remote: remotes.zed,
    format: 'json',
    table: 'context_servers',
    global: (places) => [join(zedFolder(places), 'settings.json')],
    project: ['.zed/settings.json'],
    entry: (server) => ({ source: 'custom', ...plain(server), env: server.env }),
    guide: {
      global: (places) => block(join(zedFolder(places), 'AGENTS.md')),
      // Zed reads the first of these that is there: a new one must not hide the user's.
      project: block(
        '.rules',
        '.cursorrules',
        '.windsurfrules',
        '.clinerules',
        '.github/copilot-instructions.md',
        'AGENT.md',
        'AGENTS.md',
        'CLAUDE.md',
        'GEMINI.md',
      ),
    },
  },
  {
    ...json,
    name: 'qwen-code',
    title: 'Qwen Code',
    remote: remotes.gemini,
    global: ({ userFolder }) => [join(userFolder, '.qwen', 'settings.json')],
    project: ['.qwen/settings.json'],
    guide: { global: ({ userFolder }) => block(join(userFolder, '.qwen', 'QWEN.md')), project: block('QWEN.md') },
    hook: qwenHook,
  },
  {
    name: 'goose',
    title: 'Goose',
    remote: remotes.goose,
    format: 'yaml',
    table: 'extensions',
    global: (places) => [join(gooseFolder(places), 'config.yaml')],
    entry: ({ command, args, env }) => ({
      name: 'wuku',
      description: '',
      type: 'stdio',
      cmd: command,
      args,
      envs: env,
      enabled: true,
      timeout: 300,
    }),
    guide: { global: (places) => block(join(gooseFolder(places), '.goosehints')), project: block('.goosehints') },
  },
  {
    ...json,
    name: 'junie',
    title: 'JetBrains Junie',
    remote: remotes.url,
    global: ({ userFolder }) => [join(userFolder, '.junie', 'mcp', 'mcp.json')],
    project: ['.junie/mcp/mcp.json'],
    // The first that is there is read; old versions know the last alone.
    guide: {
      project: { files: ['.junie/AGENTS.md', 'AGENTS.md', '.junie/guidelines.md'], otherwise: '.junie/guidelines.md' },
    },
  },
  {
    ...json,
    name: 'jetbrains-ai',
    title: 'JetBrains AI Assistant',
    remote: remotes.url,
    paste: { where: 'Settings | Tools | AI Assistant | Model Context Protocol (MCP) | Add | As JSON' },
  },
  {
    ...json,
    name: 'lm-studio',
    title: 'LM Studio',
    remote: remotes.url,
    // Older installations keep their home in the cache folder.
    global: ({ userFolder }) => [
      join(userFolder, '.lmstudio', 'mcp.json'),
      join(userFolder, '.cache', 'lm-studio', 'mcp.json'),
    ],
  },
  {
    ...json,
    name: 'cherry-studio',
    title: 'Cherry Studio',
    remote: remotes.cherry,
    entry: (server) => ({ name: 'wuku', type: 'stdio', isActive: true, ...plain(server) }),
    paste: {
      where: 'Settings | MCP Servers | Add | Import from JSON',
      link: (servers) =>
        `cherrystudio://mcp/install?servers=${encodeURIComponent(Buffer.from(JSON.stringify(servers)).toString('base64'))}`,
    },
  },
  {
    ...json,
    name: 'windsurf',
    title: 'Windsurf',
    remote: remotes.windsurf,
    global: ({ userFolder }) => [join(userFolder, '.codeium', 'windsurf', 'mcp_config.json')],
    guide: {
      global: ({ userFolder }) => block(join(userFolder, '.codeium', 'windsurf', 'memories', 'global_rules.md')),
      project: windsurfRule('.windsurf/rules/wuku.md'),
    },
  },
  {
    ...json,
    name: 'costrict',
    title: 'CoStrict',
    remote: remotes.roo,
    project: ['.roo/mcp.json'],
    entry: typed,
    guide: { project: block('.roo/rules/wuku.md') },
  },
]

function plain({ command, args, env }: ServerCommand): Entry {
  return { command, args, ...(Object.keys(env).length > 0 && { env }) }
}

function typed(server: ServerCommand): Entry {
  return { type: 'stdio', ...plain(server) }
}

function clineRules({ userFolder }: { readonly userFolder: string }) {
  return block(join(userFolder, 'Documents', 'Cline', 'Rules', 'wuku.md'))
}
