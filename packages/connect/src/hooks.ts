import { join } from 'node:path'
import { msg } from '@wuku/messages/connect'
import type { Entry, HookCommand, PluginHook, SettingsHook } from './client.ts'
import { claudeFolder, codexFolder, copilotFolder, xdgConfig } from './client-folders.ts'
import { TIMEOUT_SECONDS } from './hook-command.ts'
import { opencodePlugin } from './opencode-plugin.ts'

/** Claude Code's form, which others took over. Some give the time in milliseconds. */
const matched =
  (timeout: number) =>
  ({ line }: HookCommand, tools: string): Entry => ({
    ...(tools !== '' && { matcher: tools }),
    hooks: [{ type: 'command', command: line, timeout }],
  })

const CALL = ['tool_name', 'tool_input', 'tool_use_id']

/** The program puts its own value in for `${field}`; Codex fails where an event has no such field. */
const passing = (client: string, events: Readonly<Record<string, readonly string[]>>): SettingsHook['served'] =>
  Object.fromEntries(
    Object.entries(events).map(([event, fields]) => {
      const all = ['hook_event_name', 'session_id', 'cwd', ...fields]
      return [event, { client, ...Object.fromEntries(all.map((field) => [field, `\${${field}}`])) }]
    }),
  )

const WHENEVER_CONTEXT_IS_NEW = 'startup|resume|clear|compact'

export const claudeHook: SettingsHook = {
  global: (places) => join(claudeFolder(places), 'settings.json'),
  project: '.claude/settings.json',
  events: {
    SessionStart: WHENEVER_CONTEXT_IS_NEW,
    UserPromptSubmit: '',
    PreToolUse: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit',
    PostToolUseFailure: 'Bash|PowerShell',
  },
  // A session starts before its servers do.
  served: passing('claude-code', {
    UserPromptSubmit: ['prompt', 'source'],
    PreToolUse: CALL,
    PostToolUseFailure: [...CALL, 'error', 'is_interrupt'],
  }),
  item: matched(TIMEOUT_SECONDS),
}

export const codexHook: SettingsHook = {
  global: (places) => join(codexFolder(places), 'hooks.json'),
  project: '.codex/hooks.json',
  events: {
    SessionStart: WHENEVER_CONTEXT_IS_NEW,
    UserPromptSubmit: '',
    PreToolUse: 'Bash|apply_patch',
    PostToolUse: 'Bash',
  },
  served: passing('codex', {
    SessionStart: ['source'],
    UserPromptSubmit: ['prompt'],
    PreToolUse: CALL,
    PostToolUse: [...CALL, 'tool_response'],
  }),
  item: matched(TIMEOUT_SECONDS),
  note: msg('trustTheHook'),
}

/** It begins no session after it has compressed one, and reports a failure in the result only. */
export const geminiHook: SettingsHook = {
  global: ({ userFolder }) => join(userFolder, '.gemini', 'settings.json'),
  project: '.gemini/settings.json',
  events: {
    SessionStart: '',
    BeforeAgent: '',
    BeforeTool: 'run_shell_command|write_file|replace',
    AfterTool: 'run_shell_command',
  },
  item: matched(TIMEOUT_SECONDS * 1_000),
}

export const qwenHook: SettingsHook = {
  global: ({ userFolder }) => join(userFolder, '.qwen', 'settings.json'),
  project: '.qwen/settings.json',
  events: {
    SessionStart: WHENEVER_CONTEXT_IS_NEW,
    UserPromptSubmit: '',
    PreToolUse: 'run_shell_command|write_file|edit|notebook_edit',
    PostToolUseFailure: 'run_shell_command',
  },
  item: matched(TIMEOUT_SECONDS * 1_000),
}

export const cursorHook: SettingsHook = {
  global: ({ userFolder }) => join(userFolder, '.cursor', 'hooks.json'),
  project: '.cursor/hooks.json',
  events: { sessionStart: '', beforeSubmitPrompt: '', preToolUse: 'Shell|Write|Delete', postToolUseFailure: 'Shell' },
  head: { version: 1 },
  item: ({ line }, tools) => ({ command: line, ...(tools !== '' && { matcher: tools }), timeout: TIMEOUT_SECONDS }),
}

export const copilotHook: SettingsHook = {
  global: (places) => join(copilotFolder(places), 'hooks', 'wuku.json'),
  project: '.github/hooks/wuku.json',
  events: {
    sessionStart: '',
    userPromptSubmitted: '',
    preToolUse: 'bash|powershell|create|edit|str_replace_editor|apply_patch',
    postToolUse: 'bash|powershell',
  },
  head: { version: 1 },
  item: ({ line, powershell }, tools) => ({
    type: 'command',
    ...(tools !== '' && { matcher: tools }),
    bash: line,
    powershell,
    timeoutSec: TIMEOUT_SECONDS,
  }),
}

export const opencodeHook: PluginHook = {
  global: (places) => join(xdgConfig(places), 'opencode', 'plugin', 'wuku.js'),
  project: '.opencode/plugin/wuku.js',
  plugin: opencodePlugin,
  note: msg('pluginPackage'),
}
