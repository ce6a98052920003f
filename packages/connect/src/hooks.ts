import { join } from 'node:path'
import { msg } from '@wuku/messages/connect'
import type { Entry, HookCommand, PluginHook, SettingsHook } from './client.ts'
import { claudeFolder, codexFolder, copilotFolder, xdgConfig } from './client-folders.ts'
import { opencodePlugin } from './opencode-plugin.ts'

/** Seconds that a program waits for the hook: it answers within one. */
const TIMEOUT_SECONDS = 10

/** Claude Code's form, which others took over. Some give the time in milliseconds. */
const matched =
  (timeout: number) =>
  ({ line }: HookCommand, tools: string): Entry => ({
    ...(tools !== '' && { matcher: tools }),
    hooks: [{ type: 'command', command: line, timeout }],
  })

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
