import type { ChatFormat, FormatInput, DraftConversation, FormatOutput } from '../../conversation.ts'
import { type Fields, fieldsOf, isFields, listOf, parseFields, parseTimestamp, textOf } from '../fields.ts'
import { readFirstLine, readHead, readLines } from '../json-lines.ts'
import { readEntries } from './entries.ts'
import { readMessages } from './codex-messages.ts'

/** Rollouts of Codex CLI: a log of lines, and before that was kept one object of JSON. */
export const codex: ChatFormat = {
  agent: 'codex',
  recognises: (input) => readHead(input).some(looksLikeLine) || isOldLog(input) || readObject(input) !== undefined,
  read: (input) => {
    const object = readObject(input)
    if (object) return conversationOf(input, [object['session'], ...listOf(object['items'])].filter(isFields), [])
    const { lines, problems } = readLines(input)
    return conversationOf(input, lines, problems)
  },
}

const types: ReadonlySet<unknown> = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'])

const looksLikeLine = (line: Fields): boolean => types.has(line['type']) && isFields(line['payload'])

/** Before lines had types, the file began with a session's id and instructions. */
const isOldLog = (input: FormatInput): boolean =>
  ROLLOUT.test(input.path) && textOf(readFirstLine(input)['id']) !== undefined && !('sessionId' in readFirstLine(input))

const ROLLOUT = /(?:^|\/)rollout-[^/]*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?\.jsonl?$/i

function readObject({ path, part, text }: FormatInput): Fields | undefined {
  if (part !== 1 || !path.endsWith('.json') || !text.includes('"items"') || !text.includes('"session"'))
    return undefined
  const object = parseFields(text.replace(/^\uFEFF/, ''))
  return object && isFields(object['session']) && Array.isArray(object['items']) ? object : undefined
}

function conversationOf(input: FormatInput, lines: readonly Fields[], problems: FormatOutput['problems']) {
  const session = sessionOf(input, lines)
  const { messages, rewinds, folder } = readMessages(readEntries(lines), input.part, pathOf(session))
  const id = textOf(session['id']) ?? ROLLOUT.exec(input.path)?.[1] ?? nameOf(input.path)
  if (messages.length === 0 && (input.part === 1 || rewinds.length === 0)) return { problems }
  const parent = parentOf(session)
  // Items of the oldest logs have no times of their own.
  const startedAt = messages.some(({ at }) => at !== undefined) ? undefined : parseTimestamp(session['timestamp'])
  const conversation: DraftConversation = {
    agent: 'codex',
    id,
    title: titleOf(input, id),
    project: textOf(session['cwd']) ?? folder,
    branch: textOf(fieldsOf(session['git'])['branch']),
    parent,
    startedAt,
    ...((isUnattended(session) || parent?.as === 'subagent') && { isAutomated: true }),
    ...(/(?:^|\/)archived_sessions\//.test(input.path) && { isArchived: true }),
    messages,
    ...(rewinds.length > 0 && { rewinds }),
  }
  return { conversation, problems }
}

/** The first of the file is its own; those that follow came along with what a fork took over. */
function sessionOf(input: FormatInput, lines: readonly Fields[]): Fields {
  const first = input.part === 1 ? (lines.find(isSession) ?? lines[0] ?? {}) : readFirstLine(input)
  return isSession(first) ? fieldsOf(first['payload']) : 'payload' in first ? {} : first
}

const isSession = (line: Fields): boolean => line['type'] === 'session_meta'

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.jsonl?$/, '')

/** As the thread was named, which stands in a list of all of them. */
function titleOf({ about }: FormatInput, id: string): DraftConversation['title'] {
  const named = parseFields(about ?? '') ?? {}
  const text = named['id'] === id ? textOf(named['thread_name'])?.trim() : undefined
  return text ? { text, given: 'agent' } : undefined
}

const isUnattended = ({ originator, source, thread_source: thread = 'user' }: Fields): boolean =>
  originator === 'codex_exec' || source === 'exec' || thread !== 'user'

const spawnOf = (session: Fields): Fields => fieldsOf(fieldsOf(fieldsOf(session['source'])['subagent'])['thread_spawn'])

const pathOf = (session: Fields) => textOf(session['agent_path']) ?? textOf(spawnOf(session)['agent_path'])

function parentOf(session: Fields): DraftConversation['parent'] {
  const caller = textOf(spawnOf(session)['parent_thread_id']) ?? textOf(session['parent_thread_id'])
  if (caller !== undefined) return { id: caller, as: 'subagent' }
  const origin = textOf(session['forked_from_id'])
  return origin === undefined ? undefined : { id: origin, as: 'fork' }
}
