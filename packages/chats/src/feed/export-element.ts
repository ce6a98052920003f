/** Kind of an element of an export. */
export type Element =
  | { readonly is: 'chat'; readonly name: string }
  /** Opened, but without any message: exports are full of them, and they are not worth a report. */
  | { readonly is: 'empty' }
  | { readonly is: 'other' }
  | { readonly is: 'broken' }

/** A conversation of ChatGPT keeps its messages in a `mapping`, one of Claude.ai in `chat_messages`. */
export function readElement(bytes: Buffer): Element {
  const value = parse(bytes)
  if (value === undefined) return { is: 'broken' }
  if (typeof value !== 'object' || value === null || !('mapping' in value || 'chat_messages' in value))
    return { is: 'other' }
  const name = nameOf(value)
  if (name !== undefined && isEmpty(value)) return { is: 'empty' }
  return name === undefined ? { is: 'other' } : { is: 'chat', name }
}

/** Whether these bytes are still the conversation that an item is called by. */
export function isCalled(name: string, bytes: Buffer): boolean {
  const element = readElement(bytes)
  return element.is === 'chat' && element.name === name
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString().replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function isEmpty(chat: object): boolean {
  if ('chat_messages' in chat) return Array.isArray(chat.chat_messages) && chat.chat_messages.length === 0
  if (!('mapping' in chat) || typeof chat.mapping !== 'object' || chat.mapping === null) return false
  return !Object.values(chat.mapping).some((node: unknown) => (node as { readonly message?: unknown } | null)?.message)
}

const LONGEST_ID = 300

/** Its id as the last segment of an item's path. */
function nameOf(chat: object): string | undefined {
  const { conversation_id, id, uuid } = chat as Readonly<Record<string, unknown>>
  const given = [conversation_id, id, uuid].find((each) => typeof each === 'string' && each !== '')
  if (typeof given !== 'string' || given.length > LONGEST_ID || /^\.+$/.test(given)) return undefined
  // A part's number begins with `@`.
  // oxlint-disable-next-line no-control-regex
  return given.toWellFormed().replaceAll(/[/\\@\0-\x1f\x7f]/g, '-')
}
