import { join } from 'node:path'
import type { Entry, Hook, HookCommand } from './client.ts'
import { claudeFolder, codexFolder, copilotFolder } from './client-folders.ts'

/** Seconds that a program waits for the hook: it answers within one. */
const TIMEOUT_SECONDS = 10

const SESSION_STARTS = ['hooks', 'SessionStart']

/** Claude Code's form, which others took over: a matcher, and what is run. */
const matched = ({ line }: HookCommand, { matcher, timeout }: { matcher?: string; timeout: number }): Entry => ({
  ...(matcher && { matcher }),
  hooks: [{ type: 'command', command: line, timeout }],
})

const WHENEVER_CONTEXT_IS_NEW = 'startup|resume|clear|compact'

export const claudeHook: Hook = {
  global: (places) => join(claudeFolder(places), 'settings.json'),
  project: '.claude/settings.json',
  list: SESSION_STARTS,
  item: (command) => matched(command, { matcher: WHENEVER_CONTEXT_IS_NEW, timeout: TIMEOUT_SECONDS }),
}

export const codexHook: Hook = {
  global: (places) => join(codexFolder(places), 'hooks.json'),
  project: '.codex/hooks.json',
  list: SESSION_STARTS,
  item: (command) => matched(command, { matcher: WHENEVER_CONTEXT_IS_NEW, timeout: TIMEOUT_SECONDS }),
  note: 'Codex runs a new hook once you have trusted it: start codex and enter /hooks.',
}

/** Gemini CLI begins no session after it has compressed one; its times are milliseconds. */
export const geminiHook: Hook = {
  global: ({ userFolder }) => join(userFolder, '.gemini', 'settings.json'),
  project: '.gemini/settings.json',
  list: SESSION_STARTS,
  answersTo: 'gemini',
  item: (command) => matched(command, { timeout: TIMEOUT_SECONDS * 1_000 }),
}

export const qwenHook: Hook = {
  global: ({ userFolder }) => join(userFolder, '.qwen', 'settings.json'),
  project: '.qwen/settings.json',
  list: SESSION_STARTS,
  answersTo: 'qwen-code',
  item: (command) => matched(command, { matcher: WHENEVER_CONTEXT_IS_NEW, timeout: TIMEOUT_SECONDS * 1_000 }),
}

export const cursorHook: Hook = {
  global: ({ userFolder }) => join(userFolder, '.cursor', 'hooks.json'),
  project: '.cursor/hooks.json',
  list: ['hooks', 'sessionStart'],
  head: { version: 1 },
  answersTo: 'cursor',
  item: ({ line }) => ({ command: line }),
}

export const copilotHook: Hook = {
  global: (places) => join(copilotFolder(places), 'hooks', 'wuku.json'),
  project: '.github/hooks/wuku.json',
  list: ['hooks', 'sessionStart'],
  head: { version: 1 },
  answersTo: 'copilot-cli',
  item: ({ line, powershell }) => ({ type: 'command', bash: line, powershell, timeoutSec: TIMEOUT_SECONDS }),
}
