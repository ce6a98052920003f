import type { Text } from '@wuku/messages/message'
import { isUtf8 } from 'node:buffer'
import { basename, dirname } from 'node:path'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { type ChatProgram, createSums } from './chat-program.ts'
import {
  eachRow,
  createRowBudget,
  gathered,
  hasColumns,
  idOf,
  timestampOf,
  type Row,
  siblingText,
  tooLarge,
} from './foreign-rows.ts'

/** The command line of Cursor: a file a conversation, whose messages are JSON blobs among those of another kind. */
export const cursorCli: ChatProgram = {
  isIn: (tables) => tables.has('blobs') && tables.has('meta'),

  list: async (db, file) => {
    if (!isComplete(db)) return { chats: [], problems: [] }
    const [meta, about] = [metaOf(db), await siblingText(file, 'meta.json')]
    const id = chatOf(meta, file)
    const sums = createSums()
    const problems: Text[] = []
    let messages = 0
    const addRow = (row: Row): void => {
      if (!isJson(row)) return
      messages++
      sums.add(id, row, 0)
    }
    await eachRow(db, 'blobs', { visit: addRow, problems })
    sums.add(id, { meta, about: about ?? null }, Math.max(timeIn(meta, 'createdAt'), timeIn(about, 'updatedAtMs')))
    return { chats: messages > 0 ? sums.chats() : [], problems }
  },

  read: async (db, id, file) => {
    const meta = isComplete(db) ? metaOf(db) : ''
    if (chatOf(meta, file) !== id) return undefined
    const about = await siblingText(file, 'meta.json')
    const blobs: Row[] = []
    let tooMany = 0
    const budget = createRowBudget()
    const addRow = (row: Row): void => {
      if (!isJson(row)) return
      const readRows = gathered([{ id: row.id ?? null, data: row.data ?? null }], budget)
      blobs.push(...readRows.rows)
      tooMany += readRows.tooMany
    }
    const problems: Text[] = []
    await eachRow(db, 'blobs', { visit: addRow, problems })
    if (blobs.length === 0 && tooMany === 0) return undefined
    return {
      json: { from: 'cursor-cli', id, meta, ...(about === undefined ? {} : { about }), blobs },
      problems: [...problems, ...tooLarge(id, tooMany)],
    }
  },
}

const isComplete = (db: Connection): boolean =>
  hasColumns(db, 'blobs', ['id', 'data']) && hasColumns(db, 'meta', ['key', 'value'])

/** JSON, written in hexadecimal digits since it has been. */
function metaOf(db: Connection): string {
  const { value } =
    db.row<{ value: unknown }>(`SELECT CAST(value AS TEXT) AS value FROM meta ORDER BY key = '0' DESC, key LIMIT 1`) ??
    {}
  const text = typeof value === 'string' ? value.trim() : ''
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text
}

/** Its folder is called as the conversation is. */
const chatOf = (meta: string, file: string): string =>
  idOf(/"agentId"\s*:\s*"([^"\\]+)"/.exec(meta)?.[1]) ?? basename(dirname(file))

const timeIn = (json: string | undefined, key: string): number =>
  timestampOf(new RegExp(`"${key}"\\s*:\\s*"?(\\d+)`).exec(json ?? '')?.[1])

const OPENING_BRACE = 0x7b

function isJson({ data }: Row): boolean {
  if (typeof data === 'string') return data.startsWith('{')
  return data instanceof Uint8Array && data[0] === OPENING_BRACE && isUtf8(data)
}
