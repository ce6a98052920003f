import { msg, type Text } from '@wuku/messages/chats'
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { DatabaseChat } from '@wuku/core/ports/chat-database'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { type ChatProgram, createSums } from './chat-program.ts'
import {
  bounded,
  eachRow,
  firstWhere,
  createRowBudget,
  gathered,
  hasColumns,
  idOf,
  timestampOf,
  type Row,
  siblingText,
  textOf,
  tooLarge,
} from './foreign-rows.ts'

/** The editor Cursor: keys and values, among them conversations ("composers") and, apart, their messages ("bubbles"). */
export const cursor: ChatProgram = {
  isIn: (tables) => tables.has(STORE) || tables.has('ItemTable'),

  list: async (db) => {
    const problems: Text[] = []
    const chats = new Map<string, DatabaseChat>()
    for (const chat of listTabs(db, problems)) chats.set(chat.id, chat)
    let key: string | undefined = COMPOSER
    while ((key = nextKey(db, key)) !== undefined) {
      const chat = composerChat(db, key, problems)
      if (chat) chats.set(chat.id, chat)
      await breathe()
    }
    return { chats: [...chats.values()], problems }
  },

  read: async (db, id, file) => {
    const workspace = await siblingText(file, 'workspace.json')
    const workspaceFacts = workspace === undefined ? {} : { workspace }
    const composer = valueOf(db, COMPOSER + id)
    if (composer === undefined) {
      const tab = readTab(db, id)
      return tab && { json: { from: 'cursor', ...tab, ...workspaceFacts }, problems: [] }
    }
    const bubbles = gathered(bubblesOf(db, id), createRowBudget())
    const head = headOf(db, id)
    return {
      json: { from: 'cursor', id, composer, bubbles: bubbles.rows, ...(head && { head }), ...workspaceFacts },
      problems: tooLarge(id, bubbles.tooMany),
    }
  },
}

const STORE = 'cursorDiskKV'
const COMPOSER = 'composerData:'
/** The character after ":"; a range of keys is found by the index, a pattern reads gigabytes. */
const afterAll = (prefix: string): string => `${prefix.slice(0, -1)};`

/** Composers of 2024 hold whole conversations. */
const MAX_BYTES = 64 * 1024 * 1024

const HEADS = 'composerHeaders'

/** Newer versions keep names, folders and what was archived in a table. */
const headOf = (db: Connection, id: string): Row | undefined =>
  hasColumns(db, HEADS, ['composerId', 'value']) ? firstWhere(db, HEADS, 'composerId', id) : undefined

const hasStore = (db: Connection): boolean => hasColumns(db, STORE, ['key', 'value'])

function nextKey(db: Connection, key: string): string | undefined {
  if (!hasStore(db)) return undefined
  const sql = `SELECT key FROM ${STORE} WHERE key > ? AND key < ? ORDER BY key LIMIT 1`
  return db.row<{ key: string }>(sql, [key, afterAll(COMPOSER)])?.key
}

function valueOf(db: Connection, key: string): string | undefined {
  if (!hasStore(db)) return undefined
  const { value } =
    db.row<Row>(`SELECT CAST(${bounded('value', MAX_BYTES)} AS TEXT) AS value FROM ${STORE} WHERE key = ?`, [key]) ?? {}
  return value === null || value === undefined ? undefined : textOf(value)
}

/**
 * Bubbles come to gigabytes, so their lengths stand for them. Whatever changes one also writes another time into its
 * composer, whose whole value is in the stamp.
 */
function composerChat(db: Connection, key: string, problems: Text[]): DatabaseChat | undefined {
  const id = idOf(key.slice(COMPOSER.length))
  const value = valueOf(db, key)
  // Deleted conversations leave their key behind.
  if (value === undefined) return undefined
  const facts = factsOf(value)
  if (id === undefined || !facts) return void problems.push(msg('keyIsNoJson', { key: key.slice(0, 200) }))
  const { value: head, isArchived } = headOf(db, id) ?? {}
  const hash = createHash('sha256').update(value)
  if (head !== undefined) hash.update(`${textOf(head)} ${textOf(isArchived)}\n`)
  let bytes = value.length
  let bubbles = 0
  const prefix = bubblePrefix(id)
  const sql = `SELECT key, octet_length(value) AS length FROM ${STORE} WHERE key > ? AND key < ? ORDER BY key`
  for (const bubble of db.rows<{ key: string; length: number | null }>(sql, [prefix, afterAll(prefix)])) {
    hash.update(`${bubble.key} ${bubble.length}\n`)
    bytes += bubble.length ?? 0
    bubbles++
  }
  if (bubbles === 0 && !facts.hasOwn) return undefined
  return { id, stamp: hash.digest('base64url'), modifiedAt: facts.modifiedAt, bytes }
}

function factsOf(value: string): { readonly modifiedAt: number; readonly hasOwn: boolean } | undefined {
  try {
    const { lastUpdatedAt, createdAt, conversation, conversationMap } = JSON.parse(value) ?? {}
    const hasOwn = [conversation, conversationMap].some(
      (content) => typeof content === 'object' && content !== null && Object.keys(content).length > 0,
    )
    return { modifiedAt: timestampOf(lastUpdatedAt) || timestampOf(createdAt), hasOwn }
  } catch {
    return undefined
  }
}

