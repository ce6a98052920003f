import type { Conversation, ConversationMessage } from './assemble.ts'

export interface TimedMessage {
  readonly message: ConversationMessage
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** When each message was said: one of which nothing is known right after the one before it. */
export function timed({ entry, messages }: Conversation): readonly TimedMessage[] {
  let at = entry.startedAt
  return messages.map((message) => ({ message, at: (at = message.at ?? at) }))
}

/** Files that a call in it named to change them, each once. */
export const editedIn = (messages: readonly ConversationMessage[]): readonly string[] => [
  ...new Set(
    messages.flatMap(({ pieces: blocks }) =>
      blocks.flatMap(({ files = [] }) => files.filter(({ isEdited }) => isEdited).map(({ path }) => path)),
    ),
  ),
]

/** A person's turn has words; what carries nothing but a tool's result is none. */
export const isTurn = ({ role, pieces: blocks }: ConversationMessage): boolean =>
  role === 'user' && blocks.some(({ kind }) => kind === 'text' || kind === 'attachment')
