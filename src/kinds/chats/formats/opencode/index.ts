import type { ChatFormat, DraftConversation, DraftMessage, ReadPiece } from '../../conversation.ts'
import { spanned, titled } from '../facts.ts'
import { fieldsOf, listOf, type Fields } from '../fields.ts'
import { parsed, textIn } from '../lookup.ts'
import { readMoment } from '../moment.ts'
import { createTroubles } from '../troubles.ts'
import { messageOf } from './message.ts'

/** A session of OpenCode with its messages and their parts, from its database or from its older folders. */
export const opencode: ChatFormat = {
  agent: 'opencode',
  recognises: ({ text }) => /^\s*\{\s*"from"\s*:\s*"opencode"/.test(text),
  read: ({ path, text }): ReadPiece => {
    const item = fieldsOf(parsed(text))
    const session = whole(item.session)
    const id = textIn(session, 'id')
    if (id === undefined) return { problems: [] }
    const troubles = createTroubles(path)
    const messages = listOf(item.messages).flatMap((row) => messageOf(fieldsOf(row), troubles) ?? [])
    const facts = factsOf(session, whole(item.project))
    return {
      conversation: { agent: 'opencode', id, ...facts, messages: withoutReverted(inOrder(messages), session) },
      problems: troubles.said(),
    }
  },
}

/** Folders keep as one JSON what the database keeps in columns. */
const whole = (row: unknown): Fields => ({ ...fieldsOf(row), ...fieldsOf(parsed(fieldsOf(row).data)) })

/** What stands there until a model has found a title. */
const UNNAMED = /^(?:New|Child) session - \d{4}-/

function factsOf(session: Fields, { worktree }: Fields): Omit<DraftConversation, 'agent' | 'id' | 'messages'> {
  const time = fieldsOf(session.time)
  const title = textIn(session, 'title')
  const project =
    textIn(session, 'directory') ?? (typeof worktree === 'string' && worktree !== '/' ? worktree : undefined)
  const parent = textIn(session, 'parent_id', 'parentID')
  const startedAt = readMoment(session.time_created) ?? readMoment(time.created)
  const endedAt = readMoment(session.time_updated) ?? readMoment(time.updated)
  const archivedAt = readMoment(session.time_archived) ?? readMoment(time.archived)
  return {
    ...titled(title, UNNAMED),
    ...(project ? { project } : {}),
    ...(parent === undefined ? {} : { parent: { id: parent, as: 'subagent' } }),
    ...(archivedAt === undefined ? {} : { isArchived: true }),
    ...spanned(startedAt, endedAt),
  }
}

const inOrder = (messages: readonly DraftMessage[]): readonly DraftMessage[] =>
  messages.toSorted(
    (one, other) => (one.at ?? 0) - (other.at ?? 0) || (one.id < other.id ? -1 : Number(one.id > other.id)),
  )

/** "Undo" leaves the messages where they are, until the next one is written, and says from which on they do not count. */
function withoutReverted(messages: readonly DraftMessage[], session: Fields): readonly DraftMessage[] {
  const from = textIn(fieldsOf(parsed(session.revert)), 'messageID')
  const at = from === undefined ? -1 : messages.findIndex(({ id }) => id === from)
  return (
    at === -1
      ? messages
      : messages.map((message, index) => (index < at ? message : { ...message, isInactive: true as const }))
  ).filter(({ pieces }) => pieces.length > 0)
}
