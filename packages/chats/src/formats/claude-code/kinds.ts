import { fieldsOf, isFields, textOf, type Fields } from '../fields.ts'
import inserted from '../inserted.json' with { type: 'json' }

/** Types of lines that hold no message. */
const messagelessTypes: ReadonlySet<string> = new Set(inserted.messageless)

/** Whether a line is one that Claude Code writes. */
export function looksLikeLine(line: Fields): boolean {
  const type = textOf(line['type'])
  if (type === undefined || 'payload' in line) return false
  if (type === 'user' || type === 'assistant') return isFields(line['message'])
  if (type === 'summary') return 'leafUuid' in line
  if (messagelessTypes.has(type)) return 'sessionId' in line || 'messageId' in line
  return type === 'attachment' ? isFields(line['attachment']) : 'uuid' in line && 'sessionId' in line
}

/** Text that the program itself inserts among the user's words. */
const written = inserted.claudeCode

/** The user's own words in a text; empty when there are none. */
export function ownWords(text: string): string {
  const words = withoutAdded(text)
  const start = words.trimStart()
  return written.some((opening) => start.startsWith(opening)) ? '' : asTyped(words)
}

const ADDED = /^\s*<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics)>/

/** Reminders, and what the editor shows, stand before what was typed. */
function withoutAdded(text: string): string {
  let rest = text
  for (let tag = ADDED.exec(rest)?.[1]; tag !== undefined; tag = ADDED.exec(rest)?.[1]) {
    const close = `</${tag}>`
    const end = rest.indexOf(close)
    if (end === -1) return rest
    rest = rest.slice(end + close.length).trimStart()
  }
  return rest
}

const TYPED = /^\s*<(bash-input|user-memory-input)>([^]*)<\/\1>\s*$/

/** A command for the shell was typed after "!", a note to be remembered after "#". */
function asTyped(text: string): string {
  const [, tag, typed] = TYPED.exec(text) ?? []
  return typed === undefined ? text : `${tag === 'bash-input' ? '!' : '#'} ${typed.trim()}`
}

/** Text that was typed while the agent was working, and handed to it later. */
export function queuedPrompt(line: Fields): unknown {
  const attachment = fieldsOf(line['attachment'])
  const { type, prompt, commandMode } = attachment
  const isPrompt = type === 'queued_command' && (commandMode === undefined || commandMode === 'prompt')
  return isPrompt && isFromUser(attachment) ? prompt : undefined
}

/** Newer versions say who speaks: tasks, other sessions and the program do as well. */
export function isFromUser(line: Fields): boolean {
  const kind = textOf(fieldsOf(line['origin'])['kind'])
  return kind === undefined || kind === 'human'
}
