import type { ChatProgram } from './chat-program.ts'
import {
  eachRow,
  firstWhere,
  freshRoom,
  gathered,
  hasColumns,
  idOf,
  momentOf,
  rowsWhere,
  tooLarge,
} from './foreign-rows.ts'
import { strayRows } from './stray-rows.ts'
import { createSums } from './chat-sums.ts'

/** The desktop application ChatWise: a row a conversation, a row a message. */
export const chatwise: ChatProgram = {
  isIn: (tables) => tables.has('chat') && tables.has('message'),

  list: async (db) => {
    if (!isComplete(db)) return { chats: [], problems: [UNKNOWN] }
    const sums = createSums()
    const problems: string[] = []
    const strays = strayRows('message', 'conversation')
    const takeChat = (row: Parameters<typeof sums.add>[1]): void => {
      const id = idOf(row.id)
      if (id === undefined) strays.unnamed('chat')
      else sums.add(id, row, Math.max(momentOf(row.lastReplyAt), momentOf(row.createdAt)))
    }
    await eachRow(db, 'chat', { take: takeChat, problems })
    const takeMessage = (row: Parameters<typeof sums.add>[1]): void => {
      const id = idOf(row.chatId)
      if (id === undefined || !sums.has(id)) strays.lost()
      else sums.add(id, row, momentOf(row.createdAt))
    }
    await eachRow(db, 'message', { take: takeMessage, problems })
    return { chats: sums.chats(), problems: [...problems, ...strays.problems()] }
  },

  read: async (db, id) => {
    const chat = isComplete(db) ? firstWhere(db, 'chat', 'id', id) : undefined
    if (!chat) return undefined
    const room = freshRoom()
    const messages = gathered(rowsWhere(db, 'message', 'chatId', id), room)
    return {
      json: { from: 'chatwise', chat: gathered([chat], freshRoom()).rows[0] ?? {}, messages: messages.rows },
      problems: tooLarge(id, messages.tooMany),
    }
  },
}

const UNKNOWN = 'Its tables "chat" and "message" are not those that ChatWise is known to write: nothing is read.'

const isComplete = (db: Parameters<ChatProgram['list']>[0]): boolean =>
  hasColumns(db, 'chat', ['id']) && hasColumns(db, 'message', ['chatId', 'content'])
