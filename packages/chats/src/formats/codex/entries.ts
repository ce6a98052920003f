import { plainText } from '../content-blocks.ts'
import { type Fields, fieldsOf, isFields, listOf, parseTimestamp, textOf } from '../fields.ts'

/** A line without its envelope. */
export interface Entry {
  readonly log: 'item' | 'event' | 'context' | 'compacted'
  readonly at: number | undefined
  readonly type: string
  readonly payload: Fields
}

/**
 * A file holds two logs: what the model was sent and answered, and what was shown of it. Entries of the second that
 * repeat the first are dropped.
 */
export function readEntries(lines: readonly Fields[]): readonly Entry[] {
  const entries = lines.map(entryOf).filter((entry) => entry !== undefined)
  const counts = countItems(entries)
  const isCounted = entries.some(({ type }) => type === 'token_count')
  return entries.filter(
    (entry) => entry.log !== 'event' || !(isRepeated(entry, counts) || (isCounted && entry.type === USAGE)),
  )
}

/** Newer versions count tokens on a line of their own, and mostly as before too. */
const USAGE = 'token_usage_record'
const besides: ReadonlySet<unknown> = new Set([USAGE, 'inter_agent_communication'])

function entryOf(line: Fields): Entry | undefined {
  const at = parseTimestamp(line['timestamp'])
  const { type, payload } = line
  if (!isFields(payload)) {
    // The oldest logs hold items without an envelope.
    const bare = itemType(line)
    return bare === undefined ? undefined : { log: 'item', at, type: bare, payload: line }
  }
  if (type === 'response_item') return { log: 'item', at, type: itemType(payload) ?? '', payload }
  if (type === 'event_msg') return { log: 'event', at, type: textOf(payload['type']) ?? '', payload }
  if (typeof type === 'string' && besides.has(type)) return { log: 'event', at, type, payload }
  if (type === 'turn_context') return { log: 'context', at, type, payload }
  return type === 'compacted' ? { log: 'compacted', at, type, payload } : undefined
}

const itemType = ({ type, role, content }: Fields): string | undefined =>
  textOf(type) ?? (typeof role === 'string' && content !== undefined ? 'message' : undefined)

/** How often each text, and which calls' answers, stand in the first log. */
function countItems(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { log, type, payload } of entries)
    if (log === 'item') for (const key of keysOfItem(type, payload)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function keysOfItem(type: string, payload: Fields): readonly string[] {
  if (type === 'message') return [keyOf(String(payload['role']), plainText(payload['content']))]
  if (type === 'reasoning') return listOf(payload['summary']).map((part) => keyOf('thinking', fieldsOf(part)['text']))
  if (type === 'agent_message') return [keyOf('agent', plainText(payload['content']))]
  const call = keyOf('call', payload['call_id'])
  return type.endsWith('_output') ? [keyOf('result', payload['call_id']), call] : [call]
}

/** Each text of the first log answers for one of the second: what was said twice was said twice. */
function isRepeated({ type, payload }: Entry, counts: Map<string, number>): boolean {
  const key = keyOfEvent(type, payload)
  const left = key === undefined ? 0 : (counts.get(key) ?? 0)
  if (key !== undefined && left > 0) counts.set(key, left - 1)
  return left > 0
}

function keyOfEvent(type: string, payload: Fields): string | undefined {
  if (type === 'user_message') return keyOf('user', payload['message'])
  if (type === 'agent_message') return keyOf('assistant', payload['message'])
  if (type === 'agent_reasoning') return keyOf('thinking', payload['text'])
  if (type === 'inter_agent_communication') return keyOf('agent', payload['content'])
  if (type === 'item_completed') return keyOf('call', fieldsOf(payload['item'])['id'])
  return type === 'exec_command_end' ? keyOf('result', payload['call_id']) : undefined
}

const keyOf = (what: string, text: unknown): string => `${what}\n${typeof text === 'string' ? text.trim() : ''}`
