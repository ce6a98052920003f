import { msg, type Text } from '@wuku/messages/chats'
import type { ChatDatabase, OpenChatDatabase } from '@wuku/core/ports/chat-database'
import { type Connection, resultOf } from '@wuku/store-sql/sqlite/driver/connection'
import { type ChatProgram, createSums } from './chat-program.ts'
import { cursor, cursorCli } from './cursor-tables.ts'
import type { ForeignDatabase } from './foreign-database.ts'
import { asDamage, hasJournal, isDatabase, openForeign, tablesAtAGlance, tablesIn } from './foreign-database.ts'
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
  textOf,
  tooLarge,
} from './foreign-rows.ts'

/** The desktop application ChatWise: a row a conversation, a row a message. */
const chatwise: ChatProgram = {
  isIn: (tables) => tables.has('chat') && tables.has('message'),

  list: async (db) => {
    if (!isComplete(db)) return { chats: [], problems: [UNKNOWN] }
    const message = { table: 'message', parent: 'conversation', time: 'createdAt', chatOf: chatOfMessage }
    return sumRows(db, 'chat', { times: ['lastReplyAt', 'createdAt'], below: [message] })
  },

  read: async (db, id) => {
    const chat = isComplete(db) ? firstWhere(db, 'chat', 'id', id) : undefined
    if (!chat) return undefined
    const budget = createRowBudget()
    const messages = gathered(rowsWhere(db, 'message', 'chatId', id), budget)
    return {
      json: { from: 'chatwise', chat: gathered([chat], createRowBudget()).rows[0] ?? {}, messages: messages.rows },
      problems: tooLarge(id, messages.tooMany),
    }
  },
}

const UNKNOWN = 'Its tables "chat" and "message" do not have the known format of ChatWise: nothing is read.'

const chatOfMessage = ({ chatId }: Row): string | undefined => idOf(chatId)

const isComplete = (db: Connection): boolean =>
  hasColumns(db, 'chat', ['id']) && hasColumns(db, 'message', ['chatId', 'content'])

/** OpenCode: sessions, their messages, and the parts that messages are made of. */
const opencode: ChatProgram = {
  isIn: (tables) => tables.has('session') && tables.has('message') && tables.has('part'),

  list: async (db) => {
    if (!isSession(db)) return { chats: [], problems: [UNKNOWN_SESSION] }
    const sessions = new Map<string, string>()
    const ofMessage = (row: Row): string => {
      const session = textOf(row.session_id)
      sessions.set(textOf(row.id), session)
      return session
    }
    const ofPart = (row: Row): string | undefined => sessions.get(textOf(row.message_id))
    return sumRows(db, 'session', {
      times: ['time_updated', 'time_created'],
      below: [
        { table: 'message', parent: 'session', time: 'time_created', chatOf: ofMessage },
        { table: 'part', parent: 'message', time: 'time_created', chatOf: ofPart },
      ],
    })
  },

  read: async (db, id) => {
    const session = isSession(db) ? firstWhere(db, 'session', 'id', id) : undefined
    if (!session) return undefined
    const budget = createRowBudget()
    const messages = gathered(rowsWhere(db, 'message', 'session_id', id), budget)
    let { tooMany } = messages
    const fullMessages = messages.rows.map((message) => {
      const parts = gathered(rowsWhere(db, 'part', 'message_id', textOf(message.id)), budget)
      tooMany += parts.tooMany
      return { ...message, parts: parts.rows }
    })
    return {
      json: {
        from: 'opencode',
        session: gathered([session], createRowBudget()).rows[0] ?? {},
        project: projectOf(db, session),
        messages: fullMessages,
      },
      problems: tooLarge(id, tooMany),
    }
  },
}

const UNKNOWN_SESSION = 'Its tables do not have the known format of OpenCode: nothing is read.'

const isSession = (db: Connection): boolean =>
  hasColumns(db, 'session', ['id']) &&
  hasColumns(db, 'message', ['id', 'session_id', 'data']) &&
  hasColumns(db, 'part', ['message_id', 'data'])

function projectOf(db: Connection, session: Row): { readonly worktree: string } | null {
  if (!hasColumns(db, 'project', ['id', 'worktree'])) return null
  const row = firstWhere(db, 'project', 'id', textOf(session.project_id))
  return row ? { worktree: textOf(row.worktree) } : null
}

/** Rows of a table each of which belongs to a conversation. */
interface RowsBelow {
  readonly table: string
  readonly parent: string
  readonly time: string
  chatOf(row: Row): string | undefined
}

/** A table of conversations, and what lies below it. Rows that belong to nothing are counted, not named one by one. */
async function sumRows(db: Connection, table: string, { times, below }: { times: string[]; below: RowsBelow[] }) {
  const sums = createSums()
  const problems: Text[] = []
  const orphans: Text[] = []
  let unnamed = 0
  const addChat = (row: Row): void => {
    const id = idOf(row.id)
    if (id === undefined) unnamed++
    else sums.add(id, row, Math.max(...times.map((time) => timestampOf(row[time]))))
  }
  await eachRow(db, table, { visit: addChat, problems })
  for (const { table: name, parent, time, chatOf } of below) {
    let lost = 0
    const addRow = (row: Row): void => {
      const id = chatOf(row)
      if (id === undefined || !sums.has(id)) lost++
      else sums.add(id, row, timestampOf(row[time]))
    }
    await eachRow(db, name, { visit: addRow, problems })
    if (lost > 0) orphans.push(msg('lostRows', { lost, table: name, parent }))
  }
  if (unnamed > 0) orphans.push(msg('unnamedRows', { count: unnamed, table }))
  return { chats: sums.chats(), problems: [...problems, ...orphans] }
}

const programs: readonly ChatProgram[] = [chatwise, opencode, cursor, cursorCli]

/** The original is never opened in a way that could change it, or create a file next to it. */
export const openChatDatabase: OpenChatDatabase = async (file) => {
  if (!(await isDatabase(file))) return undefined
  const known = programOf(tablesAtAGlance(file))
  // The tables of one that was made just now may stand in its log only.
  if (!known && !(await hasJournal(file))) return undefined
  const database = openForeign(file)
  const program = known ?? (await programWithin(database))
  if (program) return databaseOf(program, file, database)
  await database.close()
  return undefined
}

async function programWithin(database: ForeignDatabase): Promise<ChatProgram | undefined> {
  try {
    return programOf(await database.ask(async (db) => tablesIn(db)))
  } catch (thrown) {
    await database.close()
    // A database too damaged to list its tables belongs to no program.
    if (resultOf(thrown) !== undefined) return undefined
    throw thrown
  }
}

const programOf = (tables: ReadonlySet<string>) => programs.find((program) => program.isIn(tables))

function databaseOf(program: ChatProgram, file: string, database: ForeignDatabase): ChatDatabase {
  const problems: Text[] = []
  const note = (found: readonly Text[]): void => {
    for (const message of found)
      if (!problems.some((known) => String(known) === String(message))) problems.push(message)
  }
  const ask = async <T>(work: (db: Connection) => Promise<T>): Promise<T> => {
    try {
      return await database.ask(work)
    } catch (thrown) {
      throw asDamage(thrown, file, (facts) => msg('cannotBeRead', { file, ...facts }))
    }
  }
  return {
    problems,
    list: async () => {
      const listing = await ask((db) => program.list(db, file))
      note(listing.problems)
      return listing.chats
    },
    read: async (id) => {
      const reading = await ask((db) => program.read(db, id, file))
      if (!reading) return undefined
      note(reading.problems)
      return Buffer.from(JSON.stringify(reading.json))
    },
    close: () => database.close(),
  }
}
