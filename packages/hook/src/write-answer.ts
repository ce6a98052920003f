import type { HookEvent, Said } from './event.ts'

/** Claude Code alone. */
export function writeAnswer({ event }: HookEvent, { refuses, text }: Said): string {
  const answer = refuses ? { permissionDecision: 'deny', permissionDecisionReason: text } : { additionalContext: text }
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...answer } })
}
