import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/chats'
import type { ChatDatabase, OpenChatDatabase } from '@wuku/core/ports/chat-database'
import { commandLine } from '@wuku/text/show/shell-words'
import { type Connection, resultOf } from '@wuku/store-sql/sqlite/driver/connection'
import { type ChatProgram, createSums } from './chat-program.ts'
import { cursorCli } from './cursor-cli-tables.ts'
import { cursor } from './cursor-tables.ts'
import {
  type ForeignDatabase,
  hasJournal,
  isDatabase,
  openForeign,
  tablesAtAGlance,
  tablesIn,
} from './foreign-database.ts'
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
  tooLarge,
} from './foreign-rows.ts'
import { opencode } from './opencode-tables.ts'

/** The desktop application ChatWise: a row a conversation, a row a message. */
const chatwise: ChatProgram = {
  isIn: (tables) => tables.has('chat') && tables.has('message'),

  list: async (db) => {
    if (!isComplete(db)) return { chats: [], problems: [UNKNOWN] }
    const sums = createSums()
    const problems: Text[] = []
    const strays = createOrphanCounter('message', 'conversation')
    const addChat = (row: Row): void => {
      const id = idOf(row.id)
      if (id === undefined) strays.unnamed('chat')
      else sums.add(id, row, Math.max(timestampOf(row.lastReplyAt), timestampOf(row.createdAt)))
    }
    await eachRow(db, 'chat', { visit: addChat, problems })
    const addMessage = (row: Row): void => {
      const id = idOf(row.chatId)
      if (id === undefined || !sums.has(id)) strays.lost()
      else sums.add(id, row, timestampOf(row.createdAt))
    }
    await eachRow(db, 'message', { visit: addMessage, problems })
    return { chats: sums.chats(), problems: [...problems, ...strays.problems()] }
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

const isComplete = (db: Connection): boolean =>
  hasColumns(db, 'chat', ['id']) && hasColumns(db, 'message', ['chatId', 'content'])

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

const programOf = (tables: ReadonlySet<string>): ChatProgram | undefined =>
  programs.find((program) => program.isIn(tables))

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
      throw explained(file, thrown)
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

function explained(file: string, thrown: unknown): unknown {
  if (isWukuError(thrown) || resultOf(thrown) === undefined) return thrown
  return new WukuError(
    'bad-input',
    msg('cannotBeRead', {
      file,
      thrownPart: thrown instanceof Error ? thrown.message : String(thrown),
      command: commandLine`sqlite3 ${file} ".recover" | sqlite3 recovered.db`,
    }),
    { cause: thrown },
  )
}
