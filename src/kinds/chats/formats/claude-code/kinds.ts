import { fieldsOf, isFields, textOf, type Fields } from '../fields.ts'

/** Lines that hold no message and are told by their type alone. */
const kept: ReadonlySet<string> = new Set([
  'custom-title',
  'agent-name',
  'ai-title',
  'queue-operation',
  'file-history-snapshot',
  'mode',
  'permission-mode',
  'pr-link',
  'last-prompt',
])

/** Whether a line is one that Claude Code writes. */
export function looksLikeLine(line: Fields): boolean {
  const type = textOf(line['type'])
  if (type === undefined || 'payload' in line) return false
  if (type === 'user' || type === 'assistant') return isFields(line['message'])
  if (type === 'summary') return 'leafUuid' in line
  if (kept.has(type)) return 'sessionId' in line || 'messageId' in line
  return type === 'attachment' ? isFields(line['attachment']) : 'uuid' in line && 'sessionId' in line
}

/** What the program itself puts among the user's words; nobody said it. */
const written = [
  '<command-name>',
  '<command-message>',
  '<local-command-',
  '<task-notification>',
  '<system-reminder>',
  '<ide_opened_file>',
  '<ide_selection>',
  '[Request interrupted',
  'Stop hook feedback:',
  'This session is being continued',
]

/** The user's own words in a text; empty when there are none. */
export function ownWords(text: string): string {
  const words = withoutReminders(text)
  const start = words.trimStart()
  return written.some((opening) => start.startsWith(opening)) ? '' : words
}

const REMINDER_END = '</system-reminder>'

/** Reminders stand before what was typed. */
function withoutReminders(text: string): string {
  let rest = text
  while (rest.trimStart().startsWith('<system-reminder>')) {
    const end = rest.indexOf(REMINDER_END)
    if (end === -1) return rest
    rest = rest.slice(end + REMINDER_END.length).trimStart()
  }
  return rest
}

/** What was typed while the agent was at work, and handed to it later. */
export function queuedPrompt(line: Fields): unknown {
  const { type, prompt, commandMode } = fieldsOf(line['attachment'])
  const isTyped = type === 'queued_command' && (commandMode === undefined || commandMode === 'prompt')
  return isTyped ? prompt : undefined
}