const bubblePrefix = (id: string): string => `bubbleId:${id}:`

/** In the order in which they were written; the composer says which of them count, and how they follow each other. */
function* bubblesOf(db: Connection, id: string): Generator<Row> {
  const prefix = bubblePrefix(id)
  const places = db.rows<{ key: string }>(`SELECT key FROM ${STORE} WHERE key > ? AND key < ? ORDER BY rowid`, [
    prefix,
    afterAll(prefix),
  ])
  for (const { key } of places) {
    const value = valueOf(db, key)
    if (value !== undefined) yield { id: key.slice(prefix.length), value }
  }
}

/** Places of whole conversations in versions of 2023 and 2024: lists in the values of two keys. */
const lists = [
  { is: 'tab', key: 'workbench.panel.aichat.view.aichat.chatdata', path: '$.tabs', id: 'tabId' },
  { is: 'composer', key: 'composer.composerData', path: '$.allComposers', id: 'composerId' },
] as const

function* listTabs(db: Connection, problems: Text[]): Generator<DatabaseChat> {
  for (const list of lists) {
    const state = stateOf(db, list.key)
    if (state === 'torn') problems.push(msg('valueIsNoJson', { key: list.key }))
    if (state !== 'whole') continue
    const sql = `SELECT each.value ->> ? AS id, each.value AS json FROM ItemTable, json_each(${TEXT}, ?) AS each
      WHERE ItemTable.key = ? AND each.type = 'object'`
    for (const row of db.rows<{ id: unknown; json: string }>(sql, [`$.${list.id}`, list.path, list.key])) {
      const chat = chatOf(row)
      if (chat) yield chat
    }
  }
}

function readTab(db: Connection, id: string): { readonly [key: string]: string } | undefined {
  for (const list of lists) {
    if (stateOf(db, list.key) !== 'whole') continue
    const row = db.row<{ json: string }>(
      `SELECT each.value AS json FROM ItemTable, json_each(${TEXT}, ?) AS each
       WHERE ItemTable.key = ? AND each.type = 'object' AND each.value ->> ? = ? LIMIT 1`,
      [list.path, list.key, `$.${list.id}`, id],
    )
    if (row) return { id, [list.is]: row.json }
  }
  return undefined
}

/** As bytes it would be taken for another format. */
const TEXT = 'CAST(ItemTable.value AS TEXT)'

function stateOf(db: Connection, key: string): 'none' | 'torn' | 'whole' {
  if (!hasColumns(db, 'ItemTable', ['key', 'value'])) return 'none'
  const row = db.row<{ valid: number | null }>(`SELECT json_valid(${TEXT}) AS valid FROM ItemTable WHERE key = ?`, [
    key,
  ])
  if (!row || row.valid === null) return 'none'
  return row.valid === 1 ? 'whole' : 'torn'
}

/** Lists of today hold heads alone; their messages lie in another file. */
function chatOf({ id, json }: { readonly id: unknown; readonly json: string }): DatabaseChat | undefined {
  const known = typeof id === 'string' ? idOf(id) : undefined
  const { bubbles, conversation, lastSendTime, lastUpdatedAt, createdAt } = JSON.parse(json)
  const content: unknown = bubbles ?? conversation
  if (known === undefined || !Array.isArray(content) || content.length === 0) return undefined
  return {
    id: known,
    stamp: createHash('sha256').update(json).digest('base64url'),
    modifiedAt: timestampOf(lastSendTime) || timestampOf(lastUpdatedAt) || timestampOf(createdAt),
    bytes: json.length,
  }
}

/** The command line of Cursor: a file a conversation, whose messages are JSON blobs among those of another kind. */
export const cursorCli: ChatProgram = {
  isIn: (tables) => tables.has('blobs') && tables.has('meta'),

  list: async (db, file) => {
    if (!isCliComplete(db)) return { chats: [], problems: [] }
    const [meta, about] = [cliMetaOf(db), await siblingText(file, 'meta.json')]
    const id = cliChatOf(meta, file)
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
    const meta = isCliComplete(db) ? cliMetaOf(db) : ''
    if (cliChatOf(meta, file) !== id) return undefined
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

const isCliComplete = (db: Connection): boolean =>
  hasColumns(db, 'blobs', ['id', 'data']) && hasColumns(db, 'meta', ['key', 'value'])

/** JSON, written in hexadecimal digits since it has been. */
function cliMetaOf(db: Connection): string {
  const { value } =
    db.row<{ value: unknown }>(`SELECT CAST(value AS TEXT) AS value FROM meta ORDER BY key = '0' DESC, key LIMIT 1`) ??
    {}
  const text = typeof value === 'string' ? value.trim() : ''
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text
}

/** Its folder is called as the conversation is. */
const cliChatOf = (meta: string, file: string): string =>
  idOf(/"agentId"\s*:\s*"([^"\\]+)"/.exec(meta)?.[1]) ?? basename(dirname(file))

const timeIn = (json: string | undefined, key: string): number =>
  timestampOf(new RegExp(`"${key}"\\s*:\\s*"?(\\d+)`).exec(json ?? '')?.[1])

const OPENING_BRACE = 0x7b

function isJson({ data }: Row): boolean {
  if (typeof data === 'string') return data.startsWith('{')
  return data instanceof Uint8Array && data[0] === OPENING_BRACE && isUtf8(data)
}
