import type { Text } from '@wuku/messages/message'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { type ChatProgram, createSums } from './chat-program.ts'
import {
  eachRow,
  firstWhere,
  createRowBudget,
  gathered,
  hasColumns,
  idOf,
  timestampOf,
  type Row,
  rowsWhere,
  createOrphanCounter,
  textOf,
  tooLarge,
} from './foreign-rows.ts'

/** OpenCode: sessions, their messages, and the parts that messages are made of. */
export const opencode: ChatProgram = {
  isIn: (tables) => tables.has('session') && tables.has('message') && tables.has('part'),

  list: async (db) => {
    if (!isComplete(db)) return { chats: [], problems: [UNKNOWN] }
    const sums = createSums()
    const problems: Text[] = []
    const strays = createOrphanCounter('part', 'message')
    const lostMessages = createOrphanCounter('message', 'session')
    const addSession = (row: Row): void => {
      const id = idOf(row.id)
      if (id === undefined) strays.unnamed('session')
      else sums.add(id, row, Math.max(timestampOf(row.time_updated), timestampOf(row.time_created)))
    }
    await eachRow(db, 'session', { visit: addSession, problems })
    const sessions = new Map<string, string>()
    const addMessage = (row: Row): void => {
      const session = textOf(row.session_id)
      if (!sums.has(session)) return lostMessages.lost()
      sums.add(session, row, timestampOf(row.time_created))
      sessions.set(textOf(row.id), session)
    }
    await eachRow(db, 'message', { visit: addMessage, problems })
    const addPart = (row: Row): void => {
      const session = sessions.get(textOf(row.message_id))
      if (session === undefined) strays.lost()
      else sums.add(session, row, timestampOf(row.time_created))
    }
    await eachRow(db, 'part', { visit: addPart, problems })
    return { chats: sums.chats(), problems: [...problems, ...lostMessages.problems(), ...strays.problems()] }
  },

  read: async (db, id) => {
    const session = isComplete(db) ? firstWhere(db, 'session', 'id', id) : undefined
    if (!session) return undefined
    const budget = createRowBudget()
    const messages = gathered(rowsWhere(db, 'message', 'session_id', id), budget)
    const fullMessages = messages.rows.map((message) => ({
      message,
      parts: gathered(rowsWhere(db, 'part', 'message_id', textOf(message.id)), budget),
    }))
    const tooMany = fullMessages.reduce((sum, { parts }) => sum + parts.tooMany, messages.tooMany)
    return {
      json: {
        from: 'opencode',
        session: gathered([session], createRowBudget()).rows[0] ?? {},
        project: projectOf(db, session),
        messages: fullMessages.map(({ message, parts }) => ({ ...message, parts: parts.rows })),
      },
      problems: tooLarge(id, tooMany),
    }
  },
}

const UNKNOWN = 'Its tables do not have the known format of OpenCode: nothing is read.'

const isComplete = (db: Connection): boolean =>
  hasColumns(db, 'session', ['id']) &&
  hasColumns(db, 'message', ['id', 'session_id', 'data']) &&
  hasColumns(db, 'part', ['message_id', 'data'])

function projectOf(db: Connection, session: Row): { readonly worktree: string } | null {
  if (!hasColumns(db, 'project', ['id', 'worktree'])) return null
  const row = firstWhere(db, 'project', 'id', textOf(session.project_id))
  return row ? { worktree: textOf(row.worktree) } : null
}
