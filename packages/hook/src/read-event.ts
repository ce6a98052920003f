import { parseObject } from '@wuku/core/lenient-parsing'
import type { HookEvent, Moment } from './event.ts'

const MOMENTS: Readonly<Record<string, Moment>> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  PostToolUseFailure: 'after-failure',
}

/** Claude Code alone. */
export function readEvent(input: string, client = 'claude-code'): HookEvent | undefined {
  const read = parseObject(input)
  const text = (key: string): string | undefined => (typeof read[key] === 'string' ? read[key] : undefined)
  const [event, session, folder, tool] = [text('hook_event_name'), text('session_id'), text('cwd'), text('tool_name')]
  if (event === undefined || session === undefined || folder === undefined) return undefined
  const { command, file_path: path } = Object(read['tool_input']) as Readonly<Record<string, unknown>>
  const before = tool === 'Bash' ? 'before-command' : /Edit|Write/.test(tool ?? '') ? 'before-edit' : 'other'
  const moment = event === 'PreToolUse' ? before : (MOMENTS[event] ?? 'other')
  const [call, prompt, error] = [text('tool_use_id'), text('prompt'), text('error')]
  return {
    client,
    event,
    session,
    folder,
    moment: read['source'] === 'compact' ? 'after-compaction' : moment,
    ...(call !== undefined && { call }),
    ...(prompt !== undefined && { prompt }),
    ...(error !== undefined && { error }),
    ...(typeof command === 'string' && { command }),
    ...(typeof path === 'string' && { path }),
  }
}
